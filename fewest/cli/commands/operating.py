"""Commands for operators: they start the processes of a service, and give it tables and known answers."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fewest.config.libraries import NEEDED, lacking
from fewest.config.settings import Settings

if TYPE_CHECKING:
    from fewest.store import Store

FILE = click.Path(path_type=Path, dir_okay=False)
FOLDER = click.Path(path_type=Path, file_okay=False)
PORT = click.IntRange(0, 65535)
SEARCHES = click.IntRange(0, 256)
HOST = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
DATA = click.option("--data", type=FOLDER, help="The folder given to `fewest up`.")


def data_folder(settings: Settings, given: Path | None) -> Path:
    """The data folder: the given one, or that of the settings."""
    return (given or settings.data).expanduser().resolve()


def store_of(settings: Settings, data: Path) -> Store:
    """The store at the Redis server of the settings, or else at the embedded one of a data folder.

    Raises
    ------
    click.ClickException
        If it cannot be used.
    """
    from fewest.cli.up import socket_path
    from fewest.store import connect

    store = connect(settings.redis_url or f"unix://{socket_path(data)}", store_bytes=settings.store_bytes)
    if reason := store.failure():
        raise click.ClickException(reason)
    return store


@click.command()
@HOST
@click.option("--port", default=8000, show_default=True, type=PORT, help="Port to listen on; 0 for any free one.")
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=SEARCHES,
    help="Searches that run at once; 0: only workers on other machines run them.",
)
@click.option(
    "--long-workers",
    type=SEARCHES,
    help="Searches of the long lane that run beside them; default: the same number.",
)
@click.option("--data", type=FOLDER, help="Folder for all stored data; default: FEWEST_DATA, or data.")
@click.option("--example", is_flag=True, help="Solve an example over HTTP and print it.")
@click.pass_obj
def up(
    settings: Settings,
    host: str,
    port: int,
    workers: int,
    long_workers: int | None,
    data: Path | None,
    *,
    example: bool,
) -> None:
    """Start everything on this machine.

    Starts Redis (unless REDIS_URL is set), the web service and workers, and restarts processes that end. Press Ctrl-C
    to stop.
    """
    if reason := lacking(*NEEDED):
        raise click.ClickException(reason)
    from fewest.cli.up import run_up

    long_workers = workers if long_workers is None else long_workers
    folder = data_folder(settings, data)
    sys.exit(run_up(settings, host, port, workers, long_workers, folder, example=example))


def check_redis_url(settings: Settings) -> None:
    """Exit with an error if REDIS_URL is not set."""
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set: set it to the address of the Redis server with the queue")


@click.command()
@HOST
@click.option("--port", default=8000, show_default=True, type=PORT, help="Port to listen on.")
@click.pass_obj
def serve(settings: Settings, host: str, port: int) -> None:
    """Start the web service alone.

    It needs a Redis server at REDIS_URL and workers (`fewest worker`). It logs to standard error, one JSON object per
    line.
    """
    from fewest.cli.up import web_command

    check_redis_url(settings)
    # In place of this process, so that signals of a process manager reach the service itself.
    os.execv(sys.executable, web_command(settings, host, port))


@click.command()
@click.option(
    "--lane",
    default="both",
    show_default=True,
    type=click.Choice(["quick", "long", "both"]),
    help="The lane it works for. A search begins in the quick lane, and moves to the long lane if it takes long while "
    "others wait. both: one worker for each.",
)
@click.option(
    "--check", is_flag=True, help="Start nothing; exit with 0 if a worker of this host is alive, else with 1."
)
@click.pass_obj
def worker(settings: Settings, lane: str, *, check: bool) -> None:
    """Start more workers, on any machine.

    They take searches from the Redis server at REDIS_URL, and log to standard error, one JSON object per line.
    """
    check_redis_url(settings)
    if check:
        if not store_of(settings, settings.data).queue.has_live_worker(socket.gethostname()):
            raise click.ClickException(f"no worker of {socket.gethostname()} has reported in the last 30 seconds")
        return
    from fewest.cli.up import workers_command

    os.execv(sys.executable, workers_command(int(lane != "long"), int(lane != "quick")))


@click.command()
@click.pass_obj
def webhooks(settings: Settings) -> None:
    """Send webhooks, from any machine.

    Webhooks report events of jobs to the hosts in FEWEST_WEBHOOK_HOSTS. `fewest up` starts this process itself; beside
    `fewest serve`, start at least one. It logs to standard error, one JSON object per line.
    """
    from fewest.cli.up import webhooks_command

    check_redis_url(settings)
    if not settings.webhook_targets:
        raise click.ClickException("FEWEST_WEBHOOK_HOSTS is not set: set it to the hosts that may receive webhooks")
    os.execv(sys.executable, webhooks_command())


@click.command()
@click.option("--from", "source", type=FOLDER, help="Build nothing; copy the tables of this folder.")
@click.option("--to", "target", type=FOLDER, help="Build nothing; copy the existing tables to this folder.")
@click.pass_obj
def tables(settings: Settings, source: Path | None, target: Path | None) -> None:
    """Build the large tables of the classical sliding boards.

    Searches on the 3 by 5, 4 by 4 and 5 by 5 boards use the tables in the folder tables of FEWEST_DATA instead of
    building them. Existing tables are not built again. All tables take 3.1 GB.

    Each machine needs a copy of the tables. To build them only once, copy them from one machine with --to, and to
    another with --from, through a folder that both can use.
    """
    from fewest.cli.tables import build_tables, copy_tables
    from fewest.solver.quota import set_quota

    set_quota(settings.tables, settings.tables_bytes)
    if source is not None and target is not None:
        raise click.UsageError("use --from or --to, not both")
    if source is not None:
        copy_tables(source, settings.tables)
    elif target is not None:
        copy_tables(settings.tables, target)
    else:
        build_tables(settings.tables)


def check_embedded(settings: Settings) -> None:
    """Exit with an error if REDIS_URL is set."""
    if settings.redis_url:
        raise click.ClickException(
            "REDIS_URL is set: back up and restore that Redis with its own tools; see page 8 of the guide"
        )


@click.command()
@click.argument("file", type=FILE)
@DATA
@click.pass_obj
def backup(settings: Settings, file: Path, data: Path | None) -> None:
    """Back up what the service has stored.

    The command writes the new file FILE, whether `fewest up` runs or not. The file contains secrets of webhooks and
    digests of API keys, but not the large tables.
    """
    from fewest.cli.backup import write_backup

    check_embedded(settings)
    write_backup(data_folder(settings, data), file)


@click.command()
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@DATA
@click.pass_obj
def restore(settings: Settings, file: Path, data: Path | None) -> None:
    """Restore a backup, while `fewest up` does not run.

    First, the command checks that a server can load FILE. Then FILE replaces everything that is stored. The command
    keeps the replaced data in a folder, and prints its name.
    """
    from fewest.cli.backup import restore_backup

    check_embedded(settings)
    restore_backup(settings, data_folder(settings, data), file)


@click.group()
def atlas() -> None:
    """Preload known answers into a service."""


@atlas.command()
@DATA
@click.pass_obj
def load(settings: Settings, data: Path | None) -> None:
    """Store the answers of the atlas, so that the service returns them at once.

    The command replays every solution and checks every
    certificate before it stores the answer. It does not check that no solution is shorter, or the number of solutions.
    It skips open problems, and answers of another version of the solver.
    """
    from fewest.cli.atlas import load_atlas

    load_atlas(store_of(settings, data_folder(settings, data)))
