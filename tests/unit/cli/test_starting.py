"""The start of `fewest up`: what it says, and when it is over."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from fewest.cli import starting
from fewest.cli.starting import Phases, Starting, missing_of
from fewest.store import Store, presence
from tests.hang import HANG_SECONDS
from tests.unit.clients.recording import recording


class Service:
    """A service that reports what is missing as it is told, or nothing that can be read."""

    url = ""
    missing: list[str] | None = None

    def respond(self, *_: object) -> tuple[int, dict[str, str], object]:
        """The response to a request."""
        document = b"" if self.missing is None else {"missing": self.missing}
        return 200 if self.missing == [] else 503, {}, document


class Clock:
    """A clock in place of the module time: a tenth of a second passes whenever somebody looks at it."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        """The time."""
        self.looks += 1
        return self.looks / 10


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    """A service on a free port, which may take its time."""
    monkeypatch.setattr(starting, "ANSWER_SECONDS", HANG_SECONDS)
    service = Service()
    with recording(service.respond) as (service.url, _):
        yield service


def test_what_is_missing(service: Service) -> None:
    """The missing parts are those that the service reports; None if it cannot be reached or understood."""
    assert missing_of(service.url) is None
    assert missing_of("http://127.0.0.1:1") is None
    for missing in ([], ["worker"], ["disk", "worker"]):
        service.missing = missing
        assert missing_of(service.url) == set(missing)


def test_every_phase_is_said_once(
    service: Service, store: Store, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line is printed when the page is served, when the solver is being compiled, and when the service is ready."""
    monkeypatch.setattr(starting, "time", Clock())
    monkeypatch.setattr(presence, "COMPILING_SECONDS", int(HANG_SECONDS))
    start = Starting(service.url, store, Phases(), frozenset({"disk"}))
    said = []
    for missing, compiles in ((None, False), (["worker"], False), (["worker"], True), (["disk", "worker"], True)):
        service.missing = missing
        if compiles:
            store.presence.report_compiling()
        assert not start.over()
        said.append(capsys.readouterr().err)
    service.missing = ["disk"]
    assert start.over()
    said.append(capsys.readouterr().err)
    assert [text.count("\n") for text in said] == [0, 1, 1, 0, 2]
    assert f"the page is served at {service.url} after 0.2 s" in said[1]
    assert "is being compiled" in said[2]
    assert "ready after 0.6 s" in said[4]
    assert "still being compiled" in said[4]


def test_a_start_that_compiles_is_waited_for(service: Service, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """A start fails after READY_SECONDS, but not while kernels are being compiled."""
    monkeypatch.setattr(starting, "time", Clock())
    monkeypatch.setattr(presence, "COMPILING_SECONDS", int(HANG_SECONDS))
    monkeypatch.setattr(starting, "READY_SECONDS", 0.5)
    monkeypatch.setattr(starting, "KERNEL_SECONDS", 0.3)
    service.missing = ["worker"]
    start = Starting(service.url, store, Phases(), frozenset())
    for kernels in range(20):
        store.presence.report_compiling(kernels)
        assert not start.over()
    looks = 0
    while not start.over():
        looks += 1
        assert looks < 5
    assert not start.ready
