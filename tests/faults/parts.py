"""The processes of a running `fewest up`, by what they do."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread

import httpx

from tests.integration.service import Service
from tests.processes import children


def command(pid: int) -> str:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    except OSError:
        return ""


def parts(service: Service) -> dict[str, list[int]]:
    """The processes: server, web (gunicorn's own), web process, workers (their parent), worker, reaper, search (or
    waiting for one), and webhooks, if there are any.
    """
    found: dict[str, list[int]] = {}
    for name, pid in _parts(service):
        found.setdefault(name, []).append(pid)
    return found


def _parts(service: Service) -> Iterator[tuple[str, int]]:
    for pid in children(service.process.pid):
        line = command(pid)
        if "gunicorn" in line:
            yield "web", pid
            yield from (("web process", child) for child in children(pid))
        elif "workers" in line:
            yield "workers", pid
            yield from _forked(pid)
        elif "valkey" in line:
            yield "server", pid
        elif "fewest.service.webhooks.deliver" in line:
            yield "webhooks", pid


def _forked(parent: int) -> Iterator[tuple[str, int]]:
    for pid in children(parent):
        with suppress(OSError):
            name = Path(f"/proc/{pid}/comm").read_text().strip()
            if name == "fewest-reaper":
                yield "reaper", pid
            elif "compile" not in name:
                yield "worker", pid
                yield from (("search", child) for child in children(pid))


def send(pid: int, number: signal.Signals) -> bool:
    """Send a signal to one process. Returns False if it has ended."""
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        return False
    return True


WHOLE = {"server": 1, "web": 1, "web process": 2, "workers": 1, "worker": 2, "reaper": 1, "search": 2}
"""Processes of each kind that run by default."""


def is_ready(client: httpx.Client) -> bool:
    """Whether a service reports that it is ready."""
    try:
        return client.get("/readyz").status_code == 200
    except httpx.TransportError:
        return False


def ready(service: Service) -> bool:
    """Whether all parts are there, and the service reports that it is ready."""
    found = {name: len(pids) for name, pids in parts(service).items() if name != "webhooks"}
    return found == WHOLE and is_ready(service.client)


@contextmanager
def beside(act: Callable[[Event], object]) -> Iterator[Thread]:
    """Have something done in a thread, which is given an event: it is set when it is enough."""
    enough = Event()
    thread = Thread(target=act, args=(enough,))
    thread.start()
    try:
        yield thread
    finally:
        enough.set()
        thread.join()
