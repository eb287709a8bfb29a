"""API keys: once there have been any, a service without keys is closed until the operator opens it."""

from __future__ import annotations

from pathlib import Path

from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.store import Store
from fewest.wsgi import create_app
from tests.hang import until
from tests.unit.cli.test_commands import fewest
from tests.unit.service.worker import ROW


def client_of(store: Store, mark: Path) -> FlaskClient:
    """A client of an application that remembers in a file that there have been keys."""
    return create_app(Settings(), store, mark).test_client()


def status(client: FlaskClient) -> int:
    """The status of a request for work without a key."""
    return client.post("/v1/puzzles/check", json={"puzzle": ROW}).status_code


def test_revoking_the_last_key_closes_the_service(store: Store, tmp_path: Path) -> None:
    """After the last key is revoked, requests for work are refused, also by a process that never saw it."""
    client = client_of(store, tmp_path / "closed")
    assert status(client) == 200
    key, _ = store.clients.add("the only one")
    until(lambda: status(client) == 401)
    store.clients.revoke(key.id)
    until(lambda: not store.clients.all())
    assert {status(client_of(store, tmp_path / "other")) for _ in range(3)} == {401}
    assert status(client) == 401


def test_losing_the_store_does_not_open_the_service(store: Store, tmp_path: Path) -> None:
    """A store that comes back empty opens the service neither to the running processes nor to new ones."""
    store.clients.add("someone")
    client = client_of(store, tmp_path / "closed")
    assert status(client) == 401
    store.redis.flushall()
    again = client_of(store, tmp_path / "closed")
    for _ in range(3):
        assert (status(client), status(again)) == (401, 401)
    assert status(client_of(store, tmp_path / "new")) == 200, "a store that never had a key is open"


def test_the_operator_opens_the_service(store: Store, server_url: str, tmp_path: Path) -> None:
    """`fewest keys open` opens a service without keys, for good, and refuses while there are keys."""

    key, _ = store.clients.add("someone")
    client = client_of(store, tmp_path / "closed")
    assert status(client) == 401
    refused = fewest("keys", "open", REDIS_URL=server_url)
    assert (refused.exit_code, "1 key" in refused.output) == (1, True)
    assert "No key is left" in fewest("keys", "revoke", key.id, REDIS_URL=server_url).output
    assert fewest("keys", "open", REDIS_URL=server_url).exit_code == 0
    until(lambda: status(client) == 200)
    assert not (tmp_path / "closed").exists()
    assert status(client_of(store, tmp_path / "closed")) == 200
    store.clients.add("another")
    until(lambda: status(client) == 401)
