"""Completes a draft: a start or a goal that its text does not give is assumed."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from fewest.notation import JsonObject
from fewest.notation.assumptions import Assumption
from fewest.notation.errors import FieldError
from fewest.notation.formats.draft import Draft
from fewest.notation.formats.steps import spend
from fewest.notation.kinds import KINDS
from fewest.notation.puzzle import read_puzzle
from fewest.notation.short_forms import write_out
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle

STEPS_OF_A_CHECK = 5_000
"""A proof for pegs may take a millisecond."""

LESS_USUAL = 2
"""Added to the rank of a reading with a less usual goal."""


def complete(draft: Draft) -> list[Draft]:
    """The draft with a start and a goal, if it has none; several if other goals are usual, too."""
    kind = draft.document.get("kind")
    if "goal" in draft.document or draft.whole or not isinstance(kind, str) or kind not in KINDS:
        return [_with_rows(draft)]
    document, _ = write_out(draft.document)
    assumed = KINDS[kind].assume(document, may_be_solved)
    usual = [_with_rows(_assume(draft, each)) for each in assumed]
    return [each.ranked(each.rank + LESS_USUAL * (place > 0)) for place, each in enumerate(usual)] or [
        _with_rows(draft)
    ]


def _with_rows(draft: Draft) -> Draft:
    """The draft of pieces in one line, with a word on its rows, unless it is a square."""
    rows, columns = (draft.document["board"][name] for name in ("rows", "columns")) if draft.shapeless else (0, 0)
    if rows == columns:
        return draft
    text = Message("The text gives no rows; assumed: {rows} of {columns}.", rows=rows, columns=columns)
    return replace(draft, assumed=("board", *draft.assumed), assumptions=(text, *draft.assumptions))


def _assume(draft: Draft, assumption: Assumption) -> Draft:
    return replace(
        draft,
        document=draft.document | assumption.fields,
        assumed=(*draft.assumed, *assumption.fields),
        assumptions=(*draft.assumptions, assumption.text),
    )


def may_be_solved(document: JsonObject) -> bool:
    """Whether a document is a valid puzzle, and no simple argument proves that there is no solution."""
    errors: list[FieldError] = []
    loaded = read_puzzle(document, (), errors)
    return loaded is not None and not errors and not is_refuted(loaded.puzzle)


def is_refuted(puzzle: Puzzle) -> bool:
    """Whether a simple argument proves a puzzle unsolvable."""
    spend(STEPS_OF_A_CHECK)
    return _is_refuted(puzzle)


@lru_cache(maxsize=64)
def _is_refuted(puzzle: Puzzle) -> bool:
    # An assumption, the order of the readings and the reading itself ask the same.
    return kind_of(puzzle).prove(puzzle) is not None
