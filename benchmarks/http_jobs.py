"""A batch of 1,000, and many waiting clients.

python -m benchmarks.http_jobs [puzzles [clients [seconds]]]
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.arguments import parser
from boards import catalogue
from cli.up import socket_path
from schemas.puzzle import dump_puzzle, load_puzzle
from store import Store, connect

PUZZLES, CLIENTS, SECONDS = 1000, 200, 10
HOPPERS = dump_puzzle(load_puzzle(catalogue()["hoppers"]["examples"][0]["puzzle"]).puzzle)
HARD = {
    "kind": "slide",
    "board": {"rows": 5, "columns": 5},
    "start": [*range(24, 0, -1), 0],
    "goal": [*range(1, 25), 0],
}


def send(url: str, body: Any = None, wait: int = 0) -> dict[str, Any]:
    """Send a request; the response as JSON."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"} | ({"Prefer": f"wait={wait}"} if wait else {})
    with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=60) as answer:
        return dict(json.load(answer))


@contextlib.contextmanager
def service(folder: Path) -> Iterator[tuple[str, Store]]:
    """A service with two web processes and two workers."""
    settings = {"RATE_REQUESTS": 10**9, "RATE_SEARCHES": 10**9, "PROCESSES": 2}
    settings |= {"MAX_QUEUE": 2000}
    environment = os.environ | {f"FEWEST_{name}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(folder)]
    up = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert up.stdout is not None
    address = up.stdout.readline().split()[1]
    try:
        yield address, connect(f"unix://{socket_path(folder)}")
    finally:
        up.send_signal(signal.SIGINT)
        up.wait()


def timed(action: Callable[[], Any]) -> float:
    """Milliseconds an action takes."""
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def print_times(name: str, milliseconds: list[float]) -> None:
    """Print median, 95th percentile and maximum, of those that there are."""
    if not milliseconds:
        print(f"{name:44} none")
        return
    ordered = sorted(milliseconds)
    p50, p95 = (ordered[int(len(ordered) * share)] for share in (0.5, 0.95))
    print(f"{name:44} p50 {p50:7.1f} ms   p95 {p95:7.1f} ms   max {ordered[-1]:7.1f} ms")


def batch(address: str, number: int) -> None:
    """Many puzzles, one of them invalid: time to the response, and to the last result."""
    puzzles = small_puzzles(number - 1)
    puzzles.insert(number // 2, {"kind": "chess"})
    began = time.perf_counter()
    document = send(f"{address}/v1/batches", {"puzzles": puzzles})
    accepted = time.perf_counter() - began
    while document["status"] == "running":
        time.sleep(0.5)
        document = send(address + document["links"]["self"])
    ended = time.perf_counter() - began
    read = timed(lambda: send(address + document["links"]["self"]))
    print(f"batch of {len(puzzles)}: accepted in {accepted:.1f} s, ended after {ended:.1f} s, {document['progress']}")
    print(f"GET takes {read:.0f} ms; status of the invalid one: {document['items'][number // 2]['status']}")


def small_puzzles(number: int) -> list[dict[str, Any]]:
    """Small puzzles: single vacancies of all small boards of the catalogue, then random 8-puzzles."""
    puzzles: list[dict[str, Any]] = []
    for entry in catalogue().values():
        if entry["kind"] == "jump" and len(entry["layout"]) <= 25:
            board = {"name": entry["name"]}
            for hole in range(len(entry["layout"])):
                start = {"empty": [hole]}
                puzzles.append({"kind": "jump", "board": board, "start": start, "goal": {"count": 1}})
    random = Random(1)
    while len(puzzles) < number:
        start = list(range(9))
        random.shuffle(start)
        puzzles.append({"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": start, "goal": [*range(1, 9), 0]})
    return puzzles[:number]


def waiting(address: str, clients: int, seconds: int) -> None:
    """Many clients waiting for one long job: response times of theirs and of other requests."""
    job = send(f"{address}/v1/jobs", {"puzzle": HARD})
    place = address + job["links"]["self"]
    with ThreadPoolExecutor(clients) as pool:
        held = [pool.submit(timed, lambda: send(place, wait=seconds)) for _ in range(clients)]
        time.sleep(1.0)
        others = [timed(lambda: send(f"{address}/v1/boards")) for _ in range(100)]
        answered = [response.result(60) for response in held]
    print_times(f"others, while {clients} wait", others)
    print(f"of {clients}: {sum(ms > 500 * seconds for ms in answered)} were held, the others answered at once")
    print_times("those answered at once", [ms for ms in answered if ms <= 500 * seconds])
    urllib.request.urlopen(urllib.request.Request(place, method="DELETE"))


def main() -> None:
    """Measure and print."""
    asked = parser(__doc__, puzzles=PUZZLES, clients=CLIENTS, seconds=SECONDS).parse_args()
    with tempfile.TemporaryDirectory() as folder, service(Path(folder, "data")) as (address, _):
        send(f"{address}/v1/jobs", {"puzzle": HOPPERS}, wait=20)
        waiting(address, asked.clients, asked.seconds)
        batch(address, asked.puzzles)


if __name__ == "__main__":
    main()
