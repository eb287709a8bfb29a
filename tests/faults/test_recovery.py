"""Recovery: every part of `fewest up` comes back when it is killed, and what was lost meanwhile is found."""

from __future__ import annotations

import signal
import subprocess
import sys
from itertools import pairwise

import pytest

from tests.conftest import until
from tests.faults.parts import parts, ready, send
from tests.faults.report import Report
from tests.integration.service import Service
from tests.integration.test_jobs import eight, hard
from workers import reaper_process
from workers.reaper_process import ReaperProcess


def test_reapers_come_back(victim: Service, report: Report) -> None:
    """When all reapers are killed, each worker starts its own again."""
    until(lambda: ready(victim), 60)
    before = parts(victim)["reaper"]
    report.broken()
    for pid in before:
        send(pid, signal.SIGKILL)
    until(lambda: len(set(parts(victim).get("reaper", [])) - set(before)) == len(before), 30)
    report.healed()


def test_restarts_of_a_reaper_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reaper that ends at once is restarted with growing delays, one that ran for long at once."""
    starts: list[float] = []
    now = 1000.0

    class Ended:
        """A process that has ended."""

        def poll(self) -> int:
            """Its exit code."""
            return 1

    class Clock:
        """A clock that is set by hand."""

        def monotonic(self) -> float:
            """The time."""
            return now

    def start(*_: object) -> Ended:
        starts.append(now)
        return Ended()

    monkeypatch.setattr(reaper_process, "time", Clock())
    monkeypatch.setattr(reaper_process.subprocess, "Popen", start)
    reaper = ReaperProcess()
    for _ in range(2000):
        now += 0.1
        reaper.keep_running()
    pauses = [b - a for a, b in pairwise(starts)]
    assert pauses == sorted(pauses)
    assert pauses[0] < 0.5
    assert reaper_process.DELAY_SECONDS_MOST <= pauses[-1] < reaper_process.DELAY_SECONDS_MOST + 0.5


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
@pytest.mark.parametrize("name", ["server", "web", "web process", "worker", "reaper", "search"])
def test_every_part(victim: Service, report: Report, name: str, number: signal.Signals) -> None:
    """While any part is killed, or stopped for 20 seconds, accepted jobs are kept, and end right."""
    until(lambda: ready(victim), 120)
    job = victim.post({"puzzle": hard(51), "limits": {"seconds": 5}}).json()
    until(lambda: victim.client.get(job["links"]["self"]).json()["status"] == "running", 30)
    report.accepted = 2
    before = parts(victim)[name]
    report.broken()
    for pid in before:
        send(pid, number)
    if number == signal.SIGSTOP:
        with pytest.raises(subprocess.TimeoutExpired):
            victim.process.wait(20)
        for pid in before:
            send(pid, signal.SIGCONT)
    until(lambda: ready(victim), 120)
    report.healed()
    ended = victim.end_of(job)
    report.wrong += (ended["status"], ended["result"]["limit"]) != ("stopped", "seconds")
    report.wrong += victim.solve(eight(52 + len(name) + number))["status"] != "solved"
    assert report.wrong == 0


def test_one_at_a_time(victim: Service) -> None:
    """A second `fewest up` in the same folder says so and exits with 1; the first does not notice."""
    command = [sys.executable, "-m", "cli", "up", "--port", "0", "--data", str(victim.data)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "another `fewest up` uses" in ran.stderr
    assert victim.solve(eight(61))["status"] == "solved"
