"""Surveys: a job for each problem up to symmetry, ids of one's own, tables, and a picture."""

from __future__ import annotations

import csv
import io
import json
from itertools import count
from typing import Any
from xml.etree import ElementTree

from flask import Flask
from flask.testing import FlaskClient

from fewest.config.settings import Settings
from fewest.notation.puzzle import load_puzzle
from fewest.service.jobs.groups import GroupService
from fewest.service.jobs.requests import Caller
from fewest.service.jobs.service import JobService
from fewest.service.jobs.surveys import Surveys
from fewest.solver.model import Limits, Want
from fewest.solver.solve import solve
from fewest.store import Store
from tests.hang import until
from tests.unit.service.jobs.parts import parts_of
from tests.unit.service.worker import client_of, work_all
from tests.unit.studio.drawing.test_svg import SVG

LINE = {"kind": "jump", "board": {"grid": ["...."], "lines": "orthogonal"}}
"""Four holes in a row: 16 single-vacancy problems, 8 up to symmetry."""

SQUARE = {
    "kind": "slide",
    "board": {"rows": 2, "columns": 2},
    "starts": [[1, 2, 0, 3], [1, 0, 3, 2], [2, 3, 1, 0]],
    "goals": [[1, 2, 3, 0]],
}


def submit(client: FlaskClient, body: Any, **options: Any) -> Any:
    answer = client.post("/v1/surveys", json=body, **options)
    assert answer.status_code in (200, 202), answer.text
    return answer.json


def test_a_survey_solves_every_problem(store: Store, client: FlaskClient) -> None:
    """Every row has what a search of its own finds; the next survey of an equal board is answered at once."""
    answer = client.post("/v1/surveys", json=LINE | {"want": "count"})
    survey = answer.json
    assert (answer.status_code, answer.headers["Location"]) == (202, survey["links"]["self"])
    assert (survey["status"], survey["total"], survey["members"]) == ("running", 8, 16)
    assert survey["progress"] == {"queued": 8}
    work_all(store)
    place = survey["links"]["self"]
    until(lambda: client.get(place).json["status"] == "ended")  # a slow machine settles some jobs at each request
    ended = client.get(place).json
    assert (ended["id"], ended["want"]) == (survey["id"], "count")
    for row in ended["problems"]:
        puzzle = {"kind": "jump", "board": LINE["board"], "start": row["start"], "goal": row["goal"]}
        result = solve(load_puzzle(puzzle).puzzle, Want.COUNT, Limits())
        assert (row["status"], row["length"], row.get("count")) == (result.status, result.length, result.count)
        assert row.get("refuted_by") == (result.proof and result.proof["by"])
        assert client.get(row["links"]["solution"]).json["puzzle"] == puzzle
        assert client.get(row["links"]["job"]).json["solution_id"] == row["solution_id"]
    assert ended["progress"] == {"solved": 1, "unsolvable": 7}
    table = {"kind": "jump", "board": {"jump_table": [[[1, 2]], [[2, 3]], [[1, 0]], [[2, 1]]]}, "want": "count"}
    again = client.post("/v1/surveys", json=table)
    assert (again.status_code, again.json["progress"]) == (200, ended["progress"])


def test_counts_are_there_if_they_are_asked_for(store: Store, client: FlaskClient) -> None:
    """A survey that wants one solution of each problem has no counts, even where they are known; rows say how many
    problems they stand for.
    """
    submit(client, SQUARE | {"want": "count"})
    work_all(store)
    rows = submit(client, SQUARE)["problems"]
    assert not any("count" in row for row in rows)
    assert [(row["members"], row["start"]) for row in rows] == [(2, [1, 2, 0, 3]), (1, [2, 3, 1, 0])]


def test_what_finds_no_room_is_refused(store: Store) -> None:
    """Problems beyond the queue's limit are refused in their rows; sent again later, the survey begins them."""
    client = client_of(store, max_queue=5)
    survey = submit(client, LINE)
    assert survey["progress"] == {"queued": 5, "refused": 3}
    refused = [row for row in survey["problems"] if row["status"] == "refused"]
    assert all("the limit is 5" in row["detail"] and "links" not in row for row in refused)
    work_all(store)
    assert submit(client_of(store), LINE)["progress"] == {"unsolvable": 6, "queued": 2}  # one is the dual of another


def test_webhooks_of_surveys(store: Store) -> None:
    """Every problem of a survey gets its own webhook; without a secret the survey is refused."""
    client = client_of(store, webhook_hosts="example.com")
    body = LINE | {"webhook": {"url": "https://example.com/hook"}}
    refused = client.post("/v1/surveys", json=body)
    assert [error["pointer"] for error in refused.json["errors"]] == ["/webhook"]
    store.webhooks.renew_secret("")
    submit(client, body)
    assert store.webhooks.registered() == 8


def test_tables(store: Store, client: FlaskClient) -> None:
    """By ``Accept``, a survey is JSON Lines or CSV: its rows alone, in the same order."""
    place = submit(client, LINE | {"want": "count"})["links"]["self"]
    work_all(store)
    rows = client.get(place).json["problems"]
    lines = client.get(place, headers={"Accept": "application/jsonl"})
    assert [json.loads(line) for line in lines.text.splitlines()] == rows
    written = client.get(place, headers={"Accept": "text/csv;q=0.9, application/json;q=0.5"})
    assert (written.mimetype, "Accept" in written.headers["Vary"]) == ("text/csv", True)
    read = list(csv.DictReader(io.StringIO(written.text)))
    assert [row["job_id"] for row in read] == [row["job_id"] for row in rows]
    assert [(row["start"], row["goal"]) for row in read[:2]] == [("empty 0", "pegs 0"), ("empty 0", "pegs 1")]
    posted = client.post("/v1/surveys", json=LINE, headers={"Accept": "text/csv"})
    assert (posted.status_code, posted.text.splitlines()[0]) == (200, written.text.splitlines()[0])


def texts(picture: str) -> list[str]:
    return [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def test_pictures(store: Store, client: FlaskClient) -> None:
    """Single-vacancy problems are drawn on the board, a small board for each hole; others by their starts."""
    links = submit(client, LINE)["links"]
    assert client.get(links["picture"]).text.count(">?<") == 16
    work_all(store)
    answer = client.get(links["picture"])
    assert answer.mimetype == "image/svg+xml"
    assert texts(answer.text)[1:] == [f"hole {hole} empty" for hole in range(4)]
    assert ">?<" not in answer.text
    for body in (SQUARE, LINE | {"goals": [{"count": 1}, {"pegs": [0]}, {"any_of": [{"pegs": [0]}, {"pegs": [1]}]}]}):
        picture = client.get(submit(client, body)["links"]["picture"])
        assert texts(picture.text).count("A start.") == len(body.get("starts", range(4)))


def test_sheets(store: Store, client: FlaskClient) -> None:
    """A sheet has the solved problems, with the solutions on another page; without any there is no sheet."""
    links = submit(client, LINE)["links"]
    assert client.get(links["sheet"]).status_code == 404
    work_all(store)
    page = client.get(links["sheet"])
    assert (page.mimetype, page.text.count("<h2>")) == ("text/html", 1)
    assert client.get(links["sheet"] + "?offset=1").status_code == 404
    solved = [row["solution_id"] for row in client.get(links["self"]).json["problems"] if row["status"] == "solved"]
    assert client.get("/sheet", query_string={"puzzle": solved}).text == page.text
    assert client.get("/sheet").status_code == 302
    assert client.get("/sheet?puzzle=p_none").status_code == 404


def test_settling_takes_a_limited_time(store: Store) -> None:
    """One request settles jobs for a second, and the next one goes on; a survey is running until all are settled."""
    place = submit(client_of(store), LINE)["id"]
    work_all(store)
    clock = iter(count(step=0.6))  # every look takes so many seconds
    settings = Settings()
    admission, acceptance, reader, follower = parts_of(store, settings)
    jobs = JobService(store, reader, acceptance)
    surveys = GroupService(Surveys(settings), store, admission, acceptance, jobs, follower, lambda: next(clock))
    caller = Caller("request", "", "test")
    states = []
    with Flask("test").test_request_context():
        while (document := surveys.get(place, caller))["status"] == "running":
            states.append(sum("solution_id" in row for row in document["problems"]))
    assert states == [1, 2, 3, 4, 5, 6, 7]
    assert all("solution_id" in row for row in document["problems"])
