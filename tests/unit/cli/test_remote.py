"""`fewest solve --server`: the same output as without, and a line for everything that can be wrong."""

from __future__ import annotations

import gc
import json
import shutil
import signal
import ssl
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click import ClickException

from fewest.cli import remote
from fewest.cli.library import Library
from fewest.cli.remote import Remote
from fewest.config.settings import Settings
from fewest.store import Store
from tests.certificates import certificates
from tests.hang import HANG_SECONDS, until
from tests.receiver import Receiver
from tests.unit.cli.test_commands import LINE, fewest
from tests.unit.clients.recording import Sent, recording
from tests.unit.service.worker import work


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cancelling may take its time."""
    monkeypatch.setattr(remote, "CANCEL_SECONDS", HANG_SECONDS)


@pytest.fixture
def solving(store: Store) -> Iterator[None]:
    """A worker for one search."""

    def solve() -> None:
        until(store.searches.open_ids)
        work(store)

    thread = threading.Thread(target=solve)
    thread.start()
    yield
    thread.join()


@pytest.mark.usefixtures("solving")
def test_the_output_is_the_same_as_without_a_server(served: str) -> None:
    """With a server, the command prints the same headline, moves and drawings, and has the same exit code."""
    ran, own = fewest("solve", "-", "--server", served, given=LINE), fewest("solve", "-", given=LINE)
    assert (ran.exit_code, ran.stdout.splitlines()[1:]) == (0, own.stdout.splitlines()[1:])
    assert ran.stdout.startswith("1 move, proven the fewest.")
    ran = fewest("solve", "-", "--server", f"{served}/", "--json", given=LINE)  # known by now
    assert json.loads(ran.stdout)["length"] == 1


def test_what_needs_no_search_is_asked_of_the_service(served: str) -> None:
    """`check` and `replay` of a service return what this process returns; the service adds a key."""
    puzzle = {"puzzle": LINE}
    claim = puzzle | {"moves": [[0, 2]]}
    assert Library(Settings()).check(puzzle).items() <= Remote(served).check(puzzle).items()
    assert Remote(served).replay(claim) == Library(Settings()).replay(claim)


def test_refusals(served: str, store: Store) -> None:
    """Errors of the puzzle have their JSON Pointers; without a key, the error says how to give one."""
    ran = fewest("solve", "-", "--server", served, given=LINE | {"start": {"pegs": [7]}})
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert "/puzzle/start/pegs/0: hole 7 does not exist" in ran.stderr
    _, key = store.clients.add("one")
    for options in ([], ["--key", "wrong"]):
        command = ["solve", "-", "--server", served, *options]
        until(lambda command=command: "FEWEST_KEY" in fewest(*command, given={}).stderr)
    ran = fewest("solve", "-", "--server", served, given={}, FEWEST_KEY=key)
    assert ran.stderr.startswith("Error: The puzzle is not valid.")


def test_interrupted_job_is_cancelled(served: str, store: Store) -> None:
    """Ctrl-C, or anything else that ends the wait, cancels the job."""

    def interrupt(job: dict[str, Any]) -> None:
        assert job["status"] == "queued"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Remote(served).solve({"puzzle": LINE}, interrupt)
    assert store.searches.open_ids() == []


def test_a_job_is_cancelled_before_the_service_has_answered() -> None:
    """Ctrl-C before the service has responded cancels the job, whose id the client has chosen."""
    main = threading.main_thread().ident or 0

    def interrupt(*_: object) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    def respond(_: int, request: Sent) -> tuple[int, dict[str, str], object] | None:
        if request.method == "DELETE":
            return 200, {}, {}
        # A signal that comes just before a thread waits for its socket does not end that waiting; the next one does.
        until(lambda: signal.pthread_kill(main, signal.SIGINT) or len(sent) == 2)
        sent_all.set()
        return None

    sent_all = threading.Event()
    before = signal.signal(signal.SIGINT, interrupt)
    gc.disable()  # what a signal raises in a callback of the collector is lost
    try:
        with recording(respond) as (address, sent):
            with pytest.raises(KeyboardInterrupt):
                Remote(address).solve({"puzzle": LINE})
            assert sent_all.wait(HANG_SECONDS)  # later signals would meet another test
    finally:
        gc.enable()
        signal.signal(signal.SIGINT, before)
    asked, cancelled = sent
    assert (cancelled.method, cancelled.path) == ("DELETE", f"/v1/jobs/{asked.headers['Idempotency-Key']}")


def test_a_job_is_not_given_up_for_a_short_absence() -> None:
    """The wait for a job survives a short outage; if the service refuses the job, the error is shown at once."""
    job = {"id": "one", "status": "queued", "links": {}}
    ended = job | {"status": "solved", "result": {"length": 1}}
    away = (502, {"Retry-After": "0"}, {})
    with recording(lambda number, _: [(202, {}, job), away, (200, {}, ended)][number]) as (address, sent):
        states = list[dict[str, Any]]()
        assert Remote(address).solve({"puzzle": LINE}, states.append) == ended
    assert ([request.method for request in sent], states) == (["POST", "GET", "GET"], [job, ended])
    refusal = 503, {"Retry-After": "0"}, {"title": "No worker is available.", "detail": "Try again later."}
    with recording(lambda *_: refusal) as (address, sent), pytest.raises(ClickException, match="No worker"):
        Remote(address).solve({"puzzle": LINE})
    assert [request.method for request in sent] == ["POST", "DELETE"]


def test_a_hint_is_waited_for_as_long_as_its_limit() -> None:
    """After its limit of seconds, a hint is returned as it is. The observer sees every state; if it raises, the wait
    ends.
    """
    hint = {"id": "one", "status": "running", "moves": [], "links": {}}
    states = list[dict[str, Any]]()
    body = {"puzzle": LINE, "limits": {"seconds": 0.001}}

    def leave(_: object) -> None:
        raise KeyboardInterrupt

    with recording(lambda number, _: (200, {}, hint | {"status": "ended" if number > 5 else "running"})) as (
        address,
        sent,
    ):
        assert Remote(address).hint(body, states.append)["status"] == "running"
        assert states == [hint] * len(sent)
        with pytest.raises(KeyboardInterrupt):
            Remote(address).hint(body, leave)


def error(address: str) -> str:
    """The line printed for a server at this address."""
    ran = fewest("solve", "-", "--server", address, given=LINE)
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)
    return str(ran.stderr)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed: apt-get install openssl")
def test_addresses_that_do_not_work(tmp_path: Path) -> None:
    """Each cause has its own line: no scheme, unknown host, refused, another server, no TLS, unknown certificate."""
    certificates(tmp_path, "127.0.0.1")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "redis.crt", tmp_path / "redis.key")
    assert "must begin with http:// or https://" in error("localhost:8000")
    assert "the host is unknown" in error("http://no-such-host.invalid")
    assert "the connection is refused" in error("http://127.0.0.1:1")
    with recording(lambda *_: (200, {}, {"another": "document"})) as (address, _):
        assert "is not this service" in error(address)
    with Receiver(200) as plain, Receiver(200, tls=context) as encrypted:
        assert "is not this service" in error(plain.address)
        assert "does it need http:// instead of https://?" in error(plain.address.replace("http", "https"))
        assert "its certificate is not trusted: unable to get local issuer certificate" in error(encrypted.address)
