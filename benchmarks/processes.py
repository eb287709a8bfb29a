"""Processes of a running service: when it is ready, what they took and what they hold."""

from __future__ import annotations

import os
import select
import subprocess
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")

SHARES = {"Rss": "RSS", "Pss": "PSS", "Private_Dirty": "of its own"}
"""Kinds of memory. PSS counts a page that several processes share once, in parts."""

STOP_SECONDS = 300.0
"""A service that takes longer to stop hangs, on the busiest machine."""


class CannotStart(Exception):
    """A service ended, or was not ready in time."""


@contextmanager
def started(
    command: list[str], ready_seconds: float, environment: dict[str, str], folder: Path | None = None
) -> Iterator[tuple[str, int]]:
    """Run ``fewest up``, and end it with the context; its address and its process.

    Parameters
    ----------
    command, environment, folder
        What is started, and where.
    ready_seconds
        How long it may take until it prints that it is ready.

    Raises
    ------
    CannotStart
        If it does not.
    """
    up = subprocess.Popen(
        command, env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        assert up.stdout is not None
        if not select.select([up.stdout], [], [], ready_seconds)[0]:
            raise CannotStart(f"not ready after {ready_seconds:g} s")
        words = up.stdout.readline().split()
        if not words:
            raise CannotStart("ended before it was ready")
        yield words[1], up.pid
    finally:
        up.terminate()  # an interrupt would be ignored by what was started in the background
        up.wait(STOP_SECONDS)


def children(pid: int) -> list[int]:
    """The children of a process."""
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


def command_of(pid: int) -> bytes:
    """The command line of a process, its words ended by zero bytes."""
    return Path(f"/proc/{pid}/cmdline").read_bytes()


def processor_seconds(pid: int) -> float:
    """Processor time of a process and of all that it started."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / TICK  # of itself, and of its children that have ended
    return own + sum(map(processor_seconds, children(pid)))


def memory(pid: int) -> dict[str, int]:
    """The memory of a process in bytes, by kind, as in ``/proc/PID/smaps_rollup``."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    return {name: 1024 * int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}


def roles(up: int) -> Iterator[tuple[str, int]]:
    """Every process of a running service, with what it does."""
    yield "fewest up", up
    for pid in children(up):
        name = "web" if b"gunicorn" in command_of(pid) else "workers" if b"workers" in command_of(pid) else "server"
        yield name, pid
        for child in children(pid):
            yield f"{name}: process", child
            yield from (("search", search) for search in children(child))


def show_memory(title: str, up: int) -> None:
    """Print what the processes of each role hold."""
    found = defaultdict[str, list[dict[str, int]]](list)
    for role, pid in roles(up):
        found[role].append(memory(pid))
    found["all"] = [each for several in found.values() for each in several]
    print(f"\n| {title}, MB | processes | " + " | ".join(SHARES.values()) + " |\n|---|---|" + "---|" * len(SHARES))
    for role, several in found.items():
        sums = [f"{sum(each[name] for each in several) / 1e6:.0f}" for name in SHARES]
        print(f"| {role} | {len(several)} | " + " | ".join(sums) + " |", flush=True)
