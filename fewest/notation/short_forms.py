"""Short forms of a puzzle, as people write them by hand, and their full forms.

==========================================  ==================================================
short                                       full
==========================================  ==================================================
``"board": "english"``                      ``"board": {"name": "english"}``
a ``grid`` for pegs without ``lines``       ``triangular`` if each row is offset by a column from the next, or the rows
                                            are a left-justified triangle, else ``orthogonal``
pegs without a ``board``, start a picture   the board that the picture shows
``"empty": 16``, ``"pegs": 16``             ``[16]``
rows of a table ``[2, 5, 3, 7, -1]``        ``[[2, 5], [3, 7]]``; of an adjacency list without the -1
pieces in rows, ``[[8, 6, 7], …]``          all in one list; without a ``board``, it is the rectangle of the rows
null in a start of pieces                   0
==========================================  ==================================================

Everything else uses full forms only: what is stored, drawn and sent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest
from fewest.notation.kinds import KINDS
from fewest.notation.pointers import Moves, all_at, moved

T = TypeVar("T")

PARTS = ("board", "start", "goal")


def write_out(document: JsonObject, parts: Sequence[str] = PARTS) -> tuple[JsonObject, Moves]:
    """A puzzle, or a task with parts of one, in full forms.

    Parameters
    ----------
    document
        As the client wrote it, perhaps with errors.
    parts
        The fields that may have short forms.

    Returns
    -------
    document, moves
        The document in full forms, and the places of its parts in the given one.
    """
    full = dict(document)
    moves: Moves = {}
    kind = document.get("kind")
    if "board" in parts and isinstance(full.get("board"), str):
        full["board"] = {"name": full["board"]}
        moves["/board/name"] = all_at("/board")
    if isinstance(kind, str) and kind in KINDS:
        KINDS[kind].write_out(full, parts, moves)
    return full, moves


def load_written_out(body: object, parts: Sequence[str], load: Callable[[object], T]) -> T:
    """Load a body through its full forms. Errors have their places in the body."""
    if not isinstance(body, dict):
        return load(body)
    full, moves = write_out(body, parts)
    try:
        return load(full)
    except InvalidRequest as invalid:
        raise InvalidRequest(moved(invalid.errors, "", moves)) from None
