"""What workers are worth to one long search, on a machine that is too busy to measure it by the clock.

    python -m benchmarks.units_virtual FOLDER WORKERS 24|15|8

FOLDER is a data folder with the large tables. Owner and helpers run the code of the service over a real Redis, each in
a thread, one at a time: always the one whose clock is furthest behind. A clock counts processor time of its thread,
pauses, and for each unit the time that RQ takes to start it. So it shows waiting, uneven division and extra work; it
does not show that workers compete for memory, caches and the network.
"""

from __future__ import annotations

import subprocess
import tempfile
import threading
import time
from pathlib import Path

from benchmarks.arguments import parser
from benchmarks.ladder import cases, walks
from cli.up import server_command, socket_path
from schemas.settings import Settings
from solver.model import NOTHING, Limits, Progress, Result, Want
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.warm import warm
from solver.solve import solve
from store import Store, connect
from store.queue import Lane, search_and_run
from store.turns import TurnQueue
from workers import reports, tasks, units

WALK = 12
"""Which of the 24-puzzles of ``ladder.walks``."""
START_SECONDS = 0.1
"""From the end of one unit to the start of the next: RQ, a new process, mapping tables."""
LOOK_SECONDS = 0.005
"""Between two looks of an idle helper at the queue; workers wait for Redis instead."""


class VirtualTime:
    """Clocks of threads that take turns: the functions of ``time`` that the service uses."""

    def __init__(self) -> None:
        self._turn = threading.Condition()
        self._clocks: dict[int, float] = {}
        self._mark: dict[int, float] = {}
        self.idle: dict[int, float] = {}

    def join(self, at: float) -> None:
        """Let the calling thread take part, its clock showing ``at``; it waits for its turn."""
        own = threading.get_ident()
        with self._turn:
            self._clocks[own], self.idle[own] = at, 0.0
            self._turn.notify_all()
            self._turn.wait_for(lambda: self._is_last(own))
        self._mark[own] = time.thread_time()

    def leave(self) -> float:
        """Let the calling thread take part no more; returns its time."""
        own = threading.get_ident()
        at = self.monotonic()
        with self._turn:
            del self._clocks[own]
            self._turn.notify_all()
        return at

    def monotonic(self) -> float:
        """The time of the calling thread, after others whose clocks are behind had their turns."""
        own = threading.get_ident()
        now = time.thread_time()
        with self._turn:
            self._clocks[own] += now - self._mark[own]
            self._turn.notify_all()
            self._turn.wait_for(lambda: self._is_last(own))
            at = self._clocks[own]
        self._mark[own] = time.thread_time()
        return at

    def sleep(self, seconds: float) -> None:
        """Advance the clock of the calling thread."""
        own = threading.get_ident()
        self._clocks[own] += seconds
        self.idle[own] += seconds
        self.monotonic()

    def _is_last(self, own: int) -> bool:
        return self._clocks[own] <= min(self._clocks.values())


class Simulation:
    """One search with a number of workers."""

    def __init__(self, store: Store, data: Path, puzzle: SlidePuzzle, want: Want, workers: int) -> None:
        self._store, self._data, self._puzzle, self._want, self._workers = store, data, puzzle, want, workers
        self._time, self._over = VirtualTime(), False
        self.units, self.looks, self.waited = 0, 0, dict[str, float]()

    def run(self) -> tuple[Result, float]:
        """Solve; returns the result and the seconds by the clock of the owner."""
        reports.time = units.time = self._time  # type: ignore[assignment]
        self._time.join(0.0)
        helpers = [threading.Thread(target=self._help, args=(number,)) for number in range(2, self._workers + 1)]
        for helper in helpers:
            helper.start()
        side = int(self._puzzle.board.cells**0.5)
        document = {"kind": "slide", "board": {"rows": side, "columns": side}}
        document |= {"start": list(self._puzzle.start), "goal": list(self._puzzle.goal)}
        limits = {"seconds": 10**6, "nodes": 10**13, "bytes": 2 * 10**9}
        search_id, _ = self._store.searches.join_or_create(
            "j", puzzle=document, want=self._want, limits=limits, key="k", flight="f", exact_digest="d", request_id="r"
        )
        run = self._store.searches.start(search_id)
        search = self._store.searches.load(search_id)
        assert search is not None
        shared = units.StoredHelpers(self._store, search, run, Settings().share_seconds)
        reporter = tasks.SearchReporter(self._store, search, 10**6, self._puzzle, NOTHING)

        def observe(progress: Progress, seconds: float) -> None:
            reporter(progress, seconds)

        result = solve(
            self._puzzle, self._want, Limits(**limits), tables=self._data / "tables", observe=observe, helpers=shared,
            clock=self._time.monotonic, sleep=self._time.sleep,
        )  # fmt: skip
        self._over = True
        self.waited["owner"] = self._time.idle[threading.get_ident()]
        seconds = self._time.leave()
        for helper in helpers:
            helper.join()
        return result, seconds

    def _help(self, number: int) -> None:
        self._time.join(0.0)
        settings = Settings(data=self._data)
        while not self._over:
            taken = TurnQueue.lmove(self._store.redis, "rq:queue:fewest-long", None)
            if taken is None:
                self.looks += 1
                self._time.sleep(LOOK_SECONDS)
                continue
            self._time.sleep(START_SECONDS)
            name = taken[1].decode()
            unit_id, run = search_and_run(name)
            self.units += units.run_unit(settings, self._store, unit_id, run)
            self._store.queue.drop(name)
        self.waited[f"worker {number}"] = self._time.idle[threading.get_ident()]
        self._time.leave()


def main() -> None:
    """Run one simulation and print its figures."""
    made = parser(__doc__)
    made.add_argument("folder", type=Path, metavar="FOLDER")
    made.add_argument("workers", type=int, metavar="WORKERS")
    made.add_argument("puzzle", choices=("24", "15", "8"), help="which puzzle, by its number of pieces")
    asked = made.parse_args()
    data, workers, which = asked.folder.resolve(), asked.workers, asked.puzzle
    if which == "24":
        puzzle, want = list(walks(WALK + 1))[WALK][1], Want.ONE
    elif which == "8":
        puzzle, want = cases("slide_sources.json")["eight"][0], Want.ONE
    else:
        puzzle, want = cases("slide_deep15.json")["deep15-1"][0], Want.COUNT
    warm()
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(server_command(Settings(), Path(folder)))
        try:
            store = connect(f"unix://{socket_path(Path(folder))}", patient=True)
            while not store.reachable():
                time.sleep(0.1)
            store.queue.workers = lambda _lane=Lane.QUICK: workers - 1  # type: ignore[method-assign]
            before = store.redis.info("stats")["total_reads_processed"]
            simulation = Simulation(store, data, puzzle, want, workers)
            result, seconds = simulation.run()
            messages = store.redis.info("stats")["total_reads_processed"] - before
        finally:
            server.terminate()
            server.wait()
    waited = ", ".join(f"{name} {idle:.1f}" for name, idle in simulation.waited.items())
    print(
        f"{which}-puzzle, {workers} workers: {seconds:.2f} s; {result.length} moves, {result.count} solutions, "
        f"{result.nodes:,} nodes; {simulation.units} units; seconds waited: {waited}; "
        f"{messages - simulation.looks} messages to Redis",
        flush=True,
    )


if __name__ == "__main__":
    main()
