"""What breadth-first searches keep: their memory, and what is read out of it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from fewest.design.spaces import SpaceTask
from fewest.notation.puzzle import load_puzzle
from fewest.solver import layers
from fewest.solver.budget import Budget
from fewest.solver.model import INFINITE, Want
from fewest.solver.pages import page
from fewest.solver.slide.board import board_from_grid
from fewest.solver.slide.bounds.pattern_tables import no_bound
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search import frontier
from fewest.solver.slide.search.frontier import Frontier
from fewest.solver.slide.search.instance import make_instance
from fewest.solver.solve import solve
from fewest.solver.verify import replay
from tests.oracle_spaces import levels

EIGHT = SlidePuzzle(board_from_grid(["...", "...", "..."])[0], (1, 2, 3, 4, 5, 6, 7, 8, 0), (0, 1, 2, 3, 4, 5, 6, 7, 8))


def advance(search: Frontier) -> None:
    """Go on until there is no more memory."""
    while True:
        for _ in search.advance(INFINITE, no_bound(labelled(EIGHT))):
            pass


PACKING, ROOT = make_instance(labelled(EIGHT)).packing, make_instance(labelled(EIGHT)).start_row


def test_what_grows_is_accounted_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a search grows, the budget holds exactly its bytes, and no position is lost or doubled."""
    monkeypatch.setattr(layers, "FIRST_CAPACITY", 1)
    monkeypatch.setattr(frontier, "SLICE", 100)
    instance, budget = make_instance(labelled(EIGHT)), Budget(10**8)
    search = Frontier(instance.packing, instance.start_row, budget)
    capacities = {len(search.arena)}
    for _ in range(12):
        for _ in search.advance(INFINITE, no_bound(instance.labelled)):
            pass
        capacities.add(len(search.arena))
        assert budget.bytes == search.arena.nbytes + search.slots.nbytes
    assert [high - low for low, high in pairwise(search.ends)] == [
        len(level) for level in levels(SpaceTask("slide", EIGHT.board, (EIGHT.start,)))
    ][:13]
    assert len(capacities) > 3
    search.close()
    assert budget.bytes == 0


@pytest.mark.parametrize(("first", "largest", "limit"), [(1, 1 << 30, 40_000), (100, 1_500, 10**8)])
def test_growth_ends_at_a_limit(first: int, largest: int, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Near a limit of memory or size, an arena grows in small steps, then fails and keeps what it has."""
    monkeypatch.setattr(layers, "FIRST_CAPACITY", first)
    monkeypatch.setattr(layers, "MAX_CAPACITY", largest)
    search = Frontier(PACKING, ROOT, Budget(limit))
    with pytest.raises(MemoryError, match="no room for more than"):
        advance(search)
    assert 1_000 < search.ends[-1] <= len(search.arena) <= largest
    assert len(search.arena) > 1_200


ROOMY = {"kind": "block", "start": {"picture": ["AB..", "CC.D", "...."]}, "goal": {"at": {"A": [2, 2], "B": [1, 0]}}}
FREE = {"kind": "slide", "start": [[1, 1, 2], [0, 0, 0], [3, 3, 3]], "goal": [[3, 3, 3], [0, 0, 0], [2, 1, 1]]}


@pytest.mark.parametrize("written", [{**ROOMY, "metric": metric} for metric in ("step", "line", "path")] + [FREE])
def test_large_numbers_and_small_slices_change_nothing(
    written: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large numbers of paths and small slices change no answer."""
    puzzle = load_puzzle(written).puzzle
    plain = solve(puzzle, Want.ALL)
    monkeypatch.setattr(layers, "SAFE", 0.0)
    monkeypatch.setattr(layers, "EDGES", 1)
    monkeypatch.setattr(layers, "SLICE_NUMBERS", 2)
    monkeypatch.setattr(layers, "MEETING_ROWS", 2)
    other = solve(puzzle, Want.ALL)
    assert plain.count is not None
    assert plain.count > 1
    assert plain.listing is not None
    assert other.listing is not None
    assert plain.listing.dumps() == other.listing.dumps()
    assert (plain.solution, plain.count, plain.nodes) == (other.solution, other.count, other.nodes)


def test_counts_may_exceed_a_word() -> None:
    """A count beyond 64 bits is exact, and its last solutions are legal."""
    puzzle = SlidePuzzle(board_from_grid(["." * 6] * 4)[0], (1,) * 8 + (0,) * 16, (0,) * 16 + (1,) * 8)
    found = solve(puzzle, Want.ALL)
    assert found.count == 76_854_124_950_934_234_873_856 > 1 << 64
    assert found.listing is not None
    for solution in page(puzzle, found.listing, found.count - 2, 2):
        replay(puzzle, solution)
