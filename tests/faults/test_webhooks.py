"""Webhooks while parts are killed at random: the end of every accepted job is received."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Event, Thread

import pytest

from store import connect
from tests.conftest import serving
from tests.faults.parts import parts
from tests.faults.report import Report
from tests.faults.test_random_kills import kill_at_random, patiently
from tests.hang import until
from tests.integration.service import Service
from tests.integration.test_jobs import eight
from tests.receiver import TO_THIS_MACHINE, Receiver

JOBS, KILLS = 150, 25


@pytest.fixture
def sender(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service that sends webhooks to this machine, and is quick to try again."""
    with serving(tmp_path_factory.mktemp("sender"), **TO_THIS_MACHINE) as running:
        yield running


@pytest.mark.slow
def test_no_event_is_lost(sender: Service, report: Report) -> None:
    """Whatever is killed, the end of every job is received, with the document that its client reads."""
    secret = connect(sender.redis_url).webhooks.renew_secret("")
    until(lambda: "webhooks" in parts(sender))
    enough, hit = Event(), list[str]()
    with Receiver() as receiver:
        receiver.secret = secret

        def submit(seed: int) -> str:
            enough.wait(Random(seed).uniform(0, 2))
            body = {"puzzle": eight(seed), "webhook": {"url": receiver.address}}
            answer = patiently(sender.client, "PUT", f"/v1/jobs/{uuid.UUID(int=seed)}", json=body)
            assert answer.status_code in (200, 202), answer.text
            return str(answer.json()["id"])

        killer = Thread(target=kill_at_random, args=(sender, Random(1), enough, KILLS, hit))
        killer.start()
        try:
            with ThreadPoolExecutor(8) as pool:
                jobs = list(pool.map(submit, range(JOBS)))
        finally:
            enough.set()
            killer.join()
        report.broken()
        # An attempt that died is made again when its lease has ended, after 75 seconds.
        until(lambda: {each.event["data"]["id"] for each in receiver.received} >= set(jobs))
        report.healed()
    report.accepted = len(jobs)
    ids = {each.event["data"]["id"]: each.headers["webhook-id"] for each in receiver.received}
    for each in receiver.received:
        job = each.event["data"]
        assert each.headers["webhook-id"] == ids[job["id"]]
        assert job == patiently(sender.client, "GET", f"/v1/jobs/{job['id']}").json()
    assert "webhooks" in hit
