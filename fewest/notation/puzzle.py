"""A puzzle as clients write it: from JSON to the solver's puzzle, and back.

The shape of a puzzle is a marshmallow schema. What depends on several fields (does the hole exist, is the jump legal)
is checked afterwards on whichever fields have the right shape, so that all errors are reported together.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

from fewest.boards import catalogue
from fewest.notation import JsonObject
from fewest.notation.boards import Layout, join_or, resolve_name
from fewest.notation.errors import FieldError, Path, checked, field_error, pointer, read_object
from fewest.notation.fields import quoted
from fewest.notation.kinds import KINDS
from fewest.notation.pointers import moved
from fewest.notation.short_forms import write_out
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle


@dataclass(frozen=True, slots=True)
class ParsedPuzzle:
    """A client's puzzle.

    Attributes
    ----------
    puzzle
        The solver's puzzle.
    layout
        Its layout, if given or known.
    document
        The puzzle as the client sent it, in full forms.
    """

    puzzle: Puzzle
    layout: Layout | None
    document: JsonObject


def load_puzzle(document: object, path: Path = ("puzzle",)) -> ParsedPuzzle:
    """Read a client's puzzle.

    Parameters
    ----------
    document
        Parsed JSON.
    path
        Its place in the request.

    Raises
    ------
    InvalidRequest
        With every error found.
    """
    errors: list[FieldError] = []
    return checked(read_puzzle(document, path, errors), errors)


def read_puzzle(document: object, path: Path, errors: list[FieldError]) -> ParsedPuzzle | None:
    """Like :func:`load_puzzle`, but append the errors to a list."""
    if not isinstance(document, dict):
        text = "must be an object, not {value}"
        if isinstance(document, str):
            text = (
                "must be an object, not {value}; a puzzle as text is sent alone to /v1/jobs, /v1/batches or "
                "/v1/readings, with Content-Type: text/plain"
            )
        errors.append(field_error(path, Message(text, value=quoted(document))))
        return None
    full, moves = write_out(document)
    found: list[FieldError] = []
    loaded = _read_full(full, path, found)
    # Errors point to what the client sent, not to the full form that it became.
    errors += moved(found, pointer(path), moves)
    return loaded


def _read_full(document: JsonObject, path: Path, errors: list[FieldError]) -> ParsedPuzzle | None:
    """Read a puzzle in full forms."""
    kind = read_kind(document, path, errors)
    if kind is None:
        return None
    schema = KINDS[kind]
    parts = resolve_name(read_object(document, schema.shape, path, errors), kind, path, errors)
    built = schema.load(parts, path, errors)
    if built is None:
        return None
    puzzle, layout = built
    return ParsedPuzzle(puzzle, parts.get("board", {}).get("layout") or layout, document)


def read_kind(document: JsonObject, path: Path, errors: list[FieldError], known: Collection[str] = KINDS) -> str | None:
    """The kind that a puzzle names, or a task, which may have only some of the kinds."""
    kind = document.get("kind")
    if isinstance(kind, str) and kind in known:
        return kind
    kinds = join_or([quoted(name) for name in known])
    text = Message("{name} is missing; it must be {kinds}", name=quoted("kind"), kinds=kinds)
    if isinstance(kind, str) and (board := catalogue().get(kind)) and board["kind"] in known:
        example = json.dumps({"kind": board["kind"], "board": kind})
        text = Message("{value} is a board, not a kind; write {example}", value=quoted(kind), example=example)
    elif "kind" in document:
        text = Message("must be {kinds}, not {value}", kinds=kinds, value=quoted(kind))
    errors.append(field_error((*path, "kind"), text))
    return None


def notices_of(loaded: ParsedPuzzle, path: Path = ("puzzle",)) -> list[FieldError]:
    """Notices about a valid puzzle, such as a board without jumps: perhaps it is not the puzzle you meant.

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
