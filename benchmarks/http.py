"""The service by HTTP: what it holds, how many answers a second, how soon small jobs end, alone and beside large ones.

    python -m benchmarks.http               everything, some minutes
    python -m benchmarks.http --smallest    the least of each: does it work?

One service with two web processes and two workers shares the machine with what it is compared with, so only ratios
count: of known answers to a bare Flask route under the same gunicorn, of small jobs to empty jobs of RQ's own worker,
in alternation within one run. Rates need ``wrk``, and are left out without it.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

import httpx
from rq import Queue
from rq.serializers import JSONSerializer

from benchmarks.arguments import parser
from benchmarks.ladder import eight, ladders, long_puzzle
from benchmarks.processes import processor_seconds, show_memory, started
from fewest.boards import catalogue
from fewest.cli.up import free_port, socket_path
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.store import Store, connect, keys, queue
from tests.renumber import renumbered

READY_SECONDS = 300.0
HOPPERS = dump_puzzle(load_puzzle(catalogue()["hoppers"]["examples"][0]["puzzle"]).puzzle)


class Sizes(NamedTuple):
    """How much is measured: requests, puzzles and clients of each part; seconds of wrk and of long polls.

    Fewer requests than ``numberings`` are answered in the seconds of wrk.
    """

    rounds: int = 100
    wrk_rounds: int = 5
    wrk_seconds: int = 3
    numberings: int = 4200
    routes: int = 5
    puzzles: int = 1000
    clients: int = 200
    poll_seconds: int = 10
    singles: int = 100
    settle_seconds: float = 15.0


SMALLEST = Sizes(1, 1, 1, 20, 2, 3, 2, 1, 1, 0.2)


class Site(NamedTuple):
    """The service: its address and the process of ``fewest up``, its folder, its store, and a client."""

    address: str
    up: int
    folder: Path
    store: Store
    client: httpx.Client

    def solve(self, puzzle: dict[str, Any], client: httpx.Client | None = None) -> dict[str, Any]:
        """Post a puzzle and wait for its answer."""
        asking = client or self.client
        job: dict[str, Any] = asking.post("/v1/jobs", json={"puzzle": puzzle}, headers={"Prefer": "wait=25"}).json()
        while job["status"] in ("queued", "running"):
            job = asking.get(job["links"]["self"], headers={"Prefer": "wait=25"}).json()
        assert job["status"] == "solved", job
        return job

    def batch(self, puzzles: list[dict[str, Any]], client: httpx.Client | None = None) -> tuple[float, float]:
        """Send a batch; seconds until it is accepted, and until it has ended."""
        asking, began = client or self.client, time.perf_counter()
        made = asking.post("/v1/batches", json={"puzzles": puzzles}).json()
        accepted = time.perf_counter() - began
        while made["status"] == "running":
            time.sleep(0.1)
            made = asking.get(made["links"]["self"]).json()
        return accepted, time.perf_counter() - began


@contextmanager
def running(folder: Path) -> Iterator[Site]:
    """The service, once a first puzzle is solved and all kernels are compiled; prints when it was ready."""
    # Without limits for a client: all requests come from here.
    settings = {"RATE_REQUESTS": 10**9, "RATE_SEARCHES": 10**9, "PROCESSES": 2, "MAX_QUEUE": 2000}
    environment = os.environ | {f"FEWEST_{name}": str(value) for name, value in settings.items()}
    command = [sys.executable, "-m", "fewest.cli", "up", "--port", "0", "--workers", "2", "--data", str(folder)]
    began = time.monotonic()
    with started(command, READY_SECONDS, environment) as (address, up):
        ready = time.monotonic() - began
        limits = httpx.Limits(max_connections=None)
        with httpx.Client(base_url=address, timeout=120, limits=limits) as client:
            site = Site(address, up, folder, connect(f"unix://{socket_path(folder)}"), client)
            site.solve(HOPPERS)
            print(f"ready after {ready:.1f} s, first answer after {time.monotonic() - began:.1f} s, ", end="")
            print(f"{processor_seconds(up):.1f} s of processor time")
            while site.store.presence.is_compiling():
                time.sleep(0.1)
            yield site


def timed(action: Callable[[], object]) -> float:
    """Milliseconds an action takes."""
    began = time.perf_counter()
    action()
    return 1000 * (time.perf_counter() - began)


def show_times(times: dict[str, list[float]]) -> None:
    """Print median, 95th percentile and maximum."""
    print("\n| ms | p50 | p95 | longest |\n|---|---|---|---|")
    for name, milliseconds in times.items():
        figures = (sorted(milliseconds)[int(share * (len(milliseconds) - 1))] for share in (0.5, 0.95, 1.0))
        print(f"| {name} | " + " | ".join(f"{figure:.1f}" for figure in figures) + " |", flush=True)


@contextmanager
def bare_service(site: Site) -> Iterator[str]:
    """The bare application under gunicorn with the settings of the service; its address."""
    port = free_port("127.0.0.1")
    options = ["-c", "python:fewest.service.gunicorn", "--bind", f"127.0.0.1:{port}", "benchmarks.bare:bare()"]
    environment = os.environ | {"REDIS_URL": f"unix://{socket_path(site.folder)}", "FEWEST_PROCESSES": "2"}
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", *options], env=environment, stderr=subprocess.DEVNULL)
    address, ready = f"http://127.0.0.1:{port}/", False
    try:
        while not ready and server.poll() is None:
            time.sleep(0.1)
            with contextlib.suppress(httpx.TransportError):
                ready = httpx.get(address, timeout=READY_SECONDS).is_success
        yield address
    finally:
        server.terminate()
        server.wait()


def wrk(address: str, seconds: int, script: str) -> tuple[float, str, str]:
    """Requests per second over 4 connections, p50 and p99."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as lua:
        print(script, file=lua, flush=True)
        command = ["wrk", "-t1", "-c4", f"-d{seconds}s", "--latency", "-s", lua.name, address]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in report:
        raise SystemExit(report)
    rate, found = re.search(r"Requests/sec:\s+([\d.]+)", report), dict(re.findall(r"(50|99)%\s+(\S+)", report))
    assert rate is not None
    return float(rate[1]), found["50"], found["99"]


def posting(bodies: Iterator[str]) -> str:
    """A script of wrk that posts bodies in turn."""
    table = ",\n".join(f"[==[{body}]==]" for body in bodies)
    return f"""wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
local bodies, n = {{{table}}}, 0
request = function() n = n + 1 return wrk.format(nil, nil, nil, bodies[(n - 1) % #bodies + 1]) end
"""


def show_rates(site: Site, sizes: Sizes) -> None:
    """Print rates of known answers: the best of several rounds, as one process may get all four connections."""
    english = next(rung for rung in ladders() if rung.name == "english").puzzles[0]
    place = site.address + site.solve(english)["links"]["solution"]
    jobs = f"{site.address}/v1/jobs"
    number, rates = sizes.numberings, defaultdict[str, list[tuple[float, str, str]]](list)
    with bare_service(site) as other:
        for seed in range(sizes.wrk_rounds):
            spelled = ({"puzzle": english, "limits": {"nodes": 10**6 * (seed + 1) + n}} for n in range(number))
            numbered = ({"puzzle": renumbered(english, Random(number * seed + n))} for n in range(number))
            for name, address, script in (
                ("bare Flask route", other, ""),
                ("POST of a known puzzle, renumbered each time", jobs, posting(map(json.dumps, numbered))),
                ("GET of a solution", place, ""),
                ("POST of a known puzzle, the same bytes", jobs, posting(iter([json.dumps({"puzzle": english})]))),
                ("POST of a known puzzle, other bytes each time", jobs, posting(map(json.dumps, spelled))),
            )[: sizes.routes]:
                rates[name].append(wrk(address, sizes.wrk_seconds, script))
    base = max(rates["bare Flask route"])[0]
    print("\n| | per second | ratio | p50 | p99 |\n|---|---|---|---|---|")
    for name, measured in rates.items():
        rate, p50, p99 = max(measured)
        print(f"| {name} | {rate:.0f} | {rate / base:.2f} | {p50} | {p99} |", flush=True)


def empty_job(jobs: Queue) -> None:
    """Wait for an empty job, whose id is like that of a run of a search."""
    job = jobs.enqueue_call("time.time", job_id=queue.rq_id(uuid4().hex, 0), result_ttl=60)
    while job.latest_result(timeout=1) is None:  # a worker is starting
        pass


def show_small_jobs(site: Site, sizes: Sizes) -> None:
    """Print how long new jobs and a batch take, beside as many empty ones on a worker of RQ itself."""
    times, dice = defaultdict[str, list[float]](list), Random(1)
    plain = Queue("plain", connection=site.store.redis, serializer=JSONSerializer)
    command = [sys.executable, "-m", "rq.cli", "worker", "--quiet", "--url", f"unix://{socket_path(site.folder)}"]
    worker = subprocess.Popen([*command, "--serializer", "rq.serializers.JSONSerializer", plain.name])
    try:
        empty_job(plain)
        for pause in (0.0, 0.25):
            for _ in range(sizes.rounds):
                for kind in ("answer", "solution"):
                    # "none", because there may be no key, and the command needs one.
                    site.store.redis.delete("none", *site.store.redis.keys(f"{keys.VERSION}{kind}:*"))
                numbered, after = renumbered(HOPPERS, dice), f", {pause} s after the one before"
                time.sleep(pause)
                times[f"empty job, RQ's own worker{after}"].append(timed(lambda: empty_job(plain)))
                time.sleep(pause)
                times[f"Hoppers, nothing stored{after}"].append(timed(lambda puzzle=numbered: site.solve(puzzle)))
        show_times(times)
        began = time.perf_counter()
        last = [plain.enqueue_call("time.time", result_ttl=60) for _ in range(sizes.puzzles)][-1]
        while not last.is_finished:
            time.sleep(0.1)
        print(f"\n{sizes.puzzles:,} empty jobs, one worker of RQ's own: {time.perf_counter() - began:.1f} s")
    finally:
        worker.terminate()
        worker.wait()
    accepted, ended = site.batch([eight(dice) for _ in range(sizes.puzzles)])
    print(f"batch of {sizes.puzzles:,} 8-puzzles: accepted in {accepted:.1f} s, ended after {ended:.1f} s", flush=True)


def show_lanes(site: Site, sizes: Sizes) -> None:
    """Print how long new 8-puzzles take while long searches, their waiting clients and a batch are under way."""
    times, dice, done = defaultdict[str, list[float]](list), Random(2), threading.Event()
    # Two addresses are two clients, whose searches take turns in the queue.
    one, other = (
        httpx.Client(base_url=site.address, timeout=120, transport=httpx.HTTPTransport(local_address=source))
        for source in ("127.0.0.2", "127.0.0.3")
    )

    def single(name: str) -> None:
        times[name].append(timed(lambda: site.solve(eight(dice), other)))
        time.sleep(0.02)

    for _ in range(sizes.singles):
        single("new 8-puzzle")
    limits = {"limits": {"seconds": 600}}
    jobs = [one.post("/v1/jobs", json={"puzzle": long_puzzle(each)} | limits).json() for each in (1, 2)]
    places, prefer = [job["links"]["self"] for job in jobs], {"Prefer": f"wait={sizes.poll_seconds}"}
    with ThreadPoolExecutor(sizes.clients) as pool:
        polls = [pool.submit(site.client.get, places[each % 2], headers=prefer) for each in range(sizes.clients)]
        time.sleep(min(2.0, sizes.settle_seconds))
        for _ in range(sizes.singles):
            single(f"beside two long searches, for which {sizes.clients} clients wait")
        assert all(poll.result().is_success for poll in polls)
    puzzles = [eight(dice) for _ in range(sizes.puzzles)]
    batch = threading.Thread(target=lambda: (site.batch(puzzles, one), done.set()))
    batch.start()
    while not done.is_set():
        single("beside them and a batch of another client")
    batch.join()
    show_times(times)
    for place in places:
        one.delete(place)


def main() -> None:
    """Measure and print tables."""
    made = parser(__doc__)
    made.add_argument("--smallest", action="store_true")
    sizes = SMALLEST if made.parse_args().smallest else Sizes()
    with tempfile.TemporaryDirectory() as folder, running(Path(folder, "data")) as site:
        time.sleep(sizes.settle_seconds)
        show_memory("at rest", site.up)
        if shutil.which("wrk") is None:
            print("\nno rates: wrk is not installed (apt-get install wrk)")
        else:
            show_rates(site, sizes)
        show_small_jobs(site, sizes)
        show_lanes(site, sizes)
        time.sleep(sizes.settle_seconds)
        show_memory("after all that", site.up)


if __name__ == "__main__":
    main()
