"""Who sends a request: the client of an API key, an IPv4 address, or a network of IPv6 addresses."""

from __future__ import annotations

import logging
import threading
import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Network, ip_address
from pathlib import Path

from flask import Request, g

from fewest.config.addresses import plain
from fewest.service.http.problems import Problem
from fewest.solver.errors import Message
from fewest.store import StoreError
from fewest.store.clients import Access, Clients, match

FRESH_SECONDS = 1.0
"""Age after which keys are read again, so a change takes effect within two seconds."""

PATIENCE_SECONDS = 0.1
"""How long a request waits for keys being read again before it uses the last known ones."""

READ_SECONDS = 5.0
"""How long a request waits for keys that have never been read. The store times out earlier."""

READING = ("GET", "HEAD", "OPTIONS")

log = logging.getLogger("fewest.service")

LOCAL = "FEWEST_LISTENS_LOCALLY"
"""A variable that gunicorn's process sets to "1" for its children if it listens on loopback only."""

FORWARDED = {"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip"}
"""Headers of requests that a proxy has passed on."""

REMEMBERED = 1024
"""Addresses that a process need not parse again."""

IPV6_BITS = 64
"""Providers give a network of this many bits to one household or machine, which can use all its addresses."""


class Identity:
    """Identifies clients.

    One thread at a time reads the keys, without holding a lock: while the store does not answer, requests use the last
    known keys. Once keys have existed, a store without keys gives nobody access until the operator opens the service:
    it may be empty because its data were lost.

    Parameters
    ----------
    closed_mark
        File that exists if keys have existed. It outlives the process and the store.
    local
        Whether the service listens on loopback only.
    """

    def __init__(self, clients: Clients, closed_mark: Path | None = None, *, local: bool = False) -> None:
        self._stored = clients
        self._local = local
        self._mark = closed_mark
        self._lock = threading.Lock()
        self._access: Access | None = None
        self._closed = closed_mark is not None and closed_mark.exists()
        self._read = self._began = float("-inf")
        self._reading: threading.Event | None = None

    def identify(self, request: Request) -> None:
        """Note on ``g`` the owner of what the request creates, and the client whose rate it counts against.

        If nobody but the user of this machine can send it, that is noted as well.

        Raises
        ------
        Problem
            If the key is not valid, or if it is missing and the request costs work.
        """
        given = request.headers.get("Authorization", "")
        works = request.method not in READING and request.path.startswith("/v1/")
        g.owner = ""
        g.client = client_at(request.remote_addr or "unknown")
        if not (given or works):
            return  # needs neither a key nor the store
        access = self._known(needed=bool(given) or not self._closed)
        if not access.clients and not self._closed:
            # A proxy in front of the service may be on this machine, too.
            g.local = (
                self._local
                and is_loopback(request.remote_addr or "")
                and not FORWARDED.intersection(request.headers.keys())
            )
            return
        scheme, _, token = given.partition(" ")
        client = match(access.clients, token.strip()) if scheme.lower() == "bearer" else None
        if client is not None:
            g.owner = g.client = client.id
        else:
            detail = Message("Send it as Authorization: Bearer …")
            if given:
                detail = Message("The given key is unknown or revoked.")
            raise Problem("unauthorized", detail, {"WWW-Authenticate": "Bearer"})

    def _known(self, *, needed: bool) -> Access:
        """The keys as last read. They are read again if that was long ago.

        If they are not ``needed`` (the request has no key, and the service is closed to such requests) and have never
        been read, they count as no keys.
        """
        if self._access is None or time.monotonic() - self._read >= FRESH_SECONDS:
            reading = self._start_reading()
            patience = READ_SECONDS if self._access is None and needed else PATIENCE_SECONDS
            reading.wait(max(0.0, self._began + patience - time.monotonic()))
        if self._access is None and needed:
            raise StoreError("the API keys could not be read")
        return self._access or Access({}, "closed")

    def _start_reading(self) -> threading.Event:
        """Make another thread read the keys, unless one is reading them. The event is set when it ends."""
        with self._lock:
            reading = self._reading
            if reading is None:
                reading = self._reading = threading.Event()
                self._began = time.monotonic()
                threading.Thread(target=self._refresh, args=(reading,), daemon=True).start()
            return reading

    def _refresh(self, done: threading.Event) -> None:
        try:
            access = self._stored.access()
            if access.clients or access.mode:
                self._remember(closed=bool(access.clients) or access.mode == "closed")
            self._access = access
            self._read = time.monotonic()
        except StoreError as error:
            log.warning("API keys could not be read: %s", error)
        finally:
            self._reading = None
            done.set()

    def _remember(self, *, closed: bool) -> None:
        """Remember, beyond this process, whether the service is closed to requests without a key."""
        if closed == self._closed and (self._mark is None or self._mark.exists() == closed):
            return
        self._closed = closed
        if self._mark is None:
            return
        try:
            if closed:
                self._mark.parent.mkdir(parents=True, exist_ok=True)
                self._mark.touch()
            else:
                self._mark.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s cannot be written; it remembers that API keys have existed: %s", self._mark, error)


# Most requests come from few addresses, and to parse one takes longer than the rest of this module.
@lru_cache(REMEMBERED)
def client_at(address: str) -> str:
    """The client of an address: the address itself for IPv4 (also IPv4 within IPv6), its 64-bit network for IPv6."""
    try:
        found = plain(ip_address(address))
    except ValueError:
        return address
    return str(found if isinstance(found, IPv4Address) else IPv6Network((int(found), IPV6_BITS), strict=False))


@lru_cache(REMEMBERED)
def is_loopback(host: str) -> bool:
    """Whether a client, or a host to listen on, is this machine itself."""
    try:
        return host == "localhost" or plain(ip_address(host)).is_loopback
    except ValueError:
        return False
