"""Computing slots: how many requests of a process compute at a time, and how many of them for one client.

Canonical forms, proofs, pictures and pages of solutions are computed in the web process and delay its other requests.
So only a few requests compute at a time, and one client has at most half of the slots. A request waits a few seconds
for a slot, then it is refused. Requests that compute nothing never wait: probes, answers to repeated requests, reads.
"""

from __future__ import annotations

import select
import socket
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Request, g, request

from fewest.service.http.problems import Problem
from fewest.solver.errors import Message

WAIT_SECONDS = 5.0
"""How long a request waits for a slot."""


class Computing:
    """Places for requests that compute.

    Parameters
    ----------
    slots
        How many requests compute at once.
    count_refusal
        Called for every refused request.
    wait_seconds
        How long a request waits for a slot.
    """

    def __init__(
        self, slots: int, count_refusal: Callable[[], object] = int, wait_seconds: float = WAIT_SECONDS
    ) -> None:
        self._slots = slots
        self._share = max(1, slots // 2)
        self._wait_seconds = wait_seconds
        self._count_refusal = count_refusal
        self._lock = threading.Lock()
        self._taken: Counter[str] = Counter()
        self._waiting: dict[str, deque[threading.Event]] = {}
        """By client, the first to be served first; each event says that its request has a slot."""

    @contextmanager
    def slot(self) -> Iterator[None]:
        """Hold a slot while the body computes. Nested calls of one request share its slot.

        Raises
        ------
        Problem
            If no slot was free in time, or if the client has disconnected meanwhile.
        """
        holding: set[Computing] = g.setdefault("computing", set())
        if self in holding:
            yield
            return
        client = str(g.get("client", ""))
        self._enter(client)
        holding.add(self)
        try:
            yield
        finally:
            holding.remove(self)
            self._leave(client)

    def _enter(self, client: str) -> None:
        admitted = threading.Event()
        with self._lock:
            self._waiting.setdefault(client, deque()).append(admitted)
            self._admit()
        if admitted.is_set():
            return
        admitted.wait(self._wait_seconds)
        with self._lock:
            if not admitted.is_set():
                self._waiting[client].remove(admitted)
                if not self._waiting[client]:
                    del self._waiting[client]
        if not admitted.is_set():
            self._count_refusal()
            text = (
                "At most {slots|# request is|# requests are} computed at the same time, "
                "and at most {share} for one client."
            )
            raise Problem("busy", Message(text, slots=self._slots, share=self._share), {"Retry-After": "1"})
        if client_has_left(request):
            self._leave(client)
            raise Problem("busy", Message("The client has disconnected."))

    def _leave(self, client: str) -> None:
        with self._lock:
            self._taken -= Counter([client])
            self._admit()

    def _admit(self) -> None:
        """Give free slots to waiting requests. Clients take turns; a client at its share is skipped."""
        while self._taken.total() < self._slots:
            client = next((each for each in self._waiting if self._taken[each] < self._share), None)
            if client is None:
                return
            waiting = self._waiting.pop(client)
            waiting.popleft().set()
            self._taken[client] += 1
            if waiting:
                self._waiting[client] = waiting


def client_has_left(request: Request) -> bool:
    """Whether the server reports that the client has closed its connection (gunicorn does)."""
    connection: socket.socket | None = request.environ.get("gunicorn.socket")
    if connection is None:
        return False
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    try:
        return bool(poll.poll(0)) and not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
