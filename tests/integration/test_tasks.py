"""Tasks through a whole service: a killed worker, and cancelling."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from fewest.service.routes.tasks import LEVELS
from fewest.store import connect
from tests.conftest import serving
from tests.faults.parts import parts
from tests.hang import until
from tests.integration.service import Service

pytestmark = pytest.mark.full

LONG_LEVELS = LEVELS | {"board": {"rows": 3, "columns": 4}, "number": 12, "length": {"min": 34, "max": 40}}

OWN = ("id", "created", "started", "ended", "links")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service whose searches' processes may be killed."""
    data = tmp_path_factory.mktemp("tasks")
    with serving(data, "--workers", "2", long_workers=1, FEWEST_QUICK_SECONDS="0.5") as running:
        yield running


def result(document: dict[str, Any]) -> str:
    """What is the same for every run of a task."""
    return json.dumps({name: value for name, value in document.items() if name not in OWN})


def test_a_killed_worker_changes_no_byte(service: Service) -> None:
    """Levels whose process is killed in the middle are made anew, and are the same to the byte."""
    undisturbed = service.client.post("/v1/generations", json=LONG_LEVELS, headers={"Prefer": "wait=25"}).json()
    undisturbed = service.end_of(undisturbed)
    assert undisturbed["status"] == "finished"
    redis = connect(service.redis_url).redis
    redis.delete(*redis.scan_iter("fewest:*:answer:*"), *redis.scan_iter("fewest:*:response:*"))
    again = service.client.post("/v1/generations", json=LONG_LEVELS).json()
    until(lambda: service.client.get(again["links"]["self"]).json()["status"] != "queued")
    for process in parts(service)["search"]:
        os.kill(process, signal.SIGKILL)
    assert result(service.end_of(again)) == result(undisturbed)
