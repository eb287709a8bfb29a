"""Preload the answers of the atlas into the store."""

from __future__ import annotations

import click

from fewest.boards.atlas import atlas
from fewest.notation.atlas import puzzle_of, result_of
from fewest.solver.version import ANSWERS
from fewest.store import Store
from fewest.store.answers import store_answer


def load_atlas(store: Store) -> None:
    """Store the proven answers of this version of the solver, and print how many."""
    kept = 0
    for problem in atlas().problems.values():
        if problem["proven_by"] is not None and problem["answers"] == ANSWERS:
            puzzle = puzzle_of(atlas().boards[problem["board"]], problem)
            store_answer(store.results, puzzle, result_of(puzzle, problem))
            kept += 1
    click.echo(f"{kept} of {len(atlas().problems)} problems are stored")
