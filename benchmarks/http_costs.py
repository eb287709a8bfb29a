"""What requests, searches and idle workers cost: processor time of each part; commands, bytes and memory of Redis.

    python -m benchmarks.http_costs [requests [seconds]]

Starts the service with one web process and one worker, and asks one thing after the other. Processor times are those of
the processes, so other load on the machine changes them little; times on the clock are not measured.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.arguments import parser
from benchmarks.http_lanes import eight
from benchmarks.http_routes import ENGLISH
from benchmarks.http_slow_clients import SLOW_PUZZLE
from benchmarks.settling import STOP_SECONDS, settle
from cli.up import socket_path
from store import connect

TICK = os.sysconf("SC_CLK_TCK")
SECONDS = 20.0
"""How long an idle service and a long search are observed, unless said otherwise."""

MANY = 5
"""Workers whose idle costs are compared with those of one."""

WARM_SECONDS = 6.0
"""Time for everything to settle before a measurement."""


@dataclass
class Costs:
    """Counters at one moment."""

    web: float
    worker: float
    server: float
    commands: int
    bytes_in: int
    bytes_out: int
    memory: int


class Site:
    """A running service whose processes are observed."""

    def __init__(self, process: subprocess.Popen[str], address: str, folder: Path) -> None:
        self._process, self._redis = process, connect(f"unix://{socket_path(folder)}").redis
        self.client = httpx.Client(base_url=address, timeout=60)
        self.parts = dict(self._parts())

    def _parts(self) -> Iterator[tuple[str, int]]:
        for pid in children(self._process.pid):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            for name, mark in (("web", b"gunicorn"), ("server", b"valkey"), ("worker", b"workers")):
                if mark in command:
                    yield name, pid
                    break

    def costs(self) -> Costs:
        """The counters now."""
        info = self._redis.info("everything")
        return Costs(
            web=processor_seconds(self.parts["web"]),
            worker=processor_seconds(self.parts["worker"]),
            server=processor_seconds(self.parts["server"]),
            commands=int(info["total_commands_processed"]),
            bytes_in=int(info["total_net_input_bytes"]),
            bytes_out=int(info["total_net_output_bytes"]),
            memory=int(info["used_memory"]),
        )


def children(pid: int) -> list[int]:
    """The children of a process."""
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children") for child in task.read_text().split()]


def processor_seconds(pid: int) -> float:
    """Processor time of a process and of all that it started."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / TICK  # of itself, and of its children that have ended
    return own + sum(map(processor_seconds, children(pid)))


@contextmanager
def running(folder: Path, workers: int) -> Iterator[Site]:
    """The service with one web process and some workers."""
    environment = os.environ | {"FEWEST_RATE_REQUESTS": "1000000000", "FEWEST_RATE_SEARCHES": "1000000000"}
    environment |= {"FEWEST_PROCESSES": "1"}
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--workers", str(workers), "--long-workers", "0"]
    process = subprocess.Popen([*command, "--data", str(folder)], env=environment, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().split()[1]
        settle(WARM_SECONDS)
        yield Site(process, address, folder)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(STOP_SECONDS)


def show(name: str, site: Site, number: float, what: Callable[[], object]) -> None:
    """Do something, and print what it cost, divided by a number."""
    before = site.costs()
    what()
    after = site.costs()
    milliseconds = [1000 * (getattr(after, part) - getattr(before, part)) for part in ("web", "worker", "server")]
    counts = [getattr(after, part) - getattr(before, part) for part in ("commands", "bytes_in", "bytes_out", "memory")]
    figures = [f"{figure / number:.2f}" for figure in milliseconds] + [f"{count / number:,.0f}" for count in counts]
    print(f"| {name} | " + " | ".join(figures) + " |", flush=True)


def solve(site: Site, puzzle: dict[str, Any]) -> dict[str, Any]:
    """Post a puzzle and wait for its answer."""
    job: dict[str, Any] = site.client.post("/v1/jobs", json={"puzzle": puzzle}, headers={"Prefer": "wait=25"}).json()
    while job["status"] in ("queued", "running"):
        job = site.client.get(job["links"]["self"], headers={"Prefer": "wait=25"}).json()
    assert job["status"] == "solved", job
    return job


def other_names(dice: random.Random) -> dict[str, Any]:
    """The English board with its holes renumbered."""
    names = list(range(33))
    dice.shuffle(names)
    renamed = [[names[a], names[b], names[c]] for a, b, c in english_jumps()]
    return {
        "kind": "jump",
        "board": {"holes": 33, "jumps": renamed},
        "start": {"empty": [names[16]]},
        "goal": {"pegs": [names[16]]},
    }


def english_jumps() -> Iterator[tuple[int, int, int]]:
    """The jumps of the English board."""
    cells = [(y, x) for y, row in enumerate(ENGLISH["board"]["grid"]) for x, mark in enumerate(row) if mark == "."]
    number = {cell: index for index, cell in enumerate(cells)}
    for y, x in cells:
        for dy, dx in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            over, to = (y + dy, x + dx), (y + 2 * dy, x + 2 * dx)
            if over in number and to in number:
                yield number[y, x], number[over], number[to]


def main() -> None:
    """Measure and print a table."""
    asked = parser(__doc__, requests=300, seconds=SECONDS).parse_args()
    number, seconds = asked.requests, asked.seconds
    dice = random.Random(7)
    with tempfile.TemporaryDirectory() as folder, running(Path(folder, "data"), 1) as site:
        print("| | web ms | worker ms | Redis ms | commands | bytes to Redis | from Redis | kept |")
        print("|---|---|---|---|---|---|---|---|")
        known = solve(site, ENGLISH)
        place = known["links"]["solution"]
        show("GET of a solution", site, number, lambda: [site.client.get(place) for _ in range(number)])
        show("POST of a known puzzle", site, number, lambda: [solve(site, ENGLISH) for _ in range(number)])
        forms = [other_names(dice) for _ in range(number)]
        show("POST of a known puzzle, renumbered", site, number, lambda: [solve(site, form) for form in forms])
        new = [eight(dice) for _ in range(number)]
        show("POST of a new 8-puzzle, until its answer", site, number, lambda: [solve(site, each) for each in new])
        show("a second without requests, one worker", site, seconds, lambda: time.sleep(seconds))
        limits = {"seconds": 3600}
        job = site.client.post("/v1/jobs", json={"puzzle": SLOW_PUZZLE, "limits": limits}).json()
        settle(WARM_SECONDS)
        show("a second of a long search", site, seconds, lambda: time.sleep(seconds))
        site.client.delete(job["links"]["self"])
    with tempfile.TemporaryDirectory() as folder, running(Path(folder, "data"), MANY) as site:
        show(f"a second without requests, {MANY} workers", site, seconds, lambda: time.sleep(seconds))


if __name__ == "__main__":
    main()
