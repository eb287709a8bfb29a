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


@pytest.mark.parametrize("noun", CHOOSING)
@pytest.mark.parametrize("taken", BODIES)
def test_an_id_that_the_service_has_made(
    noun: str, taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]]
) -> None:
    """Another client that knows the id of anything is refused with 409 under every noun, and its owner still has it."""
    client, mine, theirs = keyed
    made = client.post(f"/v1/{taken}", json=BODIES[taken], headers=mine).json["links"]["self"]
    before = client.get(made, headers=mine).json
    place = f"/v1/{noun}/{made.rpartition('/')[2]}"
    for body in (BODIES[noun], BODIES[taken]) if noun == taken else (BODIES[noun],):
        for headers in (theirs, mine):
            refused = client.put(place, json=body, headers=headers)
            assert (refused.status_code, refused.json["type"]) == (409, "/problems/id-taken")
    after = client.get(made, headers=mine)
    assert (after.status_code, after.json) == (200, before)


@pytest.mark.parametrize("noun", CHOOSING)
@pytest.mark.parametrize("taken", CHOOSING)
def test_an_id_that_a_client_has_chosen(
    noun: str, taken: str, keyed: tuple[FlaskClient, dict[str, str], dict[str, str]]
) -> None:
    """An id is one request's, for one noun and one client: the same request again leads to the same, others to 409."""
    client, mine, theirs = keyed
    first = client.put(f"/v1/{taken}/{CHOSEN}", json=BODIES[taken], headers=mine)
    assert first.status_code in (200, 202)
    again = client.put(f"/v1/{noun}/{CHOSEN}", json=BODIES[noun], headers=mine)
    assert again.status_code == (first.status_code if noun == taken else 409)
    assert client.put(f"/v1/{noun}/{CHOSEN}", json=BODIES[noun], headers=theirs).status_code == 409
    assert client.get(f"/v1/{taken}/{CHOSEN}", headers=mine).json["id"] == CHOSEN
