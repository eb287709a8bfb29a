"""Commands for who runs a service: they start its processes, and give it tables and proven answers."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import click

from fewest.schemas.settings import Settings

FOLDER = click.Path(path_type=Path, file_okay=False)
PORT = click.IntRange(0, 65535)
SEARCHES = click.IntRange(0, 256)
HOST = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")


@click.command()
@HOST
@click.option("--port", default=8000, show_default=True, type=PORT, help="Port to listen on; 0 for any free one.")
@click.option(
    "--workers",
    default=2,
    show_default=True,
    type=SEARCHES,
    help="Number of searches that run at once; with 0, only workers elsewhere run them.",
)
@click.option(
    "--long-workers",
    type=SEARCHES,
    help="Number of long searches that run beside them, which gave way to others; default: the same.",
)
@click.option("--data", type=FOLDER, help="Folder for everything that is stored; default: FEWEST_DATA, or data.")
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

    Starts Redis (unless REDIS_URL is set), the service and workers, and restarts what fails. Ctrl-C stops them.
    """
    from fewest.cli.up import run_up

    long_workers = workers if long_workers is None else long_workers
    folder = (data or settings.data).expanduser().resolve()
    sys.exit(run_up(settings, host, port, workers, long_workers, folder, example=example))


def check_redis_url(settings: Settings) -> None:
    """Exit with a line if no Redis server is named."""
    if not settings.redis_url:
        raise click.ClickException("REDIS_URL is not set: it names the Redis server that holds the queue")


@click.command()
@HOST
@click.option("--port", default=8000, show_default=True, type=PORT, help="Port to listen on.")
@click.pass_obj
def serve(settings: Settings, host: str, port: int) -> None:
    """Start the web service alone.

    Redis is at REDIS_URL, workers are elsewhere. It logs to standard error, one JSON object per line.
    """
    from fewest.cli.up import web_command

    check_redis_url(settings)
    os.execv(sys.executable, web_command(settings, host, port))


@click.command()
@click.option(
    "--lane",
    default="both",
    show_default=True,
    type=click.Choice(["quick", "long", "both"]),
    help="Which searches it takes: all begin in the quick lane; those that take long while others wait go over to the "
    "long one. For both, it starts a worker each.",
)
@click.option("--check", is_flag=True, help="Start nothing; exit with 0 if a worker of this host beats, else with 1.")
@click.pass_obj
def worker(settings: Settings, lane: str, *, check: bool) -> None:
    """Start more workers, on any machine: one for each lane, or one for the given lane.

    They take searches from the Redis server at REDIS_URL, and log to standard error, one JSON object per line.
    """
    check_redis_url(settings)
    if check:
        from fewest.store import connect

        store = connect(settings.redis_url)
        if reason := store.failure():
            raise click.ClickException(reason)
        if not store.queue.has_live_worker(socket.gethostname()):
            raise click.ClickException(f"no worker of {socket.gethostname()} has reported in the last half minute")
        return
    from fewest.cli.up import workers_command

    os.execv(sys.executable, workers_command(int(lane != "long"), int(lane != "quick")))


@click.command()
@click.pass_obj
def webhooks(settings: Settings) -> None:
    """Send webhooks, from any machine.

    They report the ends of jobs to the hosts that FEWEST_WEBHOOK_HOSTS allows. `fewest up` starts this by itself; with
    `fewest serve`, start it once or more often. It logs to standard error, one JSON object per line.
    """
    from fewest.cli.up import webhooks_command

    check_redis_url(settings)
    if not settings.webhook_targets:
        raise click.ClickException("FEWEST_WEBHOOK_HOSTS is not set: it names the hosts that webhooks may be sent to")
    os.execv(sys.executable, webhooks_command())


@click.command()
@click.argument("folder", required=False, type=FOLDER)
@click.option("--from", "source", type=FOLDER, help="Copy the tables that are in this folder instead of building them.")
@click.option("--to", "target", type=FOLDER, help="Build nothing; copy the tables that exist to this folder.")
@click.pass_obj
def tables(settings: Settings, folder: Path | None, source: Path | None, target: Path | None) -> None:
    """Build the large tables of the classical sliding boards.

    Searches on the 3 by 5, 4 by 4 and 5 by 5 boards find them in FOLDER (by default the folder tables in the data
    folder) and need not build them. Tables that exist are not built again. They take 3.1 GB.

    Every machine has tables of its own. With --to and --from, one machine builds them and others get a copy, by way of
    a folder that can be carried or that both can reach.
    """
    from fewest.cli.tables import build_tables, copy_tables
    from fewest.solver.quota import set_quota

    own = folder or settings.tables
    if folder is None:
        set_quota(own, settings.tables_bytes)
    if source is not None and target is not None:
        raise click.UsageError("give --from or --to, not both")
    if source is not None:
        copy_tables(source, own)
    elif target is not None:
        copy_tables(own, target)
    else:
        build_tables(own)


@click.group()
def atlas() -> None:
    """Give a new service proven answers."""


@atlas.command()
@click.argument("file", required=False, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--data", type=FOLDER, help="The folder given to `fewest up`.")
@click.pass_obj
def load(settings: Settings, file: Path | None, data: Path | None) -> None:
    """Load the atlas of solved problems into the store, so that they are answered at once.

    FILE is the atlas that comes with the program unless another one is named. Every solution is replayed and every
    certificate checked before it is stored; that no solution is shorter, and the number of solutions, are taken from
    the file. Problems that are open, or that another version of the solver has answered, are left out.
    """
    from fewest.cli.atlas import load_atlas

    load_atlas(settings, file, data or settings.data)
