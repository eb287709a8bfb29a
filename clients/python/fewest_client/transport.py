"""One request and its response, by the standard library."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any


class Reply:
    """A response: its status and headers, and its body, to be read at once or line by line."""

    def __init__(self, response: Any) -> None:
        self.status: int = response.status
        self.headers: Mapping[str, str] = response.headers
        self._response = response

    def read(self) -> bytes:
        """The whole body."""
        body: bytes = self._response.read()
        return body

    def lines(self) -> Iterator[str]:
        """The lines of the body as they arrive, without their ends."""
        for line in self._response:
            yield line.decode().rstrip("\r\n")


class Transport:
    """Sends requests to one address; every request has a connection of its own."""

    def __init__(self, address: str) -> None:
        self._address = address

    @contextmanager
    def open(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> Iterator[Reply]:
        """Send a request; the response is open within the context.

        Raises
        ------
        ConnectionError, TimeoutError
            If there is no response, or none that is complete.
        """
        request = urllib.request.Request(url, body, headers, method=method)
        try:
            with self._answer(request, timeout) as response:
                yield Reply(response)
        except urllib.error.URLError as error:
            raise ConnectionError(f"{self._address} does not respond: {error.reason}") from error
        except http.client.HTTPException as error:
            raise ConnectionError(f"{self._address} closed the connection: {error!r}") from error

    def close(self) -> None:
        """Release nothing: connections end with their requests."""

    @staticmethod
    def _answer(request: urllib.request.Request, timeout: float) -> Any:
        try:
            return urllib.request.urlopen(request, timeout=timeout)
        except urllib.error.HTTPError as error:
            return error  # a response, too
