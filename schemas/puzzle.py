"""A puzzle as clients write it: from JSON to the solver's puzzle, and back.

The shape of a puzzle is a marshmallow schema. What depends on several fields (does the hole exist, is the jump legal)
is checked afterwards on whichever fields have the right shape, so that all errors are reported together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from marshmallow import Schema

from fewest.schemas import JsonObject
from fewest.schemas.block.puzzle import BlockSchema
from fewest.schemas.boards import Choice, Layout, join_or, resolve_name
from fewest.schemas.errors import FieldError, Path, checked, field_error, pointer, read_object
from fewest.schemas.fields import quoted
from fewest.schemas.jump.puzzle import JumpSchema
from fewest.schemas.short_forms import moved, write_out
from fewest.schemas.slide import SlideSchema
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Solution

P = TypeVar("P")


class KindSchema(Protocol[P]):
    """How one kind of puzzle is written in JSON. ``P`` is the kind's puzzle class.

    Attributes
    ----------
    name
        The kind's name in :data:`fewest.solver.kinds.KINDS`.
    shape
        The schema of a puzzle, with the field ``kind``. A field ``board`` may have a ``name`` and a ``layout``.
    choices
        The fields of a puzzle that are given in one of several forms.
    """

    name: str
    shape: Schema
    choices: Mapping[str, Choice]

    def load(self, parts: JsonObject, path: Path, errors: list[FieldError]) -> tuple[P, Layout | None] | None:
        """Build the puzzle and its layout, if known, from the fields that have the right shape.

        Every error is appended to ``errors``, once. Returns None if the puzzle cannot be built.
        """

    def notices(self, puzzle: P, layout: Layout | None) -> Iterator[tuple[Path, Message]]:
        """What is odd about a valid puzzle: sentences, each with the path of the part of the puzzle it is about."""

    def estimate(self, puzzle: P, lower_bound: int) -> Message | None:
        """How long a search may take, if it may take long and puzzles of its size are known."""

    def dump(self, puzzle: P) -> JsonObject:
        """Write a puzzle in the plainest form; :meth:`load` reads it back."""

    def load_solution(self, moves: list[list[int]], removed: list[list[int]] | None) -> Solution:
        """Read a solution as :meth:`dump_solution` wrote it."""

    def dump_solution(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write a solution: ``moves``, and lists of the same length that describe them."""

    def dump_end(self, puzzle: P, solution: Solution) -> JsonObject:
        """Write what a result says of where its solution ends, beyond the goal."""

    def dump_position(self, position: Any) -> JsonObject:
        """Write a position."""


KINDS: dict[str, KindSchema[Any]] = {}
"""Every kind by name."""


def register(schema: KindSchema[Any]) -> None:
    """Make the JSON form of a kind known under the kind's name."""
    KINDS[schema.name] = schema


register(JumpSchema())
register(SlideSchema())
register(BlockSchema())


@dataclass(frozen=True, slots=True)
class ParsedPuzzle:
    """A client's puzzle: as the solver has it, its layout if given or known, and its document in full forms."""

    puzzle: Puzzle
    layout: Layout | None
    written: JsonObject


def load_puzzle(written: object, path: Path = ("puzzle",)) -> ParsedPuzzle:
    """Read a client's puzzle.

    Parameters
    ----------
    written
        Parsed JSON.
    path
        Its place in the request.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    errors: list[FieldError] = []
    return checked(read_puzzle(written, path, errors), errors)


def read_puzzle(written: object, path: Path, errors: list[FieldError]) -> ParsedPuzzle | None:
    """Read a client's puzzle like :func:`load_puzzle`, but append the errors to a list."""
    if not isinstance(written, dict):
        errors.append(field_error(path, Message("must be an object, not {value}", value=quoted(written))))
        return None
    full, moves = write_out(written)
    found: list[FieldError] = []
    loaded = _read_full(full, path, found)
    errors += moved(found, pointer(path), moves)
    return loaded


def _read_full(written: JsonObject, path: Path, errors: list[FieldError]) -> ParsedPuzzle | None:
    """Read a puzzle in full forms."""
    kind = written.get("kind")
    if not isinstance(kind, str) or kind not in KINDS:
        kinds = join_or([quoted(name) for name in KINDS])
        text = Message("must be {kinds}", kinds=kinds)
        if "kind" in written:
            text = Message("must be {kinds}, not {value}", kinds=kinds, value=quoted(kind))
        errors.append(field_error((*path, "kind"), text))
        return None
    schema = KINDS[kind]
    parts = resolve_name(read_object(written, schema.shape, path, errors), kind, path, errors)
    built = schema.load(parts, path, errors)
    if built is None:
        return None
    puzzle, layout = built
    return ParsedPuzzle(puzzle, parts.get("board", {}).get("layout") or layout, written)


def notices_of(loaded: ParsedPuzzle, path: Path = ("puzzle",)) -> list[FieldError]:
    """What is odd about a valid puzzle, such as a board without jumps: perhaps it is not the puzzle that was meant.

    Equal puzzles with equal layouts have the same notices, however they are written.
    """
    puzzle = loaded.puzzle
    notices = list(KINDS[puzzle.kind].notices(puzzle, loaded.layout))
    rules = kind_of(puzzle).rules(puzzle)
    moves, position = next(rules.roots())
    if not moves and rules.is_goal(position):
        notices.append((("goal",), Message("The start meets the goal already.")))
    return [field_error((*path, *part), text) for part, text in notices]


def estimate_of(puzzle: Puzzle, lower_bound: int | None) -> Message | None:
    """How long a search may take, if it may take long and puzzles of its size are known; None without a solution."""
    return None if lower_bound is None else KINDS[puzzle.kind].estimate(puzzle, lower_bound)


def dump_puzzle(puzzle: Puzzle) -> JsonObject:
    """Write a puzzle in the plainest form clients use; :func:`load_puzzle` reads it back."""
    return KINDS[puzzle.kind].dump(puzzle)
