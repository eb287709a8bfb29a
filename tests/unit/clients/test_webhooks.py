"""Events are verified as the service signs them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clients.python.fewest_client import WrongSignature, verify_event
from fewest.service.webhooks.events import sign

SECRET, OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
SENT = 1795292772
BODY = b'{"type":"job.solved","timestamp":"2026-11-21T20:26:12Z","data":{"id":"one"}}'
HEADERS = {
    "Webhook-Id": "msg_1",
    "webhook-timestamp": str(SENT),
    "webhook-signature": sign([OTHER, SECRET], "msg_1", SENT, BODY),
}


@pytest.mark.parametrize("secret", [SECRET, OTHER])
def test_an_event_of_the_service(secret: str) -> None:
    """An event signed with two secrets is accepted with either, within five minutes."""
    for now in (SENT - 299, SENT, SENT + 299):
        assert verify_event(secret, BODY, HEADERS, now=now) == json.loads(BODY)


@pytest.mark.parametrize(
    ("body", "headers", "now"),
    [
        (BODY + b" ", {}, SENT),
        (BODY, {"Webhook-Id": "msg_2"}, SENT),
        (BODY, {"webhook-timestamp": str(SENT + 1)}, SENT),
        (BODY, {"webhook-timestamp": ""}, SENT),
        (BODY, {"webhook-signature": ""}, SENT),
        (BODY, {"webhook-signature": "v1,"}, SENT),
        (BODY, {"webhook-signature": sign([OTHER], "msg_1", SENT, BODY).replace("v1", "v2")}, SENT),
        (BODY, {"webhook-signature": "é"}, SENT),
        (BODY, {}, SENT + 301),
        (BODY, {}, SENT - 301),
    ],
)
def test_anything_else(body: bytes, headers: dict[str, Any], now: float) -> None:
    """A changed body, id, time or signature, a missing header, and an old event are refused."""
    with pytest.raises(WrongSignature):
        verify_event(OTHER, body, HEADERS | headers, now=now)
