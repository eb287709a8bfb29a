"""The memory of a breadth-first search of sliding puzzles."""

from __future__ import annotations

from itertools import pairwise

import pytest

from solver.budget import Budget
from solver.model import INFINITE
from solver.slide.board import board_from_grid
from solver.slide.bounds.pattern_tables import no_bound
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search import frontier
from solver.slide.search.frontier import Frontier
from solver.slide.search.instance import make_instance
from tests import oracle_slide

EIGHT = SlidePuzzle(board_from_grid(["...", "...", "..."])[0], (1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 1, 2, 3, 4, 5, 6, 7, 8))


def advance(search: Frontier) -> None:
    """Go on until there is no more memory."""
    while True:
        for _ in search.advance(INFINITE, no_bound(labelled(EIGHT))):
            pass


PACKING, ROOT = make_instance(labelled(EIGHT)).packing, make_instance(labelled(EIGHT)).start_row


def test_what_grows_is_accounted_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a search grows, the budget holds its bytes, old ones released; nothing found before is lost or doubled."""
    monkeypatch.setattr(frontier, "FIRST_CAPACITY", 1)
    monkeypatch.setattr(frontier, "SLICE", 100)
    instance, budget = make_instance(labelled(EIGHT)), Budget(10**8)
    search = Frontier(instance.packing, instance.start_row, budget)
    capacities = {len(search.arena)}
    for _ in range(12):
        for _ in search.advance(INFINITE, no_bound(instance.labelled)):
            pass
        capacities.add(len(search.arena))
        assert budget.bytes == search.arena.nbytes + search.slots.nbytes
    assert [high - low for low, high in pairwise(search.ends)] == oracle_slide.depths(EIGHT)[:13]
    assert len(capacities) > 3
    search.close()
    assert budget.bytes == 0


def test_growth_takes_what_the_budget_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search grows by less if twice its memory is too much, and ends with an error that leaves what it holds."""
    monkeypatch.setattr(frontier, "FIRST_CAPACITY", 1)
    instance, budget = make_instance(labelled(EIGHT)), Budget(40_000)
    search = Frontier(instance.packing, instance.start_row, budget)

    with pytest.raises(MemoryError):
        advance(search)
    assert 1_000 < search.ends[-1] <= len(search.arena)
