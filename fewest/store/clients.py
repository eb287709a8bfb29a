"""API keys. Only a digest of each secret is stored: 256 random bits cannot be recovered from it."""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import secrets
import time
from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError as StoreError

from fewest.store import keys
from fewest.store.damage import PARSE_ERRORS, shaped
from fewest.store.layout import other_layout

PREFIX = "fewest"

log = logging.getLogger("fewest.store")


@dataclass(frozen=True, slots=True)
class Client:
    """The holder of an API key."""

    id: str
    name: str
    digest: str
    created: float


@dataclass(frozen=True, slots=True)
class Access:
    """Who may use the service.

    Attributes
    ----------
    clients
        The holders of keys by id.
    mode
        "closed" once a key has been made, "open" if the operator has opened the service after that; empty in a store
        that has never had a key or has lost all data.
    """

    clients: dict[str, Client]
    mode: str


class Clients:
    """The API keys in Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._damaged: set[str] = set()

    def add(self, name: str) -> tuple[Client, str]:
        """Make a key. The second value is the key itself, which is not stored."""
        client_id = secrets.token_hex(6)
        # 256 bits: what the digest of this is cannot be tried out.
        secret = secrets.token_urlsafe(32)
        client = Client(client_id, name, _digest(secret), time.time())
        fields = {"name": name, "digest": client.digest, "created": client.created}
        with self._redis.pipeline() as pipe:
            pipe.hset(keys.CLIENTS, client_id, json.dumps(fields))
            # In the same transaction: a service that has a key is never open.
            pipe.set(keys.ACCESS, "closed")
            pipe.execute()
        return client, f"{PREFIX}_{client_id}_{secret}"

    def all(self) -> dict[str, Client]:
        """All clients by id."""
        return self.access().clients

    def access(self) -> Access:
        """Who may use the service.

        Raises
        ------
        StoreError
            If the store has no keys but has data of another layout, whose keys this version cannot find.
        """
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.hgetall(keys.CLIENTS)
            pipe.get(keys.ACCESS)
            found, mode = pipe.execute()
        clients = {client.id: client for name, fields in found.items() if (client := self._client(name, fields))}
        # Without this, a service would be open whose keys another version has stored elsewhere.
        if not found and mode is None and (text := other_layout(self._redis)):
            raise StoreError(text)
        return Access(clients, "open" if mode == b"open" else "closed" if found or mode is not None else "")

    def _client(self, name: bytes, fields: bytes) -> Client | None:
        """A client; None if its entry is damaged. A damaged entry is left alone, since it could not be restored."""
        client_id = keys.decoded(name)
        try:
            return shaped(Client, json.loads(fields) | {"id": client_id})
        except PARSE_ERRORS as error:
            if client_id not in self._damaged:
                self._damaged.add(client_id)
                log.warning("the API key %s is damaged and gives no access: %r", client_id, error)
            return None

    def revoke(self, client_id: str) -> bool:
        """Revoke a key. Returns False if no key has this id. When the last key is revoked, the service stays closed."""
        # First: an id that does not exist must not close an open service.
        if not self._redis.hdel(keys.CLIENTS, client_id):
            return False
        self._redis.set(keys.ACCESS, "closed")
        self._redis.hdel(keys.WEBHOOK_SECRETS, client_id)
        return True

    def open(self) -> bool:
        """Open the service to everyone. Returns False, and changes nothing, while keys exist."""
        if self.access().clients:
            return False
        self._redis.set(keys.ACCESS, "open")
        return True


def match(clients: dict[str, Client], token: str) -> Client | None:
    """The client a key belongs to, if any. Digests are compared in constant time."""
    prefix, _, rest = token.partition("_")
    client_id, _, secret = rest.partition("_")
    client = clients.get(client_id)
    # An unknown id must take as long as a wrong secret.
    expected = client.digest if client is not None else _digest("")
    same = hmac.compare_digest(expected, _digest(secret))
    return client if same and prefix == PREFIX else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
