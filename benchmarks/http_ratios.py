"""What the service adds to its parts: a small new job to RQ's empty job, a known puzzle to a bare Flask route.

    python -m benchmarks.http_ratios [rounds [seconds [wrk_rounds [puzzles]]]]

One run with two workers of the service, a worker of RQ itself, and a bare Flask application under the same gunicorn:

* an empty job of RQ's own worker and Hoppers in a new numbering with nothing stored, in alternation: back to back, and
  with a pause before each;
* a batch of small puzzles, beside as many empty jobs on a worker of RQ's own;
* the bare route, and a known puzzle: in the same numbering but never the same bytes, and in a new numbering each time.

Needs ``wrk``.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

from rq import Queue
from rq.serializers import JSONSerializer

from benchmarks.arguments import parser
from benchmarks.http_jobs import HOPPERS, print_times, send, service, small_puzzles, timed
from benchmarks.http_routes import ENGLISH, bare_service, wrk
from cli.up import socket_path
from schemas.puzzle import dump_puzzle, load_puzzle
from store import Store, keys, queue
from tests.renumber import renumbered

PAUSE_SECONDS = 0.25
NUMBERINGS = 1400
"""Different numberings for each second; fewer requests than that are answered in it."""


@contextlib.contextmanager
def plain_worker(store: Store, folder: Path) -> Iterator[Queue]:
    """A worker of RQ itself; its queue."""
    jobs = Queue("plain", connection=store.redis, serializer=JSONSerializer)
    address = f"unix://{socket_path(folder)}"
    options = ["worker", "--quiet", "--url", address, "--serializer", "rq.serializers.JSONSerializer", jobs.name]
    worker = subprocess.Popen([sys.executable, "-m", "rq.cli", *options])
    try:
        empty(jobs)
        yield jobs
    finally:
        worker.terminate()
        worker.wait()


def empty(jobs: Queue) -> None:
    """Wait for an empty job, whose id is like that of a run of a search."""
    name = queue.rq_id(uuid4().hex, 0)
    job = jobs.enqueue_call("time.time", job_id=name, result_ttl=60)
    while job.latest_result(timeout=1) is None:  # a worker is starting
        pass


def forget(store: Store) -> None:
    """Forget all answers."""
    kept = [name for kind in ("answer", "solution") for name in store.redis.keys(f"{keys.VERSION}{kind}:*")]
    store.redis.delete("none", *kept)


def cold(address: str, store: Store, plain: Queue, rounds: int, pause: float) -> None:
    """Hoppers in new numberings with nothing stored, in alternation with empty jobs."""
    times: dict[str, list[float]] = {"RQ's worker": [], "Hoppers": []}
    for seed in range(rounds):
        forget(store)
        body = {"puzzle": renumbered(HOPPERS, Random(seed + 1000 * pause))}
        actions = (
            lambda: empty(plain),
            lambda body=body: send(f"{address}/v1/jobs", body, wait=20)["result"],
        )
        for measured, action in zip(times.values(), actions, strict=True):
            time.sleep(pause)
            measured.append(timed(action))
    print_times("empty job, RQ's own worker", times["RQ's worker"])
    print_times("Hoppers, from POST to answer", times["Hoppers"])


def batch(address: str, plain: Queue, number: int) -> None:
    """Many small puzzles, and as many empty jobs on one worker."""
    began = time.perf_counter()
    last = [plain.enqueue_call("time.time", result_ttl=60) for _ in range(number)][-1]
    while not last.is_finished:
        time.sleep(0.1)
    print(f"{number:,} empty jobs, one worker of RQ's own: {time.perf_counter() - began:.1f} s")
    puzzles = small_puzzles(number)
    began = time.perf_counter()
    document = send(f"{address}/v1/batches", {"puzzles": puzzles})
    accepted = time.perf_counter() - began
    while document["status"] == "running":
        time.sleep(0.1)
        document = send(address + document["links"]["self"])
    ended = time.perf_counter() - began
    print(f"batch of {len(puzzles)}: accepted in {accepted:.1f} s, ended after {ended:.1f} s, {document['progress']}")


def bodies(seed: int, seconds: int) -> str:
    """A script of wrk that sends the English board in a new numbering each time."""
    random, plainest = Random(seed), dump_puzzle(load_puzzle(ENGLISH).puzzle)
    sent = (json.dumps({"puzzle": renumbered(plainest, random)}) for _ in range(seconds * NUMBERINGS))
    table = ",\n".join(f"[==[{body}]==]" for body in sent)
    return f"""wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies, n = {{{table}}}, 0
request = function() n = n + 1 return wrk.format(nil, nil, nil, bodies[(n - 1) % #bodies + 1]) end
"""


def spelled(seed: int) -> str:
    """A script of wrk that sends the English board with other limits each time."""
    body = json.dumps({"puzzle": ENGLISH, "limits": {"nodes": 10**6}}).replace("1000000}", "%d}")
    return f"""wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local n = {10**6 * (seed + 1)}
request = function() n = n + 1 return wrk.format(nil, nil, nil, string.format([==[{body}]==], n)) end
"""


def routes(address: str, bare: str, seconds: int, rounds: int, folder: Path) -> None:
    """Rates of known answers; the best round counts."""
    job: dict[str, Any] = {"status": "queued"}
    while job["status"] != "solved":
        job = send(f"{address}/v1/jobs", {"puzzle": ENGLISH}, wait=20)
    rates: dict[str, list[tuple[float, str, str]]] = {}
    for seed in range(rounds):
        for name, target, script in (
            ("bare Flask route", bare + "/", ""),
            ("known puzzle, other bytes", f"{address}/v1/jobs", spelled(seed)),
            ("known puzzle, renumbered", f"{address}/v1/jobs", bodies(seed, seconds)),
        ):
            rates.setdefault(name, []).append(wrk(target, seconds, script, folder))
    base = max(rates["bare Flask route"])[0]
    for name, measured in rates.items():
        rate, p50, p99 = max(measured)
        print(f"{name:34} {rate:7.0f} per second   ratio {rate / base:5.2f}   p50 {p50:>8}   p99 {p99:>8}")


def main() -> None:
    """Measure and print."""
    asked = parser(__doc__, rounds=100, seconds=3, wrk_rounds=3, puzzles=1000).parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is not installed")
    with tempfile.TemporaryDirectory() as name, service(data := Path(name, "data")) as (address, store):
        send(f"{address}/v1/jobs", {"puzzle": HOPPERS}, wait=20)
        with plain_worker(store, data) as plain:
            for pause in (0.0, PAUSE_SECONDS):
                print(f"with a pause of {pause} s before each:")
                cold(address, store, plain, asked.rounds, pause)
            batch(address, plain, asked.puzzles)
        with bare_service(data) as bare:
            routes(address, bare, asked.seconds, asked.wrk_rounds, Path(name))


if __name__ == "__main__":
    main()
