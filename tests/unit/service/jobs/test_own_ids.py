"""Ids that clients choose: none leads to what is somebody else's, or replaces it, whatever the noun."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from store import Store
from tests.unit.service.worker import ROW, bearer, client_of

CHOSEN = "0123456789-abcdefgh"
CHOOSING = {
    "jobs": {"puzzle": ROW},
    "surveys": {"kind": "slide", "board": ROW["board"], "starts": [ROW["start"]], "goals": [ROW["goal"]]},
    "spaces": {"kind": "slide", "board": ROW["board"], "goal": ROW["goal"]},
    "features": {"puzzle": ROW},
    "generations": {"kind": "slide", "board": {"rows": 2, "columns": 3}, "number": 1, "length": {"max": 5}, "seed": 1},
}
"""Every noun whose id a client may choose, with a body."""

BODIES: dict[str, dict[str, Any]] = CHOOSING | {"batches": {"puzzles": [ROW]}, "hints": {"puzzle": ROW}}
"""Every noun that has ids."""


@pytest.fixture
def keyed(store: Store) -> tuple[FlaskClient, dict[str, str], dict[str, str]]:
    """A client of the service, and the headers of two holders of keys."""
    mine, theirs = (bearer(store.clients.add(name)[1]) for name in ("one", "other"))
    return client_of(store), mine, theirs


def test_every_noun_is_here(store: Store) -> None:
    """The nouns with ``PUT`` are those that are tried."""
    rules = client_of(store).application.url_map.iter_rules()
    assert {rule.rule.split("/")[2] for rule in rules if "PUT" in (rule.methods or ())} == CHOOSING.keys()


@pytest.mark.parametrize("taken", BODIES)
def test_an_id_that_the_service_has_made(taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]]) -> None:
    """It is refused with 409 under every noun; only its owner finds anything there, and only under its own noun."""
    client, mine, theirs = keyed
    made = client.post(f"/v1/{taken}", json=BODIES[taken], headers=mine).json["links"]
    before = client.get(made["self"], headers=mine).json
    name = before["id"]
    for noun in CHOOSING:
        for headers in (theirs, mine):
            refused = client.put(f"/v1/{noun}/{name}", json=BODIES[noun], headers=headers)
            assert (refused.status_code, refused.json["type"]) == (409, "/problems/id-taken"), noun
    for place in {*made.values(), *(f"/v1/{noun}/{name}" for noun in BODIES)}:
        assert client.get(place, headers=theirs).status_code == 404, place
    for place in {f"/v1/{noun}/{name}" for noun in BODIES if noun != taken}:
        assert client.get(place, headers=mine).status_code == 404, place
        assert client.delete(place, headers=mine).status_code in (404, 405), place
    assert client.delete(made["self"], headers=theirs).status_code in (404, 405)
    after = client.get(made["self"], headers=mine)
    assert (after.status_code, after.json) == (200, before)


@pytest.mark.parametrize("taken", CHOOSING)
def test_an_id_that_a_client_has_chosen(taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]]) -> None:
    """An id is one request's, for one noun and one client: the same request again leads to the same, others to 409.

    An ``Idempotency-Key``, in quotes or not, is such an id; a request with errors takes none.
    """
    client, mine, theirs = keyed
    place, body = f"/v1/{taken}/{CHOSEN}", BODIES[taken]
    assert client.put(place, json={}, headers=mine).status_code == 422
    first = client.put(place, json=body, headers=mine)
    assert first.status_code in (200, 202)
    for key in (CHOSEN, f'"{CHOSEN}"'):
        again = client.post(f"/v1/{taken}", json=body, headers=mine | {"Idempotency-Key": key})
        assert (again.status_code, again.json) == (first.status_code, first.json)
    other = client.put(place, json=body | {"limits": {"seconds": 7}}, headers=mine)
    assert (other.status_code, other.json["type"]) == (409, "/problems/id-taken")
    for noun in CHOOSING:
        again = client.put(f"/v1/{noun}/{CHOSEN}", json=BODIES[noun], headers=mine)
        assert again.status_code == (first.status_code if noun == taken else 409), noun
        assert client.put(f"/v1/{noun}/{CHOSEN}", json=BODIES[noun], headers=theirs).status_code == 409, noun
    assert client.get(place, headers=mine).json["id"] == CHOSEN


@pytest.mark.parametrize("name", ["", "short", "a" * 15, "a" * 65, "a.b.c.d.e.f.g.h.i", "ä" * 20, f"{CHOSEN}!", '""'])
def test_ids_that_could_be_guessed_are_refused(store: Store, name: str) -> None:
    """An id, also one in an ``Idempotency-Key``, has 16 to 64 letters, digits, - and _."""
    client = client_of(store)
    for noun, body in CHOOSING.items():
        key = {"Idempotency-Key": name.encode().decode("latin-1")}
        refused = client.post(f"/v1/{noun}", json=body, headers=key)
        assert (refused.status_code, refused.json["type"]) == (400, "/problems/invalid-parameter")
        if name:
            assert client.put(f"/v1/{noun}/{name}", json=body).status_code == 400
