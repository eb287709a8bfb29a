"""Webhooks of a whole service: received, checked with the reference library, sent again after failures and kills."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from fewest.service.openapi.operations import EIGHT, TRITRI
from fewest.service.webhooks.events import LEASE_SECONDS
from fewest.store import connect, keys
from tests.conftest import serving
from tests.faults.parts import parts
from tests.hang import HANG_SECONDS, until
from tests.integration.service import Service
from tests.receiver import TO_THIS_MACHINE, Receiver

pytestmark = pytest.mark.full

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 4}, "start": [1, 0, 0, 2], "goal": [0, 1, 0, 2]}
HARD = {"kind": "slide", "board": {"rows": 4, "columns": 4}, "start": [*range(15, -1, -1)], "goal": [*range(16)]}

ATTEMPT_SECONDS = 10


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that sends webhooks to this machine, and is quick to try again."""
    data, settings = (
        tmp_path_factory.mktemp("webhooks"),
        TO_THIS_MACHINE | {"FEWEST_WEBHOOK_SECONDS": str(ATTEMPT_SECONDS)},
    )
    with serving(data, "--workers", "1", **settings) as running:
        until(lambda: "webhooks may be sent to" in (data / "log" / "webhooks.log").read_text())
        yield running


@pytest.fixture(scope="module")
def secret(service: Service) -> str:
    """The secret of clients without a key, as `fewest keys webhook-secret` makes it."""
    return connect(service.redis_url).webhooks.renew_secret("")


def submit(service: Service, receiver: Receiver, puzzle: Any = ROW, seconds: float = 3600, **webhook: Any) -> Any:
    asked = {"url": f"{receiver.address}/hook?token=t-o-k-e-n"} | webhook
    body = {"puzzle": puzzle, "limits": {"seconds": seconds}, "webhook": asked}
    answer = service.client.post("/v1/jobs", json=body)
    assert answer.status_code in (200, 202), answer.text
    return answer.json()


def deliverer(service: Service) -> int:
    """The process that sends webhooks; 0 if none runs now."""
    return parts(service).get("webhooks", [0])[0]


def metric(service: Service, name: str) -> float:
    lines = service.client.get("/metrics").text.splitlines()
    return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))


def test_events_of_jobs(service: Service, secret: str) -> None:
    """A search, its start and a known answer are reported: signed, with the job as its client reads it."""
    with Receiver() as receiver:
        receiver.secret = secret
        long = submit(service, receiver, HARD, 2, events=["running", "stopped"])
        receiver.wait(2)
        assert receiver.types == ["job.running", "job.stopped"]
        assert receiver.received[0].event["data"]["progress"]["nodes"] >= 0
        short = [submit(service, receiver, TRITRI)]
        receiver.wait(3)
        short.append(submit(service, receiver, TRITRI))
        receiver.wait(4)
        assert receiver.types[2:] == ["job.solved"] * 2
    for job, each in zip((long, *short), receiver.received[1:], strict=True):
        assert each.event["data"] == service.client.get(f"/v1/jobs/{job['id']}").json()
        assert each.path == "/hook?token=t-o-k-e-n"
        assert each.headers["content-type"] == "application/json"
    assert [each.event["data"]["result"]["length"] for each in receiver.received[2:]] == [11, 11]  # M. Hiroi, 2022
    assert len({each.headers["webhook-id"] for each in receiver.received}) == 4


def test_an_attempt_that_dies_is_made_again(service: Service, secret: str) -> None:
    """An event whose attempt dies with its process is sent again when its lease has ended, under the same id."""
    store, silent = connect(service.redis_url), threading.Event()
    with Receiver(hold=lambda: silent.wait(HANG_SECONDS)) as receiver:
        receiver.secret = secret
        job = submit(service, receiver, EIGHT)["id"]
        receiver.wait(1)
        os.kill(deliverer(service), signal.SIGKILL)
        silent.set()
        due = keys.webhooks_due(receiver.address)
        left = store.redis.zscore(due, job) - store.now()
        assert 0 < left <= 1 + ATTEMPT_SECONDS + LEASE_SECONDS
        assert len(receiver.received) == 1
        # The lease is over sooner than it takes: nothing else is changed.
        store.redis.zadd(due, {job: store.now()})
        store.redis.zadd(keys.WEBHOOK_ORIGINS, {receiver.address: store.now()})
        first, second = receiver.wait(2)
        until(lambda: metric(service, "fewest_webhook_events_pending") == 0)
    assert first.headers["webhook-id"] == second.headers["webhook-id"]
    assert first.body == second.body
