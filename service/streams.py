"""Event streams: a job's document again and again until it has ended (server-sent events)."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator

from flask import Response

from service.desk import Desk, Told

PING_SECONDS = 15.0
RETRY_MILLISECONDS = 2000
CROWDED_MILLISECONDS = 5000
KNOWN_ID = re.compile(r"\d{1,20}-\d{1,20}")
LAST = "end"
"""Id of the last event of every stream: who comes again with it has heard all."""


class Streams:
    """The streams this process holds open."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._places = desk, threading.BoundedSemaphore(desk.settings.streams)

    def open(self, told: Told, last_id: str) -> Response:
        """Stream a job's events to its client.

        Where too many streams are open the answer is how the job stands now, and when to come again.

        Parameters
        ----------
        last_id
            The last event the client has seen; what does not look like one is taken for none.
        """
        if last_id == LAST:
            return Response(status=204)  # tells an EventSource not to come again
        after = last_id if KNOWN_ID.fullmatch(last_id) else ""
        if told.ended:
            return _response(iter([_event(told, LAST)]))
        if not self._places.acquire(blocking=False):
            return _response(iter([f"retry: {CROWDED_MILLISECONDS}\n\n", _event(told, after or "0-0")]))
        response = _response(self._events(told.job_id, after))
        response.call_on_close(self._places.release)
        return response

    def _events(self, job_id: str, after: str) -> Iterator[str]:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        began = quiet = time.monotonic()
        seen = after
        for event, told in self._desk.changes(job_id, after or "0-0"):
            now = time.monotonic()
            if told is None:
                return
            if told.ended:
                yield _event(told, LAST)
                return
            if event != seen:
                seen, quiet = event, now
                yield _event(told, event)
            elif now - quiet >= PING_SECONDS:
                quiet = now
                yield ": ping\n\n"
            if now - began >= self._desk.settings.stream_seconds:
                return


def _event(told: Told, number: str) -> str:
    name = json.loads(told.document)["status"] if told.ended else "progress"
    return f"id: {number}\nevent: {name}\ndata: {told.document.decode()}\n\n"


def _response(events: Iterator[str]) -> Response:
    response = Response(events, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    return response
