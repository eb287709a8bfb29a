"""API keys: once there have been any, a service without keys is closed until the operator opens it."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from flask.testing import FlaskClient

from cli.__main__ import main
from schemas.settings import Settings
from service import create_app
from store import Store
from tests.hang import until

PUZZLE = {"kind": "slide", "board": {"name": "8-puzzle"}, "start": [1, 2, 3, 4, 5, 6, 7, 0, 8]}
BODY = {"puzzle": PUZZLE | {"goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}}


def client_of(store: Store, mark: Path) -> FlaskClient:
    """A client of an application that remembers in a file that there have been keys."""
    return create_app(Settings(), store, mark).test_client()


def status(client: FlaskClient) -> int:
    """The status of a request for work without a key."""
    return client.post("/v1/puzzles/check", json=BODY).status_code


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

    def fewest(*arguments: str) -> tuple[int, str]:
        ran = CliRunner().invoke(main, ["keys", *arguments], env={"REDIS_URL": server_url})
        return ran.exit_code, ran.output

    key, _ = store.clients.add("someone")
    client = client_of(store, tmp_path / "closed")
    assert status(client) == 401
    code, text = fewest("open")
    assert (code, "1 key" in text) == (1, True)
    assert "No key is left" in fewest("revoke", key.id)[1]
    assert fewest("open")[0] == 0
    until(lambda: status(client) == 200)
    assert not (tmp_path / "closed").exists()
    assert status(client_of(store, tmp_path / "closed")) == 200
    store.clients.add("another")
    until(lambda: status(client) == 401)
