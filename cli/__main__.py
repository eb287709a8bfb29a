"""The ``fewest`` command: up, serve, worker, webhooks, solve, make, features, space, mcp, tables, keys, atlas."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click
from marshmallow import ValidationError

from fewest.cli.keys import keys
from fewest.cli.puzzle_argument import puzzle_content, puzzle_document
from fewest.schemas.settings import Settings, load_settings

if TYPE_CHECKING:
    from fewest.cli.engine import Engine

Command: TypeAlias = Callable[..., None]


def settings_of_environment() -> Settings:
    """The settings; exits with a line for each that is not valid."""
    try:
        return load_settings(os.environ)
    except ValidationError as error:
        messages = error.messages if isinstance(error.messages, dict) else {"": error.messages}
        lines = [f"FEWEST_{name.upper()}: {' '.join(map(str, texts))}" for name, texts in messages.items()]
        raise click.ClickException("\n".join(lines)) from None


CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class InOrder(click.Group):
    """A group that lists its commands in the order in which they are defined, not by name."""

    def list_commands(self, _context: click.Context) -> list[str]:
        """The names of the commands."""
        return list(self.commands)


EPILOG = """\b
Try it:
  fewest up                        everything on this machine
  fewest solve english             solve an example without a server
  fewest solve puzzle.json --server http://127.0.0.1:8000
  fewest make 8-puzzle --length 20..24 --solutions 1

\b
Settings are environment variables, the same for all commands:
  REDIS_URL       the Redis server that web processes and workers share
  FEWEST_DATA     the folder for tables and the embedded Redis server
docs/operating.md#settings lists all of them."""


@click.group(cls=InOrder, epilog=EPILOG, context_settings=CONTEXT)
@click.version_option(package_name="fewest")
@click.pass_context
def main(context: click.Context) -> None:
    """Find provably shortest solutions of jump boards and sliding puzzles."""
    context.obj = settings_of_environment()


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port to listen on; 0 for any free one.",
)
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=click.IntRange(0, 256),
    help="Number of searches that run at once; with 0, only workers elsewhere run them.",
)
@click.option(
    "--long-workers",
    type=click.IntRange(0, 256),
    help="Number of long searches that run beside them, which gave way to others; default: the same.",
)
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="Folder for everything that is stored; default: FEWEST_DATA, or data.",
)
@click.option("--example", is_flag=True, help="Solve an example over HTTP and print it.")
def up(host: str, port: int, workers: int, long_workers: int | None, data: Path | None, *, example: bool) -> None:
    """Start everything on this machine.

    Starts Redis (unless REDIS_URL is set), the service and workers, and restarts what fails. Ctrl-C stops them.
    """
    from fewest.cli.up import run_up

    settings = settings_of_environment()
    long_workers = workers if long_workers is None else long_workers
    folder = (data or settings.data).expanduser().resolve()
    sys.exit(run_up(settings, host, port, workers, long_workers, folder, example=example))


def check_redis_url() -> None:
    """Exit with a line if no Redis server is named."""
    if not settings_of_environment().redis_url:
        raise click.ClickException("REDIS_URL is not set: it names the Redis server that holds the queue")


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="Port to listen on.")
def serve(host: str, port: int) -> None:
    """Start the web service alone.

    Redis is at REDIS_URL, workers are elsewhere. It logs to standard error, one JSON object per line.
    """
    from fewest.cli.up import web_command

    check_redis_url()
    os.execv(sys.executable, web_command(settings_of_environment(), host, port))


@main.command()
@click.option(
    "--lane",
    default="both",
    show_default=True,
    type=click.Choice(["quick", "long", "both"]),
    help="Which searches it takes: all begin in the quick lane; those that take long while others wait go over to the "
    "long one. For both, it starts a worker each.",
)
@click.option("--check", is_flag=True, help="Start nothing; exit with 0 if a worker of this host beats, else with 1.")
def worker(lane: str, *, check: bool) -> None:
    """Start more workers, on any machine: one for each lane, or one for the given lane.

    They take searches from the Redis server at REDIS_URL, and log to standard error, one JSON object per line.
    """
    check_redis_url()
    if check:
        from fewest.store import connect

        store = connect(settings_of_environment().redis_url)
        if reason := store.failure():
            raise click.ClickException(reason)
        if not store.queue.has_live_worker(socket.gethostname()):
            raise click.ClickException(f"no worker of {socket.gethostname()} has reported in the last half minute")
        return
    from fewest.cli.up import workers_command

    os.execv(sys.executable, workers_command(int(lane != "long"), int(lane != "quick")))


@main.command()
def webhooks() -> None:
    """Send webhooks, from any machine.

    They report the ends of jobs to the hosts that FEWEST_WEBHOOK_HOSTS allows. `fewest up` starts this by itself; with
    `fewest serve`, start it once or more often. It logs to standard error, one JSON object per line.
    """
    from fewest.cli.up import webhooks_command

    check_redis_url()
    if not settings_of_environment().webhook_targets:
        raise click.ClickException("FEWEST_WEBHOOK_HOSTS is not set: it names the hosts that webhooks may be sent to")
    os.execv(sys.executable, webhooks_command())


READING = click.option(
    "--reading", type=click.IntRange(1), default=1, metavar="N", help="Take the Nth reading of a text that has several."
)


@main.command()
@click.argument("puzzle", type=puzzle_content)
@READING
@click.option("--want", type=click.Choice(["one", "count", "all", "any"]), help="What to find; overrides the file.")
@click.option("--seconds", type=float, help="Time limit; overrides the file.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
@click.option("--server", metavar="URL", help="Have the service at this address solve it.")
@click.option("--key", envvar="FEWEST_KEY", default="", help="API key for that service; default: FEWEST_KEY.")
def solve(
    puzzle: bytes, reading: int, want: str | None, seconds: float | None, server: str | None, key: str, *, as_json: bool
) -> None:
    """Solve PUZZLE, on this machine or with a service.

    PUZZLE is a file, and - is standard input: JSON, with a puzzle or the body of a request to /v1/jobs; or text, such
    as a picture, rows of numbers or a jump table in any language. What a text was read as is said. If there is no such
    file, it is a board of the catalogue: tritri is its first example, tritri/2 its second. The exit code is 0 if
    the puzzle is solved or proven unsolvable, 1 if a limit stopped the search or the file has errors.
    """
    from fewest.cli.solve import solve_puzzle

    document = puzzle_document(puzzle, reading)
    sys.exit(solve_puzzle(engine(server, key), document, want=want, seconds=seconds, as_json=as_json))


def engine_options(command: Command) -> Command:
    """The options of commands that carry out an order: limits, output, and a service to do it."""
    for option in (
        click.option("--key", envvar="FEWEST_KEY", default="", help="API key for that service; default: FEWEST_KEY."),
        click.option("--server", metavar="URL", help="Have the service at this address do it."),
        click.option("--json", "as_json", is_flag=True, help="Print the result as JSON."),
        click.option("--seconds", type=float, help="Time limit; overrides the file."),
    ):
        command = option(command)
    return command


def engine(server: str | None, key: str) -> Engine:
    """What does the work: the service at an address, or this process."""
    if server is not None:
        from fewest.cli.remote import Remote

        return Remote(server, key)
    from fewest.cli.library import Library

    return Library(settings_of_environment())


@main.command()
@click.argument("board")
@click.option("--length", metavar="MIN..MAX", help="Fewest moves, as 20..30, 20.., ..30 or 20.")
@click.option("--solutions", metavar="MIN..MAX", help="Number of shortest solutions, in the same way.")
@click.option("--pegs", metavar="MIN..MAX", help="Jump boards: number of pegs at the start.")
@click.option(
    "--feature",
    "features",
    metavar="NAME=MIN..MAX",
    multiple=True,
    help="Range of a feature, as forced=0.3..0.6; may be repeated.",
)
@click.option("--minimal", is_flag=True, help="Only levels in which nothing is superfluous.")
@click.option("--number", type=int, help="Number of levels; default: 10.")
@click.option("--seed", type=int, help="Decides which levels; without one, it is drawn.")
@click.option("--jsonl", "as_lines", is_flag=True, help="Print each level as JSON on a line of its own.")
@engine_options
def make(
    board: str,
    length: str | None,
    solutions: str | None,
    pegs: str | None,
    features: tuple[str, ...],
    number: int | None,
    seed: int | None,
    seconds: float | None,
    server: str | None,
    key: str,
    *,
    minimal: bool,
    as_lines: bool,
    as_json: bool,
) -> None:
    """Make levels on BOARD: puzzles as long as you want them, proven.

    BOARD is a board of the catalogue, such as 8-puzzle or english, or a file of JSON with the body of a request to
    /v1/generations; - is standard input. Options take precedence over the file. With the same --seed, there are the
    same levels. The exit code is 0 if there are as many as wanted, else 1.
    """
    from fewest.cli.orders import board_body, feature_ranges, make_levels, range_of

    ranges = {
        "length": range_of("--length", length, int),
        "solutions": range_of("--solutions", solutions, int),
        "features": feature_ranges(features),
    }
    given = ranges | {"minimal": minimal or None, "number": number, "seed": seed}
    form = "jsonl" if as_lines else "json" if as_json else "text"
    body = board_body(board)
    sys.exit(make_levels(engine(server, key), body, given, range_of("--pegs", pegs, int), seconds, form))


@main.command()
@click.argument("puzzle", type=puzzle_content)
@READING
@click.option("--feature", "names", multiple=True, help="Only this one; may be repeated.")
@engine_options
def features(
    puzzle: bytes,
    reading: int,
    names: tuple[str, ...],
    seconds: float | None,
    server: str | None,
    key: str,
    *,
    as_json: bool,
) -> None:
    """Find features of PUZZLE, which tell how hard it is.

    PUZZLE is as for `fewest solve`. docs/features.md says what each feature is. The exit code is 1 if a limit stopped
    the work or the file has errors.
    """
    from fewest.cli.orders import find_features

    sys.exit(find_features(engine(server, key), puzzle_document(puzzle, reading), names, seconds, as_json=as_json))


@main.command()
@click.argument("puzzle", type=puzzle_content)
@READING
@click.option("--from-start", "forward", is_flag=True, help="Go on from the start instead of back from the goal.")
@engine_options
def space(
    puzzle: bytes, reading: int, seconds: float | None, server: str | None, key: str, *, forward: bool, as_json: bool
) -> None:
    """Count all positions from which PUZZLE can be solved, by their distance from its goal.

    PUZZLE is as for `fewest solve`; or it has no start, or no goal. The distances of jump boards count jumps. The exit
    code is 1 if there are too many positions, a limit stopped the work, or the file has errors.
    """
    from fewest.cli.orders import explore_space

    sys.exit(
        explore_space(engine(server, key), puzzle_document(puzzle, reading), seconds, forward=forward, as_json=as_json)
    )


@main.command()
@click.option("--server", metavar="URL", help="Use the service at this address instead of this process.")
@click.option("--key", envvar="FEWEST_KEY", default="", help="API key for that service; default: FEWEST_KEY.")
def mcp(server: str | None, key: str) -> None:
    """Offer tools to a language model.

    Speaks the Model Context Protocol over standard input and output. Needs the package mcp; without it, it says what to
    type to install it.
    """
    from fewest.cli.mcp_server import serve

    serve(engine(server, key))


FOLDER = click.Path(path_type=Path, file_okay=False)


@main.command()
@click.argument("folder", required=False, type=FOLDER)
@click.option("--from", "source", type=FOLDER, help="Copy the tables that are in this folder instead of building them.")
@click.option("--to", "target", type=FOLDER, help="Build nothing; copy the tables that exist to this folder.")
def tables(folder: Path | None, source: Path | None, target: Path | None) -> None:
    """Build the large tables of the classical sliding boards.

    Searches on the 3 by 5, 4 by 4 and 5 by 5 boards find them in FOLDER (by default the folder tables in the data
    folder) and need not build them. Tables that exist are not built again. They take 3.1 GB.

    Every machine has tables of its own. With --to and --from, one machine builds them and others get a copy, by way of
    a folder that can be carried or that both can reach.
    """
    from fewest.cli.tables import build_tables, copy_tables
    from fewest.solver.room import keep_within

    settings = settings_of_environment()
    own = folder or settings.tables
    if folder is None:
        keep_within(own, settings.tables_bytes)
    if source is not None and target is not None:
        raise click.UsageError("give --from or --to, not both")
    if source is not None:
        copy_tables(source, own)
    elif target is not None:
        copy_tables(own, target)
    else:
        build_tables(own)


main.add_command(keys)


@main.group()
def atlas() -> None:
    """Give a new service proven answers."""


@atlas.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The folder given to `fewest up`.")
def load(file: Path | None, data: Path | None) -> None:
    """Load the atlas of solved problems into the store, so that they are answered at once.

    FILE is the atlas that comes with the program unless another one is named. Every solution is replayed and every
    certificate checked before it is stored; that no solution is shorter, and the number of solutions, are taken from
    the file. Problems that are open, or that another version of the solver has answered, are left out.
    """
    from fewest.cli.atlas import load_atlas

    settings = settings_of_environment()
    load_atlas(settings, file, data or settings.data)


if __name__ == "__main__":
    main()
