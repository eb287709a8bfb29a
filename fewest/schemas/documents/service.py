"""The service: its boards, its limits, its state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Component
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema, LinkAnswer
from fewest.schemas.lanes import Lane, LaneState
from fewest.schemas.tasks import TASKS

WHERE = "A point `[x, y]` for each hole or cell, in the order of their numbers; y grows downwards."
RELEASE = "Version of the service."


class NamedBoardAnswer(AnswerSchema):
    """The fields of every board of the catalogue."""

    name = fields.String(**always("Its name, as puzzles write it.", "english"))
    kind = fields.String(**always(meanings.BOARD_KIND))
    title = fields.String(**always("Its title for people.", "English board, 33 holes"))
    source = fields.String(**always("Where the board or its known answers are published."))


class BoardEntryAnswer(NamedBoardAnswer):
    """A board in the catalogue's list."""

    size = fields.Integer(**always("Number of its holes or cells."))
    links = fields.Nested(LinkAnswer, **always(meanings.LINKS))


class CatalogueAnswer(AnswerSchema):
    """All boards of the catalogue."""

    boards = fields.List(fields.Nested(BoardEntryAnswer), **always("The boards, by their names."))


class ExampleAnswer(AnswerSchema):
    """A puzzle on a board, with its known answer."""

    title = fields.String(**always("A title of the puzzle."))
    puzzle = Component("Puzzle", **always(meanings.AS_POSTED))
    expect = fields.Dict(
        **always("Fields that its result has: `status`, and perhaps `length` and `count`.", {"status": "solved"})
    )


class BoardAnswer(NamedBoardAnswer):
    """A board with its layout and examples."""

    note = fields.String(metadata=describe("How lengths or jumps differ from those of the source."))
    board = fields.Dict(**always("The board in full, in one of the forms that puzzles have."))
    layout = fields.List(fields.List(fields.Float()), **always(WHERE, meanings.ROW_LAYOUT))
    examples = fields.List(fields.Nested(ExampleAnswer), **always("Puzzles on this board, with their known answers."))


class VersionAnswer(AnswerSchema):
    """The version of the service."""

    version = fields.String(**always(RELEASE))


class OverviewAnswer(AnswerSchema):
    """An overview of the API."""

    name = fields.String(**always("Always `fewest`."))
    version = fields.String(**always(RELEASE))
    links = fields.Dict(
        keys=fields.String(), values=fields.String(), **always("Addresses by name.", {"jobs": "/v1/jobs"})
    )


class LimitAnswer(AnswerSchema):
    """A limit."""

    name = fields.String(**always("Its name.", "seconds"))
    default = fields.Float(
        allow_none=True, **always("The value if a request does not give one; null if requests cannot.")
    )
    maximum = fields.Float(**always("The largest value a request can give."))
    unit = fields.String(**always("The unit of the limit.", "seconds"))
    bounds = fields.String(**always("What it limits.", "time of one search"))


class LimitListAnswer(AnswerSchema):
    """All limits of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), **always("The limits, each once."))


class AliveAnswer(AnswerSchema):
    """The process responds."""

    status = fields.String(**always("Always `alive`."))


class LaneAnswer(AnswerSchema):
    """The searches that wait in a lane, and its workers."""

    lane = fields.String(
        validate=validate.OneOf(["quick", "long"]),
        **always("`quick` for new searches, `long` for those that took long while others waited."),
    )
    workers = fields.Integer(**always("Workers of this lane that are alive."))
    queued = fields.Integer(**always("Searches that wait."))
    oldest_seconds = fields.Float(**always("How long the next search has waited, in seconds; 0 if none waits."))
    missing = fields.List(
        fields.String(),
        **always("Why no worker takes them: there is no `worker`, or no `progress`; empty if the lane is not stalled."),
    )


class ReadyAnswer(AnswerSchema):
    """Whether puzzles can be solved now, and what is missing if not."""

    status = fields.String(
        validate=validate.OneOf(["ready", "not ready"]),
        **always("`ready` if puzzles are solved now, else `not ready`."),
    )
    missing = fields.List(
        fields.String(),
        **always(
            "What is missing: the `store`, a `worker`, `progress` though searches wait, the folder for `data`, or "
            "room on the `disk`; empty if ready."
        ),
    )
    workers = fields.Integer(**always("Workers of the quick lane that are alive."))
    lanes = fields.List(
        fields.Nested(LaneAnswer), **always("The lanes of the queue; empty if the store does not respond.")
    )


def catalogue_document(entries: Mapping[str, JsonObject]) -> JsonObject:
    """The boards of the catalogue by name (:func:`fewest.boards.catalogue`), without their layouts and examples."""
    boards = [
        {field: entry[field] for field in ("name", "kind", "title", "source")}
        | {"size": len(entry["layout"]), "links": {"self": f"/v1/boards/{entry['name']}"}}
        for entry in entries.values()
    ]
    return {"boards": boards}


NOUNS = (
    "batches",
    "surveys",
    "hints",
    "readings",
    "conversions",
    "formats",
    "lookups",
    "replays",
    "shares",
    "sets",
    "boards",
    "limits",
)
"""The API's addresses other than those of tasks."""


def overview_document(version: str) -> JsonObject:
    """An overview of the API: where to submit puzzles, the other resources, and the descriptions."""
    nouns = (*(task.noun for task in TASKS.values()), *NOUNS)
    links = {noun: f"/v1/{noun}" for noun in nouns} | {"check": "/v1/puzzles/check", "version": "/version"}
    links |= {
        "openapi": "/openapi.json",
        "guide": "/docs/",
        "reference": "/docs/api/",
        "live": "/livez",
        "ready": "/readyz",
        "metrics": "/metrics",
    }
    return {"name": "fewest", "version": version, "links": links}


def ready_document(missing: Sequence[str], workers: int, lanes: Mapping[Lane, LaneState]) -> JsonObject:
    """Whether puzzles would be solved now, and the state of each lane.

    Parameters
    ----------
    missing
        What is missing, by the names of ``ReadyAnswer``; empty if puzzles would be solved.
    workers
        Workers of the quick lane that are alive.
    """
    listed = [
        {
            "lane": lane,
            "workers": state.workers,
            "queued": state.queued,
            "oldest_seconds": round(state.oldest_seconds, 3),
            "missing": [] if state.missing is None else [state.missing],
        }
        for lane, state in lanes.items()
    ]
    return {"status": "not ready" if missing else "ready", "missing": missing, "workers": workers, "lanes": listed}
