"""The service under load for a while, with parts killed at random: does anything grow, stall, get lost or go wrong?

    python -m benchmarks.soak [minutes [picture]]

Clients ask for new 8-puzzles, known ones, batches, long polls and event streams, cancel jobs and send bad requests; the
store has room for little, so that it sweeps all the time. Every twenty seconds one part is killed. Every length is
compared with breadth-first search. Needs matplotlib (the extra ``dev``).
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.arguments import parser
from benchmarks.http_slow_clients import processes_below
from benchmarks.settling import STOP_SECONDS, settle

STORE_BYTES = 40_000_000
KILL_SECONDS = 20.0
SAMPLE_SECONDS = 2.0
GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
BUSY = (429, 500, 502, 503)
KINDS = {"web processes": "gunicorn", "workers": "workers", "server": "valkey"}
"""Kinds of processes, and what their command lines contain; searches count as workers."""


@dataclass
class Record:
    """What has been seen.

    Attributes
    ----------
    counts
        Events since the beginning: jobs accepted, right, wrong, lost, given up; answers of status 500.
    latencies
        Seconds of probes since the last sample; infinite for those without an answer in two seconds.
    samples
        One row of figures every few seconds.
    kills
        Time and kind of part.
    """

    counts: Counter[str] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)
    samples: list[dict[str, float]] = field(default_factory=list)
    kills: list[tuple[float, str]] = field(default_factory=list)


def lengths() -> dict[tuple[int, ...], int]:
    """The fewest moves of every solvable position of the 8-puzzle."""
    found, frontier = {GOAL: 0}, [GOAL]
    for position in frontier:
        empty = position.index(0)
        for cell in range(9):
            if abs(cell // 3 - empty // 3) + abs(cell % 3 - empty % 3) == 1:
                moved = list(position)
                moved[empty], moved[cell] = moved[cell], 0
                after = tuple(moved)
                if after not in found:
                    found[after] = found[position] + 1
                    frontier.append(after)
    return found


class LoadClients:
    """The clients; each method is one turn of one of them."""

    def __init__(self, address: str, record: Record) -> None:
        self.http = httpx.Client(base_url=address, timeout=30, limits=httpx.Limits(max_connections=200))
        self.record, self.known = record, lengths()
        self.positions = list(self.known)

    def puzzle(self, position: tuple[int, ...]) -> dict[str, Any]:
        """A position as a puzzle."""
        return {"kind": "slide", "board": {"rows": 3, "columns": 3}, "start": position, "goal": GOAL}

    def patiently(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        """Send a request until it gets something else than a refusal for the moment; None after a minute."""
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(httpx.TransportError):
                answer = self.http.request(method, path, **more)
                self.record.counts["status 500"] += answer.status_code == 500
                if answer.status_code not in BUSY:
                    return answer
            time.sleep(0.1)
        return None

    def follow(self, job: dict[str, Any], position: tuple[int, ...], *, stream: bool = False) -> None:
        """Wait for the end of a job and compare its answer."""
        for _ in range(600):
            if job["status"] not in ("queued", "running"):
                break
            if stream:
                with (
                    contextlib.suppress(httpx.TransportError),
                    self.http.stream("GET", job["links"]["events"]) as events,
                ):
                    list(events.iter_lines())
            answer = self.patiently("GET", job["links"]["self"], headers={"Prefer": "wait=5"})
            if answer is None or answer.status_code != 200:
                self.record.counts["lost"] += 1
                return
            job = answer.json()
        if job["status"] == "solved":
            right = job["result"]["length"] == self.known[position]
            self.record.counts["right" if right else "wrong"] += 1
        else:
            self.record.counts["given up" if job["status"] == "failed" else "lost"] += 1

    def ask(self, *, stream: bool = False) -> None:
        """Ask for a position, new or known."""
        position = random.choice(self.positions)
        answer = self.patiently("POST", "/v1/jobs", json={"puzzle": self.puzzle(position)})
        if answer is None or answer.status_code not in (200, 202):
            self.record.counts["refused"] += 1
            return
        self.record.counts["accepted"] += 1
        self.follow(answer.json(), position, stream=stream)

    def stream(self) -> None:
        """Ask, and follow the events."""
        self.ask(stream=True)

    def batch(self) -> None:
        """Ask for fifty at once."""
        chosen = random.sample(self.positions, 50)
        answer = self.patiently("POST", "/v1/batches", json={"puzzles": [self.puzzle(each) for each in chosen]})
        if answer is None or answer.status_code not in (200, 202):
            self.record.counts["refused"] += 50
            return
        for item, position in zip(answer.json()["items"], chosen, strict=True):
            if "job_id" not in item:
                self.record.counts["refused"] += 1
                continue
            self.record.counts["accepted"] += 1
            self.follow({"status": "queued", "links": {"self": f"/v1/jobs/{item['job_id']}"}}, position)
        settle(2.0)

    def cancel(self) -> None:
        """Ask for something long, and cancel it."""
        pieces = list(range(1, 25))
        random.shuffle(pieces)
        puzzle = {
            "kind": "slide",
            "board": {"rows": 5, "columns": 5},
            "start": [*pieces, 0],
            "goal": [*range(1, 25), 0],
        }
        answer = self.patiently("POST", "/v1/jobs", json={"puzzle": puzzle, "limits": {"seconds": 5}})
        if answer is not None and answer.status_code == 202:
            time.sleep(0.5)
            self.patiently("DELETE", answer.json()["links"]["self"])
        settle(2.0)

    def nonsense(self) -> None:
        """Send what is not valid."""
        body = random.choice([b"", b"{", b"[]", b'{"puzzle": {"kind": "none"}}', b"\xff", b"0" * 5000])
        self.patiently("POST", "/v1/jobs", content=body, headers={"Content-Type": "application/json"})
        time.sleep(0.2)

    def slow(self) -> None:
        """Send half a request."""
        url = self.http.base_url
        with contextlib.suppress(OSError), socket.create_connection((url.host, url.port or 80)) as opened:
            opened.sendall(b"POST /v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n")
            settle(3.0)

    def probe(self) -> None:
        """Measure how long a small request takes, over a connection of its own."""
        began, seconds = time.perf_counter(), float("inf")
        with contextlib.suppress(httpx.TransportError):
            path = random.choice(["/livez", "/v1/boards"])
            if httpx.get(f"{self.http.base_url}{path}", timeout=2).status_code == 200:
                seconds = time.perf_counter() - began
        self.record.latencies.append(seconds)
        time.sleep(0.05)


def memory(pid: int) -> int:
    """Bytes that only this process holds, and its share of what it shares with others."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return 1024 * int(line.split()[1])
    return 0


def kind_of(command: str) -> str | None:
    """The kind of a process."""
    if command.startswith("rq:"):
        return "workers"
    return next((kind for kind, part in KINDS.items() if part in command), None)


def sample(up: int, address: str, record: Record, began: float) -> None:
    """Take one row of figures."""
    row: dict[str, float] = {"seconds": time.monotonic() - began}
    for pid, command in processes_below(up).items():
        kind = kind_of(command)
        if kind is not None:
            row[kind] = row.get(kind, 0) + memory(pid)
    with contextlib.suppress(httpx.TransportError):
        for line in httpx.get(f"{address}/metrics", timeout=5).text.splitlines():
            if line.startswith("fewest_store_bytes "):
                row["store"] = float(line.split()[1])
    latencies, record.latencies = sorted(record.latencies), []
    for name, share in (("p50", 0.5), ("p99", 0.99)):
        row[name] = latencies[min(len(latencies) - 1, int(share * len(latencies)))] if latencies else float("nan")
    row |= {name: record.counts[name] for name in ("accepted", "right", "wrong", "lost", "given up", "status 500")}
    record.samples.append(row)


def kill_one(up: int, record: Record, began: float) -> None:
    """Kill one part."""
    found: dict[str, list[int]] = {}
    for pid, command in processes_below(up).items():
        kind = kind_of(command)
        if kind is not None and pid != up:
            found.setdefault(kind, []).append(pid)
    if found:
        kind = random.choice(sorted(found))
        with contextlib.suppress(ProcessLookupError):
            os.kill(random.choice(found[kind]), signal.SIGKILL)
            record.kills.append((time.monotonic() - began, kind))


def draw(record: Record, path: Path) -> None:
    """Draw what was sampled."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(4, 1, sharex=True, figsize=(10, 11), constrained_layout=True)
    minutes = [row["seconds"] / 60 for row in record.samples]

    def line(axis: Any, name: str, scale: float, label: str = "") -> None:
        axis.plot(minutes, [row.get(name, float("nan")) * scale for row in record.samples], label=label or name, lw=1)

    for kind in KINDS:
        line(axes[0], kind, 1e-6)
    axes[0].set_ylabel("memory, MB")
    line(axes[1], "store", 1e-6, "kept in the store")
    axes[1].axhline(STORE_BYTES / 1e6, color="0.5", ls=":", label="its budget")
    axes[1].set_ylabel("MB")
    line(axes[2], "p50", 1e3, "median")
    line(axes[2], "p99", 1e3, "99th percentile")
    axes[2].set_yscale("log")
    axes[2].set_ylabel("small requests, ms")
    line(axes[3], "accepted", 1.0, "jobs accepted")
    line(axes[3], "right", 1.0, "right answers")
    line(axes[3], "wrong", 1.0)
    line(axes[3], "lost", 1.0)
    axes[3].set_xlabel("minutes; grey lines: a part was killed")
    for axis in axes:
        for seconds, _ in record.kills:
            axis.axvline(seconds / 60, color="0.85", lw=0.8, zorder=0)
        axis.set_ylim(bottom=None if axis is axes[2] else 0)
        axis.legend(loc="upper left", fontsize=8, ncols=3)
    figure.savefig(path, dpi=100)


def main() -> None:
    """Run, print the figures, draw them."""
    asked = parser(__doc__, minutes=10.0, picture="soak.png").parse_args()
    minutes = asked.minutes
    record, stopping = Record(), threading.Event()
    with tempfile.TemporaryDirectory() as folder:
        given = {"FEWEST_RATE_REQUESTS": "1000000000", "FEWEST_RATE_SEARCHES": "1000000000"}
        given |= {"FEWEST_MEMORY_BYTES": str(STORE_BYTES), "FEWEST_HEADER_SECONDS": "2"}
        command = [sys.executable, "-m", "cli", "up", "--port", "0", "--workers", "2", "--data", folder]
        up = subprocess.Popen(
            command, env=os.environ | given, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert up.stdout is not None
        address = up.stdout.readline().split()[1]
        clients, began = LoadClients(address, record), time.monotonic()
        turns = [clients.ask] * 4 + [clients.stream] * 4 + [clients.slow] * 5 + [clients.probe] * 2
        turns += [clients.batch, clients.cancel, clients.nonsense]

        def run(turn: Callable[[], None]) -> None:
            while not stopping.is_set():
                turn()

        threads = [threading.Thread(target=run, args=(turn,), daemon=True) for turn in turns]
        for thread in threads:
            thread.start()
        next_kill = began + 3 * KILL_SECONDS
        while time.monotonic() - began < 60 * minutes:
            time.sleep(SAMPLE_SECONDS)
            sample(up.pid, address, record, began)
            if time.monotonic() > next_kill and time.monotonic() - began < 60 * minutes - 2 * KILL_SECONDS:
                kill_one(up.pid, record, began)
                next_kill += KILL_SECONDS
        stopping.set()
        for thread in threads:
            thread.join(120)
        sample(up.pid, address, record, began)
        up.send_signal(signal.SIGINT)
        up.wait(STOP_SECONDS)
    print(
        json.dumps(dict(record.counts)), f"{len(record.kills)} kills:", dict(Counter(kind for _, kind in record.kills))
    )
    third = max(1, len(record.samples) // 3)
    for kind in (*KINDS, "store"):
        first, last = (
            max(row.get(kind, 0) for row in rows) / 1e6 for rows in (record.samples[:third], record.samples[-third:])
        )
        print(f"{kind}: at most {first:.0f} MB in the first third, {last:.0f} MB in the last")
    draw(record, Path(asked.picture))


if __name__ == "__main__":
    main()
