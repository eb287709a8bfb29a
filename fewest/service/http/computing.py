"""Computing slots: how many requests of a process compute at a time, and how many of them for one client.

Canonical forms, proofs, pictures and pages of solutions are computed in the web process and delay its other requests.
So only a few requests compute at a time, and one client has at most half of the slots. A request waits a few seconds
for a slot, then it is refused. One that computes for long gives way to others every tenth of a second. Requests that
compute nothing never wait: probes, answers to repeated requests, reads.
"""

from __future__ import annotations

import select
import socket
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from flask import Request, g, request

from fewest.service.http.problems import Problem
from fewest.solver.errors import Message

WAIT_SECONDS = 5.0
"""How long a request waits for a slot."""

TURN_SECONDS = 0.1
"""After this long a request gives way to others."""


class ClientLeftError(Problem):
    """The client has disconnected while its request waited, so that nothing more is computed for it."""

    def __init__(self) -> None:
        super().__init__("busy", Message("The client has disconnected."))


# Sixty pages of solutions at once held up small jobs for 7 s, and 25 s more after their client had gone.
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
    clock
        The monotonic clock.
    """

    def __init__(
        self,
        slots: int,
        count_refusal: Callable[[], object] = int,
        wait_seconds: float = WAIT_SECONDS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
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
        turns = _turns()
        if self in turns:
            yield
            return
        self._enter(_client())
        turns[self] = self._clock()
        try:
            yield
        finally:
            if turns.pop(self, None) is not None:
                self._leave(_client())

    def give_way(self) -> None:
        """After a tenth of a second in its slot, let waiting requests compute first, and wait for the next turn.

        Raises
        ------
        ClientLeftError
            If the client has disconnected meanwhile.
        """
        turns = _turns()
        if self not in turns or self._clock() - turns[self] < TURN_SECONDS:
            return
        del turns[self]
        self._leave(_client())
        if client_has_left(request):
            raise ClientLeftError
        self._enter(_client(), patient=True)
        turns[self] = self._clock()

    def _enter(self, client: str, *, patient: bool = False) -> None:
        admitted = threading.Event()
        with self._lock:
            self._waiting.setdefault(client, deque()).append(admitted)
            self._admit()
        if admitted.is_set():
            return
        admitted.wait(None if patient else self._wait_seconds)
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
            raise ClientLeftError

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
            # Behind the others: clients take turns.
            if waiting:
                self._waiting[client] = waiting


def _turns() -> dict[Computing, float]:
    """The slots that the request has, each with the time its turn began."""
    turns: dict[Computing, float] = g.setdefault("computing", {})
    return turns


def _client() -> str:
    return str(g.get("client", ""))


def client_has_left(request: Request) -> bool:
    """Whether the server reports that the client has closed its connection (gunicorn does)."""
    connection: socket.socket | None = request.environ.get("gunicorn.socket")
    if connection is None:
        return False
    poll = select.poll()
    poll.register(connection, select.POLLIN)
    try:
        # Only looked at: it may be the client's next request.
        return bool(poll.poll(0)) and not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True
