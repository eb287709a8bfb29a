"""A receiver of webhooks, as a client would write it: with the reference library of Standard Webhooks."""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, NamedTuple, Self

from standardwebhooks import Webhook, WebhookVerificationError

from tests.hang import until

TO_THIS_MACHINE = {
    "FEWEST_WEBHOOK_HOSTS": "http://127.0.0.1:*",
    "FEWEST_WEBHOOK_NETWORKS": "127.0.0.0/8",
    "FEWEST_WEBHOOK_PAUSE_SECONDS": "0.1",
}
"""Variables of a service that may send to a receiver, and is quick to try again."""


class Received(NamedTuple):
    """A request: when it came, its headers, its body, and the event in it, None if the signature is not valid."""

    time: float
    path: str
    headers: dict[str, str]
    body: bytes
    event: Any


class Receiver:
    """An HTTP server on a free port of the loopback interface.

    Parameters
    ----------
    responses
        Status of the response to each request in turn; the last one is repeated.
    headers
        Headers of every response.
    hold
        Called before every response.
    tls
        What it speaks TLS with; it speaks plain HTTP without.
    """

    def __init__(
        self,
        *responses: int,
        headers: dict[str, str] | None = None,
        hold: Callable[[], object] = int,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.secret = ""
        self.received: list[Received] = []
        self._responses, self._headers, self._hold = list(responses or (204,)), headers or {}, hold
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                status = receiver.note(self)
                receiver._hold()
                self.send_response(status)
                for name, value in receiver._headers.items():
                    self.send_header(name, value)
                self.end_headers()

            do_GET = do_POST

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if tls is not None:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self.port = self._server.server_port
        self.address = f"http{'s' if tls else ''}://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def note(self, request: BaseHTTPRequestHandler) -> int:
        """Keep a request; the status of the response."""
        body = request.rfile.read(int(request.headers.get("Content-Length", 0)))
        headers = {name.lower(): value for name, value in request.headers.items()}
        try:
            event = Webhook(self.secret).verify(body, headers) if self.secret else None
        except WebhookVerificationError:
            event = None
        self.received.append(Received(time.monotonic(), request.path, headers, body, event))
        return self._responses.pop(0) if len(self._responses) > 1 else self._responses[0]

    def wait(self, number: int) -> list[Received]:
        """Wait until so many requests have come."""
        until(lambda: len(self.received) >= number)
        return self.received

    @property
    def types(self) -> list[str]:
        """The types of the events received, in order."""
        return [each.event["type"] for each in self.received]
