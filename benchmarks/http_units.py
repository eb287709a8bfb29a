"""What a second worker is worth to one long search: speed-up, work of each process, messages.

    python -m benchmarks.http_units FOLDER [runs [puzzle…]]

FOLDER is a data folder with the large tables (``FEWEST_DATA=FOLDER fewest tables``). A service with one worker of one
thread solves each puzzle alone, then one with a further worker in the long lane; in turns, ``runs`` times, the medians
are shown. On a machine with two idle cores the speed-up is that of the seconds. On a busy one it is estimated from
processor time: that of the search alone by that of the busier of the two workers, as if neither ever waited.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx

from benchmarks.arguments import parser
from benchmarks.http_costs import children
from benchmarks.http_costs import processor_seconds as seconds_of_process
from benchmarks.ladder import cases, walks
from benchmarks.settling import STOP_SECONDS, settle
from cli.up import socket_path
from solver.slide.puzzle import SlidePuzzle
from store import Store, connect
from store.queue import Lane

WALK = 12
"""Which of the 24-puzzles of ``ladder.walks``."""
IDLE_SECONDS = 10.0
"""How long messages of a service without work are counted."""


class SolvedPuzzle(NamedTuple):
    """One puzzle, solved.

    Attributes
    ----------
    seconds
        From request to answer.
    nodes
        Of the search and its units.
    owner, helper
        Processor seconds of the worker of the quick lane, and of that of the long lane.
    messages
        To Redis, from all processes.
    """

    seconds: float
    nodes: int
    owner: float
    helper: float
    messages: float


@contextmanager
def service(data: Path, long_workers: int) -> Iterator[tuple[httpx.Client, Store, int]]:
    """A running service with one worker, and some for units: a client, its store, and the process of `fewest up`."""
    given = os.environ | {"FEWEST_RATE_REQUESTS": "1000000000"}
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(data), "--workers", "1"]
    command += ["--long-workers", str(long_workers)]
    up = subprocess.Popen(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert up.stdout is not None
    try:
        address = up.stdout.readline().split()[1]
        store = connect(f"unix://{socket_path(data)}", patient=True)
        while store.queue.workers(Lane.LONG) < long_workers:
            time.sleep(0.1)
        yield httpx.Client(base_url=address, timeout=120), store, up.pid
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(STOP_SECONDS)


def processor_seconds(up: int) -> dict[str, float]:
    """Processor time of the workers and their processes by lane, as long as none has ended."""
    seconds = {"quick": 0.0, "long": 0.0}
    for parent in children(up):
        if b"workers" in Path(f"/proc/{parent}/cmdline").read_bytes():
            for worker in children(parent):
                if Path(f"/proc/{worker}/comm").read_text() != "fewest-reaper\n":
                    lane = "long" if os.getpriority(os.PRIO_PROCESS, worker) else "quick"
                    seconds[lane] += seconds_of_process(worker)
    return seconds


def messages(store: Store) -> int:
    """Messages that Redis has received: a pipeline or a script is one."""
    return int(store.redis.info("stats")["total_reads_processed"])


def solve(client: httpx.Client, store: Store, up: int, puzzle: SlidePuzzle, want: str, attempt: int) -> SolvedPuzzle:
    """Solve a puzzle although its answer may be known."""
    if known := list(store.redis.scan_iter("*:answer:*")):
        store.redis.delete(*known)
    side = int(puzzle.board.cells**0.5)
    document = {"kind": "slide", "board": {"rows": side, "columns": side}}
    document |= {"start": list(puzzle.start), "goal": list(puzzle.goal)}
    limits = {"seconds": 1800 + attempt, "nodes": 10**13}
    before, sent, began = processor_seconds(up), messages(store), time.perf_counter()
    job: Any = client.post("/v1/jobs", json={"puzzle": document, "want": want, "limits": limits}).json()
    while job["status"] in ("queued", "running"):
        job = client.get(job["links"]["self"], headers={"Prefer": "wait=25"}).json()
    seconds = time.perf_counter() - began
    assert job["status"] == "solved", job
    after, result = processor_seconds(up), job["result"]
    spent = {lane: after[lane] - before[lane] for lane in after}
    print(f"    {result['length']} moves, {result.get('count')} solutions, load {os.getloadavg()[0]:.1f}", flush=True)
    nodes = result["statistics"]["nodes"]
    return SolvedPuzzle(seconds, nodes, spent["quick"], spent["long"], messages(store) - sent)


def medians(runs: list[SolvedPuzzle]) -> SolvedPuzzle:
    """The median of each figure."""
    return SolvedPuzzle(*(median(figures) for figures in zip(*runs, strict=True)))


def show(name: str, workers: int, run: SolvedPuzzle) -> None:
    """Print one row."""
    print(
        f"| {name} | {workers} | {run.seconds:.1f} | {run.nodes / 1e6:.0f} | {run.owner:.1f} | {run.helper:.1f} | "
        f"{run.messages / run.seconds:.0f} |",
        flush=True,
    )


def main() -> None:
    """Measure and print the table."""
    all_puzzles = {
        "24-puzzle": (list(walks(WALK + 1))[WALK][1], "one"),
        "15-puzzle of 80 moves, counted": (cases("slide_deep15.json")["deep15-1"][0], "count"),
        "8-puzzle": (cases("slide_sources.json")["eight"][0], "one"),
    }
    made = parser(__doc__)
    made.add_argument("folder", type=Path, metavar="FOLDER")
    made.add_argument("runs", nargs="?", type=int, default=1, help="default: 1")
    made.add_argument(
        "puzzles", nargs="*", metavar="puzzle", help=f"of {', '.join(all_puzzles)}; default: the first two"
    )
    asked = made.parse_args()
    tables = asked.folder.resolve() / "tables"
    puzzles = {name: all_puzzles[name] for name in asked.puzzles or list(all_puzzles)[:2]}
    runs: dict[tuple[str, int], list[SolvedPuzzle]] = {(name, workers): [] for name in puzzles for workers in (1, 2)}
    idle = {}
    for attempt in range(asked.runs):
        for workers in (1, 2):
            with tempfile.TemporaryDirectory() as folder:
                (Path(folder) / "tables").symlink_to(tables)
                with service(Path(folder), workers - 1) as (client, store, up):
                    settle(5.0)
                    sent = messages(store)
                    settle(IDLE_SECONDS)
                    idle[workers] = (messages(store) - sent) / IDLE_SECONDS
                    for name, (puzzle, want) in puzzles.items():
                        runs[name, workers].append(solve(client, store, up, puzzle, want, attempt))
    print("| puzzle | workers | seconds | million nodes | processor: its worker | the other | messages per second |")
    print("|---|---|---|---|---|---|---|")
    for (name, workers), each in runs.items():
        show(name, workers, medians(each))
    for name in puzzles:
        one, two = medians(runs[name, 1]), medians(runs[name, 2])
        seconds, processor = one.seconds / two.seconds, one.owner / max(two.owner, two.helper, 0.01)
        print(f"{name}: speed-up {seconds:.2f} by seconds, {processor:.2f} by processor time")
    print(f"messages per second without work: {idle[1]:.0f}, {idle[2]:.0f}")


if __name__ == "__main__":
    main()
