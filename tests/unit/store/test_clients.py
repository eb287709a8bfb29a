"""API keys: only the whole key of a client that is not revoked matches."""

from __future__ import annotations

import pytest

from store import Store
from store.clients import match


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
    """Prefix, id and secret must all be there."""
    client, token = store.clients.add("one")
    known, secret = store.clients.all(), token.split("_", 2)[2]
    assert match(known, f"fewest_{client.id}_{secret}") == client
    assert match(known, form.format(id=client.id, secret=secret)) is None
