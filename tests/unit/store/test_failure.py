"""Failures of Redis: each has a line of its own, which says what to do and shows no password."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingTCPServer

import pytest

from fewest.store import StoreTimeout, connect
from tests.hang import HANG_SECONDS, until

Handler = Callable[[socket.socket], None]


def replies(text: str) -> Handler:
    """Answers every command with this error."""

    def handle(client: socket.socket) -> None:
        while received := client.recv(65536):
            client.sendall(f"-{text}\r\n".encode() * received.count(b"*"))

    return handle


def not_redis(client: socket.socket) -> None:
    """Answers as a web server does."""
    client.recv(1000)
    client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def silent(client: socket.socket) -> None:
    """Receives and never answers."""
    while client.recv(65536):
        pass


def protected(client: socket.socket) -> None:
    """Answers as Redis without a password does to other hosts."""
    client.sendall(b"-DENIED Redis is running in protected mode because protected mode is enabled\r\n")
    client.recv(1000)


@pytest.fixture
def listen() -> Iterator[Callable[[Handler], int]]:
    """Starts a server and returns its port."""
    with ExitStack() as servers:

        def start(handle: Handler) -> int:
            class Connection(BaseRequestHandler):
                def handle(self) -> None:
                    with suppress(OSError):
                        handle(self.request)

            server = servers.enter_context(ThreadingTCPServer(("127.0.0.1", 0), Connection))
            server.block_on_close = False
            servers.callback(server.shutdown)
            threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
            return int(server.server_address[1])

        yield start


def reason(url: str, seconds: float = HANG_SECONDS) -> str:
    """Why the Redis at this address cannot be used."""
    text = connect(url, timeout_seconds=seconds).failure()
    assert "secret" not in text
    return text


@pytest.mark.parametrize(
    ("handler", "words"),
    [
        (replies("WRONGPASS invalid username-password pair or user is disabled."), "the password is wrong or missing"),
        (replies("NOAUTH Authentication required."), "the password is wrong or missing"),
        (replies("NOPERM this user has no permissions to run the 'ping' command"), "the user may not do this"),
        (replies("LOADING Redis is loading the dataset in memory"), "still loading its data"),
        (replies("ERR DB index is out of range"), "DB index is out of range"),
        (protected, "protected mode"),
        (not_redis, "what answers there is not Redis"),
        (silent, "it does not answer in time"),
    ],
)
def test_what_redis_answers(listen: Callable[[Handler], int], handler: Handler, words: str) -> None:
    """The sentence names the address and the failure."""
    port = listen(handler)
    text = reason(f"redis://user:secret@127.0.0.1:{port}", 0.05 if handler is silent else HANG_SECONDS)
    assert text.startswith(f"Redis at 127.0.0.1:{port} cannot be used: ")
    assert words in text


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis://:secret@no-such-host.invalid", "the host is unknown"),
        ("redis://:secret@127.0.0.1:1", "the connection is refused"),
        ("unix:///no/such/folder/redis.sock", "with this data folder?"),
    ],
)
def test_what_cannot_be_reached(url: str, words: str) -> None:
    """An unknown host, a refused connection and a missing socket have sentences of their own."""
    assert words in reason(url)


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_failures_of_tls(listen: Callable[[Handler], int], tmp_path: Path) -> None:
    """An untrusted certificate, TLS to a server without it, and the reverse have sentences of their own."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate]
    subprocess.run([*command, "-days", "2", "-subj", "/CN=localhost"], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def encrypted(client: socket.socket) -> None:
        with context.wrap_socket(client, server_side=True) as wrapped:
            silent(wrapped)

    assert "its certificate is not trusted (self-signed certificate)" in reason(
        f"rediss://:secret@127.0.0.1:{listen(encrypted)}"
    )
    assert "the TLS handshake fails" in reason(f"rediss://:secret@127.0.0.1:{listen(not_redis)}")
    assert "does it need TLS (rediss://)?" in reason(f"redis://:secret@127.0.0.1:{listen(encrypted)}")


def test_after_a_timeout_commands_fail_at_once(listen: Callable[[Handler], int]) -> None:
    """After a timeout, commands fail at once for a while; then Redis is asked again."""
    received: list[bytes] = []
    answer = threading.Event()

    def hanging(client: socket.socket) -> None:
        while command := client.recv(65536):
            received.append(command)
            if answer.is_set():
                client.sendall(b"+PONG\r\n" * command.count(b"*1"))

    url = f"redis://127.0.0.1:{listen(hanging)}?protocol=2&client_name="
    opened = connect(url, timeout_seconds=0.05, backoff_seconds=3600.0)
    for _ in range(3):
        with pytest.raises(StoreTimeout):
            opened.redis.ping()
    until(lambda: received)  # the server may read later than the client gives up
    opened.redis.connection_pool.connection_kwargs["retry"]._backs_off_until = 0.0
    assert "does not answer in time" in opened.failure()
    until(lambda: len(received) > 1)
    assert len(received) == 2
