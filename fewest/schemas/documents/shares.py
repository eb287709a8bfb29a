"""Shared puzzles."""

from __future__ import annotations

import hashlib

from marshmallow import fields

from fewest.notation import JsonObject, meanings
from fewest.notation.fields import Component, Integers
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import PLACE, AnswerSchema, encode
from fewest.schemas.documents.replays import COUNTED


class GameAnswer(AnswerSchema):
    """A game that solves a puzzle; its moves were replayed."""

    moves = Integers(2, json_schema=PLACE, **always(meanings.MOVES))
    removed = Integers(2, json_schema=PLACE, metadata=describe(meanings.REMOVED))
    length = fields.Integer(**always(COUNTED))


class ShareLinksAnswer(AnswerSchema):
    """Addresses of a shared puzzle, of the page that opens it, and of its picture for other sites."""

    self = fields.String(**always(meanings.SELF))
    page = fields.String(**always("The short link: a page that opens the puzzle."))
    card = fields.String(**always("The picture that other sites show, as PNG."))


class ShareAnswer(AnswerSchema):
    """A shared puzzle, which never changes, with the game to beat, if the link has one."""

    id = fields.String(**always(meanings.ID))
    kind = fields.String(**always(meanings.KIND))
    puzzle = Component("Puzzle", **always(meanings.AS_SUBMITTED))
    game = fields.Nested(GameAnswer, allow_none=True, **always("The game to beat; null if the link has none."))
    links = fields.Nested(ShareLinksAnswer, **always(meanings.LINKS))


def share(document: JsonObject, game: JsonObject | None) -> tuple[str, bytes]:
    """A shared puzzle: its id and its document as JSON. The id is a digest of the rest, so equal content has one id.

    Parameters
    ----------
    document
        The puzzle as its client sent it, in full forms.
    game
        ``moves``, ``length`` and perhaps ``removed`` of a game that solves it; None without one.
    """
    content: JsonObject = {"kind": document["kind"], "puzzle": document, "game": game}
    name = "p_" + hashlib.sha256(encode(content)).hexdigest()[:24]
    links = {"self": f"/v1/shares/{name}", "page": f"/s/{name}", "card": f"/s/{name}/card.png"}
    return name, encode({"id": name} | content | {"links": links})
