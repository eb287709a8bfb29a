"""Breaking changes of the contract are found and named; others are not."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from datetime import date
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from tests.breaking_changes import breaking_changes

Document = dict[str, Any]

TODAY = date(2027, 1, 1)
CONTRACT: Document = json.loads((Path(__file__).parents[1] / "cases" / "contract.json").read_text("utf-8"))["openapi"]


def put(value: object, *place: str | int) -> Callable[[Document], None]:
    """Set a part of a document; "+" appends to a list."""

    def edit(document: Document) -> None:
        *outer, last = place
        part = reduce(getitem, outer, document)
        if last == "+":
            part.append(value)
        else:
            part[last] = value

    return edit


def drop(*place: str | int) -> Callable[[Document], None]:
    """Delete a part of a document."""

    def edit(document: Document) -> None:
        *outer, last = place
        del reduce(getitem, outer, document)[last]

    return edit


def field(shape: str, name: str) -> tuple[str, ...]:
    """The place of a property."""
    return "components", "schemas", shape, "properties", name


JOBS, JOB, LIMITS, BOARDS = (
    ("paths", "/v1/jobs"),
    ("paths", "/v1/jobs/{job_id}"),
    ("paths", "/v1/limits"),
    ("paths", "/v1/boards"),
)
PICTURE = ("paths", "/v1/solutions/{solution_id}/picture.svg", "get", "responses", "200")
SCHEMAS = ("components", "schemas")
PAGE = {"name": "page", "in": "query", "required": True, "schema": {"type": "integer"}}
LATER = {"description": "Later."}

BREAKING = {
    "GET /v1/limits: removed": drop(*LIMITS),
    "DELETE /v1/jobs/{job_id}: removed": drop(*JOB, "delete"),
    "GET /v1/boards: now needs an API key": put([{"key": []}], *BOARDS, "get", "security"),
    "GET /v1/jobs: parameter query cursor removed": drop(*JOBS, "get", "parameters", 0),
    "GET /v1/jobs: parameter query page is new and required": put(PAGE, *JOBS, "get", "parameters", "+"),
    "GET /v1/jobs: parameter query limit is now required": put(True, *JOBS, "get", "parameters", 2, "required"),
    "GET /v1/jobs query limit: maximum was 100, is 9": put(9, *JOBS, "get", "parameters", 2, "schema", "maximum"),
    "POST /v1/jobs: a body of application/json is no longer accepted": drop(
        *JOBS, "post", "requestBody", "content", "application/json"
    ),
    "POST /v1/jobs 202: removed": drop(*JOBS, "post", "responses", "202"),
    "POST /v1/jobs 202: header Location removed": drop(*JOBS, "post", "responses", "202", "headers", "Location"),
    "GET /v1/limits: may now answer 202": put(LATER, *LIMITS, "get", "responses", "202"),
    "GET /v1/solutions/{solution_id}/picture.svg 200: image/svg+xml removed": drop(
        *PICTURE, "content", "image/svg+xml"
    ),
    "JobRequest.limits: removed": drop(*field("JobRequest", "limits")),
    "JobRequest.want: now required": put("want", *SCHEMAS, "JobRequest", "required", "+"),
    "JobRequest.note: now required": put("note", *SCHEMAS, "JobRequest", "required", "+"),
    "JobRequest.want: may no longer be any": drop(*field("JobRequest", "want"), "enum", 3),
    "Limits.nodes: maximum was 10000000000000, is 5": put(5, *field("Limits", "nodes"), "maximum"),
    "Limits.nodes: minimum was 1, is 5": put(5, *field("Limits", "nodes"), "minimum"),
    "Limits.seconds: may no longer be number": put("integer", *field("Limits", "seconds"), "type"),
    "SlidePuzzle.goal[]: may no longer be null": put("integer", *field("SlidePuzzle", "goal"), "items", "type"),
    "JumpGrid.lines: may no longer be triangular": drop(*field("JumpGrid", "lines"), "enum", 1),
    "GoalCount.count: removed": drop(*SCHEMAS, "JumpGoal", "oneOf", 2),
    "Job.solution_id: removed": drop(*field("Job", "solution_id")),
    "Job.status: may now be paused": put("paused", *field("Job", "status"), "enum", "+"),
    "Job.created: may now be missing": drop(*SCHEMAS, "Job", "required", 0),
    "Job.created: format was date-time, is None": drop(*field("Job", "created"), "format"),
    "Result.length: removed": drop(*field("Result", "length")),
    "Progress.nodes: may now be null": put(["integer", "null"], *field("Progress", "nodes"), "type"),
    "Batch.progress.*: may now be string": put("string", *field("Batch", "progress"), "additionalProperties", "type"),
    "Problem.title: removed": drop(*field("Problem", "title")),
}
"""The change as it is named, and how to make it."""


@pytest.mark.parametrize("name", BREAKING)
def test_breaking_change_is_named(name: str) -> None:
    """A breaking change is reported, in these words."""
    changed = copy.deepcopy(CONTRACT)
    BREAKING[name](changed)
    assert breaking_changes(CONTRACT, changed, TODAY)[0] == name


HARMLESS = {
    "nothing": put("3.1.0", "openapi"),
    "a path": put({"get": {"responses": {}}}, "paths", "/v2/jobs"),
    "a problem": put({"description": "Gone."}, *LIMITS, "get", "responses", "410"),
    "a field of an answer": put({"type": "number"}, *field("Job", "cost")),
    "an optional field of a request": put({"type": "string"}, *field("JobRequest", "note")),
    "a value in a request": put("shortest", *field("JobRequest", "want"), "enum", "+"),
    "a form of puzzles": put({"type": "object"}, *SCHEMAS, "Puzzle", "oneOf", "+"),
    "a wider limit": put(10**15, *field("Limits", "nodes"), "maximum"),
    "a field always sent": put("error", *SCHEMAS, "Job", "required", "+"),
    "a status never sent": drop(*field("Job", "status"), "enum", 4),
    "a text": put("Limits", *LIMITS, "get", "summary"),
    "a key no longer needed": put([], *JOBS, "get", "security"),
}


@pytest.mark.parametrize("name", HARMLESS)
def test_other_changes_are_not_reported(name: str) -> None:
    """What clients may ignore, and what lets them do more, breaks nothing."""
    changed = copy.deepcopy(CONTRACT)
    HARMLESS[name](changed)
    assert breaking_changes(CONTRACT, changed, TODAY) == []


@pytest.mark.parametrize(("sunset", "changes"), [("2027-01-01", []), ("2027-01-02", ["GET /v1/limits: removed"])])
def test_removal_after_the_sunset(sunset: str, changes: list[str]) -> None:
    """A deprecated operation may be removed from its sunset on."""
    announced, changed = copy.deepcopy(CONTRACT), copy.deepcopy(CONTRACT)
    announced["paths"]["/v1/limits"]["get"] |= {"deprecated": True, "x-sunset": sunset}
    del changed["paths"]["/v1/limits"]
    assert breaking_changes(announced, changed, TODAY) == changes
