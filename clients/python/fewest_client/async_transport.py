"""One request and its response, by httpx: the twin of the module ``transport`` for programs with an event loop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import httpx


class AsyncReply:
    """A response: its status and headers, and its body, to be read at once or line by line."""

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers: Mapping[str, str] = response.headers
        self._response = response

    async def read(self) -> bytes:
        """The whole body."""
        return await self._response.aread()

    async def lines(self) -> AsyncIterator[str]:
        """The lines of the body as they arrive, without their ends."""
        async for line in self._response.aiter_lines():
            yield line


class AsyncTransport:
    """Sends requests to one address; they share connections."""

    def __init__(self, address: str) -> None:
        try:
            import httpx
        except ImportError:
            raise ImportError("AsyncFewest needs the package httpx: pip install 'fewest-client[async]'") from None
        self._address = address
        self._httpx = httpx
        # As many connections as there are requests: one held back here would time out, though the service is there.
        self._client = httpx.AsyncClient(limits=httpx.Limits(max_connections=None, max_keepalive_connections=20))

    @asynccontextmanager
    async def open(
        self, method: str, url: str, headers: dict[str, str], body: bytes | None, timeout: float
    ) -> AsyncIterator[AsyncReply]:
        """Send a request; the response is open within the context.

        Raises
        ------
        ConnectionError, TimeoutError
            If there is no response, or none that is complete.
        """
        try:
            async with self._client.stream(method, url, headers=headers, content=body, timeout=timeout) as response:
                yield AsyncReply(response)
        except self._httpx.TimeoutException as error:
            raise TimeoutError(f"{self._address} does not respond in time: {error!r}") from error
        except self._httpx.HTTPError as error:
            raise ConnectionError(f"{self._address} does not respond: {error!r}") from error

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()
