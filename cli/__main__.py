"""The ``fewest`` command: up, worker, solve, keys."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import BinaryIO

import click
from marshmallow import ValidationError

from cli.keys import keys
from schemas.settings import Settings, load_settings


def settings_of_environment() -> Settings:
    """The settings, or the end of the program with a line for each that makes no sense."""
    try:
        return load_settings(os.environ)
    except ValidationError as error:
        messages = error.messages if isinstance(error.messages, dict) else {"": error.messages}
        lines = [f"FEWEST_{name.upper()}: {' '.join(map(str, texts))}" for name, texts in messages.items()]
        raise click.ClickException("\n".join(lines)) from None


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="fewest")
@click.pass_context
def main(context: click.Context) -> None:
    """Find the fewest moves of jump boards and sliding puzzles, proven."""
    context.obj = settings_of_environment()


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes a free one.")
@click.option("--workers", default=2, show_default=True, type=click.IntRange(1, 256), help="How many searches at once.")
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="Folder for all that is kept.")
@click.option("--example", is_flag=True, help="Solve a first puzzle over HTTP and show it.")
def up(host: str, port: int, workers: int, data: Path | None, *, example: bool) -> None:
    """Start everything on this machine.

    That is Redis (unless REDIS_URL is set), the service, and workers. Ctrl-C stops it.
    """
    from cli.up import run_up

    settings = settings_of_environment()
    sys.exit(run_up(settings, host, port, workers, (data or settings.data).expanduser().resolve(), example=example))


@main.command()
def worker() -> None:
    """Start one more worker, on any machine.

    REDIS_URL says where the work comes from.
    """
    if not settings_of_environment().redis_url:
        raise click.ClickException("REDIS_URL is not set: where should the work come from?")
    os.execv(sys.executable, [sys.executable, "-m", "workers"])


@main.command()
@click.argument("file", type=click.File("rb"))
@click.option("--want", type=click.Choice(["one", "count", "all", "any"]), help="Overrides what the file says.")
@click.option("--seconds", type=float, help="Time limit; overrides what the file says.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def solve(file: BinaryIO, want: str | None, seconds: float | None, *, as_json: bool) -> None:
    """Solve the puzzle in FILE, without any server.

    FILE is JSON: a puzzle, or a request as it is POSTed to /v1/jobs; - is standard input. The exit code is 0 if it is
    solved or proven to have no solution, 1 if a limit stopped it or the file has errors.
    """
    from cli.solve import solve_file

    settings = settings_of_environment()
    sys.exit(solve_file(settings, file.read(), want=want, seconds=seconds, as_json=as_json))


main.add_command(keys)


if __name__ == "__main__":
    main()
