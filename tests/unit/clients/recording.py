"""A service that notes the requests it gets, and responds as it is told."""

from __future__ import annotations

import asyncio
import inspect
import json
import socket
import struct
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from clients.python.fewest_client import AsyncFewest, Fewest
from tests.hang import HANG_SECONDS


@dataclass
class Sent:
    """A request."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any


class Server(ThreadingHTTPServer):
    """Lets as many connections wait to be accepted as the tests open at once."""

    request_queue_size = 256


Responder = Callable[[int, Sent], tuple[int, dict[str, str], object] | None]
"""From the number of a request and the request to status, headers and document, which is sent as JSON unless it is
bytes; None closes the connection.
"""


@contextmanager
def recording(respond: Responder) -> Iterator[tuple[str, list[Sent]]]:
    """The address of a service, and the list of the requests that it gets."""
    sent: list[Sent] = []

    class Handler(BaseHTTPRequestHandler):
        def answer(self) -> None:
            text = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            plain = self.headers.get("Content-Type", "").startswith("text/plain")
            body = text if plain else json.loads(text) if text else None
            request = Sent(self.command, self.path, dict(self.headers), body)
            sent.append(request)
            response = respond(len(sent) - 1, request)
            if response is None:
                return
            status, headers, document = response
            content = document if isinstance(document, bytes) else json.dumps(document).encode()
            content = b"" if status == 204 else content
            self.send_response(status)
            for name, value in (headers | {"Content-Length": str(len(content))}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = answer

        def log_message(self, *_: object) -> None:
            """Suppress the log."""

    with Server(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", sent
        server.shutdown()


@contextmanager
def breaking(read: threading.Event | None = None) -> Iterator[tuple[str, list[str | None]]]:
    """The address of a service whose stream breaks after an event, does not respond, and then ends; and the last events
    that the requests name. The stream is reset when the event is ``read``; without that, it ends too soon.
    """
    last_ids: list[str | None] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            last_ids.append(self.headers["Last-Event-ID"])
            if len(last_ids) == 2:
                return  # closes the connection without a response
            self.send_response(200)
            self.send_header("Content-Length", "1000")  # more than follows, so that its end is an error
            self.end_headers()
            event, number = ("progress", "7-0") if len(last_ids) == 1 else ("solved", "end")
            self.wfile.write(f'retry: 10\n\nid: {number}\nevent: {event}\ndata: {{"at": "{number}"}}\n\n'.encode())
            if read is not None and number != "end":
                assert read.wait(HANG_SECONDS)
                self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                socket.close(self.connection.detach())  # a reset, not an end

        def log_message(self, *_: object) -> None:
            """Suppress the log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}", last_ids
        server.shutdown()


Call = Callable[[Any], Any]
"""Uses a client, of either kind, and returns what its method returns."""


def blocking(address: str, call: Call, **options: Any) -> Any:
    """What a call of the blocking client returns; a list, if it is an iterator."""
    with Fewest(address, **options) as client:
        result = call(client)
        return list(result) if isinstance(result, Iterator) else result


def on_a_loop(address: str, call: Call, **options: Any) -> Any:
    """What a call of the client for event loops returns; a list, if it is an iterator."""

    async def run() -> Any:
        async with AsyncFewest(address, **options) as client:
            result = call(client)
            if isinstance(result, AsyncIterator):
                return [each async for each in result]
            return await result if inspect.isawaitable(result) else result

    return asyncio.run(run())
