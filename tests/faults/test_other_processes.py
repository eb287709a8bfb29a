"""Kills of what stands beside the searches: rasterizers, graph processes, the reaper, and a space in the long lane."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Iterator
from functools import partial
from threading import Event

import pytest

from fewest.schemas.lanes import Lane
from fewest.store import Store, connect
from fewest.store.queue import rq_id
from tests.conftest import serving
from tests.faults.neighbour import neighbour
from tests.faults.parts import beside, command, parts, send
from tests.faults.tasks import ENGLISH, ENGLISH_POSITIONS
from tests.faults.test_no_room import answered
from tests.hang import until
from tests.hostile_boards import hostile_puzzle, latin_square
from tests.integration.service import Service
from tests.integration.test_jobs import eight
from tests.processes import children

pytestmark = pytest.mark.slow

PICTURES, GRAPHS = 12, 12


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with a worker of each lane: what is small waits for the quick one, so that what is long moves."""
    data = tmp_path_factory.mktemp("others")
    with serving(data, "--workers", "1", long_workers=1, FEWEST_QUICK_SECONDS="0.5") as running:
        yield running


def kill_beside(service: Service, hit: Counter[str], enough: Event) -> None:
    """Kill every rasterizer and every graph process that is found, until it is enough."""
    while not enough.wait(0.02):
        for web in parts(service).get("web process", []):
            for pid in children(web):
                for name in ("raster_child", "graph_process"):
                    if name in command(pid) and not enough.wait(0.05) and send(pid, signal.SIGKILL):
                        hit[name] += 1


def test_rasterizers_and_graph_processes(service: Service) -> None:
    """While each is killed as soon as it works, pictures and canonical forms are refused or there, and others wait for
    neither; afterwards every picture is there.
    """
    solutions = [service.solve(eight(40_000 + number))["solution_id"] for number in range(PICTURES)]
    puzzles = [hostile_puzzle(latin_square(20, seed), 20) for seed in range(GRAPHS)]
    hit = Counter[str]()
    with beside(partial(kill_beside, service, hit)), neighbour(service):
        for solution, puzzle in zip(solutions, puzzles, strict=True):
            answered(service.client.get(f"/s/{solution}/card.png"), 200)
            answered(service.client.post("/v1/puzzles/check", json={"puzzle": puzzle}), 200)
    assert min(hit["raster_child"], hit["graph_process"]) > 0, hit
    for solution in solutions:
        until(lambda place=f"/s/{solution}/card.png": answered(service.client.get(place), 200))


def process_of(store: Store, search_id: str) -> int | None:
    """The process that runs a search of the long lane; None if none does, or it has just changed."""
    search = store.searches.load(search_id)
    if search is None or (search.status, search.lane) != ("running", Lane.LONG):
        return None
    worker = store.redis.hget(f"rq:job:{rq_id(search_id, search.run - 1)}", "worker_name") or b""
    found = children(int(store.redis.hget(f"rq:worker:{worker.decode()}", "pid") or 0))
    return found[0] if found else None


def kill(pid: int | None) -> bool:
    """Kill a process. Returns False if there is none."""
    return pid is not None and send(pid, signal.SIGKILL)


def test_a_space_in_the_long_lane(service: Service) -> None:
    """A space whose process is killed twice, and the reaper with it, has all its positions; others hardly notice."""
    store = connect(service.redis_url)
    with neighbour(service):
        job = service.client.post("/v1/spaces", json=ENGLISH).json()
        search_id = store.jobs.load(job["id"]).search_id
        for deaths in (1, 2):
            until(lambda: kill(process_of(store, search_id)))
            send(parts(service)["reaper"][0], signal.SIGKILL)
            until(lambda deaths=deaths: store.searches.load(search_id).deaths >= deaths)
        ended = service.end_of(job)
    assert (ended["status"], ended["positions"]) == ("finished", ENGLISH_POSITIONS)
    until(lambda: len(parts(service).get("reaper", [])) == 1)
