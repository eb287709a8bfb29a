"""Known answers per second, compared with a bare Flask route under the same gunicorn settings.

    python -m benchmarks.http_routes [seconds [rounds]]

Needs ``wrk``. The service, the bare application and wrk share the machine, so only the ratios count. They are measured
in alternation within one run.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, Response

from benchmarks.arguments import parser
from cli.up import free_port, socket_path

ROUNDS = 5
"""Unless said otherwise. The best one counts: if one process gets all four connections, the rate is half."""

GRID = ["  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  "]
ENGLISH = {
    "kind": "jump",
    "board": {"grid": GRID, "lines": "orthogonal"},
    "start": {"empty": [16]},
    "goal": {"pegs": [16]},
}


def bare() -> Flask:
    """A Flask application that returns constant JSON."""
    app = Flask("bare")
    body = json.dumps({"status": "alive"}).encode()
    app.add_url_rule("/", view_func=lambda: Response(body, mimetype="application/json"))
    return app


@contextmanager
def services(folder: Path) -> Iterator[tuple[str, str]]:
    """The service and the bare application; their addresses."""
    environment = os.environ | {"FEWEST_RATE_REQUESTS": "1000000000", "FEWEST_RATE_SEARCHES": "1000000000"}
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--workers", "1", "--data", str(folder)]
    up = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert up.stdout is not None
    service = up.stdout.readline().split()[1]
    try:
        with bare_service(folder) as other:
            yield service, other
    finally:
        up.send_signal(signal.SIGINT)
        up.wait()


@contextmanager
def bare_service(folder: Path) -> Iterator[str]:
    """The bare application under gunicorn with the settings of the service whose folder is given; its address."""
    port = free_port("127.0.0.1")
    options = ["-c", "python:service.gunicorn", "--bind", f"127.0.0.1:{port}", "benchmarks.http_routes:bare()"]
    environment = os.environ | {"REDIS_URL": f"unix://{socket_path(folder)}"}
    server = subprocess.Popen([sys.executable, "-m", "gunicorn", *options], env=environment, stderr=subprocess.DEVNULL)
    for _ in range(100):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            break
        time.sleep(0.1)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.send_signal(signal.SIGTERM)
        server.wait()


def wrk(address: str, seconds: int, script: str, folder: Path) -> tuple[float, str, str]:
    """Requests per second over 4 connections, p50 and p99."""
    lua = folder / "request.lua"
    lua.write_text(script)
    command = ["wrk", "-t1", "-c4", f"-d{seconds}s", "--latency", "-s", str(lua), address]
    report = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    if "Non-2xx" in report and "304" not in script:
        raise SystemExit(report)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", report)
    found = dict(re.findall(r"(50|99)%\s+(\S+)", report))
    assert rate is not None
    return float(rate[1]), found["50"], found["99"]


def known(service: str) -> tuple[str, str]:
    """Solve the English board; returns the address and the tag of its solution."""
    body = json.dumps({"puzzle": ENGLISH}).encode()
    for _ in range(3):
        headers = {"Content-Type": "application/json", "Prefer": "wait=25"}
        with urllib.request.urlopen(urllib.request.Request(f"{service}/v1/jobs", body, headers)) as answer:
            job = json.load(answer)
    place = service + job["links"]["solution"]
    with urllib.request.urlopen(place) as answer:
        return place, answer.headers["ETag"]


def main() -> None:
    """Measure and print a table."""
    asked = parser(__doc__, seconds=4, rounds=ROUNDS).parse_args()
    if shutil.which("wrk") is None:
        raise SystemExit("wrk is not installed")
    with tempfile.TemporaryDirectory() as folder, services(Path(folder, "data")) as (service, other):
        place, tag = known(service)
        body = json.dumps({"puzzle": ENGLISH})
        spelled = [json.dumps({"puzzle": ENGLISH | {"start": {"empty": [16]}}, "limits": {"nodes": n}}) for n in (1, 2)]
        post = 'wrk.method = "POST"\nwrk.headers["Content-Type"] = "application/json"\n'
        fresh = "local n = 0\nrequest = function() n = n + 1\nreturn wrk.format(nil, nil, nil, string.format(\n"
        fresh += f"[[{spelled[0].replace('1}', '%d}')}]], n + math.floor(os.clock() * 1e6) % 1000000 + 1000)) end\n"
        runs = {
            "bare Flask route": (other + "/", ""),
            "GET solution": (place, ""),
            "GET solution, If-None-Match": (place, f"wrk.headers['If-None-Match'] = '{tag}' -- 304\n"),
            "POST known puzzle": (f"{service}/v1/jobs", post + f"wrk.body = [[{body}]]\n"),
            "POST known puzzle, new spelling": (f"{service}/v1/jobs", post + fresh),
        }
        rates: dict[str, list[tuple[float, str, str]]] = {name: [] for name in runs}
        for _ in range(asked.rounds):
            for name, (address, script) in runs.items():
                rates[name].append(wrk(address, asked.seconds, script, Path(folder)))
    base = max(rate for rate, _, _ in rates["bare Flask route"])
    print(f"{'':30} {'per second':>10} {'ratio':>6} {'p50':>8} {'p99':>8}")
    for name, measured in rates.items():
        rate, p50, p99 = max(measured)
        print(f"{name:30} {rate:10.0f} {rate / base:6.2f} {p50:>8} {p99:>8}")


if __name__ == "__main__":
    main()
