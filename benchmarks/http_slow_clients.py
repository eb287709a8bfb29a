"""What slow and waiting clients cost the others, with gunicorn's gthread worker and with the service's own.

    python -m benchmarks.http_slow_clients [seconds [row…]]

Both servers run beside each other and are measured in alternation: rates with ``wrk`` over 4 connections, latency with
40 requests per second, each over a new connection. The slow clients are another process. Needs ``wrk``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.arguments import parser
from benchmarks.http_routes import ENGLISH, known, wrk
from benchmarks.settling import STOP_SECONDS, settle

PROBES_PER_SECOND = 40
PROBE_SECONDS = 2.0
SERVERS = {
    "gthread": {"GUNICORN_CMD_ARGS": "--worker-class gthread --threads 12", "FEWEST_WAITS": "5", "FEWEST_STREAMS": "4"},
    "its own": {},
}
CLIENTS = {
    "no client": {},
    "200 idle": {"idle": 200},
    "100 half headers": {"header": 100},
    "100 half bodies": {"body": 100},
    "50 endless chunks": {"chunks": 50},
    "1000 long polls": {"poll": 1000},
    "1000 event streams": {"stream": 1000},
    "all of them": {"idle": 200, "header": 100, "body": 100, "chunks": 50, "poll": 1000, "stream": 1000},
}
POST = "POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
"""Kinds of slow clients: what they send first, and again and again (bytes, seconds)."""
FIRST = {
    "idle": "GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "header": "GET /livez HTTP/1.1\r\nHost: localhost\r\nX-",
    "body": f"{POST}Content-Length: 100000\r\n\r\n{{",
    "chunks": f"{POST}Transfer-Encoding: chunked\r\n\r\n",
    "poll": "GET {job} HTTP/1.1\r\nHost: localhost\r\nPrefer: wait=25\r\nConnection: close\r\n\r\n",
    "stream": "GET {job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n",
}
AGAIN = {"header": (b"a", 1.0), "body": (b" ", 1.0), "chunks": (b"1\r\n \r\n", 0.2)}
SLOW_PUZZLE = {
    "kind": "slide",
    "board": {"rows": 5, "columns": 5},
    "start": [17, 1, 20, 9, 16, 2, 22, 19, 14, 5, 15, 21, 3, 24, 23, 18, 13, 12, 7, 10, 8, 6, 4, 11, 0],
    "goal": [*range(1, 25), 0],
}
"""From R. Korf and L. Taylor: Finding optimal solutions to the twenty-four puzzle, 1996; takes hours."""


@contextmanager
def service(folder: Path, environment: dict[str, str], workers: int = 1) -> Iterator[tuple[str, int]]:
    """A running service; its address and the process that started all of it."""
    given = os.environ | {"FEWEST_RATE_REQUESTS": "1000000000", "FEWEST_RATE_SEARCHES": "1000000000"} | environment
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--workers", str(workers), "--data", str(folder)]
    up = subprocess.Popen(command, env=given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert up.stdout is not None
    try:
        yield up.stdout.readline().split()[1], up.pid
    finally:
        up.send_signal(signal.SIGINT)
        up.wait(STOP_SECONDS)


def slow_job(address: str) -> str:
    """Submit a puzzle that takes longer than the measurement; returns the path of its job."""
    body = json.dumps({"puzzle": SLOW_PUZZLE, "limits": {"seconds": 3000}}).encode()
    request = urllib.request.Request(f"{address}/v1/jobs", body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return str(json.load(answer)["links"]["self"])


async def slow_client(address: str, kind: str, job: str) -> None:
    """Behave like one slow client, for ever; whenever the server closes the connection, connect again."""
    host, port = urlsplit(address).hostname, urlsplit(address).port
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(host, port)
            writer.write(FIRST[kind].replace("{job}", job).encode())
            piece, pause = AGAIN.get(kind, (b"", 3600.0))
            closed = asyncio.ensure_future(reader.read(-1))
            while not closed.done():
                await asyncio.wait([closed], timeout=pause)
                writer.write(piece)
            closed.exception()
            writer.close()
        await asyncio.sleep(0.05)


async def slow_clients(address: str, counts: dict[str, int], job: str) -> None:
    """All slow clients of one row."""
    await asyncio.gather(*(slow_client(address, kind, job) for kind, n in counts.items() for _ in range(n)))


@contextmanager
def beside(address: str, counts: dict[str, int], job: str) -> Iterator[None]:
    """Run slow clients in another process."""
    command = [sys.executable, "-m", "benchmarks.http_slow_clients", "--clients", address, json.dumps(counts), job]
    process = subprocess.Popen(command) if counts else None
    try:
        settle(5.0 if counts else 0.0)
        yield
    finally:
        if process is not None:
            process.kill()
            process.wait()


async def probe(address: str, path: str) -> float:
    """Seconds until the response over a new connection; infinite if none comes."""
    parts, began = urlsplit(address), time.perf_counter()
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
            writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            head = await reader.readline()
            writer.close()
    except (OSError, TimeoutError):
        return float("inf")
    return time.perf_counter() - began if b" 200 " in head else float("inf")


async def probes(address: str, paths: list[str], seconds: float) -> list[float]:
    """Latencies of requests sent at a steady rate, in ascending order."""
    tasks = []
    for number in range(int(PROBES_PER_SECOND * seconds)):
        tasks.append(asyncio.ensure_future(probe(address, paths[number % len(paths)])))
        await asyncio.sleep(1 / PROBES_PER_SECOND)
    return sorted(await asyncio.gather(*tasks))


def rate(up: int, address: str, seconds: int, script: str, folder: Path) -> str:
    """Requests per second, and milliseconds of processor time each; nothing if the server does not answer."""
    before = cpu_seconds(up)
    try:
        number = seconds * wrk(address, seconds, script, folder)[0]
    except (SystemExit, subprocess.CalledProcessError, KeyError):
        number = 0.0
    return f"{number / seconds:.0f} ({1000 * (cpu_seconds(up) - before) / number:.2f})" if number else "0"


def processes_below(parent: int) -> dict[int, str]:
    """The processes a process has started, and theirs: command lines by id."""
    parents, commands = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            commands[int(folder.name)] = (folder / "cmdline").read_text()
    below = {parent}
    for _ in range(4):
        below |= {process for process, above in parents.items() if above in below}
    return {process: commands.get(process, "") for process in below}


def cpu_seconds(up: int) -> float:
    """Processor time of the web processes so far: it hardly depends on what else the machine does."""
    ticks = 0
    for process, command in processes_below(up).items():
        if "gunicorn" in command:
            with contextlib.suppress(OSError):
                ticks += sum(map(int, Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def calm_workers(up: int) -> None:
    """Give the workers of a service the lowest priority: they search meanwhile, and only send progress here."""
    for process, command in processes_below(up).items():
        if "workers" in command:
            os.setpriority(os.PRIO_PROCESS, process, 19)


def measure(address: str, up: int, place: str, job: str, counts: dict[str, int], seconds: int, folder: Path) -> str:
    """One row: two rates, and the latency of the others."""
    post = 'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
    post += f"wrk.body = [[{json.dumps({'puzzle': ENGLISH})}]]\n"
    with beside(address, counts, job):
        found = asyncio.run(probes(address, ["/livez", urlsplit(place).path], 2.0 * seconds))
        get = rate(up, place, seconds, "", folder)
        posted = rate(up, f"{address}/v1/jobs", seconds, post, folder)
    lost = found.count(float("inf"))
    p50, p99 = (1000 * found[min(len(found) - 1, int(share * len(found)))] for share in (0.5, 0.99))
    return f"{get} | {posted} | {p50:8.1f} | {p99:8.1f} | {lost:4} of {len(found)}"


def main() -> None:
    """Measure and print the table."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    if sys.argv[1:2] == ["--clients"]:
        asyncio.run(slow_clients(sys.argv[2], json.loads(sys.argv[3]), sys.argv[4]))
        return
    made = parser(__doc__, seconds=3)
    made.add_argument("rows", nargs="*", metavar="row", help=f"default: all of {', '.join(CLIENTS)}")
    asked = made.parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is not installed")
    print("| server | beside | GET solution/s (CPU ms) | POST known/s (CPU ms) | p50 ms | p99 ms | no response |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as name, contextlib.ExitStack() as stack:
        folder = Path(name)
        addresses = {server: stack.enter_context(service(folder / server, given)) for server, given in SERVERS.items()}
        prepared = {server: (known(address)[0], slow_job(address)) for server, (address, _) in addresses.items()}
        settle(2.0)
        for server in SERVERS:
            calm_workers(addresses[server][1])
        for beside_them in asked.rows or CLIENTS:
            for server, running in addresses.items():
                row = measure(*running, *prepared[server], CLIENTS[beside_them], asked.seconds, folder)
                print(f"| {server} | {beside_them} | {row} |", flush=True)


if __name__ == "__main__":
    main()
