"""The common part of all documents."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from functools import lru_cache

from marshmallow import INCLUDE, Schema, fields

from fewest.notation import meanings
from fewest.notation.meanings import always, describe
from fewest.solver.block.board import MAX_CELLS
from fewest.solver.jump.board import MAX_HOLES

PLACE = {"minimum": 0, "maximum": max(MAX_HOLES, MAX_CELLS) - 1}
"""The number of a hole of a jump board or of a cell."""


class AnswerSchema(Schema):
    """Base of all documents. Later versions may add fields, so clients must ignore unknown ones."""

    class Meta:
        """Allow unknown fields."""

        unknown = INCLUDE


class LinkAnswer(AnswerSchema):
    """Its own address."""

    self = fields.String(**always(meanings.SELF))


class SolutionLinksAnswer(AnswerSchema):
    """Addresses of a solution, its picture and its player."""

    self = fields.String(metadata=describe(meanings.SELF))
    solution = fields.String(metadata=describe(meanings.SOLUTION_LINK))
    picture = fields.String(**always(meanings.PICTURE))
    embed = fields.String(**always(meanings.EMBED))
    all = fields.String(metadata=describe("All optimal solutions, in pages."))


COMPACT = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


def encode(document: object) -> bytes:
    """A document, or a part of one, as compact JSON in UTF-8.

    >>> encode({"length": 2, "moves": [[0, 1], [1, 2]]})
    b'{"length":2,"moves":[[0,1],[1,2]]}'
    """
    # UTF-8 has no half of a surrogate pair; as a backslash, u and four digits it is an escape of JSON.
    return COMPACT.encode(document).encode("utf-8", "backslashreplace")


def timestamp(seconds: float | None) -> str | None:
    """A time in the form that clients read (RFC 3339, UTC), to the second; None for none.

    >>> timestamp(1.5)
    '1970-01-01T00:00:01Z'

    Parameters
    ----------
    seconds
        Since the epoch.
    """
    return None if seconds is None else _timestamp(int(seconds))


@lru_cache(maxsize=16)
def _timestamp(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def solution_links(name: str) -> dict[str, str]:
    """Addresses of a solution, of its picture, and of a page that plays it."""
    path = f"/v1/solutions/{name}"
    return {"solution": path, "picture": f"{path}/picture.svg", "embed": f"/embed/{name}"}
