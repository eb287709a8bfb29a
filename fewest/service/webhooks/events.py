"""Webhooks: events of jobs, sent to addresses in requests.

They follow the Standard Webhooks specification 1.0.0 (standard-webhooks/standard-webhooks, spec/standard-webhooks.md):
its headers, its symmetric signature, its interpretation of the receiver's response.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import logging
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Protocol

from fewest.config.settings import Settings
from fewest.config.targets import Target, parse_target
from fewest.notation import JsonObject
from fewest.schemas.documents.base import encode, timestamp
from fewest.service.http.prefix import put_before_links
from fewest.service.jobs.views import JobReader
from fewest.service.webhooks.outbound import NoResponseError, NotAllowedError, Reply
from fewest.store import Store, StoreError
from fewest.store.webhooks import Delivery

MAX_CONCURRENT = 32
"""Largest number of attempts at a time."""

MAX_CONCURRENT_PER_HOST = 4
"""Largest number of attempts at a time for one host; one if its last attempt had no response."""

MAX_CONCURRENT_UNRESPONSIVE = 16
"""Largest number of attempts at a time for all hosts whose last attempt had no response."""

LEASE_SECONDS = 60.0
"""How long a process leases an event, beyond the time of an attempt."""

LONGEST_PAUSE_SECONDS = 6 * 3600.0
GROWTH = 4
"""Factor by which each pause between attempts is longer than the one before, up to the longest."""

NEW_SECONDS = 10.0
LOOK_AGAIN_SECONDS = 1.0
"""A job is stored shortly after it joins its search: for this long, a missing job is looked for again."""

IDLE_SECONDS = 0.2
"""Time between two checks of an empty outbox."""

STORE_PAUSE_SECONDS = 1.0

STOP_SECONDS = 3.0
"""How long running attempts may take after a request to stop. Unfinished ones are repeated later."""

GONE = 410

log = logging.getLogger("fewest.webhooks")


class Sender(Protocol):
    """The protocol of :class:`fewest.service.webhooks.outbound.Outbound`."""

    def post(self, target: Target, body: bytes, headers: dict[str, str]) -> Reply:
        """Send a POST request."""


def sign(secrets: Iterable[str], message: str, sent: int, body: bytes) -> str:
    """The value of ``webhook-signature``: a signature with each secret, so that a secret can be replaced."""
    content = f"{message}.{sent}.".encode() + body
    return " ".join(f"v1,{_signature(secret, content)}" for secret in secrets)


def _signature(secret: str, content: bytes) -> str:
    key = base64.b64decode(secret.removeprefix("whsec_"))
    return base64.b64encode(hmac.digest(key, content, hashlib.sha256)).decode()


def event_document(status: str, happened: float, job: JsonObject) -> JsonObject:
    """An event in the form that its receiver reads."""
    return {"type": f"job.{status}", "timestamp": timestamp(happened), "data": job}


def pause_seconds(first: float, tries: int, draw: Callable[[float, float], float] = random.uniform) -> float:
    """Pause after an attempt, in seconds, with a jitter of a fifth, so that retries do not arrive together.

    Parameters
    ----------
    first
        Pause after the first attempt.
    tries
        Number of failed attempts before this one.
    """
    pause: float = first * GROWTH ** min(tries, 20)
    return min(LONGEST_PAUSE_SECONDS, pause) * draw(0.8, 1.2)


class Deliverer:
    """Sends the events of the outbox.

    Every attempt has its own thread, and few of them are for the same host, so an unresponsive receiver delays no
    other.
    """

    def __init__(self, settings: Settings, store: Store, jobs: JobReader, sender: Sender) -> None:
        self._settings = settings
        self._store = store
        self._jobs = jobs
        self._sender = sender
        self._allowed = settings.webhook_targets
        self._lease = settings.webhook_seconds + LEASE_SECONDS
        self._lock = threading.Lock()
        self._free = threading.Event()
        self._under_way: Counter[str] = Counter()
        self._unresponsive: set[str] = set()

    def run(self, stopped: Callable[[], bool]) -> None:
        """Send due events until ``stopped()``, then wait a little for running attempts."""
        while not stopped():
            self._free.clear()
            try:
                delivery = self._store.webhooks.take(self._lease, self._busy()) if self._has_room() else None
            except StoreError as error:
                log.warning("store: %s", error)
                time.sleep(STORE_PAUSE_SECONDS)
                continue
            if delivery is None:
                self._free.wait(IDLE_SECONDS)
            else:
                with self._lock:
                    self._under_way[delivery.origin] += 1
                # A daemon: an attempt that outlasts the process is made again when its lease has ended.
                threading.Thread(target=self._perform, args=(delivery,), daemon=True).start()
        until = time.monotonic() + STOP_SECONDS
        while self._under_way.total() and time.monotonic() < until:
            self._free.wait(IDLE_SECONDS)

    def deliver(self, delivery: Delivery) -> None:
        """Make one attempt to deliver an event, and record how it ended."""
        taken = time.monotonic()
        target = parse_target(delivery.url)
        secrets = self._store.webhooks.secrets_of(delivery.owner)
        if not secrets or not self._allowed.allows(target):
            self._close(
                delivery, "failed", "its secret has been revoked" if not secrets else "its host is no longer allowed"
            )
            return
        body = self._body(delivery)
        if body is None:
            return
        if time.monotonic() - taken > LEASE_SECONDS / 2:
            return  # the store was slow: the lease might end during the attempt
        sent = int(time.time())
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "fewest",
            "webhook-id": delivery.message,
            "webhook-timestamp": str(sent),
            "webhook-signature": sign(secrets, delivery.message, sent, body),
        }
        retry_seconds = 0
        try:
            reply = self._sender.post(target, body, headers)
        except (NotAllowedError, NoResponseError) as error:
            self._note(delivery.origin, unresponsive=True)
            failure = str(error)
        else:
            self._note(delivery.origin, unresponsive=False)
            if 200 <= reply.status < 300:
                self._close(delivery, "delivered", f"status {reply.status}")
                return
            failure = f"status {reply.status}"
            retry_seconds = reply.retry_seconds
            if reply.status == GONE:
                self._close(delivery, "failed", failure)
                return
        self._fail(delivery, failure, retry_seconds)

    def _body(self, delivery: Delivery) -> bytes | None:
        """The body of an event; None if it must not be sent, or not yet.

        A job that was dropped for lack of memory is reported by its id and status only.
        """
        view = self._jobs.get(delivery.job_id)
        if view is None and self._store.now() - delivery.time < NEW_SECONDS:
            self._store.webhooks.postpone(delivery, LOOK_AGAIN_SECONDS, failed=False)
            return None
        if view is None:
            links = {"self": f"/v1/jobs/{delivery.job_id}"}
            job: JsonObject = {"id": delivery.job_id, "status": delivery.status, "links": links}
        else:
            job = json.loads(view.document)
        if not delivery.last and job["status"] != delivery.status:
            self._store.webhooks.close(delivery, "")  # it no longer runs; another event reports its end
            return None
        return put_before_links(self._settings.public_url, encode(event_document(job["status"], delivery.time, job)))

    def _fail(self, delivery: Delivery, failure: str, retry_seconds: int) -> None:
        if delivery.tries + 1 >= self._settings.webhook_attempts:
            self._note(delivery.origin, unresponsive=False)  # otherwise vanished hosts would never be forgotten
            self._close(delivery, "failed", failure)
            return
        pause = pause_seconds(self._settings.webhook_pause_seconds, delivery.tries)
        pause = max(pause, min(retry_seconds, LONGEST_PAUSE_SECONDS))
        if self._store.webhooks.postpone(delivery, pause):
            log.warning("event was not delivered: %s", failure, extra=_fields(delivery))

    def _close(self, delivery: Delivery, outcome: str, why: str) -> None:
        if self._store.webhooks.close(delivery, outcome):
            level = logging.INFO if outcome == "delivered" else logging.WARNING
            log.log(level, "event ended: %s", why, extra=_fields(delivery) | {"outcome": outcome})

    def _perform(self, delivery: Delivery) -> None:
        """Deliver an event in a thread of its own."""
        try:
            self.deliver(delivery)
        except StoreError as error:
            log.warning("store: %s", error)  # the event is taken again when its lease has ended
        except Exception:
            self._fail(delivery, "internal error", 0)
            raise
        finally:
            with self._lock:
                self._under_way[delivery.origin] -= 1
                self._under_way += Counter()  # only hosts with attempts
            self._free.set()

    def _has_room(self) -> bool:
        with self._lock:
            return self._under_way.total() < MAX_CONCURRENT

    def _note(self, origin: str, *, unresponsive: bool) -> None:
        """Remember whether the last attempt for a host had no response."""
        with self._lock:
            (self._unresponsive.add if unresponsive else self._unresponsive.discard)(origin)

    def _busy(self) -> set[str]:
        """Hosts to which no other event is sent now."""
        with self._lock:
            unresponsive = self._unresponsive
            full = {
                origin
                for origin, number in self._under_way.items()
                if number >= (1 if origin in unresponsive else MAX_CONCURRENT_PER_HOST)
            }
            waiting = sum(number for origin, number in self._under_way.items() if origin in unresponsive)
            return full | unresponsive if waiting >= MAX_CONCURRENT_UNRESPONSIVE else full


def _fields(delivery: Delivery) -> JsonObject:
    """The log entry of an event: its host, but not its address, which may contain secrets of the receiver."""
    return {"webhook": delivery.message, "host": delivery.origin, "tries": delivery.tries + 1}
