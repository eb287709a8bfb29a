"""Requests to a service: sent again where that is safe, with errors as exceptions, and event streams."""

from __future__ import annotations

import asyncio
import json
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from http.client import responses
from typing import Any, Self
from urllib.parse import urljoin

from .async_transport import AsyncReply, AsyncTransport
from .problems import FewestProblem, JobEnded, StillOpen
from .retries import AWAY, is_repeatable, pause_before
from .streams import EventReader

OPEN = ("queued", "running")
"""Statuses of what has not ended."""

CANCEL_SECONDS = 5.0
"""How long cancelling what is no longer waited for may take."""

HOLD_SECONDS, HOLD_SECONDS_FOR_PROGRESS = 20, 2
"""How long the service is asked to hold a response while the client waits for an end, and if progress is wanted."""


def ignore(_: object) -> None:
    """Do nothing with progress."""


def encoded(body: Any) -> tuple[dict[str, str], bytes | None]:
    """The header that says what a body is, and its bytes."""
    if body is None:
        return {}, None
    if isinstance(body, str):
        return {"Content-Type": "text/plain; charset=utf-8"}, body.encode()
    return {"Content-Type": "application/json"}, json.dumps(body).encode()


class AsyncSession:
    """What sends the requests of :class:`AsyncFewest`."""

    def __init__(
        self,
        address: str,
        key: str | None = None,
        timeout: float = 30.0,
        patience: float = 60.0,
        language: str = "en",
    ) -> None:
        self.address, self.timeout, self.patience = address.rstrip("/"), timeout, patience
        self._headers = {"Accept-Language": language} | ({"Authorization": f"Bearer {key}"} if key else {})
        self._transport = AsyncTransport(self.address)
        self._reached = False

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()

    async def request(
        self,
        method: str,
        path: str,
        body: Any = None,
        wait: int = 0,
        headers: dict[str, str] | None = None,
        accepted: int = 0,
    ) -> Any:
        """Send a request that has no method of its own, and return the JSON of the response.

        Parameters
        ----------
        body
            Sent as JSON; a string as plain text.
        wait
            Seconds that the service is asked to hold the response.
        accepted
            Status of a response that is not raised as a problem.

        Raises
        ------
        ValueError
            If the response is not JSON: another server is at this address.
        """
        return json.loads(await self._read(method, path, body, wait, headers, accepted))

    async def wait_at(
        self, path: str, document: Any, seconds: float = 600.0, progress: Callable[[Any], object] = ignore
    ) -> Any:
        """Wait until what is at a path has ended: a job, a task, a batch, a survey or a hint.

        Parameters
        ----------
        path
            Such as ``/v1/hints/`` with the id of a hint, without the prefix that a service may have.
        document
            Its state, as it is known.
        seconds
            Seconds to wait; ``math.inf`` for as long as it takes.
        progress
            Called with every state, the given one first.

        Returns
        -------
        Any
            Its last state.

        Raises
        ------
        StillOpen
            If it has not ended in time. It continues.
        """
        until = time.monotonic() + seconds
        longest = HOLD_SECONDS if progress is ignore else HOLD_SECONDS_FOR_PROGRESS
        progress(document)
        while document["status"] in OPEN:
            left = until - time.monotonic()
            if left <= 0:
                raise StillOpen(path, document, seconds)
            asked = time.monotonic()
            document = await self.request("GET", path, wait=max(1, int(min(longest, left))))
            progress(document)
            if document["status"] in OPEN and time.monotonic() - asked < 0.5:
                await asyncio.sleep(min(1.0, left))  # the long polls of the service are exhausted
        return document

    async def _read(
        self,
        method: str,
        path: str,
        body: Any = None,
        wait: int = 0,
        headers: dict[str, str] | None = None,
        accepted: int = 0,
    ) -> bytes:
        """The body of the response, after as many attempts as patience allows."""
        sent = (headers or {}) | ({"Prefer": f"wait={wait}"} if wait else {})
        repeatable = is_repeatable(method, path, sent)
        until, attempt = time.monotonic() + self.patience, 0
        while True:
            try:
                async with self._open(method, path, body, sent, self.timeout + wait, accepted) as reply:
                    return await reply.read()
            except (FewestProblem, OSError) as error:
                pause = pause_before(attempt, error, repeatable=repeatable)
                # A service that has never responded is rather at another address.
                if pause is None or not self._reached or time.monotonic() + pause >= until:
                    raise
            await asyncio.sleep(pause)
            attempt += 1

    @asynccontextmanager
    async def _open(
        self, method: str, path: str, body: Any, headers: dict[str, str], timeout: float, accepted: int = 0
    ) -> AsyncIterator[AsyncReply]:
        """One attempt; the response, which is a success or has the accepted status, is open within the context."""
        media, data = encoded(body)
        sent = self._headers | headers | media
        # The address of a next page is complete, see _items.
        url = path if path.startswith(self.address) else self.address + path
        async with self._transport.open(method, url, sent, data, timeout) as reply:
            self._reached = True
            if reply.status >= 400 and reply.status != accepted:
                retry = reply.headers.get("Retry-After") or ""
                try:
                    document: Any = dict(json.loads(await reply.read()))
                except (ValueError, TypeError):
                    document = {"title": responses.get(reply.status, "")}
                raise FewestProblem(reply.status, document, float(retry) if retry.isdigit() else None)
            yield reply

    async def _states(self, path: str) -> AsyncIterator[Any]:
        """The document in every event of a stream until its end. Reconnects within ``patience`` if it breaks."""
        last, pause = "", 2.0
        until = 0.0  # in the past: a service that has never responded is rather at another address
        while last != "end":
            try:
                headers = {"Last-Event-ID": last} if last else {}
                async with self._open("GET", path, None, headers, self.timeout) as reply:
                    until = math.inf
                    if reply.status == 204:
                        return
                    events = EventReader()
                    async for line in reply.lines():
                        event = events.read(line) or {}
                        pause = int(event["retry"]) / 1000 if "retry" in event else pause
                        if "data" in event:
                            last = event["id"]
                            yield json.loads(event["data"])
            except (FewestProblem, OSError) as error:
                until = min(until, time.monotonic() + self.patience)
                passes = not isinstance(error, FewestProblem) or error.status in AWAY
                if not passes or time.monotonic() + pause >= until:
                    raise
            if last != "end":
                await asyncio.sleep(pause)

    async def _items(self, path: str, field: str) -> AsyncIterator[Any]:
        """What is in a field of a page and of all that follow it."""
        following: str | None = path
        while following:
            page = await self.request("GET", following)
            for item in page[field]:
                yield item
            following = page["next"] and urljoin(f"{self.address}/", page["next"])

    @asynccontextmanager
    async def _cancelling(self, path: str) -> AsyncIterator[None]:
        """Cancel the job or batch at the path if waiting for it ends early."""
        try:
            yield
        except JobEnded:
            raise
        # Ctrl-C and a cancelled asyncio task, too.
        except BaseException:
            with suppress(OSError, FewestProblem):
                async with self._open("DELETE", path, None, {}, CANCEL_SECONDS):
                    pass
            raise
