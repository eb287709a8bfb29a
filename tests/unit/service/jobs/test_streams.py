"""Streams: what they send, when they end, and that closing frees their place."""

from __future__ import annotations

import threading

import pytest

from service.jobs import streams
from service.jobs.streams import Streams
from tests.unit.service.jobs.scripted import RUNNING, SOLVED, Scripted


def sent(waiting: Scripted, last_id: str = "", seconds: float = 60.0) -> list[str]:
    """The ids of the events of a stream; "ping" for a comment."""
    text = Streams(waiting, threading.BoundedSemaphore(1), seconds).open(RUNNING, last_id).get_data(as_text=True)
    first, *blocks = text.removesuffix("\n\n").split("\n\n")
    assert first == "retry: 2000"
    return ["ping" if block == ": ping" else block.splitlines()[0].removeprefix("id: ") for block in blocks]


def test_closed_stream_frees_its_place() -> None:
    """While all places are taken, a stream has one event and a later retry; closing a stream frees its place."""
    opened = Streams(Scripted(("1-0", RUNNING)), threading.BoundedSemaphore(1), 60.0)
    for _ in range(2):
        held = opened.open(RUNNING, "")
        crowded = opened.open(RUNNING, "7-0")
        assert crowded.get_data(as_text=True).startswith("retry: 5000\n\nid: 7-0\nevent: progress\n")
        crowded.close()
        held.close()
    assert opened.open(RUNNING, "").get_data(as_text=True).startswith("retry: 2000\n\n")


def test_stream_lasts_as_long_as_the_changes() -> None:
    """A stream sends every change, progress too, and waits for them as long as it may be open."""
    changes = Scripted(("1-0", RUNNING), ("2-0", RUNNING), ("3-0", RUNNING))
    assert sent(changes, seconds=7.0) == ["1-0", "2-0", "3-0"]
    assert (changes.seconds, changes.progress) == (7.0, True)


def test_stream_ends_with_its_job() -> None:
    """The end of a job is the last event of its stream; the stream of a job that has expired ends without one."""
    assert sent(Scripted(("1-0", RUNNING), ("2-0", SOLVED), ("3-0", RUNNING))) == ["1-0", "end"]
    assert sent(Scripted(("1-0", RUNNING), ("2-0", None), ("3-0", RUNNING))) == ["1-0"]


def test_resumed_stream_does_not_repeat_itself() -> None:
    """Events a client has seen are not sent again; a malformed id counts as none."""
    changes = ("1-0", RUNNING), ("2-0", RUNNING)
    resumed = Scripted(*changes)
    assert sent(resumed, "1-0") == ["2-0"]
    assert resumed.after == "1-0"
    confused = Scripted(*changes)
    assert sent(confused, "1-0; nonsense") == ["1-0", "2-0"]
    assert confused.after == "0-0"


def test_quiet_stream_is_kept_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream without events sends a comment every ``PING_SECONDS``, so that no proxy closes it."""
    quiet = [("1-0", RUNNING)] * 3
    assert sent(Scripted(*quiet)) == ["1-0"]
    monkeypatch.setattr(streams, "PING_SECONDS", 0.0)
    assert sent(Scripted(*quiet)) == ["1-0", "ping", "ping"]
