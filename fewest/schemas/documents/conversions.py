"""Puzzles and moves, written in a format."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import JsonObject
from fewest.notation.errors import InvalidRequest, Say, field_error
from fewest.notation.formats.writer import write_text
from fewest.notation.meanings import always, describe
from fewest.notation.moves import read_moves
from fewest.notation.puzzle import ParsedPuzzle
from fewest.schemas.body import ParsedBody
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.readings import FORMAT, JobReadingAnswer
from fewest.solver.errors import Message, ReplayError
from fewest.solver.kinds import kind_of
from fewest.solver.model import Solution


class WrittenFileAnswer(AnswerSchema):
    """A text, and the name that a file with it usually has."""

    name = fields.String(**always("A name for the file.", "pegs.txt"))
    text = fields.String(**always("The text.", "3x3:PPHPPPPPP"))


class ConversionAnswer(AnswerSchema):
    """A puzzle in a format."""

    format = FORMAT
    files = fields.List(
        fields.Nested(WrittenFileAnswer),
        **always("The puzzle, and the moves if some were given: one file or several, as the format has them."),
    )
    reading = fields.Nested(JobReadingAnswer, metadata=describe("Of a text: how it was read."))


def conversion_document(parts: ParsedBody, to: str, reading: JsonObject | None = None, say: Say = str) -> JsonObject:
    """A puzzle in a format.

    Parameters
    ----------
    parts
        The body of the request.
    to
        The name of the format.
    reading
        How the puzzle was read, if it is from a text.
    say
        Translates why moves are not legal.

    Raises
    ------
    InvalidRequest
        If the moves are not legal, or the format cannot hold them or the puzzle.
    """
    moves = parts.others.get("moves")
    solution = None if moves is None else _legal(parts.loaded, moves, parts.others.get("removed"), say)
    files = write_text(parts.loaded, to, solution)
    document: JsonObject = {"format": to, "files": [file._asdict() for file in files]}
    return document if reading is None else document | {"reading": reading}


def _legal(loaded: ParsedPuzzle, moves: str | list[list[int]], removed: list[list[int]] | None, say: Say) -> Solution:
    """The moves as the rules have them.

    Raises
    ------
    InvalidRequest
        If they are of no notation or not legal.
    """
    if isinstance(moves, str) and moves.strip():
        read = read_moves(loaded, moves)
        fault = read.verdict.error if read.fault is None else say(read.fault)
        solution = read.moves
    else:
        kind, fault, solution = kind_of(loaded.puzzle), None, ()
        try:
            solution = kind.read_claim(loaded.puzzle, moves or [], removed)  # type: ignore[arg-type]
            kind.rules(loaded.puzzle).play(solution)
        except ReplayError as error:
            fault = str(error)
    if fault is not None:
        raise InvalidRequest([field_error(("moves",), Message("must be legal moves; {fault}", fault=fault))])
    return solution
