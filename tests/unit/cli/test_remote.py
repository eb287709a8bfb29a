"""`fewest solve --server`: the same output as without, and a line for everything that can be wrong."""

from __future__ import annotations

import json
import shutil
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from werkzeug.serving import make_server

from cli.remote import Remote
from schemas.settings import Settings
from service import create_app
from store import Store
from tests.conftest import until
from tests.unit.cli.test_commands import LINE, fewest
from tests.unit.service.worker import set_worker, work


@pytest.fixture
def served(store: Store) -> Iterator[str]:
    """The address of a service whose only search is solved as soon as there is one."""
    set_worker(store, alive=True)
    server = make_server("127.0.0.1", 0, create_app(Settings(), store), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


@pytest.fixture
def solving(store: Store) -> Iterator[None]:
    """A worker for one search."""

    def solve() -> None:
        until(store.searches.open_ids, 20)
        work(store)

    thread = threading.Thread(target=solve)
    thread.start()
    yield
    thread.join()


@pytest.mark.usefixtures("solving")
def test_the_output_is_the_same_as_without_a_server(served: str) -> None:
    """Headline, moves and drawings are those of the same command without a server; so is the exit code."""
    ran, own = fewest("solve", "-", "--server", served, given=LINE), fewest("solve", "-", given=LINE)
    assert (ran.exit_code, ran.stdout.splitlines()[1:]) == (0, own.stdout.splitlines()[1:])
    assert ran.stdout.startswith("1 move, proven the fewest.")
    ran = fewest("solve", "-", "--server", f"{served}/", "--json", given=LINE)  # known by now
    assert json.loads(ran.stdout)["length"] == 1


def test_refusals(served: str, store: Store) -> None:
    """Errors of the puzzle are listed with their places; without a key, the line says how to give one."""
    ran = fewest("solve", "-", "--server", served, given=LINE | {"start": {"pegs": [7]}})
    assert (ran.exit_code, ran.stdout) == (1, "")
    assert "/puzzle/start/pegs/0: hole 7 does not exist" in ran.stderr
    _, key = store.clients.add("one")
    for options in ([], ["--key", "wrong"]):
        command = ["solve", "-", "--server", served, *options]
        until(lambda command=command: "FEWEST_KEY" in fewest(*command, given={}).stderr, 5)
    ran = fewest("solve", "-", "--server", served, given={}, FEWEST_KEY=key)
    assert ran.stderr.startswith("Error: The puzzle is not valid.")


def test_interrupted_job_is_cancelled(served: str, store: Store) -> None:
    """Whatever ends the waiting, Ctrl-C for example, cancels the job."""

    def interrupt(job: dict[str, Any]) -> None:
        assert job["status"] == "queued"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Remote(served).solve({"puzzle": LINE}, interrupt)
    assert store.searches.open_ids() == []


@pytest.fixture
def stranger() -> Iterator[Callable[[ssl.SSLContext | None], int]]:
    """Starts another web server and returns its port."""
    servers: list[ThreadingHTTPServer] = []

    class Stranger(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>")

        def log_message(self, *_: Any) -> None:
            """Suppress the log."""

    def start(context: ssl.SSLContext | None = None) -> int:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        servers.append(server)
        return server.server_port

    yield start
    for server in servers:
        server.shutdown()


def error(address: str) -> str:
    """The line printed for a server at this address."""
    ran = fewest("solve", "-", "--server", address, given=LINE)
    assert (ran.exit_code, ran.stdout, ran.stderr.count("\n")) == (1, "", 1)
    return str(ran.stderr)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_addresses_that_do_not_work(stranger: Callable[[ssl.SSLContext | None], int], tmp_path: Path) -> None:
    """Each has a line of its own: no scheme, unknown host, refused, another server, no TLS, an unknown certificate."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate]
    subprocess.run([*command, "-days", "2", "-subj", "/CN=localhost"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    plain, encrypted = stranger(None), stranger(context)
    assert "must begin with http:// or https://" in error("localhost:8000")
    assert "the host is unknown" in error("http://no-such-host.invalid")
    assert "the connection is refused" in error("http://127.0.0.1:1")
    assert "is not this service" in error(f"http://127.0.0.1:{plain}")
    assert "does it need http:// instead of https://?" in error(f"https://127.0.0.1:{plain}")
    assert "its certificate is not trusted: self-signed certificate" in error(f"https://127.0.0.1:{encrypted}")
