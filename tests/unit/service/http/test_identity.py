"""Identity: which key a request has, and what holds while the store is away."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask, g, request

from fewest.service.http import identity
from fewest.service.http.identity import Identity
from fewest.service.http.problems import Problem
from fewest.store import Store, StoreError
from fewest.store.clients import Access, Client, Clients
from tests.hang import HANG_SECONDS
from tests.unit.service.worker import client_of


class StoredKeys(Clients):
    """The API keys of a store that can be away: then ``stored`` is None."""

    def __init__(self, stored: dict[str, Client] | None) -> None:
        self.stored, self.reads = stored, 0

    def access(self) -> Access:
        """The keys, if the store is there."""
        self.reads += 1
        if self.stored is None:
            raise StoreError("away")
        return Access(dict(self.stored), "closed" if self.stored else "")


def owner(known: Identity, authorization: str, method: str = "POST", path: str = "/v1/jobs") -> str:
    """The owner of what a request makes; "refused" if its key is not valid."""
    headers = {"Authorization": authorization} if authorization else {}
    with Flask("test").test_request_context(path, method=method, headers=headers):
        try:
            known.identify(request)
        except Problem as problem:
            return "refused" if problem.code == "unauthorized" else problem.code
        return str(g.owner)


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request waits for the thread that reads the keys as long as that takes."""
    for name in ("PATIENCE_SECONDS", "READ_SECONDS"):
        monkeypatch.setattr(identity, name, HANG_SECONDS)


@pytest.mark.parametrize("fresh_seconds", [0.0, HANG_SECONDS])
def test_known_keys_hold_while_the_store_is_away(
    store: Store, monkeypatch: pytest.MonkeyPatch, fresh_seconds: float
) -> None:
    """While the store is away, the last known keys stay valid and all others are refused."""
    monkeypatch.setattr(identity, "FRESH_SECONDS", fresh_seconds)
    client, token = store.clients.add("one")
    stored = StoredKeys(store.clients.all())
    known = Identity(stored)
    assert owner(known, f"Bearer {token}") == client.id
    stored.stored = None
    assert [owner(known, given) for given in (f"Bearer {token}", "Bearer x", "")] == [client.id, "refused", "refused"]


def test_work_is_refused_until_the_keys_are_known() -> None:
    """If the store has never been reached, it is unknown whether there are keys: work and requests with a key fail.
    Reading without a key needs no store.
    """
    known = Identity(StoredKeys(None))
    for given, method in (("", "POST"), ("Bearer x", "GET")):
        with pytest.raises(StoreError):
            owner(known, given, method)
    assert owner(known, "", "GET", "/livez") == ""


def test_keys_are_read_again_when_they_are_old(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys just read are not read again; later, new ones are accepted and revoked ones refused."""
    monkeypatch.setattr(identity, "FRESH_SECONDS", HANG_SECONDS)
    client, token = store.clients.add("one")
    stored = StoredKeys(store.clients.all())
    known = Identity(stored)
    assert [owner(known, f"Bearer {token}") for _ in range(3)] == [client.id] * 3
    assert stored.reads == 1
    monkeypatch.setattr(identity, "FRESH_SECONDS", 0.0)
    other, given = store.clients.add("other")
    stored.stored = {other.id: other}
    assert [owner(known, f"Bearer {each}") for each in (token, given)] == ["refused", other.id]


def test_which_requests_need_a_key(store: Store) -> None:
    """Work needs a key, reading does not; a wrong key is always refused. If no keys exist, none is needed."""
    client, token = store.clients.add("one")
    known = Identity(store.clients)
    assert [owner(known, "", method) for method in ("GET", "HEAD", "OPTIONS")] == [""] * 3
    assert [owner(known, "", method) for method in ("POST", "DELETE")] == ["refused"] * 2
    assert owner(known, "Bearer x", "GET") == "refused"
    assert owner(known, f"bearer  {token}") == client.id
    assert owner(known, f"Basic {token}") == "refused"
    assert owner(Identity(StoredKeys({})), "Bearer x") == ""


def test_closed_service_refuses_at_once(tmp_path: Path) -> None:
    """A process that knows from before that the service is closed refuses a request without a key, whether or not the
    store can be read; a request with a key needs the store.
    """
    mark = tmp_path / "closed"
    mark.touch()
    known = Identity(StoredKeys(None), mark)
    assert owner(known, "") == "refused"
    with pytest.raises(StoreError):
        owner(known, "Bearer x")


def test_a_mark_that_was_deleted_is_made_again(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While there are keys, a deleted mark is written again when the keys are read."""
    monkeypatch.setattr(identity, "FRESH_SECONDS", 0.0)
    _, token = store.clients.add("one")
    known = Identity(store.clients, tmp_path / "closed")
    for _ in range(2):
        owner(known, f"Bearer {token}")
        assert (tmp_path / "closed").exists()
        (tmp_path / "closed").unlink()


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("64:ff9b::192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:DB8:1:3::7", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("a name", "a name"),
        ("", "unknown"),
    ],
)
def test_clients_without_a_key(address: str, client: str) -> None:
    """Without a key, a client is an IPv4 address, however it is written, or an IPv6 network of 64 bits."""
    with Flask("test").test_request_context("/v1/jobs", environ_overrides={"REMOTE_ADDR": address}):
        Identity(StoredKeys({})).identify(request)
        assert (g.owner, g.client) == ("", client)


def test_the_last_address_counts(store: Store) -> None:
    """The address that the outer of two proxies appends is the client's, whatever the client has written before."""
    client = client_of(store, proxies=2, rate_requests=1)

    def ask(address: str) -> int:
        headers = {"X-Forwarded-For": f"1.1.1.1, 192.0.2.1, {address}, 10.0.0.9"}
        return client.post("/v1/puzzles/check", json={"puzzle": {}}, headers=headers).status_code

    assert [ask(address) for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2")] == [422, 429, 422]
