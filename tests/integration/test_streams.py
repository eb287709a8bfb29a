"""Event streams: progress, the end, and resuming."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx

from tests.integration.service import Service
from tests.integration.test_jobs import hard


def events(answer: httpx.Response) -> Iterator[dict[str, Any]]:
    event: dict[str, Any] = {}
    for line in answer.iter_lines():
        if not line and "data" in event:
            yield event | {"data": json.loads(event["data"])}
            event = {}
        elif line and not line.startswith(":"):
            name, _, value = line.partition(": ")
            event[name] = value


def test_stream_sends_progress_and_the_end(service: Service) -> None:
    """A stream sends the job's document after each change, its end last, and closes."""
    job = service.post({"puzzle": hard(31), "limits": {"seconds": 3600}}).json()
    with service.client.stream("GET", job["links"]["events"]) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["X-Accel-Buffering"] == "no"
        coming = events(answer)
        sent = [next(coming) for _ in range(3)]
        service.client.delete(job["links"]["self"])
        sent += coming
    assert [event["event"] for event in sent] == ["progress"] * (len(sent) - 1) + ["cancelled"]
    nodes = [event["data"]["progress"]["nodes"] for event in sent if event["data"]["status"] == "running"]
    assert nodes == sorted(nodes)
    assert sent[-1]["id"] == "end"
    assert sent[-1]["data"] == service.client.get(job["links"]["self"]).json()


def test_stream_is_resumed(service: Service) -> None:
    """With the last event's id a client gets the events after it; with the end's id it gets 204."""
    job = service.post({"puzzle": hard(32), "limits": {"seconds": 3600}}).json()
    place = job["links"]["events"]
    with service.client.stream("GET", place) as answer:
        seen = [event["id"] for event, _ in zip(events(answer), range(3), strict=False)]
    with service.client.stream("GET", place, headers={"Last-Event-ID": seen[-1]}) as answer:
        service.client.delete(job["links"]["self"])
        then = [event["id"] for event in events(answer)]
    assert not set(seen) & set(then)
    assert then[-1] == "end"
    again = service.client.get(place, headers={"Last-Event-ID": "end"})
    assert (again.status_code, again.content) == (204, b"")
