"""The log of requests: probes are logged only at the level DEBUG."""

from __future__ import annotations

import logging

import pytest

from fewest.store import Store
from tests.unit.service.worker import client_of

PLACES = ["/livez", "/readyz", "/metrics", "/v1/limits", "/v1/jobs/none"]


@pytest.mark.parametrize(
    ("level", "logged"), [(logging.INFO, ["/v1/limits", "/v1/jobs/none"]), (logging.DEBUG, PLACES)]
)
def test_probes_are_not_logged(store: Store, caplog: pytest.LogCaptureFixture, level: int, logged: list[str]) -> None:
    """Every request has a line with its path and status; those of probes and of Prometheus only at the level DEBUG."""
    client = client_of(store)
    with caplog.at_level(level, "fewest.service"):
        statuses = [client.get(place).status_code for place in PLACES]
    lines = [record for record in caplog.records if record.getMessage() == "request"]
    assert [record.__dict__["path"] for record in lines] == logged
    assert {record.__dict__["path"]: record.__dict__["status"] for record in lines}.items() <= dict(
        zip(PLACES, statuses, strict=True)
    ).items()
