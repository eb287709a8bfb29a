"""Webhooks: the outbox of events to send, and the secrets that sign them.

The step that joins a job to a search, or stores a job with its end, also registers its webhook. The step that changes
the state of a job also puts the event into the outbox (``notify``). So no event is lost, whichever process dies at any
time.

The sorted set of a host orders its events by the time of their next attempt. A process that takes an event moves this
time to the end of a lease and gets a number (a fencing token, as in :mod:`fewest.store.searches`), with which it
reports the outcome. If it dies, another process takes the event when the lease has ended. A webhook has one event at a
time: the end of a job replaces an earlier event that has not been sent.
"""

from __future__ import annotations

import base64
import json
import logging
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from fewest.notation import JsonObject
from fewest.store import keys
from fewest.store.damage import PARSE_ERRORS, numbers

OLD_SECRET_SECONDS = 86_400
"""How long a replaced secret signs beside the new one."""

SECRET_BYTES = 32

MAX_ORIGINS = 100
"""Hosts examined in one step, besides busy ones."""

log = logging.getLogger("fewest.store")


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event of a job, due to be sent.

    Attributes
    ----------
    message
        Its id, the same in every attempt.
    status
        The status of the job that it reports.
    last
        Whether it is the end of the job.
    time
        Time of the event, in seconds since the epoch.
    tries
        Number of failed attempts.
    attempt
        Number of this attempt, for reporting its outcome.
    """

    job_id: str
    url: str
    origin: str
    owner: str
    message: str
    status: str
    last: bool
    time: float
    tries: int
    attempt: int


class Webhooks:
    """The outbox of webhooks in Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def take(self, lease_seconds: float, busy: Iterable[str] = ()) -> Delivery | None:
        """Take the due event that has waited longest, if any.

        Parameters
        ----------
        lease_seconds
            How long no other process may take it.
        busy
            Hosts whose events are left alone.
        """
        while (
            found := self._redis.run_script("take_event", lease_seconds=lease_seconds, busy_origins=busy)
        ) is not None:
            name, pairs, origin = found
            job_id = keys.decoded(name)
            try:
                return _delivery(job_id, pairs)
            except PARSE_ERRORS as error:
                # First out of the order of events, in which it would come again after each lease.
                self._redis.run_script("discard_webhook", job=name, origin=origin)
                self._redis.drop(keys.webhook(job_id), error)
        return None

    def postpone(self, delivery: Delivery, seconds: float, *, failed: bool = True) -> bool:
        """Schedule another attempt for an event.

        Parameters
        ----------
        failed
            Whether this attempt counts.

        Returns
        -------
        bool
            False if the event was taken by another process, or replaced by a later one.
        """
        return bool(
            self._redis.run_script(
                "postpone_event",
                job=delivery.job_id,
                attempt=delivery.attempt,
                seconds=seconds,
                failed=int(failed),
            )
        )

    def close(self, delivery: Delivery, outcome: str) -> bool:
        """Remove an event from the outbox.

        Parameters
        ----------
        outcome
            "delivered", "failed", or empty if it need not be sent.

        Returns
        -------
        bool
            False if the event was taken by another process, or replaced by a later one.
        """
        return bool(
            self._redis.run_script("close_event", job=delivery.job_id, attempt=delivery.attempt, outcome=outcome)
        )

    def totals(self) -> dict[str, int]:
        """Numbers: webhooks ``registered``, events ``waiting``, ``delivered`` and ``failed``, and ``retries``."""
        raw = self._redis.hgetall(keys.WEBHOOK_TOTALS)
        return self._redis.parse(keys.WEBHOOK_TOTALS, raw, partial(numbers, int)) or {}

    def registered(self) -> int:
        """Number of webhooks whose job has not ended or whose last event has not been sent."""
        return self.totals().get("registered", 0)

    def has_secret(self, owner: str) -> bool:
        """Whether the webhooks of an API key can be signed. The empty key stands for clients without one."""
        return bool(self._redis.hexists(keys.WEBHOOK_SECRETS, owner))

    def secrets_of(self, owner: str) -> list[str]:
        """The secrets that sign the webhooks of an API key, newest first. A damaged secret is removed."""
        text = self._redis.hget(keys.WEBHOOK_SECRETS, owner)
        if text is None:
            return []
        try:
            return _secrets(self._redis.time()[0], text)
        except PARSE_ERRORS as error:
            self._redis.hdel(keys.WEBHOOK_SECRETS, owner)
            log.warning("the secret of the webhooks of %s is damaged and is removed: %r", owner, error)
            return []

    def renew_secret(self, owner: str) -> str:
        """Make a new secret for an API key. The previous one stays valid for a day."""
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
        self._redis.run_script(
            "renew_secret", secrets=keys.WEBHOOK_SECRETS, owner=owner, secret=secret, seconds=OLD_SECRET_SECONDS
        )
        return secret


def _delivery(job_id: str, pairs: Sequence[bytes]) -> Delivery:
    fields = {name.decode(): value.decode() for name, value in zip(pairs[::2], pairs[1::2], strict=True)}
    return Delivery(
        job_id=job_id,
        url=fields["url"],
        origin=fields["origin"],
        owner=fields["owner"],
        message=f"msg_{fields['message']}_{fields['event']}",
        status=fields["event"],
        last=fields["last"] == "1",
        time=float(fields["time"]),
        tries=int(fields["tries"]),
        attempt=int(fields["attempt"]),
    )


def _secrets(now: float, text: bytes) -> list[str]:
    """The valid secrets: the newest, and for a day the one before."""
    stored = json.loads(text)
    return [str(stored["secret"]), *([str(stored["before"])] if stored.get("until", 0) > now else [])]


def registration(url: str, origin: str, events: Iterable[str], owner: str) -> str:
    """A webhook in the form that scripts take."""
    # Its message id is made here, once, so that receivers recognize an event that is sent again.
    webhook: JsonObject = {"url": url, "origin": origin, "events": list(events), "owner": owner}
    return json.dumps(webhook | {"message": secrets.token_hex(12)})
