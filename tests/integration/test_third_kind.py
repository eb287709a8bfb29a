"""A kind of puzzle is two objects, one for the solver and one for JSON: with both registered, the service serves it."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fewest.config.settings import Settings
from fewest.notation import kinds as schemas
from fewest.schemas.lanes import Lane
from fewest.solver import kinds
from fewest.store import Store, queue
from fewest.workers.runs import run_search
from fewest.wsgi import create_app
from tests.frogs_and_toads import FrogsKind, FrogsSchema

ROW: dict[str, Any] = {"kind": "frogs", "board": {"row": [0, 1, 2, 3, 4, 5, 6]}, "start": "TTT.FFF", "goal": "FFF.TTT"}
LENGTH = 3 * 3 + 3 + 3
SETTINGS = Settings(hint_seconds=0.01)


@pytest.fixture
def client(store: Store) -> Iterator[FlaskClient]:
    """A client of a service with a third kind of puzzle and, as far as the store knows, a worker."""
    store.redis.sadd(f"rq:workers:{queue.NAMES[Lane.QUICK]}", "rq:worker:test")
    store.redis.hset("rq:worker:test", "birth", "")
    kinds.register(FrogsKind())
    schemas.register(FrogsSchema())
    memory = resource.getrlimit(resource.RLIMIT_AS)
    try:
        yield create_app(SETTINGS, store).test_client()
    finally:
        resource.setrlimit(resource.RLIMIT_AS, memory)
        del kinds.KINDS["frogs"], schemas.KINDS["frogs"]


def work(store: Store) -> None:
    for search_id in store.searches.open_ids():
        run_search(SETTINGS, store, search_id)


def json_of(response: TestResponse, status: int = 200) -> dict[str, Any]:
    """The body of a response with this status."""
    assert response.status_code == status, response.text
    document: dict[str, Any] = response.get_json()
    return document


def renumbered() -> dict[str, Any]:
    order = list(range(7))
    Random(7).shuffle(order)
    row = [order.index(cell) for cell in ROW["board"]["row"]]
    start, goal = ("".join(text[cell] for cell in order) for text in (ROW["start"], ROW["goal"]))
    return {"kind": "frogs", "board": {"row": row}, "start": start, "goal": goal}


def test_third_kind_is_solved(client: FlaskClient, store: Store) -> None:
    """A job of a third kind is queued, solved by the worker, drawn, listed, and answers equal puzzles."""
    job = json_of(client.post("/v1/jobs", json={"puzzle": ROW, "want": "all"}), 202)
    assert (job["status"], job["kind"]) == ("queued", "frogs")
    work(store)
    job = json_of(client.get(job["links"]["self"]))
    result = job["result"]
    assert (result["status"], result["length"], result["optimal"], result["count"]) == ("solved", LENGTH, True, 2)
    solution = json_of(client.get(job["links"]["solution"]))
    assert (solution["puzzle"], solution["result"]["moves"]) == (ROW, result["moves"])
    assert client.get(job["links"]["picture"]).text.startswith("<svg")
    assert client.get(job["links"]["embed"]).status_code == 200
    listed = json_of(client.get(f"{job['links']['solution']}/all"))["solutions"]
    assert result["moves"] in [one["moves"] for one in listed]
    assert len(listed) == 2
    twin = json_of(client.post("/v1/jobs", json={"puzzle": renumbered(), "want": "count"}))
    assert (twin["result"]["length"], twin["result"]["statistics"]["cache"]) == (LENGTH, "symmetry")
    claim = {"puzzle": renumbered(), "moves": twin["result"]["moves"]}
    replay = json_of(client.post("/v1/replays", json=claim))
    assert (replay["legal"], replay["reaches_goal"], replay["length"]) == (True, True, LENGTH)
    assert replay["position"] == {"animals": renumbered()["goal"]}


def test_third_kind_is_checked(client: FlaskClient) -> None:
    """A puzzle of a third kind is described, its errors are reported, and the OpenAPI document has its form."""
    check = json_of(client.post("/v1/puzzles/check", json={"puzzle": ROW}))
    assert (check["cells"], check["toads"], check["symmetries"], check["lower_bound"]) == (7, 3, 1, 1)
    bad = json_of(client.post("/v1/jobs", json={"puzzle": ROW | {"start": "TT"}}), 422)
    assert [error["pointer"] for error in bad["errors"]] == ["/puzzle/start"]
    components = json_of(client.get("/openapi.json"))["components"]["schemas"]
    assert components["Puzzle"]["discriminator"]["mapping"]["frogs"] == "#/components/schemas/FrogsPuzzle"
    assert components["Job"]["properties"]["kind"]["enum"] == ["jump", "slide", "block", "frogs"]


def test_third_kind_has_hints(client: FlaskClient, store: Store) -> None:
    """A hint names every next move with its distance from the goal; where a wrong one leads is proven, too."""
    hint = json_of(client.post("/v1/hints", json={"puzzle": ROW | {"start": "TT.TFFF"}}), 202)
    work(store)
    hint = json_of(client.get(hint["links"]["self"]))
    assert (hint["distance"], hint["solvable"]) == (LENGTH - 1, True)
    assert {move["status"] for move in hint["moves"]} == {"solved", "unsolvable"}
