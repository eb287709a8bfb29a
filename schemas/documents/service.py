"""The service: its boards, its limits, how it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from marshmallow import fields, validate

from fewest.schemas import JsonObject, meanings
from fewest.schemas.documents.base import AnswerSchema, LinkAnswer
from fewest.schemas.fields import Component
from fewest.schemas.meanings import always, describe
from fewest.schemas.tasks import TASKS

if TYPE_CHECKING:
    from fewest.store.lanes import LaneState
    from fewest.store.queue import Lane

WHERE = "A point `[x, y]` for each hole or cell, in the order of their numbers; y grows downwards."
RELEASE = "Version of the service."


class NamedBoardAnswer(AnswerSchema):
    """What is always said of a board of the catalogue."""

    name = fields.String(**always("Its name, as puzzles write it.", "english"))
    kind = fields.String(**always(meanings.BOARD_KIND))
    title = fields.String(**always("What it is called.", "English board, 33 holes"))
    source = fields.String(**always("Where the board, or what is known of it, is published."))


class BoardEntryAnswer(NamedBoardAnswer):
    """A board in the catalogue's list."""

    size = fields.Integer(**always("Number of its holes or cells."))
    links = fields.Nested(LinkAnswer, **always(meanings.LINKS))


class CatalogueAnswer(AnswerSchema):
    """All boards of the catalogue."""

    boards = fields.List(fields.Nested(BoardEntryAnswer), **always("The boards, by their names."))


class ExampleAnswer(AnswerSchema):
    """A puzzle on a board, and its known answer."""

    title = fields.String(**always("What the puzzle is."))
    puzzle = Component("Puzzle", **always(meanings.AS_POSTED))
    expect = fields.Dict(
        **always("Fields that its result has: `status`, and perhaps `length` and `count`.", {"status": "solved"})
    )


class BoardAnswer(NamedBoardAnswer):
    """A board with its layout and examples."""

    note = fields.String(metadata=describe("How lengths or jumps differ from those of the source."))
    board = fields.Dict(**always("The board in full, in one of the forms that puzzles have."))
    layout = fields.List(fields.List(fields.Float()), **always(WHERE, meanings.ROW_LAYOUT))
    examples = fields.List(fields.Nested(ExampleAnswer), **always("Puzzles on this board, with what is known of them."))


class VersionAnswer(AnswerSchema):
    """The version of the service."""

    version = fields.String(**always(RELEASE))


class OverviewAnswer(AnswerSchema):
    """What the API offers."""

    name = fields.String(**always("Always `fewest`."))
    version = fields.String(**always(RELEASE))
    links = fields.Dict(
        keys=fields.String(), values=fields.String(), **always("Addresses by what they lead to.", {"jobs": "/v1/jobs"})
    )


class LimitAnswer(AnswerSchema):
    """A limit."""

    name = fields.String(**always("What it is called.", "seconds"))
    default = fields.Float(allow_none=True, **always("What holds if a request does not say; null if no request can."))
    maximum = fields.Float(**always("The most that a request can have."))
    unit = fields.String(**always("What is counted.", "seconds"))
    bounds = fields.String(**always("What it is a limit of.", "time of one search"))


class LimitListAnswer(AnswerSchema):
    """All limits of the service."""

    limits = fields.List(fields.Nested(LimitAnswer), **always("The limits, each once."))


class AliveAnswer(AnswerSchema):
    """The process responds."""

    status = fields.String(**always("Always `alive`."))


class LaneAnswer(AnswerSchema):
    """What waits in a lane, and who is there to take it."""

    lane = fields.String(
        validate=validate.OneOf(["quick", "long"]),
        **always("`quick` for new searches, `long` for those that took long while others waited."),
    )
    workers = fields.Integer(**always("Workers of this lane that are alive."))
    queued = fields.Integer(**always("Searches that wait."))
    oldest_seconds = fields.Float(**always("How long the next of them has waited, in seconds; 0 if there is none."))
    missing = fields.List(
        fields.String(),
        **always("Why nobody takes them: there is no `worker`, or no `progress`; empty if somebody does."),
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
    lanes = fields.List(fields.Nested(LaneAnswer), **always("The lanes of the queue; empty if the store is away."))


def catalogue_document(entries: Mapping[str, JsonObject]) -> JsonObject:
    """The boards of the catalogue, without their layouts and examples."""
    boards = [
        {field: entry[field] for field in ("name", "kind", "title", "source")}
        | {"size": len(entry["layout"]), "links": {"self": f"/v1/boards/{entry['name']}"}}
        for entry in entries.values()
    ]
    return {"boards": boards}


NOUNS = ("batches", "surveys", "hints", "readings", "lookups", "replays", "shares", "boards", "limits")
"""What the API has addresses for, beside tasks."""


def overview_document(version: str) -> JsonObject:
    """What the API offers: where to submit puzzles, what else there is, and where it is described."""
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
    """Whether puzzles would be solved now, what is missing if not, and how each lane stands."""
    listed = [
        {
            "lane": lane,
            "workers": state.workers,
            "queued": state.queued,
            "oldest_seconds": round(state.oldest_seconds, 3),
            "missing": [] if state.lack is None else [state.lack],
        }
        for lane, state in lanes.items()
    ]
    return {"status": "not ready" if missing else "ready", "missing": missing, "workers": workers, "lanes": listed}
