"""What a check says of the answers that are stored."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient

from fewest.store import Store, keys
from tests.unit.service.worker import work
from tests.unit.studio.drawing.test_svg import LINE_PUZZLE


@pytest.mark.parametrize("moves", [[[0, 4]], [[0, 2]], None])
def test_only_what_holds_is_said(store: Store, client: FlaskClient, moves: list[list[int]] | None) -> None:
    """The answers of a check and a lookup are replayed, as all are: one that does not hold is dropped, and unknown."""

    def known() -> tuple[str, object]:
        checked = client.post("/v1/puzzles/check", json={"puzzle": LINE_PUZZLE}).json
        return checked["key"], checked["answer"]

    assert known()[1] is None
    client.post("/v1/jobs", json={"puzzle": LINE_PUZZLE})
    work(store)
    key, answer = known()
    assert answer == {"status": "solved", "length": 1}
    name = keys.answer(key)
    result = json.loads(store.redis.hget(name, "result")) | {"moves": moves, "removed": None}
    store.redis.hset(name, "result", json.dumps(result))
    kept = store.redis.hgetall(name)
    assert known()[1] is None
    assert not store.redis.exists(name)
    store.redis.hset(name, mapping=kept)
    assert client.post("/v1/lookups", json={"puzzle": LINE_PUZZLE}).status_code == 404
    assert not store.redis.exists(name)
