"""API keys: only the whole key of a client that is not revoked matches."""

from __future__ import annotations

import hashlib

import pytest

from fewest.store import Store
from fewest.store.clients import Access, Client, match


def test_key_matches_its_client(store: Store) -> None:
    """A key matches the client it was made for, and no other; a revoked one matches none."""
    one, token = store.clients.add("one")
    two, other = store.clients.add("two")
    known = store.clients.all()
    assert known == {one.id: one, two.id: two}
    assert (match(known, token), match(known, other)) == (one, two)
    assert store.clients.revoke(one.id)
    assert not store.clients.revoke(one.id)
    assert (match(store.clients.all(), token), match(store.clients.all(), other)) == (None, two)


@pytest.mark.parametrize(
    "form", ["other_{id}_{secret}", "fewest_{id}_", "fewest_{id}", "fewest__{secret}", "{secret}", ""]
)
def test_part_of_a_key_does_not_match(store: Store, form: str) -> None:
    """A key matches only with its prefix, id and secret."""
    client, token = store.clients.add("one")
    known, secret = store.clients.all(), token.split("_", 2)[2]
    assert match(known, f"fewest_{client.id}_{secret}") == client
    assert match(known, form.format(id=client.id, secret=secret)) is None


@pytest.mark.parametrize("secret", ["a_b", "_", "__x", "a-b"])
def test_a_secret_may_contain_the_separator(secret: str) -> None:
    """Only the first two underscores of a key separate its parts."""
    known = {"1f": Client("1f", "one", hashlib.sha256(secret.encode()).hexdigest(), 0.0)}
    assert match(known, f"fewest_1f_{secret}") is known["1f"]
    assert match(known, f"fewest_2f_{secret}") is None
    assert match(known, f"fewest_1f_{secret}_") is None


def test_any_header_is_a_key_that_does_not_match(store: Store) -> None:
    """A header that is not valid text matches no client, and raises no error."""
    client, _ = store.clients.add("one")
    for secret in ("\udcff", "é", "\0", "x" * 100_000):
        assert match(store.clients.all(), f"fewest_{client.id}_{secret}") is None


def test_who_has_access(store: Store) -> None:
    """The first key closes the service; it opens again only on request, and only without keys."""
    assert store.clients.access() == Access({}, "")
    assert store.clients.open()
    assert store.clients.access() == Access({}, "open")
    client, _ = store.clients.add("one")
    assert store.clients.access() == Access({client.id: client}, "closed")
    assert not store.clients.open()
    assert store.clients.access().mode == "closed"
    assert not store.clients.revoke("unknown")
    assert store.clients.revoke(client.id)
    assert store.clients.access() == Access({}, "closed")
    assert store.clients.open()
    assert not store.clients.revoke(client.id)
    assert store.clients.access().mode == "open"
