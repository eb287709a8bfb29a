"""Requests to addresses of clients: to checked addresses only, within a time, and with little of the response read."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from fewest.config.targets import AllowedTargets, parse_target
from fewest.service.webhooks import outbound
from fewest.service.webhooks.outbound import RESPONSE_BYTES, NoResponseError, NotAllowedError, Outbound, Reply
from tests.hang import HANG_SECONDS
from tests.receiver import Receiver
from tests.unit.service.clock import Clock

LOOPBACK = AllowedTargets("*", "127.0.0.0/8")


class Names:
    """Finds the addresses of names, as a test says; the last answer is repeated."""

    def __init__(self, *answers: list[str], host: str = "hooks.example") -> None:
        self.answers, self.host, self.asked = list(answers), host, 0

    def __call__(self, host: str, port: int, **_: Any) -> list[Any]:
        """Like ``socket.getaddrinfo``."""
        assert host == self.host
        self.asked += 1
        found = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, port)) for address in found]


def post(outbound: Outbound, url: str, body: bytes = b"{}") -> Reply:
    return outbound.post(parse_target(url), body, {"webhook-id": "m"})


@contextmanager
def listening(answer: Callable[[socket.socket], object]) -> Iterator[str]:
    """A server that does with each connection what a test says; its address."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    with connection, suppress(OSError):
                        connection.recv(65536)
                        answer(connection)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"
        server.shutdown(socket.SHUT_RDWR)


def test_what_is_sent() -> None:
    """The body, the headers, the host as the address names it, and that the connection is used once."""
    with Receiver(202) as receiver:
        port = receiver.port
        names = Names(["127.0.0.1"])
        assert post(Outbound(LOOPBACK, HANG_SECONDS, names), f"http://hooks.example:{port}/a?b=c", b"text") == Reply(
            202, 0
        )
    (received,) = receiver.received
    assert (received.path, received.body) == ("/a?b=c", b"text")
    assert (received.headers["host"], received.headers["webhook-id"]) == (f"hooks.example:{port}", "m")
    assert received.headers["connection"] == "close"


@pytest.mark.parametrize(("value", "seconds"), [("7", 7), ("-7", 0), ("9" * 10, 0), ("²", 0)])
def test_retry_after(value: str, seconds: int) -> None:
    """The seconds that the response asks to wait; anything else is not read."""
    content = f"HTTP/1.1 503 Busy\r\nRetry-After: {value}\r\n\r\n".encode("latin-1")
    with listening(lambda connection: connection.sendall(content)) as url:
        assert post(Outbound(LOOPBACK, HANG_SECONDS), url) == Reply(503, seconds)


def test_addresses_that_are_not_public() -> None:
    """No connection is made to a private address, whether the URL has it or a name leads there."""
    with Receiver() as receiver:
        port = receiver.port
        for url in (receiver.address, f"http://localhost:{port}/", f"http://2130706433:{port}/", f"http://0:{port}/"):
            with pytest.raises(NotAllowedError):
                post(Outbound(AllowedTargets("*", ""), HANG_SECONDS), url)
        with pytest.raises(NotAllowedError):
            post(Outbound(AllowedTargets("*", ""), HANG_SECONDS, Names(["127.0.0.1"])), f"http://hooks.example:{port}/")
    assert receiver.received == []


def test_a_name_that_leads_elsewhere_a_moment_later() -> None:
    """The name is looked up once for each request, and the address that was checked is the one that is connected to."""
    allowed = AllowedTargets("*", "127.0.0.2/32")
    with socket.create_server(("127.0.0.2", 0)) as server, Receiver() as victim:
        port = server.getsockname()[1]
        names = Names(["127.0.0.2"], ["127.0.0.1"])
        with pytest.raises(NoResponseError):  # it is connected to, and does not respond
            post(Outbound(allowed, 0.2, names), f"http://hooks.example:{port}/")
        connection, _ = server.accept()
        with connection:
            assert connection.recv(4) == b"POST"
        assert names.asked == 1
        port = victim.port
        with pytest.raises(NotAllowedError):
            post(Outbound(allowed, HANG_SECONDS, names), f"http://hooks.example:{port}/")
        assert (names.asked, victim.received) == (2, [])


def test_other_addresses_of_a_name() -> None:
    """The addresses of a name are tried one after the other, up to the last."""
    with Receiver() as receiver:
        port = receiver.port
        names = Names(["127.0.0.7", "127.0.0.8", "127.0.0.9", "127.0.0.1"])
        assert post(Outbound(LOOPBACK, 5, names), f"http://hooks.example:{port}/").status == 204


@pytest.mark.parametrize("found", [["127.0.0.1", "10.0.0.1"], ["10.0.0.1", "127.0.0.1"], []])
def test_a_name_with_one_address_that_is_not_allowed(found: list[str]) -> None:
    """A name is refused if any of its addresses is not allowed."""
    with (
        Receiver() as receiver,
        pytest.raises(NotAllowedError, match=r"hooks\.example has an address that is not public"),
    ):
        post(Outbound(LOOPBACK, 5, Names(found)), f"http://hooks.example:{receiver.port}/")
    assert receiver.received == []


def test_the_deadline_is_that_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """The look-up of a name counts towards the deadline: after it, no connection is made."""
    clock = Clock()
    monkeypatch.setattr(outbound, "time", clock)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        names = Names(["127.0.0.1"])

        def slow(*arguments: Any, **named: Any) -> list[Any]:
            clock.now += 5.1
            return names(*arguments, **named)

        with pytest.raises(NoResponseError, match="no response within 5 seconds"):
            post(Outbound(LOOPBACK, 5, slow), f"http://hooks.example:{server.getsockname()[1]}/")
        with pytest.raises(BlockingIOError):
            server.accept()


def drip(content: bytes) -> Callable[[socket.socket], None]:
    """Send without end, a few bytes at a time."""

    def answer(connection: socket.socket) -> None:
        while True:
            connection.sendall(content)
            time.sleep(0.02)

    return answer


def test_a_receiver_that_does_not_read() -> None:
    """A receiver that does not read the body cannot hold the request beyond its deadline."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        with pytest.raises(NoResponseError, match="no response within"):
            post(Outbound(LOOPBACK, 0.3), url, bytes(20_000_000))


def test_long_headers() -> None:
    """A response with endless headers counts as no response."""
    sent = []

    def answer(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            connection.sendall(b"X: " + b"x" * 4000 + b"\r\n")
            sent.append(4000)

    with listening(answer) as url, pytest.raises(NoResponseError, match="bytes of headers"):
        post(Outbound(LOOPBACK, HANG_SECONDS), url)
    assert sum(sent) < 100 * RESPONSE_BYTES  # what the system buffers


def test_a_long_body_is_not_read() -> None:
    """The status counts, and the connection is closed before a long body has been sent."""
    sent = []
    over = threading.Event()

    def answer(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        try:
            while True:
                sent.append(connection.send(bytes(65536)))
        finally:
            over.set()

    with listening(answer) as url:
        assert post(Outbound(LOOPBACK, HANG_SECONDS), url) == Reply(200, 0)
        assert over.wait(HANG_SECONDS)
    assert sum(sent) < 100_000_000


def test_names_that_are_unknown() -> None:
    """A name without an address, or one that cannot be looked up, is no response."""

    def unknown(*_: object, **__: object) -> list[Any]:
        raise socket.gaierror("no such name")

    with pytest.raises(NoResponseError, match="no such name"):
        post(Outbound(LOOPBACK, HANG_SECONDS, unknown), "https://hooks.example/")
    with pytest.raises(NoResponseError, match=r"^Unicode(Encode)?Error"):
        post(Outbound(LOOPBACK, HANG_SECONDS), f"https://{'a' * 70}.example/")


@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed: apt-get install openssl")
def test_certificates_are_checked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By https, the certificate has to be signed by an authority, and for this name or address."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate]
    options = ["-subj", "/CN=hooks.example", "-addext", "subjectAltName=DNS:hooks.example,IP:::1", "-days", "2"]
    subprocess.run([*command, *options], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    def post_to(host: str) -> Reply:
        names = Names(["127.0.0.1"], host=host.strip("[]"))
        with Receiver(tls=context) as receiver:
            return post(Outbound(LOOPBACK, HANG_SECONDS, names), f"https://{host}:{receiver.port}/")

    with pytest.raises(NoResponseError, match="self-signed certificate"):
        post_to("hooks.example")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert post_to("hooks.example").status == 204
    assert post_to("[::1]").status == 204  # the name to be certified has no brackets
    with pytest.raises(NoResponseError, match=r"not valid for 'other\.example'"):
        post_to("other.example")


def test_where_a_response_leads_or_a_proxy_is_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A redirect is a response like others; a proxy of the environment would look the name up by itself."""
    with Receiver() as elsewhere, Receiver(307, headers={"Location": elsewhere.address}) as receiver:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, elsewhere.address)
        assert post(Outbound(LOOPBACK, HANG_SECONDS), receiver.address).status == 307
    assert (len(receiver.received), elsewhere.received) == (1, [])


def send(content: bytes) -> Callable[[socket.socket], None]:
    return lambda connection: connection.sendall(content)


NO_HTTP = "BadStatusLine|RemoteDisconnected|ConnectionReset"
"""The last if not all of the request was read."""


@pytest.mark.parametrize(
    ("answer", "seconds", "reason"),
    [
        (drip(b""), 0.3, "no response within"),
        (drip(b"H"), 0.3, "no response within"),
        (drip(b"HTTP/1.1 100 Continue\r\n\r\n"), 0.3, "no response within"),
        (send(b"not HTTP\r\n\r\n"), HANG_SECONDS, NO_HTTP),
        (send(b"HTTP/1.1 x\r\n\r\n"), HANG_SECONDS, NO_HTTP),
        (send(b""), HANG_SECONDS, NO_HTTP),
    ],
)
def test_what_is_no_response(answer: Callable[[socket.socket], None], seconds: float, reason: str) -> None:
    """Whatever the receiver sends, and how slowly, the request is over when its time is; the message says why."""
    with listening(answer) as url, pytest.raises(NoResponseError, match=reason):
        post(Outbound(LOOPBACK, seconds), url)
