"""Every document the service sends agrees with its schema, in both directions."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fewest.config.settings import Settings
from fewest.schemas.documents.service import overview_document
from fewest.schemas.documents.solutions import page_document
from fewest.schemas.statuses import STATUSES, WaitsFor
from fewest.service.openapi.document import name_of
from fewest.service.openapi.shapes import SHAPES
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.jump.board import MAX_HOLES
from fewest.solver.model import Limits, Result, Status
from fewest.store import Store, keys
from fewest.workers import designing, runs
from fewest.wsgi import create_app, describe_api
from tests.hostile_boards import HOSTILE
from tests.unit.service.worker import ROW, bearer, begin, finish, set_worker, work, work_all

LINE = {
    "kind": "jump",
    "board": {"holes": 5, "jumps": [[0, 1, 2], [2, 3, 4]]},
    "start": {"pegs": [0, 1, 3]},
    "goal": {"pegs": [4]},
}
WIDE = {"kind": "jump", "board": {"grid": ["." * 16] * 8, "lines": "orthogonal"}}
WIDE |= {"start": {"pegs": [124, 126, 127]}, "goal": {"pegs": [123]}}
"""A jump board with as many holes as there can be, and pegs in the last of them."""
BLOCKS = {"kind": "block", "start": {"picture": ["AB."]}, "goal": {"at": {"B": [0, 2]}}, "metric": "step"}
TWO_LEFT = LINE | {"start": {"pegs": [0, 1, 4]}}
STUCK = LINE | {"board": {"holes": 6, "jumps": [[0, 1, 2], [2, 3, 4]]}, "goal": {"pegs": [0]}}
LONG = {"kind": "jump", "board": {"name": "wiegleb"}, "start": {"empty": [22]}, "goal": {"pegs": [22]}}
CORNER = {"kind": "jump", "board": {"holes": 3, "jumps": [[0, 1, 2]]}, "want": "count"}
RULES: dict[str, Any] = {"kind": "block", "metric": "step"}
MEDIA = "application/json", "application/problem+json"

COMMON = {"Content-Type", "Content-Length", "Content-Encoding", "Vary", "X-Content-Type-Options", "Referrer-Policy"}
COMMON |= {"Access-Control-Allow-Origin", "Access-Control-Expose-Headers"}
"""Headers of HTTP and CORS, which need no description."""


def closed(document: dict[str, Any]) -> dict[str, Any]:
    """The OpenAPI document with schemas of answers that allow no other fields."""
    document = copy.deepcopy(document)
    for name in NAMES:
        document["components"]["schemas"][name]["additionalProperties"] = False
    return document


NAMES = {name_of(shape) for shape in SHAPES}
DOCUMENT = closed(describe_api(Settings()))


class Recorder:
    """A client that checks every response against the schema of its operation and status, and notes fields seen."""

    def __init__(self, client: FlaskClient, headers: dict[str, str] | None = None) -> None:
        self.client, self.headers = client, headers
        self.seen: set[tuple[str, str]] = set()

    def get(self, place: str) -> Any:
        """GET, checked."""
        return self._check(self.client.get(place, headers=self.headers))

    def post(self, place: str, body: Any) -> Any:
        """POST, checked; a text is sent as such."""
        sent = {"data": body, "content_type": "text/plain"} if isinstance(body, str) else {"json": body}
        return self._check(self.client.post(place, headers=self.headers, **sent))

    def delete(self, place: str) -> Any:
        """DELETE, checked."""
        return self._check(self.client.delete(place))

    def _check(self, response: TestResponse) -> Any:
        request = response.request
        rule, _ = self.client.application.url_map.bind("").match(request.path, request.method, return_rule=True)
        path = re.sub(r"<(\w+)>", r"{\1}", rule.rule)
        responses = DOCUMENT["paths"][path][request.method.lower()]["responses"]
        described = resolve(responses[str(response.status_code)])
        assert {name for name, _ in response.headers} <= COMMON | described["headers"].keys()
        (media,) = (media for media in MEDIA if media == response.mimetype)
        schema = described["content"][media]["schema"]
        jsonschema_rs.Draft202012Validator(schema | {"components": DOCUMENT["components"]}).validate(response.json)
        self._note(schema, response.json)
        return response.json

    def sent(self, event: Any) -> None:
        """An event that a webhook has received, checked."""
        schema = {"$ref": "#/components/schemas/Event", "components": DOCUMENT["components"]}
        jsonschema_rs.Draft202012Validator(schema).validate(event)
        self._note(schema, event)

    def _note(self, schema: dict[str, Any], value: Any) -> None:
        name = schema.get("$ref", "").rpartition("/")[2]
        schema = resolve(schema)
        for alternative in schema.get("anyOf", []) + schema.get("allOf", []):
            self._note(alternative, value)
        if isinstance(value, list):
            for item in value:
                self._note(schema.get("items", {}), item)
        if isinstance(value, dict):
            for field in set(value) & set(schema.get("properties", {})):
                self.seen.add((name, field))
                self._note(schema["properties"][field], value[field])


def resolve(schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        _, _, room, name = schema["$ref"].split("/")
        schema = DOCUMENT["components"][room][name]
    return schema


@pytest.fixture
def recorder(store: Store) -> Iterator[Recorder]:
    """A recorder over an application whose only worker is the test."""
    set_worker(store, alive=True)
    return Recorder(create_app(Settings(), store).test_client())


def jobs_of_every_status(recorder: Recorder, store: Store) -> dict[str, dict[str, Any]]:
    """Jobs that have ended in every way, read in every state on the way there."""
    job = recorder.post("/v1/jobs", {"puzzle": LINE, "want": "all"})
    place, ended = job["links"]["self"], {"queued": recorder.get(job["links"]["self"])}
    store.runs.keep_claimed(*store.searches.open_ids(), 0, WaitsFor.MEMORY)
    assert recorder.get(place)["waits_for"] == "memory"
    search, run = begin(store)
    ended["running"] = recorder.get(place)
    store.runs.report(search.id, run, {"lower_bound": 1, "nodes": 2, "seconds": 0.5, "length": 3})
    running = recorder.get(place)
    store.runs.requeue(search.id)
    again = recorder.get(place)
    assert (again["status"], again["progress"]) == ("queued", running["progress"])
    search, run = begin(store)
    finish(store, search, run)
    ended["solved"] = recorder.get(place)
    place = recorder.post("/v1/jobs", {"puzzle": ROW, "want": "all"})["links"]["self"]
    work(store)
    slide = recorder.get(recorder.get(place)["links"]["solution"])
    recorder.get(slide["links"]["all"])
    recorder.post("/v1/jobs", {"puzzle": ROW})
    place = recorder.post("/v1/jobs", {"puzzle": STUCK})["links"]["self"]
    work(store)
    ended["unsolvable"] = recorder.get(place)
    recorder.get(ended["unsolvable"]["links"]["solution"])
    for goal in ({"fewest_pegs": True}, {"survivor": 0, "hole": 3}):
        place = recorder.post("/v1/jobs", {"puzzle": TWO_LEFT | {"goal": goal}})["links"]["self"]
        work(store)
        recorder.get(recorder.get(place)["links"]["solution"])
    other = ROW | {"goal": [0, 0, 1, 2]}
    place = recorder.post("/v1/jobs", {"puzzle": other})["links"]["self"]
    search, run = begin(store)
    stopped = Result(Status.STOPPED, None, False, 1, limit="nodes", nodes=5, seconds=0.1)
    finish(store, search, run, stopped)
    ended["stopped"] = recorder.get(place)
    place = recorder.post("/v1/jobs", {"puzzle": other})["links"]["self"]
    search, run = begin(store)
    store.runs.finish(search.id, run, "failed", {"error": "The solver failed."})
    ended["failed"] = recorder.get(place)
    ended["cancelled"] = recorder.delete(recorder.post("/v1/jobs", {"puzzle": other})["links"]["self"])
    return ended


def orders_of_every_status(recorder: Recorder, store: Store) -> None:
    """Tasks of each kind, read in every state."""
    goal = [1, 2, 3, 4, 5, 0]
    board = {"kind": "slide", "board": {"rows": 2, "columns": 3}, "goal": goal}
    eight = {"kind": "slide", "board": {"rows": 3, "columns": 3}, "goal": [*range(9)]}
    line = {name: LINE[name] for name in ("kind", "board", "start")}
    triangle = {"kind": "jump", "board": {"name": "triangle-15"}}
    bodies: list[tuple[str, dict[str, Any]]] = [
        ("spaces", board | {"start": [1, 2, 3, 4, 0, 5], "draw": {"seed": 1}}),
        ("spaces", line | {"draw": {"seed": 1}}),
        ("spaces", RULES | {"start": {"picture": ["AB."]}, "goal": {"at": {"A": [0, 1]}}}),
        ("spaces", eight | {"limits": {"nodes": 1}}),
        ("spaces", eight | {"limits": {"bytes": 1_000_000}, "board": {"rows": 3, "columns": 4}, "goal": [*range(12)]}),
        ("generations", board | {"seed": 1, "number": 1, "length": {"min": 8}, "features": {"choices": {"min": 0}}}),
        ("generations", board | {"seed": 2, "number": 1, "length": {"min": 21}, "solutions": {"min": 1000}}),
        ("generations", triangle | {"seed": 1, "number": 1, "limits": {"nodes": 1}}),
        ("features", {"puzzle": board | {"start": [1, 2, 3, 0, 4, 5]}}),
        ("features", {"puzzle": LINE}),
        ("features", {"puzzle": STUCK}),
    ]
    for noun, body in bodies:
        place = recorder.post(f"/v1/{noun}", body)["links"]["self"]
        recorder.get(place)
        (search_id,) = store.searches.open_ids()
        store.runs.keep_claimed(search_id, 0, WaitsFor.COMPILATION)
        assert recorder.get(place)["waits_for"] == "compilation"
        search = store.runs.begin(search_id)
        assert search is not None
        store.runs.report(search_id, search.run, {"nodes": 2, "seconds": 0.5})
        recorder.get(place)
        runs.store_result(store, search, designing.run(Settings(), store, search, Limits(**search.limits)))
        recorder.get(place)
    walk = {"probability": 0.5, "error": 0.1, "samples": 100, "seed": 0}
    cut_short = {"limit": "nodes", "features": {"length": None}, "missing": {"detours": "nodes"}, "walk": walk}
    none = {"puzzles": [], "tried": 9, "reason": "tried", "refusal": {"by": "deepest", "moves": 1, "source": "OEIS"}}
    capped = {"by": "space", "positions": 1, "deepest": 30, "counts": [2**40, 2**40], "counts_cap": 2**40}
    error = {"error": "The solver failed."}
    levels = board | {"seed": 3}
    for noun, body, status, result in (
        ("features", {"puzzle": ROW}, "stopped", cut_short),
        ("generations", levels, "refused", none),
        ("generations", levels, "refused", none | {"refusal": capped}),
        ("features", {"puzzle": ROW}, "failed", error),
        ("generations", levels, "failed", error),
        ("spaces", line | {"draw": {"seed": 2}}, "failed", error),
    ):
        place = recorder.post(f"/v1/{noun}", body)["links"]["self"]
        search, run = begin(store)
        store.runs.finish(search.id, run, status, result)
        assert recorder.get(place)["status"] == status


def test_documents_and_schemas_agree(recorder: Recorder, store: Store) -> None:
    """No document has a field its schema lacks, lacks a required one, or has one of another type; no schema has a
    field that no document has.
    """
    ended = jobs_of_every_status(recorder, store)
    orders_of_every_status(recorder, store)
    assert all(job["status"] == status for status, job in ended.items())
    assert set(ended) == set(STATUSES)
    links = ended["solved"]["links"]
    assert "all" in recorder.get(links["solution"])["links"]
    recorder.get(links["solution"] + "/all?limit=1")
    hostile = recorder.post("/v1/jobs", {"puzzle": HOSTILE["latin-square-20"]})
    work(store)
    assert recorder.get(hostile["links"]["self"])["result"]["statistics"]["canonical"] is False
    blocks = recorder.post("/v1/jobs", {"puzzle": BLOCKS, "want": "all"})
    work(store)
    listed = recorder.get(recorder.get(blocks["links"]["self"])["links"]["solution"])["links"]["all"]
    recorder.get(f"{listed}?limit=1")
    recorder.post("/v1/hints", {"puzzle": BLOCKS})
    for puzzle in (LINE, ROW):
        recorder.post("/v1/lookups", {"puzzle": puzzle})
        recorder.post("/v1/puzzles/check", {"puzzle": puzzle})
        recorder.post("/v1/hints", {"puzzle": puzzle})
    for place in ("/v1/hints", "/v1/replays"):
        recorder.post(place, {"puzzle": LINE, "moves": "x"})
    hint = recorder.post("/v1/hints", {"puzzle": ROW | {"goal": [2, 0, 0, 1]}})
    recorder.get(hint["links"]["self"])
    recorder.post("/v1/puzzles/check", {"puzzle": STUCK})
    recorder.post("/v1/puzzles/check", {"puzzle": LONG})
    for text in ("o.o\n\n", "[[(1, 2)], [], [(1, 9)]]", "1 2 3\n4 5 0\n\n" * 3):
        recorder.post("/v1/readings", text)
    recorder.get("/v1/formats")
    recorder.post("/v1/conversions?to=pddl", {"puzzle": LINE})
    recorder.post("/v1/conversions?to=drawing", "8 6 7\n2 5 4\n3 . 1")
    recorder.post("/v1/jobs", "8 6 7\n2 5 4\n3 . 1")
    recorder.post("/v1/batches", "8 6 7\n2 5 4\n3 . 1")
    for moves in ([[0, 2, 4]], [[4, 0]]):
        recorder.post("/v1/replays", {"puzzle": LINE, "moves": moves})
    for written in ([[0, 1]], "0-1"):
        recorder.post("/v1/replays", {"puzzle": ROW, "moves": written})
    shared = recorder.post("/v1/shares", {"puzzle": LINE, "moves": [[0, 2, 4]], "removed": [[1, 3]]})
    recorder.get(shared["links"]["self"])
    recorder.post("/v1/shares", {"puzzle": LINE})
    made = recorder.post("/v1/sets", {"title": "Monday", "puzzles": [{"id": shared["id"]}, {"id": "hoppers/6-6"}]})
    recorder.get(made["links"]["self"])
    recorder.post("/v1/batches", {"puzzles": [LINE, ROW, {"kind": "chess"}, ROW | {"goal": [1, 0, 2, 0]}]})
    survey = recorder.post("/v1/surveys", CORNER)
    doors = [{"at": [[0, 0]], "pieces": ["A"]}]
    recorder.post("/v1/surveys", RULES | {"starts": [{"picture": ["AB."]}], "axis": {"B": "row"}, "doors": doors})
    work_all(store)
    recorder.get(survey["links"]["self"])
    set_worker(store, alive=False)
    recorder.post("/v1/surveys", CORNER | {"want": "all"})
    batch = recorder.post("/v1/batches", {"puzzles": [LINE, ROW | {"goal": [0, 1, 2, 0]}]})
    assert recorder.delete(batch["links"]["self"])["items"][1]["status"] == "refused"
    recorder.get("/readyz")
    set_worker(store, alive=True)
    recorder.get("/v1/jobs")
    _, token = store.clients.add("one")
    owned = Recorder(create_app(Settings(), store).test_client(), bearer(token))
    for number in (1, 2):
        owned.post("/v1/jobs", {"puzzle": ROW, "limits": {"nodes": number}})
    owned.get("/v1/jobs?limit=1")
    recorder.seen |= owned.seen
    store.redis.delete(keys.CLIENTS, keys.ACCESS)
    for place in ("/v1", "/version", "/readyz", "/livez", "/v1/limits"):
        recorder.get(place)
    for place in ("/v1/boards", "/v1/boards/horned-triangle", "/v1/boards/8-puzzle"):
        recorder.get(place)
    for place in ("/v1/jobs/x", "/v1/batches/x", "/v1/solutions/x", "/problems/x", "/problems/not-found"):
        recorder.get(place)
    given: Any = {"timestamp": "2026-11-21T12:00:00Z"}
    recorder.sent(given | {"type": "job.solved", "data": ended["solved"]})
    dropped = {"id": "x", "status": "failed", "links": {"self": "/v1/jobs/x"}}
    recorder.sent(given | {"type": "job.failed", "data": dropped})
    described = {
        (name, field) for name in NAMES for field in DOCUMENT["components"]["schemas"][name].get("properties", {})
    }
    assert described - recorder.seen == set()


def test_answers_about_wide_boards_fit_their_schemas(recorder: Recorder, store: Store) -> None:
    """Holes with the largest numbers fit the schema wherever an answer has them: in solutions and lists of them, games,
    hints, positions, and proofs of every kind that names holes.
    """
    job = recorder.post("/v1/jobs", {"puzzle": WIDE, "want": "all"})
    work(store)
    ended = recorder.get(job["links"]["self"])
    assert (ended["result"]["moves"], ended["result"]["removed"]) == ([[127, 125, 123]], [[126, 124]])
    solution = recorder.get(ended["links"]["solution"])
    assert recorder.get(solution["links"]["all"])["solutions"][0]["moves"] == [[127, 125, 123]]
    assert recorder.post("/v1/lookups", {"puzzle": WIDE})["result"]["removed"] == [[126, 124]]
    game = {"puzzle": WIDE, "moves": [[127, 125, 123]], "removed": [[126, 124]]}
    assert recorder.post("/v1/replays", game)["position"] == {"pegs": [123]}
    assert recorder.get(recorder.post("/v1/shares", game)["links"]["self"])["game"]["removed"] == [[126, 124]]
    hint = recorder.post("/v1/hints", {"puzzle": WIDE})
    work_all(store)
    moves = recorder.get(hint["links"]["self"])["moves"]
    assert [127, 125] in [move["move"] for move in moves]
    survey = {name: WIDE[name] for name in ("kind", "board")} | {"starts": [WIDE["start"]], "goals": [WIDE["goal"]]}
    assert recorder.post("/v1/surveys", survey)["problems"][0]["length"] == 1
    goals = {"goal": {"any_of": [{"pegs": [127]}, {"pegs": [*range(100, 128)]}]}}
    assert recorder.post("/v1/puzzles/check", {"puzzle": WIDE | goals})["proof"]["by"] == "goals"
    followed = {"board": {"holes": 126, "jumps": [[125, 124, 123]]}, "start": {"pegs": [124, 125]}}
    followed |= {"goal": {"survivor": 125, "hole": 122}}
    assert recorder.post("/v1/puzzles/check", {"puzzle": WIDE | followed})["proof"]["reach"] == [123, 125]


def test_schemas_have_room_for_every_place() -> None:
    """Where a schema of an answer bounds the numbers in a list, the last hole of the largest board fits."""

    def bounds(part: Any) -> Iterator[int]:
        members = part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
        for member in members:
            yield from bounds(member)
        if isinstance(part, dict) and isinstance(part.get("items"), dict) and "maximum" in part["items"]:
            yield part["items"]["maximum"]

    found = [bound for name in NAMES for bound in bounds(DOCUMENT["components"]["schemas"][name])]
    assert len(found) >= 20
    assert min(found) == max(MAX_HOLES, MAX_CELLS) - 1


def test_the_next_page_begins_where_this_one_ends() -> None:
    """A page that is shorter than its limit leads to the solution after its last; the last page leads nowhere."""
    short = page_document("p_1", 10, 4, 5, [{}, {}])
    assert (short["offset"], short["limit"], short["next"]) == (4, 5, "/v1/solutions/p_1/all?offset=6&limit=5")
    assert page_document("p_1", 10, 5, 5, [{}] * 5)["next"] is None


def test_the_overview_links_to_every_address_without_an_id() -> None:
    """Whatever the OpenAPI document describes that needs no id can be found from ``GET /v1``, which is the overview."""
    paths = {path for path in describe_api(Settings())["paths"] if "{" not in path}
    assert paths - {"/v1"} <= set(overview_document("1.0")["links"].values())
