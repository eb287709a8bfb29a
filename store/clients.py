"""API keys. Only a digest of each secret is stored: 256 random bits cannot be recovered from it."""

from __future__ import annotations

import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass
from typing import Any

from store import keys

PREFIX = "fewest"


@dataclass(frozen=True, slots=True)
class Client:
    """The holder of an API key."""

    id: str
    name: str
    digest: str
    created: float


class Clients:
    """The API keys in Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def add(self, name: str) -> tuple[Client, str]:
        """Make a key. The second value is the key itself, which is not stored."""
        client_id, secret = secrets.token_hex(6), secrets.token_urlsafe(32)
        client = Client(client_id, name, _digest(secret), time.time())
        fields = {"name": name, "digest": client.digest, "created": client.created}
        self._redis.hset(keys.CLIENTS, client_id, json.dumps(fields))
        return client, f"{PREFIX}_{client_id}_{secret}"

    def all(self) -> dict[str, Client]:
        """All clients by id."""
        found = self._redis.hgetall(keys.CLIENTS)
        return {name.decode(): Client(id=name.decode(), **json.loads(fields)) for name, fields in found.items()}

    def revoke(self, client_id: str) -> bool:
        """Revoke a key. Returns False if there is no key with this id."""
        return bool(self._redis.hdel(keys.CLIENTS, client_id))


def match(clients: dict[str, Client], token: str) -> Client | None:
    """The client a key belongs to, if any. Digests are compared in constant time."""
    prefix, _, rest = token.partition("_")
    client_id, _, secret = rest.partition("_")
    client = clients.get(client_id)
    expected = client.digest if client is not None else _digest("")
    same = hmac.compare_digest(expected, _digest(secret))
    return client if same and prefix == PREFIX else None


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "surrogateescape")).hexdigest()
