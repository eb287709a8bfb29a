"""Tasks as jobs: known, joined, listed apart, and the same bytes from every run."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.service.routes.tasks import LEVELS
from fewest.store import Store
from fewest.workers import runs
from tests.unit.service.worker import ROW, client_of

EIGHT: dict[str, Any] = {"kind": "slide", "board": {"rows": 3, "columns": 3}, "goal": [1, 2, 3, 4, 5, 6, 7, 8, 0]}
FEATURES: dict[str, Any] = {"puzzle": ROW}
BODIES = {"spaces": EIGHT, "generations": LEVELS | {"number": 2}, "features": FEATURES}
"""A body of each noun, done within a second."""

OWN = ("id", "created", "started", "ended", "links")
"""What is different between two jobs for the same task."""


@pytest.fixture(autouse=True)
def unlimited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process of the tests keeps its memory."""
    monkeypatch.setattr(runs, "limit_memory", lambda _: None)


def run_all(store: Store, cores: int = 1) -> None:
    """Do all open tasks."""
    for search_id in store.searches.open_ids():
        runs.run_search(Settings(cores=cores), store, search_id)


def result(document: dict[str, Any]) -> dict[str, Any]:
    """A document without what is different between two jobs for the same task."""
    return {name: value for name, value in document.items() if name not in OWN}


ENGLISH: dict[str, Any] = {"kind": "jump", "board": {"name": "english"}, "start": {"empty": [16]}}


@pytest.mark.parametrize(
    ("noun", "body", "cost"),
    [
        ("features", FEATURES, 1),
        ("generations", LEVELS | {"number": 7}, 7),
        ("spaces", ENGLISH | {"limits": {"bytes": 100_000_001}}, 6),
        ("spaces", ENGLISH | {"board": {"name": "hoppers"}, "start": {"empty": [6]}}, 1),
    ],
)
def test_a_task_counts_by_what_it_may_cost(store: Store, noun: str, body: dict[str, Any], cost: int) -> None:
    """To its client's rate a space counts a search for each 20 MB it may take, levels one each; one too many waits."""
    client = client_of(store, rate_searches=cost + 1)
    assert 'searches";r=1;' in client.post(f"/v1/{noun}", json=body).headers["RateLimit"]
    again = body | {"limits": {"seconds": 7} | body.get("limits", {})}
    assert client.post(f"/v1/{noun}", json=again).status_code == 202, "a search is left"
    assert client.post(f"/v1/{noun}", json=body | {"limits": {"seconds": 8}}).status_code == 429


@pytest.mark.parametrize("noun", BODIES)
def test_a_task_is_queued_carried_out_and_known(store: Store, client: FlaskClient, noun: str) -> None:
    """A task is queued like a job; once it is done, the same task again is answered at once, and the same."""
    queued = client.post(f"/v1/{noun}", json=BODIES[noun])
    assert (queued.status_code, queued.json["status"], queued.json["queue_position"]) == (202, "queued", 0)
    place = queued.headers["Location"]
    assert place == queued.json["links"]["self"] == f"/v1/{noun}/{queued.json['id']}"
    joined = client.post(f"/v1/{noun}", json=BODIES[noun])
    assert joined.json["id"] != queued.json["id"]
    assert len(store.searches.open_ids()) == 1
    run_all(store)
    ended = client.get(place)
    assert ended.json["status"] == "finished"
    assert client.get(place).data == ended.data
    assert result(client.get(joined.headers["Location"]).json) == result(ended.json)
    known = client.post(f"/v1/{noun}", json=BODIES[noun])
    assert known.status_code == 200
    assert result(known.json) == result(ended.json)
    assert client.post(f"/v1/{noun}", json=BODIES[noun]).data == known.data
    other_limits = client.post(f"/v1/{noun}", json=BODIES[noun] | {"limits": {"seconds": 7}})
    assert (other_limits.status_code, other_limits.json["limits"]["seconds"]) == (200, 7)


def test_a_generated_puzzle_is_known(store: Store, client: FlaskClient) -> None:
    """A level that somebody POSTs is answered at once, with the length and the count that it was made with."""
    place = client.post("/v1/generations", json=BODIES["generations"]).headers["Location"]
    run_all(store)
    for level in client.get(place).json["puzzles"]:
        answer = client.post("/v1/jobs", json={"puzzle": level["puzzle"], "want": "count"})
        assert answer.status_code == 200
        assert (answer.json["result"]["length"], answer.json["result"]["count"]) == (level["length"], level["count"])
        assert answer.json["result"]["statistics"]["cache"] == "hit"


def test_what_a_limit_has_stopped_is_not_known(store: Store, client: FlaskClient) -> None:
    """A task that has reached a limit says which, and with other limits it is done anew."""
    place = client.post("/v1/spaces", json=EIGHT | {"limits": {"nodes": 1}}).headers["Location"]
    run_all(store)
    ended = client.get(place).json
    assert (ended["status"], ended["limit"]) == ("stopped", "nodes")
    assert client.post("/v1/spaces", json=EIGHT).status_code == 202


def test_tables_and_a_picture(store: Store, client: FlaskClient) -> None:
    """A finished space has tables and a chart of its depths; one that is open has none yet."""
    place = client.post("/v1/spaces", json=EIGHT).headers["Location"]
    assert client.get(place, headers={"Accept": "text/csv"}).status_code == 409
    assert client.get(f"{place}/picture.svg").status_code == 409
    run_all(store)
    lines = client.get(place, headers={"Accept": "text/csv"}).text.split("\r\n")
    # A089473 of the OEIS: 1, 2, 4, 8, 16, 20, 39, ...
    assert lines[:5] == ["depth,positions", "0,1", "1,2", "2,4", "3,8"]
    assert len(lines) == 1 + 32 + 1
    rows = client.get(place, headers={"Accept": "application/jsonl"})
    assert [json.loads(line)["positions"] for line in rows.text.splitlines()][:7] == [1, 2, 4, 8, 16, 20, 39]
    assert client.get(place, headers={"Accept": "*/*"}).mimetype == "application/json"
    picture = client.get(client.get(place).json["links"]["picture"])
    assert (picture.mimetype, "181,440 positions" in picture.text) == ("image/svg+xml", True)
