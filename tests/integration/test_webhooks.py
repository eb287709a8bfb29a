"""Webhooks of a whole service, received and checked with the reference library."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from fewest.service.openapi.operations import TRITRI
from fewest.store import connect
from tests.conftest import serving
from tests.hang import until
from tests.integration.service import Service
from tests.receiver import TO_THIS_MACHINE, Receiver

pytestmark = pytest.mark.full

ROW = {"kind": "slide", "board": {"rows": 1, "columns": 4}, "start": [1, 0, 0, 2], "goal": [0, 1, 0, 2]}
HARD = {"kind": "slide", "board": {"rows": 4, "columns": 4}, "start": [*range(15, -1, -1)], "goal": [*range(16)]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that sends webhooks to this machine, and is quick to try again."""
    data = tmp_path_factory.mktemp("webhooks")
    with serving(data, "--workers", "1", **TO_THIS_MACHINE) as running:
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


def test_no_secret_is_shown(service: Service, secret: str) -> None:
    """Neither the secret nor the path of an address is in a log, in a job, in the metrics, or in the document."""
    with Receiver(500, 204) as receiver:
        receiver.secret = secret
        job = submit(service, receiver, TRITRI)
        receiver.wait(2)
    shown = [path.read_text() for path in (service.data / "log").glob("*")]
    assert any("event was not delivered: status 500" in text for text in shown)
    shown += [service.client.get(place).text for place in (job["links"]["self"], "/metrics", "/v1/limits", "/readyz")]
    assert not any(part in text for text in shown for part in (secret, secret.removeprefix("whsec_"), "t-o-k-e-n"))
