"""No room: the store or the disk is full while work of every kind is posted, runs and is read."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis.exceptions import OutOfMemoryError

from fewest.store import connect
from tests.conftest import serving
from tests.faults.parts import ready
from tests.faults.tasks import long_tasks, tasks
from tests.hang import until
from tests.integration.service import Service

pytestmark = pytest.mark.slow

STORE_BYTES = 20_000_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 60 MB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=60m", "none", str(disk)], check=False)
    if made.returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        yield disk
    finally:
        subprocess.run(["umount", "--lazy", str(disk)], check=True)


@contextmanager
def full_store(service: Service) -> Iterator[None]:
    """The server refuses every write for lack of memory, of which others have taken nearly all."""
    redis = connect(service.redis_url).redis
    redis.config_set("maxmemory", 0)
    redis.set("ballast", bytes(STORE_BYTES - redis.info("memory")["used_memory"]))
    redis.config_set("maxmemory", STORE_BYTES)
    with pytest.raises(OutOfMemoryError):
        redis.set("any", 1)
    yield
    redis.delete("ballast")


@contextmanager
def full_disk(service: Service) -> Iterator[None]:
    """No byte is left where the server writes its append-only file."""
    fill = service.data / "fill"
    with suppress(OSError), fill.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    yield
    fill.unlink()


def answered(response: httpx.Response, *statuses: int) -> bool:
    """Whether a request was served; if not, it was refused for the moment, with a time to come back."""
    if response.status_code in statuses:
        return True
    assert response.status_code == 503, (response.request.url, response.status_code, response.text)
    assert int(response.headers["Retry-After"]) > 0
    return False


def read_all(service: Service, documents: list[dict[str, Any]], solution: str) -> None:
    """Read every document in all its forms, and pictures of a solution that nobody has asked for before."""
    for document in documents:
        place = document["links"]["self"]
        answered(service.client.get(place), 200)
        answered(service.client.get(place, headers={"Accept": "text/csv"}), 200, 406, 409)
        for name, link in document["links"].items():
            if name not in ("events", "self") and link.startswith("/"):
                answered(service.client.get(link), 200, 404, 409)
    for place in (f"/v1/solutions/{solution}", f"/v1/solutions/{solution}/film.gif", f"/s/{solution}/card.png"):
        answered(service.client.get(place), 200)


@pytest.mark.parametrize("full", [full_store, full_disk])
def test_no_room(full: Callable[[Service], Any], small_disk: Path) -> None:
    """While there is no room, accepted work ends right, and new work is refused."""
    with serving(small_disk, "--workers", "2", long_workers=1, FEWEST_STORE_BYTES=str(STORE_BYTES)) as service:
        known = [task.post(service).json() for task in tasks(1)]
        known = [service.end_of(document) for document in known]
        solution = known[0]["solution_id"]
        open_ = [(task, task.post(service).json()) for task in [*long_tasks(), *tasks(2)]]
        until(lambda: service.client.get(open_[0][1]["links"]["self"]).json()["status"] != "queued")
        with full(service):
            for task in tasks(3):
                answer = task.post(service)
                if answered(answer, 200, 202):
                    open_.append((task, answer.json()))
            read_all(service, known + [document for _, document in open_], solution)
        until(lambda: ready(service) and answered(tasks(4)[0].post(service), 200, 202))
        for task, document in open_:
            assert task.is_right(service.end_of(document)), document
        for task in tasks(3):
            assert task.is_right(service.end_of(task.post(service).json()))
