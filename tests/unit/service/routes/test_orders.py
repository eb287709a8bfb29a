"""Orders as they are read: from damaged values, too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from store import Store, keys
from tests.unit.service.worker import ROW, client_of

BODIES: dict[str, Any] = {
    "spaces": {"kind": "slide", "board": ROW["board"], "goal": ROW["goal"]},
    "features": {"puzzle": ROW},
    "generations": {"kind": "slide", "board": {"rows": 2, "columns": 3}, "number": 1, "length": {"max": 5}, "seed": 1},
}
CSV = {"Accept": "text/csv"}


@pytest.mark.parametrize("noun", BODIES)
def test_a_damaged_answer_is_none(store: Store, noun: str) -> None:
    """An order whose stored result is not one is carried out again."""
    client = client_of(store)
    first = client.post(f"/v1/{noun}", json=BODIES[noun])
    (search_id,) = store.searches.open_ids()
    search = store.searches.load(search_id)
    assert search is not None
    for damaged in (b"{}", b'{"status": 5}', b"[]"):
        fields = {"grade": 3, "result": damaged, "exact_digest": search.exact_digest}
        store.redis.hset(keys.answer(search.key), mapping=fields)
        again = client.post(f"/v1/{noun}", json=BODIES[noun])
        assert (again.status_code, again.json["status"]) == (first.status_code, first.json["status"]) == (202, "queued")


@pytest.mark.parametrize("noun", BODIES)
def test_a_table_of_a_damaged_job(store: Store, noun: str) -> None:
    """A job whose document lacks its status, or what its table is made of, is not found, in whatever form."""
    client = client_of(store)
    place = f"/v1/{noun}/damaged"
    links = {"links": {"self": place}}
    for document in (links, {"status": 5} | links, {"status": "finished", "features": 5, "depths": 5} | links):
        text = json.dumps(document, separators=(",", ":"))
        store.redis.hset(keys.job("damaged"), mapping={"document": text, "owner": '""'})
        assert client.get(place, headers=CSV).status_code == 404
        assert client.get(place).status_code == 404
