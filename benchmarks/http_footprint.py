"""What a service at rest holds, and how soon it answers: processes and memory by role, seconds of a start.

    python -m benchmarks.http_footprint [jobs [first]]

Starts the service as `fewest up` does by default, and prints what its processes hold at rest and after so many new
8-puzzles. With ``first`` it is started with an empty cache of kernels before, as after an installation. PSS counts a
page that several processes share once, in parts. Processor seconds are those of all processes; times on the clock are
for a machine on which nothing else runs.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from benchmarks.arguments import parser
from benchmarks.http_costs import children, processor_seconds
from benchmarks.http_lanes import eight
from benchmarks.settling import STOP_SECONDS, settle
from boards import catalogue
from cli.up import socket_path
from store import connect

REST_SECONDS = 15.0
"""Time for everything to come to rest before its memory is read."""

SHARES = {"Rss": "RSS", "Pss": "PSS", "Private_Dirty": "of its own"}


@contextmanager
def started(folder: Path, cache: Path | None) -> Iterator[tuple[httpx.Client, int]]:
    """The service with a cache of kernels, by default that of this tree: a client, and the process of `fewest up`.

    Prints when it was ready, and when it had solved a first puzzle; then waits until all kernels are compiled.
    """
    given = os.environ | {"FEWEST_RATE_REQUESTS": "1000000000", "FEWEST_RATE_SEARCHES": "1000000000"}
    given |= {} if cache is None else {"NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(folder)]
    began = time.monotonic()
    up = subprocess.Popen(command, env=given, stdout=subprocess.PIPE, text=True)
    assert up.stdout is not None
    try:
        client = httpx.Client(base_url=up.stdout.readline().split()[1], timeout=120)
        ready = time.monotonic() - began
        solve(client, catalogue()["tritri"]["examples"][0]["puzzle"])
        answered = time.monotonic() - began
        used = processor_seconds(up.pid)
        print(f"ready after {ready:.1f} s, first answer after {answered:.1f} s, {used:.1f} s of processor time\n")
        store = connect(f"unix://{socket_path(folder)}")
        while store.presence.is_compiling():
            time.sleep(0.1)
        yield client, up.pid
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(STOP_SECONDS)


def solve(client: httpx.Client, puzzle: dict[str, Any]) -> None:
    """Post a puzzle and wait for its answer."""
    job = client.post("/v1/jobs", json={"puzzle": puzzle}, headers={"Prefer": "wait=25"}).json()
    while job["status"] in ("queued", "running"):
        job = client.get(job["links"]["self"], headers={"Prefer": "wait=25"}).json()
    assert job["status"] == "solved", job


def roles(up: int) -> Iterator[tuple[str, int]]:
    """Every process of a running service, with what it does."""
    yield "fewest up", up
    for pid in children(up):
        command = Path(f"/proc/{pid}/cmdline").read_bytes()
        if b"gunicorn" in command:
            yield "web: parent", pid
            yield from (("web: process", child) for child in children(pid))
        elif b"workers" in command:
            yield "workers: parent", pid
            yield from _forked(pid)
        else:
            yield "server", pid


def _forked(parent: int) -> Iterator[tuple[str, int]]:
    for pid in children(parent):
        name = Path(f"/proc/{pid}/comm").read_text().strip()
        yield "workers: reaper" if name == "fewest-reaper" else "workers: worker", pid
        yield from (("workers: search", child) for child in children(pid))


def held(pid: int) -> dict[str, int]:
    """The memory of a process in bytes, by kind."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    return {name: 1024 * int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}


def show(title: str, up: int) -> None:
    """Print what the processes of each role hold."""
    print(f"| {title} | processes | " + " | ".join(f"{name}, MB" for name in SHARES.values()) + " |")
    print("|---|---|" + "---|" * len(SHARES))
    found = defaultdict[str, list[dict[str, int]]](list)
    for role, pid in roles(up):
        found[role].append(held(pid))
    found["all"] = [each for several in found.values() for each in several]
    for role, several in found.items():
        sums = [f"{sum(each[name] for each in several) / 1e6:.0f}" for name in SHARES]
        print(f"| {role} | {len(several)} | " + " | ".join(sums) + " |")
    print(flush=True)


def main() -> None:
    """Start it, once or twice, and print what it holds."""
    asked = parser(__doc__, jobs=1000, first="").parse_args()
    jobs, dice = asked.jobs, random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder, "kernels") if asked.first == "first" else None
        if cache is not None:
            with started(Path(folder, "first"), cache):
                pass
        with started(Path(folder, "data"), cache) as (client, up):
            settle(REST_SECONDS)
            show("at rest", up)
            for _ in range(jobs):
                solve(client, eight(dice))
            settle(REST_SECONDS)
            show(f"after {jobs} jobs", up)


if __name__ == "__main__":
    main()
