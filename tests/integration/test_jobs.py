"""The life of jobs: progress, waiting, cancelling, limits, sharing, and recovery after a stop."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.store import connect
from tests.conftest import start, stop
from tests.hang import until
from tests.integration.service import Service
from tests.processes import children
from tests.renumber import renumbered

HARD_WIEGLEB = {"kind": "jump", "board": {"name": "wiegleb"}, "start": {"empty": [1]}, "goal": {"pegs": [1]}}
"""Takes more than ten minutes."""


EIGHT = {"kind": "slide", "board": {"name": "8-puzzle"}, "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}


def shuffled(size: int, seed: int) -> list[int]:
    """An even permutation of the pieces, the empty cell last: solvable on a board of rows and columns."""
    pieces = list(range(1, size))
    Random(seed).shuffle(pieces)
    if sum(a > b for i, a in enumerate(pieces) for b in pieces[i + 1 :]) % 2:
        pieces[0], pieces[1] = pieces[1], pieces[0]
    return [*pieces, 0]


def eight(seed: int) -> dict[str, Any]:
    return EIGHT | {"start": shuffled(9, seed)}


def hard(seed: int) -> dict[str, Any]:
    """A position of the 24-puzzle, which takes hours."""
    board = {"rows": 5, "columns": 5}
    return {"kind": "slide", "board": board, "start": shuffled(25, seed), "goal": [*range(1, 25), 0]}


@pytest.mark.parametrize("puzzle", [HARD_WIEGLEB, hard(1)], ids=["jump", "slide"])
def test_long_job(service: Service, puzzle: dict[str, Any]) -> None:
    """Progress never decreases; DELETE ends the job at once, and its search soon."""
    answer = service.post({"puzzle": puzzle, "want": "count", "limits": {"seconds": 3600}})
    assert answer.status_code == 202
    assert answer.headers["Retry-After"]
    place = answer.headers["Location"]
    seen: list[dict[str, Any]] = []
    until(lambda: service.client.get(place).json().get("progress", {}).get("nodes", 0) > 0)
    for _ in range(10):
        seen.append(service.client.get(place).json()["progress"])
        time.sleep(0.2)
    for field in ("lower_bound", "nodes", "seconds"):
        values = [progress[field] for progress in seen]
        assert values == sorted(values), field
    assert seen[-1]["nodes"] > 0
    cancelled = service.client.delete(place).json()
    assert cancelled["status"] == "cancelled"
    store = connect(service.redis_url)
    until(lambda: not store.searches.open_ids())
    assert service.client.get(place).json() == cancelled


def test_equal_puzzles_share_a_search(service: Service) -> None:
    """Equal puzzles POSTed at once cause one search; each client has the moves in its own numbering."""
    store = connect(service.redis_url)
    before = store.statistics.created()
    puzzle = dump_puzzle(load_puzzle(eight(11)).puzzle)
    twins = [renumbered(puzzle, Random(seed)) for seed in range(6)]
    with ThreadPoolExecutor(6) as pool:
        jobs = list(pool.map(service.solve, twins))
    assert {job["status"] for job in jobs} == {"solved"}
    assert len({job["id"] for job in jobs}) == 6
    assert len({str(job["result"]["moves"]) for job in jobs}) > 1
    assert store.statistics.created() == before + 1


def test_all_solutions(service: Service) -> None:
    """`all` lists every solution once, in an order that does not change, in the client's numbering."""
    puzzle = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
    job, count = service.solve(puzzle, "all"), 72
    assert job["result"]["count"] == count
    place: str | None = job["links"]["solution"] + "/all?limit=17"
    listed: list[Any] = []
    while place:
        answer = service.client.get(place)
        page = answer.json()
        assert (page["count"], page["offset"]) == (count, len(listed))
        listed += page["solutions"]
        place = page["next"]
        assert answer.headers.get("Link") == (place and f'<{place}>; rel="next"')
    assert len(listed) == len({str(solution) for solution in listed}) == count
    again = service.client.get(job["links"]["solution"] + f"/all?offset=20&limit={count}").json()
    assert again["solutions"] == listed[20:]
    for solution in listed:
        assert len(solution["moves"]) == job["result"]["length"]


@pytest.mark.full
def test_killed_store_loses_nothing(tmp_path: Path) -> None:
    """While the store is away clients get 503; afterwards, answers are still known and running searches continue."""
    service = start(tmp_path / "data", "--workers", "1")
    try:
        solved = service.solve(eight(5), "all")
        place = service.post({"puzzle": hard(8), "limits": {"seconds": 3600}}).headers["Location"]
        until(lambda: service.client.get(place).json().get("progress", {}).get("nodes", 0) > 0)
        before = service.client.get(place).json()["progress"]
        store = connect(service.redis_url, retry=True)
        store.redis.execute_command("WAITAOF", 1, 0, 0)  # the store writes its file every second
        service.process.send_signal(signal.SIGSTOP)  # it is not started again meanwhile
        for child in children(service.process.pid):
            if b"server" in Path(f"/proc/{child}/comm").read_bytes():
                os.kill(child, signal.SIGKILL)
        answers: list[httpx.Response] = []

        def back() -> bool:
            answers.append(service.client.get(place))
            return answers[-1].status_code == 200

        until(lambda: not back())
        service.process.send_signal(signal.SIGCONT)
        until(back)
        for answer in answers[:-1]:
            if answer.status_code != 200:
                assert answer.status_code == 503, answer.text
                assert answer.headers["Content-Type"] == "application/problem+json"
                assert "Retry-After" in answer.headers
        until(lambda: service.client.get(place).json().get("progress", {}).get("nodes", 0) > before["nodes"])
        assert service.client.delete(place).json()["status"] == "cancelled"
        again = service.post({"puzzle": eight(5), "want": "all"}).json()
        assert again["result"]["statistics"]["cache"] == "hit"
        assert again["result"]["moves"] == solved["result"]["moves"]
    finally:
        stop(service)


@pytest.mark.full
def test_stop_and_start(tmp_path: Path) -> None:
    """Ctrl-C leaves no process; after a restart, answers are still known and running jobs continue."""
    data = tmp_path / "data"
    service = start(data)
    puzzle = eight(21)
    solved = service.solve(puzzle, "count")
    long = service.post({"puzzle": hard(8), "limits": {"seconds": 3600}}).json()
    until(lambda: service.client.get(long["links"]["self"]).json()["status"] == "running")
    began = [pid for child in children(service.process.pid) for pid in (child, *children(child))]
    assert len(began) >= 5
    stop(service)
    assert service.process.returncode == 0
    until(lambda: not [pid for pid in began if Path(f"/proc/{pid}").exists()])
    service = start(data)
    try:
        again = service.post({"puzzle": puzzle, "want": "count"}).json()
        assert again["result"]["statistics"]["cache"] == "hit"
        assert again["result"]["moves"] == solved["result"]["moves"]
        assert service.client.get(solved["links"]["self"]).json() == solved
        until(lambda: service.client.get(long["links"]["self"]).json()["status"] == "running")
        service.client.delete(long["links"]["self"])
    finally:
        stop(service)
