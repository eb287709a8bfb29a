"""Threads for requests: started on demand, and ended when idle."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial


class Threads:
    """A thread pool that shrinks.

    The thread that became idle last works next, so that surplus threads stay idle until they end.

    Parameters
    ----------
    most
        Largest number of threads; further tasks wait.
    idle_seconds
        How long a thread waits for a task before it ends.
    """

    def __init__(self, most: int, idle_seconds: float) -> None:
        self._most = most
        self._idle_seconds = idle_seconds
        self._lock = threading.Lock()
        self._tasks: deque[Callable[[], object]] = deque()
        self._idle: list[threading.Event] = []
        self._number = 0
        self._stopped = False

    def submit(self, function: Callable[..., object], *arguments: object) -> None:
        """Call a function in a thread."""
        with self._lock:
            self._tasks.append(partial(function, *arguments))
            if self._idle:
                self._idle.pop().set()
            else:
                self._start()

    def shutdown(self, **_: bool) -> None:
        """End idle threads now, and the others after the last task, without waiting for them, as gunicorn asks for."""
        with self._lock:
            self._stopped = True
            while self._idle:
                self._idle.pop().set()

    def _start(self) -> None:
        """Start a thread if the limit allows it; the lock is held."""
        if self._number < self._most:
            with suppress(RuntimeError):  # the system refuses another thread: a busy thread runs the task later
                threading.Thread(target=self._work).start()
                self._number += 1

    def _work(self) -> None:
        try:
            while (task := self._next()) is not None:
                task()
        except BaseException:
            with self._lock:
                self._number -= 1
                self._start()
            raise

    def _next(self) -> Callable[[], object] | None:
        """The next task of a thread; None if the thread must end."""
        while True:
            woken = threading.Event()
            with self._lock:
                if self._tasks:
                    return self._tasks.popleft()
                if self._stopped:
                    self._number -= 1
                    return None
                self._idle.append(woken)
            if woken.wait(self._idle_seconds):
                continue
            with self._lock:
                if woken in self._idle:
                    self._idle.remove(woken)
                    self._number -= 1
                    return None
