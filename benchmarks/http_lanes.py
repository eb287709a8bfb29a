"""How long single puzzles take while long searches and a large batch of another client are under way.

    python -m benchmarks.http_lanes [singles [batch]]

Starts the service with two workers. Two searches that take hours begin first; then one client, by its address, sends a
batch of small puzzles, and another asks for single ones, one after the other. All puzzles are new.
"""

from __future__ import annotations

import random
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx

from benchmarks.arguments import parser
from benchmarks.http_slow_clients import SLOW_PUZZLE, service
from benchmarks.settling import settle

BATCH = 1000
WARM_SECONDS = 15.0
"""Time for workers to start, and for the long searches to be under way."""


def eight(dice: random.Random) -> dict[str, Any]:
    """A random position of the 8-puzzle that can be solved."""
    pieces = list(range(1, 9))
    dice.shuffle(pieces)
    if sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :]) % 2:
        pieces[0], pieces[1] = pieces[1], pieces[0]
    goal = [1, 2, 3, 4, 5, 6, 7, 8, 0]
    return {"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": [*pieces, 0], "goal": goal}


def client(address: str, source: str) -> httpx.Client:
    """A client with an address of its own."""
    return httpx.Client(base_url=address, timeout=120, transport=httpx.HTTPTransport(local_address=source))


def singles(asking: httpx.Client, number: int, seed: int) -> list[float]:
    """Seconds from request to answer of single puzzles, in ascending order."""
    dice, seconds = random.Random(seed), []
    for _ in range(number):
        began = time.perf_counter()
        job = asking.post("/v1/jobs", json={"puzzle": eight(dice)}, headers={"Prefer": "wait=25"}).json()
        while job["status"] in ("queued", "running"):
            job = asking.get(job["links"]["self"], headers={"Prefer": "wait=25"}).json()
        assert job["status"] == "solved", job
        seconds.append(time.perf_counter() - began)
        time.sleep(0.02)
    return sorted(seconds)


def show(name: str, seconds: list[float]) -> None:
    """Print one row."""
    figures = (seconds[int(share * (len(seconds) - 1))] * 1000 for share in (0.5, 0.95, 1.0))
    print(f"| {name} | " + " | ".join(f"{figure:.0f}" for figure in figures) + " |", flush=True)


def main() -> None:
    """Measure and print the table."""
    asked = parser(__doc__, singles=100, batch=BATCH).parse_args()
    number, many = asked.singles, asked.batch
    with tempfile.TemporaryDirectory() as folder, service(Path(folder), {}, workers=2) as (address, _):
        one, other = client(address, "127.0.0.2"), client(address, "127.0.0.3")
        settle(WARM_SECONDS)
        print("| single puzzles, ms | p50 | p95 | longest |")
        print("|---|---|---|---|")
        show("alone", singles(other, number, 1))
        for seed in range(2):
            start = [*SLOW_PUZZLE["start"]]
            start[seed], start[seed + 1] = start[seed + 1], start[seed]
            start[seed + 2], start[seed + 3] = start[seed + 3], start[seed + 2]
            one.post("/v1/jobs", json={"puzzle": SLOW_PUZZLE | {"start": start}, "limits": {"seconds": 600}})
        settle(2.0)
        show("beside two long searches", singles(other, number, 2))
        dice = random.Random(3)
        sent: list[float] = []

        def batch() -> None:
            began = time.perf_counter()
            made = one.post("/v1/batches", json={"puzzles": [eight(dice) for _ in range(many)]}).json()
            while made["status"] == "running":
                time.sleep(0.5)
                made = one.get(made["links"]["self"]).json()
            sent.append(time.perf_counter() - began)

        thread = threading.Thread(target=batch)
        thread.start()
        time.sleep(1.0)
        during: list[float] = []
        while thread.is_alive() or not during:
            during += singles(other, 5, 100 + len(during))
        thread.join()
        show(f"and a batch of {many:,}", sorted(during))
        print(f"\nthe batch took {sent[0]:.1f} s, with {len(during)} single puzzles beside it")


if __name__ == "__main__":
    main()
