"""Event streams: a job's document after every change, until the job has ended (server-sent events)."""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import Iterator

from flask import Response

from fewest.service.http.prefix import put_before_links
from fewest.service.jobs.views import JobView
from fewest.service.jobs.waiting import MIN_POLL_SHARE, POLL_SECONDS, JobFollower

PING_SECONDS = MIN_POLL_SHARE * POLL_SECONDS
"""A ping is sent after this long without an event."""

RETRY_MILLISECONDS = 2000
CROWDED_RETRY_MILLISECONDS = 5000
EVENT_ID = re.compile(r"\d{1,20}-\d{1,20}")
LAST_ID = "end"
"""Id of the last event of every stream."""


class Streams:
    """The open streams of this process.

    Parameters
    ----------
    slots
        One is taken for as long as a stream is open.
    seconds
        Age at which a stream is closed; the client resumes it.
    """

    def __init__(self, follower: JobFollower, slots: threading.BoundedSemaphore, seconds: float) -> None:
        self._follower = follower
        self._slots = slots
        self._seconds = seconds

    def open(self, view: JobView, last_id: str, prefix: str = "") -> Response:
        """Stream a job's events to its client.

        If no slot is free, the response is one event with the current state, and when to reconnect.

        Parameters
        ----------
        last_id
            Id of the last event that the client received; anything that is not such an id is ignored.
        prefix
            Prefix of every link.
        """
        if last_id == LAST_ID:
            return Response(status=204)  # an EventSource does not reconnect after it
        after = last_id if EVENT_ID.fullmatch(last_id) else ""
        if view.ended:
            return _response(iter([_event(view, LAST_ID, prefix)]))
        if not self._slots.acquire(blocking=False):
            return _response(iter([f"retry: {CROWDED_RETRY_MILLISECONDS}\n\n", _event(view, after or "0-0", prefix)]))
        response = _response(self._events(view, after, prefix))
        response.call_on_close(self._slots.release)
        return response

    def _events(self, view: JobView, after: str, prefix: str) -> Iterator[str]:
        yield f"retry: {RETRY_MILLISECONDS}\n\n"
        last_sent = time.monotonic()
        seen = after
        for event_id, latest in self._follower.changes(view, after or "0-0", self._seconds):
            now = time.monotonic()
            if latest is None:
                return
            if latest.ended:
                yield _event(latest, LAST_ID, prefix)
                return
            if event_id != seen:
                seen = event_id
                last_sent = now
                yield _event(latest, event_id, prefix)
            elif now - last_sent >= PING_SECONDS:
                last_sent = now
                yield ": ping\n\n"


def _event(view: JobView, event_id: str, prefix: str) -> str:
    name = json.loads(view.document)["status"] if view.ended else "progress"
    return f"id: {event_id}\nevent: {name}\ndata: {put_before_links(prefix, view.document).decode()}\n\n"


def _response(events: Iterator[str]) -> Response:
    response = Response(events, mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    # nginx would keep events back until its buffer is full.
    response.headers["X-Accel-Buffering"] = "no"
    return response
