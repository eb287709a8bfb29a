"""Stores answers that come from elsewhere than a search for a client's puzzle, so that requests find them."""

from __future__ import annotations

from fewest.notation.result import dump_result
from fewest.solver.canonical import canonical, canonical_result, digest
from fewest.solver.kinds import dual
from fewest.solver.model import Puzzle, Result, Want
from fewest.store.results import Results


def store_answer(results: Results, puzzle: Puzzle, result: Result) -> None:
    """Store the result of a puzzle in any numbering, unless a better one is stored.

    Raises
    ------
    ReplayError
        If its solution or its proof does not hold, and nothing is stored.
    """
    form = canonical(puzzle)
    want = Want.ONE if result.count is None else Want.COUNT
    written = dump_result(form.puzzle, canonical_result(form, result))
    results.store(form.key, want, written, digest(puzzle), None)


def store_dual(results: Results, puzzle: Puzzle, result: Result) -> None:
    """Store what the result of a puzzle implies for its dual, if it has one."""
    if (other := dual(puzzle, result)) is not None:
        store_answer(results, *other)
