"""Random kills: jobs are accepted while parts are killed at random; none is lost, and no answer is wrong or missed."""

from __future__ import annotations

import signal
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from random import Random
from threading import Event
from typing import Any

import httpx
import pytest

from fewest.store import connect
from tests.faults.parts import beside, parts, ready, send
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.integration.test_jobs import EIGHT, eight, hard
from tests.receiver import Receiver

PACE_SECONDS = 0.5
"""Mean time between two requests of one client."""

PAUSE_SECONDS = 1.0
"""Mean time between two kills."""

GIVEN_UP = "It was begun 3 times and never ended"


@cache
def lengths() -> dict[tuple[int, ...], int]:
    """The fewest moves of every solvable position of the 8-puzzle, by breadth-first search from its goal."""
    goal = tuple(EIGHT["goal"])
    found, frontier = {goal: 0}, [goal]
    for position in frontier:
        for after in neighbours(position):
            if after not in found:
                found[after] = found[position] + 1
                frontier.append(after)
    assert len(found) == 181440  # 9!/2
    assert max(found.values()) == 31  # Reinefeld 1993
    return found


def neighbours(position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The positions one move away."""
    empty = position.index(0)
    for cell in range(9):
        if abs(cell // 3 - empty // 3) + abs(cell % 3 - empty % 3) == 1:
            moved = list(position)
            moved[empty], moved[cell] = moved[cell], 0
            yield tuple(moved)


def patiently(client: httpx.Client, method: str, place: str, **more: Any) -> httpx.Response:
    """Send a request until it is answered by something else than a refusal for the moment, as clients do."""
    end_at = time.monotonic() + HANG_SECONDS
    while time.monotonic() < end_at:
        try:
            answer = client.request(method, place, **more)
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        if answer.status_code not in (429, 500, 502, 503):
            return answer
        time.sleep(0.1)
    raise AssertionError(f"{method} {place} is not answered after {HANG_SECONDS} s")


def end_of(client: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    """The end of a job, asked for as clients do, who ask again while parts come back."""
    while job["status"] in ("queued", "running"):
        job = patiently(client, "GET", job["links"]["self"], headers={"Prefer": "wait=5"}).json()
    return job


def ask(service: Service, receiver: Receiver, seed: int) -> dict[str, Any]:
    """Ask for a puzzle, and to be told its end: most take milliseconds, every eighth half a second."""
    time.sleep(Random(seed).uniform(0, 2 * PACE_SECONDS))
    body = {"puzzle": hard(seed), "limits": {"seconds": 0.5}} if seed % 8 == 0 else {"puzzle": eight(seed)}
    place = f"/v1/jobs/{uuid.UUID(int=seed)}"
    answer = patiently(service.client, "PUT", place, json=body | {"webhook": {"url": receiver.address}})
    assert answer.status_code in (200, 202), answer.text
    return answer.json() | {"seed": seed}


def verdict(service: Service, job: dict[str, Any], end_at: float) -> str:
    """Whether a job is "lost", "wrong", "right", or "given up" after three deaths."""
    now = job
    while now["status"] in ("queued", "running"):
        answer = patiently(service.client, "GET", job["links"]["self"])
        if answer.status_code != 200 or time.monotonic() > end_at:
            return "lost"
        now = answer.json()
        time.sleep(0.05 if now["status"] in ("queued", "running") else 0)
    if now["status"] == "failed" and GIVEN_UP in str(now):
        return "given up"
    if job["seed"] % 8 == 0:
        right = now["status"] == "stopped" and now["result"]["limit"] == "seconds"
    else:
        length = lengths()[tuple(eight(job["seed"])["start"])]
        right = now["status"] == "solved" and now["result"]["optimal"] and now["result"]["length"] == length
    return "right" if right else "wrong"


def kill_at_random(service: Service, random: Random, kills: int, hit: list[str], enough: Event) -> None:
    """Kill one part after another, each kind in turn; every fourth is stopped for a while instead."""
    task: list[str] = []
    while len(hit) < kills and not enough.wait(random.uniform(0.5, 1.5) * PAUSE_SECONDS):
        found = parts(service)
        if not found:
            continue
        task = task or random.sample(sorted(found), len(found))
        name = task.pop()
        if name not in found:
            continue
        hit.append(name)
        pid = random.choice(found[name])
        if random.random() < 0.25:
            send(pid, signal.SIGSTOP)
            enough.wait(PAUSE_SECONDS)
            send(pid, signal.SIGCONT)
        else:
            send(pid, signal.SIGKILL)


@pytest.mark.parametrize(
    ("jobs", "kills"), [(24, 4), pytest.param(1000, 100, marks=pytest.mark.slow)], ids=["few", "thousand"]
)
def test_random_kills(victim: Service, jobs: int, kills: int) -> None:
    """Whatever is killed, every accepted job ends right and is reported to its webhook, and all parts come back."""
    lengths()
    until(lambda: ready(victim))
    hit = list[str]()
    seeds = range(1000 * jobs, 1000 * jobs + jobs)
    with Receiver() as receiver, ThreadPoolExecutor(8) as pool:
        receiver.secret = connect(victim.redis_url).webhooks.renew_secret("")
        with beside(partial(kill_at_random, victim, Random(jobs), kills, hit)):
            accepted = list(pool.map(lambda seed: ask(victim, receiver, seed), seeds))
        until(lambda: ready(victim))
        # Before anybody reads a job, which reports its end as well. An attempt that died is made again
        # when its lease has ended, after 75 seconds.
        until(lambda: {each.event["data"]["id"] for each in receiver.received} >= {job["id"] for job in accepted})
        end_at = time.monotonic() + HANG_SECONDS
        verdicts = list(pool.map(lambda job: verdict(victim, job, end_at), accepted))
    assert set(verdicts) <= {"right", "given up"}, verdicts
    assert len(set(hit)) >= 2, hit
    assert kills < 100 or "webhooks" in hit
    assert verdicts.count("given up") <= 1 + jobs / 50
    ids = {each.event["data"]["id"]: each.headers["webhook-id"] for each in receiver.received}
    for each in receiver.received:
        job = each.event["data"]
        assert each.headers["webhook-id"] == ids[job["id"]]
        assert job == patiently(victim.client, "GET", f"/v1/jobs/{job['id']}").json()
