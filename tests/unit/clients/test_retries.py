"""Requests are sent again while the service is busy or away, if they may arrive twice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from clients.python.fewest_client import FewestProblem
from clients.python.fewest_client.retries import is_repeatable, pause_before
from tests.unit.clients.recording import Call, Sent, blocking, on_a_loop, recording

JOB = {"id": "one", "status": "queued"}
AGAIN = {"Retry-After": "0"}
both = pytest.mark.parametrize("using", [blocking, on_a_loop])
Using = Callable[..., Any]


def refusing(
    *statuses: int, code: str = "busy", **headers: str
) -> Callable[[int, Sent], tuple[int, dict[str, str], object] | None]:
    """Responds with each status in turn, 0 for none at all, and then with success; ``code`` is that of the errors."""

    def respond(number: int, _: Sent) -> tuple[int, dict[str, str], object] | None:
        status = statuses[number] if number < len(statuses) else 200
        given = {name.replace("_", "-"): value for name, value in headers.items()} or AGAIN
        document = JOB | ({"type": f"/problems/{code}"} if status >= 400 else {})
        return (status, given if status >= 400 else {}, document) if status else None

    return respond


def problem(status: int, retry: float | None = None, code: str = "") -> FewestProblem:
    """An error of the service, or without a code of a proxy."""
    return FewestProblem(status, {"type": f"/problems/{code}"} if code else {}, retry)


@pytest.mark.parametrize(
    ("error", "safe", "unsafe"),
    [
        (problem(429, 7.0), 7.0, 7.0),
        (problem(429), 2.0, 2.0),
        (problem(503, 0.0, "no-worker"), 0.0, 0.0),
        (problem(503, code="busy"), 2.0, 2.0),
        (problem(503, code="queue-full"), 2.0, 2.0),
        (problem(503, 5.0, "store-unavailable"), 5.0, None),
        (problem(503, code="store-full"), 2.0, None),
        (problem(503), 2.0, None),
        (problem(502, code="busy"), 2.0, None),
        (problem(502), 2.0, None),
        (problem(504), 2.0, None),
        (problem(500), None, None),
        (problem(404, 1.0), None, None),
        (ConnectionError(), 2.0, None),
        (TimeoutError(), 2.0, None),
    ],
)
def test_pauses(error: FewestProblem | OSError, safe: float | None, unsafe: float | None) -> None:
    """The pause is that of Retry-After, or else doubles from half a second. A request that must not arrive twice is
    repeated only if the service accepted nothing; permanent errors are not repeated.
    """
    assert pause_before(2, error, repeatable=True) == safe
    assert pause_before(2, error, repeatable=False) == unsafe


def test_pauses_double() -> None:
    """The first pause is half a second; each is twice the last, up to eight seconds."""
    pauses = [pause_before(attempt, ConnectionError(), repeatable=True) for attempt in (0, 1, 2, 3, 4, 9000)]
    assert pauses == [0.5, 1.0, 2.0, 4.0, 8.0, 8.0]


def test_what_may_arrive_twice() -> None:
    """Every request may arrive twice, except a POST that makes something under a new id."""
    assert is_repeatable("DELETE", "/v1/batches/one", {})
    assert is_repeatable("POST", "/v1/jobs", {"Idempotency-Key": "one"})
    assert is_repeatable("POST", "/v1/hints", {})
    assert is_repeatable("POST", "/v1/shares", {})
    assert not is_repeatable("POST", "/v1/jobs", {})
    assert not is_repeatable("POST", "/v1/batches", {})


@both
@pytest.mark.parametrize("call", [lambda client: client.submit({}), lambda client: client.submit_batch([])])
def test_a_job_is_submitted_under_one_id(using: Using, call: Call) -> None:
    """All attempts to submit a job or a batch have the same idempotency key, and the next job another one."""
    with recording(refusing(503, 429, 0)) as (address, sent):
        assert using(address, call) == JOB
        using(address, call)
    keys = [request.headers["Idempotency-Key"] for request in sent]
    assert len(keys) == 5
    assert len(set(keys[:4])) == 1 < len(set(keys))


@both
@pytest.mark.parametrize(
    ("statuses", "call", "requests"),
    [
        ((503, 0), lambda client: client.request("POST", "/v1/batches", {}), 2),
        ((503, 502), lambda client: client.request("POST", "/v1/batches", {}), 2),
        ((422,), lambda client: client.submit({}), 1),
        ((0, 0), lambda client: client.version(), 1),
        ((503, 503), lambda client: client.request("POST", "/v1/jobs", {}), 3),
    ],
    ids=["lost without a key", "without a key behind a proxy", "error", "never reached", "refused"],
)
def test_when_requests_end(using: Using, statuses: tuple[int, ...], call: Call, requests: int) -> None:
    """A request without a key that may have arrived, a permanent error, and a service that never responded raise at
    once.
    """
    with recording(refusing(*statuses)) as (address, sent):
        if requests > len(statuses):
            assert using(address, call) == JOB
        else:
            with pytest.raises((FewestProblem, ConnectionError)):
                using(address, call)
    assert len(sent) == requests


@both
@pytest.mark.parametrize(("retry", "patience"), [("0", 0.0), ("61", 60.0)])
def test_patience(using: Using, retry: str, patience: float) -> None:
    """If the pause is longer than the patience of the client, the error is raised at once."""
    with recording(refusing(429, Retry_After=retry)) as (address, sent), pytest.raises(FewestProblem) as caught:
        using(address, lambda client: client.version(), patience=patience)
    assert (caught.value.retry_seconds, len(sent)) == (float(retry), 1)


@both
def test_not_ready_is_an_answer(using: Using) -> None:
    """`ready` returns what is missing instead of raising, and asks once."""
    with recording(refusing(503)) as (address, sent):
        assert using(address, lambda client: client.ready())["id"] == "one"
    assert len(sent) == 1


@both
@pytest.mark.parametrize("status", [0, 503])
@pytest.mark.parametrize("patience", [0.0, 0.05])
def test_a_stream_is_opened_again_as_long_as_patience_allows(using: Using, status: int, patience: float) -> None:
    """A broken stream is opened again until patience is over; then its last error is raised."""

    def respond(number: int, _: Sent) -> tuple[int, dict[str, str], object] | None:
        if number == 0:
            return 200, {}, b"retry: 5\n\n"
        if number > 100:
            return 404, {}, {}  # patience is long over
        return (status, AGAIN, {}) if status else None

    with recording(respond) as (address, sent), pytest.raises((FewestProblem, ConnectionError)) as caught:
        using(address, lambda client: client.events(JOB), patience=patience)
    assert getattr(caught.value, "status", 0) == status
    assert patience or len(sent) == 2
