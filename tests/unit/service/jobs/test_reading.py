"""Reading is work as well: what never changes is read, converted and compressed once for all who ask for it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import g
from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.design.forms.levels import MAX_LEVELS_BYTES, LevelsSchema
from fewest.service.http import compression
from fewest.service.routes import tasks
from fewest.store import Store
from fewest.store.jobs import Jobs
from tests.unit.service.jobs.test_designing import BODIES, run_all, unlimited
from tests.unit.service.worker import OTHER, ROW, client_of, work

__all__ = ["unlimited"]

CODED = {"Accept-Encoding": "zstd"}
FORMS = ("text/csv", "application/jsonl")


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What has been compressed, converted (with the number of slots held) and loaded from the store, in order."""
    found: list[str] = []
    compressed, write_table, load = compression.compressed, tasks.write_table, Jobs.load

    def compress(body: bytes, coding: str) -> bytes:
        found.append("compressed")
        return compressed(body, coding)

    def convert(form: str, *given: Any) -> bytes:
        found.append(f"converted in {len(g.get('computing', ()))} slot")
        return write_table(form, *given)

    def loaded(jobs: Jobs, job_id: str) -> Any:
        found.append("loaded")
        return load(jobs, job_id)

    monkeypatch.setattr(compression, "compressed", compress)
    monkeypatch.setattr(compression, "MIN_BYTES", 1)
    monkeypatch.setattr(tasks, "write_table", convert)
    monkeypatch.setattr(Jobs, "load", loaded)
    return found


def test_the_moves_of_a_solution_as_a_table(store: Store) -> None:
    """A solved job has a table of its moves; one without a solution an empty one, an open one none."""
    client = client_of(store)
    table = {"Accept": "text/csv"}
    place = client.post("/v1/jobs", json={"puzzle": ROW}).headers["Location"]
    assert client.get(place, headers=table).status_code == 409
    work(store)
    assert client.get(place, headers=table).text.split() == ["number,move,piece", "1,0", "1,1"]
    place = client.post("/v1/jobs", json={"puzzle": ROW | {"goal": [2, 0, 0, 1]}}).headers["Location"]
    work(store)
    assert client.get(place, headers=table).text.split() == []
    cancelled = client.post("/v1/jobs", json={"puzzle": OTHER[0]}).headers["Location"]
    client.delete(cancelled)
    assert client.get(cancelled, headers=table).status_code == 409


@pytest.mark.parametrize("noun", BODIES)
@pytest.mark.parametrize("form", ["application/json", *FORMS])
def test_an_ended_task_is_converted_and_compressed_once(store: Store, noun: str, form: str, calls: list[str]) -> None:
    """In every form it has a tag, is read, converted in one computing slot and compressed, once for all who read it."""
    client = client_of(store)
    place = client.post(f"/v1/{noun}", json=BODIES[noun]).headers["Location"]
    run_all(store)
    client.get(place)
    calls.clear()
    headers = CODED | {"Accept": form}
    answers = [client.get(place, headers=headers) for _ in range(5)]
    assert calls == ["loaded", *(["converted in 1 slot"] if form in FORMS else []), "compressed"]
    (tag,) = {answer.headers["ETag"] for answer in answers}
    assert {(answer.status_code, answer.mimetype) for answer in answers} == {(200, form)}
    assert {answer.headers["Content-Encoding"] for answer in answers} == {"zstd"}
    assert "no-store" in answers[0].headers["Cache-Control"]
    again = client.get(place, headers=headers | {"If-None-Match": tag})
    assert (again.status_code, set(again.vary)) == (304, {"Accept", "Accept-Encoding"})


def test_an_ended_job_has_a_tag(store: Store, client: FlaskClient, calls: list[str]) -> None:
    """So has a job; while it is open, its document changes and has none."""
    place = client.post("/v1/jobs", json={"puzzle": ROW}).headers["Location"]
    assert "ETag" not in client.get(place).headers
    work(store)
    ended = client.get(place)
    calls.clear()
    assert client.get(place, headers={"If-None-Match": ended.headers["ETag"]}).status_code == 304
    assert client.get(place).data == ended.data
    assert calls == ["loaded"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("noun", ["batches", "surveys"])
def test_groups_are_converted_in_a_slot(store: Store, noun: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch or a survey waits for a computing slot to become a table, and for none as JSON."""
    client = client_of(store)
    body = {"kind": "slide", "board": ROW["board"], "starts": [ROW["start"]], "goals": [ROW["goal"]]}
    made = client.post(f"/v1/{noun}", json=body if noun == "surveys" else {"puzzles": [ROW, *OTHER]}).json
    place = made["links"]["self"]
    entered: list[str] = []
    monkeypatch.setattr("fewest.service.http.computing.Computing._enter", lambda _, client: entered.append(client))
    monkeypatch.setattr("fewest.service.http.computing.Computing._leave", lambda *_: None)
    assert (client.get(place).status_code, len(entered)) == (200, 0)
    assert (client.get(place, headers={"Accept": form}).mimetype, len(entered)) == (form, 1)


def test_levels_have_a_bound(client: FlaskClient) -> None:
    """The boards and goals of all levels together take at most so many bytes; the error has both numbers."""
    holes = 60
    jumps = [[a, b, c] for a in range(holes) for b in range(5) for c in range(5, 10) if a not in (b, c)]
    body = {"kind": "jump", "board": {"holes": holes, "jumps": jumps}, "number": 100, "seed": 1}
    refused = client.post("/v1/generations", json=body | {"length": {"max": 5}})
    plain = LevelsSchema().load(body | {"number": 1, "length": {"max": 5}}, Settings()).work
    given = 100 * len(json.dumps([plain["board"], plain["goal"]], separators=(",", ":")))
    text = f"the boards and goals of 100 levels take {given} bytes; the limit is {MAX_LEVELS_BYTES}"
    assert (refused.status_code, refused.json["errors"]) == (422, [{"pointer": "/number", "detail": text}])
    most = MAX_LEVELS_BYTES // (given // 100)
    assert client.post("/v1/generations", json=body | {"number": most, "length": {"max": 5}}).status_code == 202
