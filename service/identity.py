"""Who sends a request: the client of an API key, or an address."""

from __future__ import annotations

import threading
import time

from flask import Request, g

from service.problems import Problem
from store import StoreError
from store.clients import Client, Clients, match

FRESH_SECONDS = 2.0
"""A new key is accepted, and a revoked one refused, after at most this long."""

READING = ("GET", "HEAD", "OPTIONS")


class Identity:
    """Identifies clients. Keys are read from the store every few seconds; while it is away the last known ones hold."""

    def __init__(self, clients: Clients) -> None:
        self._stored, self._lock = clients, threading.Lock()
        self._clients: dict[str, Client] | None = None
        self._read = float("-inf")

    def identify(self, request: Request) -> None:
        """Note on ``g`` the owner of what the request makes, and the client whose rate it counts to.

        Raises
        ------
        Problem
            If the key is not valid, or if it is missing and the request costs work.
        """
        given = request.headers.get("Authorization", "")
        works = request.method not in READING and request.path.startswith("/v1/")
        g.owner, g.client = "", request.remote_addr or "unknown"
        if not (given or works):
            return  # needs no key, and no store to look it up
        clients = self._known()
        if not clients:
            return
        scheme, _, token = given.partition(" ")
        client = match(clients, token.strip()) if scheme.lower() == "bearer" else None
        if client is not None:
            g.owner = g.client = client.id
        else:
            detail = "The given key is unknown or revoked." if given else "Send it as Authorization: Bearer …"
            raise Problem("unauthorized", detail, {"WWW-Authenticate": "Bearer"})

    def _known(self) -> dict[str, Client]:
        with self._lock:
            if self._clients is not None and time.monotonic() - self._read < FRESH_SECONDS:
                return self._clients
            try:
                self._clients = self._stored.all()
            except StoreError:
                if self._clients is None:
                    raise
            self._read = time.monotonic()
            return self._clients
