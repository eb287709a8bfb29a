"""What a client that asks for many pages of a large listing at once costs the others.

    python -m benchmarks.http_pages [requests]

Starts the service with two workers. On 16 holes with all 3,360 jumps, pegs 0 to 4 are to become one in hole 15:
191,280 solutions. One client, by its address, asks for pages of 1,000 at random places, all at once; meanwhile another
asks for single new puzzles, and a probe asks whether the service is alive. Then the first asks again and leaves.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from collections import Counter
from itertools import permutations
from pathlib import Path

import httpx

from benchmarks.arguments import parser
from benchmarks.http_lanes import client, show, singles
from benchmarks.http_slow_clients import service
from benchmarks.settling import settle

BOARD = {"holes": 16, "jumps": [list(jump) for jump in permutations(range(16), 3)]}
PUZZLE = {"kind": "jump", "board": BOARD, "start": {"pegs": [0, 1, 2, 3, 4]}, "goal": {"pegs": [15]}}
COUNT = 191_280
PAGE = 1000
WARM_SECONDS = 10.0
MAX_SECONDS = 60.0
"""Longest time of one measurement."""


class Pages:
    """Requests for pages, each on a connection of its own.

    Attributes
    ----------
    statuses
        How many were answered with each status; 0 for none.
    seconds
        Time of those that got their page.
    """

    def __init__(self, address: str, path: str, number: int, timeout: float) -> None:
        self.statuses: Counter[int] = Counter()
        self.seconds: list[float] = []
        dice = random.Random(1)
        paths = [f"{path}?limit={PAGE}&offset={dice.randrange(COUNT - PAGE)}" for _ in range(number)]
        # Making a client takes longer than anything else here, so all are made before.
        clients = [client(address, "127.0.1.1") for _ in paths]
        self._threads = [
            threading.Thread(target=self._ask, args=(asking, each, timeout))
            for asking, each in zip(clients, paths, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def _ask(self, asking: httpx.Client, path: str, timeout: float) -> None:
        began = time.perf_counter()
        try:
            with asking:
                status = asking.get(path, timeout=timeout).status_code
        except httpx.TimeoutException:
            status = 0
        self.statuses[status] += 1
        if status == 200:
            self.seconds.append(time.perf_counter() - began)

    @property
    def under_way(self) -> bool:
        """Whether some have no answer yet."""
        return any(thread.is_alive() for thread in self._threads)


def alive(address: str, seconds: list[float], until: threading.Event) -> None:
    """Ask whether the service is alive until an event is set, a hundred times a second at most."""
    with client(address, "127.0.0.4") as asking:
        while not until.wait(0.01):
            began = time.perf_counter()
            asking.get("/livez").raise_for_status()
            seconds.append(time.perf_counter() - began)


def main() -> None:
    """Measure and print the table."""
    number = parser(__doc__, requests=60).parse_args().requests
    with tempfile.TemporaryDirectory() as folder, service(Path(folder), {}, workers=2) as (address, _):
        one, other = client(address, "127.0.1.1"), client(address, "127.0.0.3")
        settle(WARM_SECONDS)
        body = {"puzzle": PUZZLE, "want": "all"}
        job = one.post("/v1/jobs", json=body, headers={"Prefer": "wait=25"}).json()
        while job["status"] in ("queued", "running"):
            job = one.get(job["links"]["self"], headers={"Prefer": "wait=25"}).json()
        path = job["links"]["solution"] + "/all"
        assert one.get(path).json()["count"] == COUNT
        print("| ms | p50 | p95 | longest |\n|---|---|---|---|")
        show("single puzzles alone", singles(other, 50, 1))
        pages, probes, stop = Pages(address, path, number, MAX_SECONDS), list[float](), threading.Event()
        probe = threading.Thread(target=alive, args=(address, probes, stop))
        probe.start()
        beside: list[float] = []
        while pages.under_way or len(beside) < 10:
            beside += singles(other, 2, 100 + len(beside))
        show(f"beside {number} requests for pages", sorted(beside))
        show("/livez meanwhile", sorted(probes))
        show("pages", sorted(pages.seconds))
        print(f"\nanswers to the requests for pages, by status: {dict(pages.statuses)}", flush=True)
        pages = Pages(address, path, number, 0.3)  # the client leaves
        while pages.under_way:
            time.sleep(0.01)
        left = time.perf_counter()
        probes.clear()
        after = singles(other, 20, 999)
        busy = time.perf_counter() - left
        stop.set()
        probe.join()
        show("single puzzles after it has left", after)
        print(f"\n20 single puzzles, one after the other, took {busy:.1f} s after it had left")


if __name__ == "__main__":
    main()
