"""Events that a webhook receives: is the service their sender?"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from .documents import Event
from .problems import WrongSignature


def verify_event(
    secret: str, body: bytes, headers: Mapping[str, str], tolerance: float = 300.0, now: float | None = None
) -> Event:
    """Verify the signature of an event (Standard Webhooks 1.0.0), and return the event.

    Parameters
    ----------
    secret
        The secret of your API key, ``whsec_…``.
    body
        The body of the request, byte for byte.
    headers
        The headers of the request; their names may be in any case.
    tolerance
        Seconds by which the time of the attempt may differ from ``now``.
    now
        Seconds since 1970; None for the clock.

    Raises
    ------
    WrongSignature
        If a header is missing, no signature is right, or the attempt was made at another time.
    """
    given = {name.lower(): value for name, value in headers.items()}
    name, sent, signatures = (given.get(f"webhook-{part}", "") for part in ("id", "timestamp", "signature"))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.digest(key, f"{name}.{sent}.".encode() + body, hashlib.sha256)
    expected = b"v1," + base64.b64encode(signed)
    # In constant time: how long it takes must not tell how much of a signature is right.
    if not any(hmac.compare_digest(each.encode(), expected) for each in signatures.split(" ")):
        raise WrongSignature("the event has no signature with this secret")
    if abs((time.time() if now is None else now) - int(sent)) > tolerance:
        raise WrongSignature(f"the event was sent at {sent}, more than {tolerance:g} s from now")
    return json.loads(body)
