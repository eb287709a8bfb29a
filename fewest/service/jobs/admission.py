"""Admission: rates of each client, room in the queue, requests held at once.

Only work is counted. Reading a job, a solution, or the answer to exactly the same request is free: the same bytes of
the same client, without an id of its own. A request that is parsed, checked or drawn counts as one request, before that
is done or, with most of the limit left, together with the first look for its answer; a batch counts one for every
puzzle, a survey one for every pair of a start and a goal, a text one more for every 1,000 bytes. Reading a hint counts
until all of its searches have begun, since it begins some. A request without a stored answer counts as a search, even
if it joins one under way; a space or a number of levels as several (``TaskSchema.searches``). A request under an id
that the client chose (``PUT``, or with an ``Idempotency-Key``) counts as one request each time, and its repeats as no
search. The counts are in the store; while the store does not answer, every process counts for itself.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cachetools import TTLCache
from flask import Response, g

from fewest.config.settings import Settings
from fewest.service.http.computing import Computing
from fewest.service.http.problems import STORE_FULL, STORE_FULL_HEADERS, Problem
from fewest.service.jobs.bodies import Bodies
from fewest.solver.errors import Message
from fewest.store import Store, StoreError, Usage
from fewest.store.rates import Count, JobFound
from fewest.store.steps import Steps

WINDOW_SECONDS = 60

STORE_RETRY_SECONDS = 5.0
"""While the store does not answer, it is asked again after this long."""

MAX_CLIENTS = 20_000
"""Clients that a process counts on its own while the store does not answer: they take some 12 MB."""

log = logging.getLogger("fewest.service")


@dataclass(frozen=True, slots=True)
class Counted:
    """What is left of a limit, and in how many seconds the limit is full again."""

    left: int
    seconds: int


class Limit(NamedTuple):
    """A limit per minute, and the name of the setting that it comes from."""

    number: int
    setting: str


# Not Flask-Limiter: while Redis is down it answers 500, and it writes none of the draft's RateLimit headers.
class ClientRates:
    """Rate limits of each client: requests that cost work, and searches begun."""

    def __init__(self, settings: Settings, store: Store) -> None:
        given = {"requests": settings.rate_requests, "searches": settings.rate_searches}
        self._limits = {name: Limit(limit, f"FEWEST_RATE_{name.upper()}") for name, limit in given.items()}
        own = Limit(settings.rate_local, "FEWEST_RATE_LOCAL")
        self._local = {name: max(own, limit) for name, limit in self._limits.items()}
        self._policies = tuple(map(_policy, (self._limits, self._local)))
        self._store = store
        self._own: TTLCache[str, tuple[float, Counter[str]]] = TTLCache(MAX_CLIENTS, WINDOW_SECONDS)
        self._left: TTLCache[str, int] = TTLCache(MAX_CLIENTS, WINDOW_SECONDS)
        """How many requests each client had left when it was last counted."""
        self._lock = threading.Lock()
        self._away_until = float("-inf")

    def count_request(self, cost: int = 1) -> None:
        """Count a request that costs work. Raises ``Problem`` if the client exceeds its rate."""
        self._count("requests", cost)

    def begin(self, request_digest: str) -> JobFound | None:
        """Count a request, by its digest; if an ended job has answered it, return that instead.

        That of a client with more than half of its requests left is counted together with the first look for its
        answer, which saves a round trip (:meth:`count_begun`).

        Raises
        ------
        Problem
            If the client exceeds its rate.
        """
        g.uncounted = request_digest
        with self._lock:
            left = self._left.get(g.client, 0)
        return None if left > self._applying()["requests"].number / 2 else self.end()

    def count_begun(self) -> Steps[JobFound | None]:
        """Do what :meth:`begin` has left to be done, if anything."""
        digest = g.get("uncounted")
        if digest is None:
            return None
        found = yield from self._ask("requests", 1, digest)
        del g.uncounted
        if not isinstance(found, Count):
            return found
        self._check("requests", found)
        return None

    def end(self) -> JobFound | None:
        """The same at once, for a request that ends without a look for its answer."""
        return self._store.do(self.count_begun())

    def count_searches(self, costs: Sequence[int]) -> tuple[int, Problem | None]:
        """Count work about to begin.

        The last allowed one may cost more than is left. Otherwise a client that also sends cheap requests could never
        send an expensive one.

        Parameters
        ----------
        costs
            The cost of each, in searches.

        Returns
        -------
        allowed, refusal
            How many of them the client's rate allows, and the reason if not all.
        """
        allowed = 0
        try:
            while allowed < len(costs):
                left = g.counted["searches"].left if allowed else 1
                step = next_costs(costs[allowed:], left)
                self._count("searches", sum(step), more=step[-1] - 1)
                allowed += len(step)
        except Problem as refusal:
            return allowed, refusal
        return allowed, None

    def _count(self, name: str, cost: int, more: int = 0) -> None:
        count = self._store.do(self._ask(name, cost))
        assert isinstance(count, Count)
        self._check(name, count, more)

    def _check(self, name: str, count: Count, more: int = 0) -> None:
        """Raise ``Problem`` if a count exceeds its limit by more than ``more``."""
        limit, setting = self._applying()[name]
        seconds = max(0, int(count.until) + 1 - int(g.began_at))
        left = max(0, limit - count.number)
        g.counted = g.get("counted", {}) | {name: Counted(left, seconds)}
        if name == "requests":
            with self._lock:
                self._left[g.client] = left
        if count.number - more > limit:
            text = "The limit on {name}, {limit} per minute ({setting}), is exceeded."
            detail = Message(text, limit=limit, name=name, setting=setting)
            raise Problem("rate-limited", detail, {"Retry-After": str(max(1, seconds))})

    def _ask(self, name: str, cost: int, request_digest: str = "") -> Steps[Count | JobFound]:
        """Let the store count; while it does not answer, count in this process."""
        if time.monotonic() >= self._away_until:
            try:
                counter = f"{g.client}:{name}"
                return (yield from self._store.rates.count(counter, WINDOW_SECONDS, cost, request_digest))
            except StoreError as error:
                log.warning("rates are counted by each process on its own: %s", error)
                self._away_until = time.monotonic() + STORE_RETRY_SECONDS
        with self._lock:
            until, numbers = self._own.setdefault(g.client, (time.time() + WINDOW_SECONDS, Counter()))
            numbers[name] += cost
            return Count(numbers[name], until)

    def _applying(self) -> dict[str, Limit]:
        """The limits for the request: no others need protection from the user of a machine that only they can reach."""
        return self._local if g.get("local") else self._limits

    def write_headers(self, response: Response) -> None:
        """Write the rate limits on a response, and what is left of those that the request counted against."""
        response.headers["RateLimit-Policy"] = self._policies[bool(g.get("local"))]
        if counts := g.get("counted"):
            each = (f'"{name}";r={counted.left};t={counted.seconds}' for name, counted in counts.items())
            response.headers["RateLimit"] = ", ".join(each)


def _policy(limits: Mapping[str, Limit]) -> str:
    """The header that tells clients their limits."""
    return ", ".join(f'"{name}";q={limit.number};w={WINDOW_SECONDS}' for name, limit in limits.items())


def next_costs(costs: Sequence[int], left: int) -> Sequence[int]:
    """The leading costs that are allowed: all but the last sum to less than ``left``; at least one."""
    spent = 0
    for number, cost in enumerate(costs):
        if number and spent >= left:
            return costs[:number]
        spent += cost
    return costs


class Admission:
    """What limits the work of one process.

    Attributes
    ----------
    waits, streams
        Places for requests held open. Each holds one of the process's connections, so their number is bounded.
    computing
        Places for requests that compute.
    bodies
        Reads the bodies of requests.
    """

    def __init__(self, settings: Settings, store: Store, rates: ClientRates, computing: Computing) -> None:
        self.rates = rates
        self.computing = computing
        self.bodies = Bodies(rates.count_request, computing)
        self.waits = threading.BoundedSemaphore(settings.max_waits)
        self.streams = threading.BoundedSemaphore(settings.max_streams)
        self._store = store
        self._max_queued = settings.max_queue
        self._max_webhooks = settings.max_webhooks

    def check_store(self) -> None:
        """Raise :class:`Problem` if the store has no room for new work."""
        _check(self._store.memory.usage())

    def room(self, number: int) -> tuple[int, Problem | None]:
        """How many of a number of searches could be queued now, and the reason if not all.

        Raises
        ------
        Problem
            If the store has no room for any new work.
        """
        usage, (queued, workers) = self._store.do_both(self._store.memory.using(), self._store.queue.room())
        _check(usage)
        room = max(0, self._max_queued - queued)
        if not room:
            detail = Message(
                "{queued|# search is|# searches are} queued; the limit is {most}.", queued=queued, most=self._max_queued
            )
            return 0, Problem("queue-full", detail, {"Retry-After": "30"})
        if workers == 0 and self._store.presence.is_compiling():
            detail = Message("The solver is being compiled for this machine, which takes some seconds.")
            return 0, Problem("no-worker", detail, {"Retry-After": "2"})
        if workers == 0:
            return 0, Problem("no-worker", Message("Try again later."), {"Retry-After": "30"})
        if room < number:
            text = (
                "{queued|# search is|# searches are} queued; earlier puzzles of this request fill the queue; "
                "the limit is {most}."
            )
            detail = Message(text, queued=queued, most=self._max_queued)
            return room, Problem("queue-full", detail, {"Retry-After": "30"})
        return number, None

    def check_webhooks(self, number: int) -> None:
        """Raise :class:`Problem` if there is no room for a number of webhooks."""
        registered = self._store.webhooks.registered()
        if registered + number > self._max_webhooks:
            text = "{registered|# webhook is|# webhooks are} pending; the limit is {most}."
            detail = Message(text, registered=registered, most=self._max_webhooks)
            raise Problem("webhooks-full", detail, {"Retry-After": "60"})


def _check(usage: Usage) -> None:
    """Raise :class:`Problem` if the store has no room for new work."""
    if usage.full:
        text = "{used} bytes are used; new work is accepted below {most}. {advice}"
        detail = Message(text, used=usage.bytes, most=usage.full_at, advice=STORE_FULL)
        raise Problem("store-full", detail, STORE_FULL_HEADERS)
