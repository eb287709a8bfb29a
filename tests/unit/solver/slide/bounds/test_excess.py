"""Several partitions at once: their choice, their tables of excesses, and the bound of all together."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from fewest.solver.budget import Budget
from fewest.solver.kernels import slide_ida_star_excess as kernel
from fewest.solver.slices import finish
from fewest.solver.slide.board import SlideBoard, board_from_adjacency, board_from_grid
from fewest.solver.slide.bounds import complementary, excess
from fewest.solver.slide.bounds.cache import CostTables
from fewest.solver.slide.bounds.complementary import Size, choose_partitions, largest_group, load_partitions
from fewest.solver.slide.labelling import LabelledPuzzle, labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.search.ida_star import IdaStar
from fewest.solver.slide.search.sharing import iterate
from fewest.solver.slide.symmetry import goal_symmetries
from tests import oracle_slide
from tests.slide_puzzles import context_of, walked

SMALL, LARGER = Size(table_bytes=300, groups=9), Size(table_bytes=40_000, groups=9)
"""Groups of two or three pieces, whose index is positional; of up to seven, whose index is split on most boards."""


def solved(board: SlideBoard, free: tuple[int, ...] = ()) -> SlidePuzzle:
    """The solved puzzle of a board, the last cell empty; the goal leaves some cells free."""
    goal = (*range(1, board.cells), 0)
    return SlidePuzzle(board, goal, tuple(None if cell in free else piece for cell, piece in enumerate(goal)))


PUZZLES = {
    "eight": solved(board_from_grid(["..."] * 3)[0]),
    "obstacle": solved(board_from_grid(["....", ".#..", "...."])[0]),
    "free empty cell": solved(board_from_grid(["..."] * 3)[0], (5, 8)),
}


def chosen(own: LabelledPuzzle, size: Size = SMALL, folder: Path | None = None) -> tuple[Any, ...]:
    """The partitions chosen for a puzzle."""
    found = finish(choose_partitions(own, size, folder, Budget(10**9)))
    assert found is not None
    return found


DATABASES: dict[Any, excess.ExcessDatabase] = {}
"""By all that decides them: board, goal, numbers of pieces and size."""


def database_of(own: LabelledPuzzle, size: Size = SMALL) -> excess.ExcessDatabase:
    """The chosen partitions of a puzzle and their tables, which do not depend on its start."""
    key = own.board, own.goal, own.counts, size
    if key not in DATABASES:
        DATABASES[key] = finish(excess.ExcessTables(own, chosen(own, size)).load_or_build(None, Budget(10**9)))
    return DATABASES[key]


def begun(name: str, seed: int) -> SlidePuzzle:
    """A puzzle that begins a random walk away from the goal."""
    puzzle, random = PUZZLES[name], Random(seed)
    return replace(puzzle, start=walked(puzzle.board, puzzle.start, random, random.randint(0, 80)))


def search_of(puzzle: SlidePuzzle, size: Size = SMALL) -> IdaStar:
    """IDA* of a puzzle under several partitions."""
    assert excess.applies(labelled(puzzle))
    context = context_of(puzzle)
    return IdaStar(context, database_of(context.labelled, size))


def test_more_groups_than_a_byte_can_add_up_are_refused() -> None:
    """Partitions of more than 8 groups are refused, since a byte could not hold their sum."""
    grid = board_from_grid(["....."] * 4)[0]
    own = labelled(SlidePuzzle(grid, (*range(1, 20), 0), (*range(1, 20), 0)))
    pairs = Size(excess.table_entries(20, 2), groups=14)
    assert largest_group(own, pairs.table_bytes) == 2
    assert finish(choose_partitions(own, pairs, None, Budget(10**9))) is None


def test_partitions_are_chosen_once(tmp_path: Path) -> None:
    """Several partitions are chosen, the same every time, and stored in the folder by size."""
    own = labelled(PUZZLES["eight"])
    assert load_partitions(own, SMALL, tmp_path) is None
    partitions = chosen(own, folder=tmp_path)
    assert len(partitions) > 2
    assert partitions == chosen(own) == load_partitions(own, SMALL, tmp_path)
    assert load_partitions(own, Size(300, 8), tmp_path) is None


@pytest.mark.parametrize("size", [SMALL, LARGER])
@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_the_bound_is_the_greatest_of_all_partitions_and_images(name: str, size: Size, tmp_path: Path) -> None:
    """The bound is the maximum over all partitions and symmetric images of the bound by tables of costs."""
    above = 0
    for seed in range(12):
        search = search_of(begun(name, seed), size)
        own, single = search.labelled, []
        for partition in database_of(own, size).partitions:
            database = finish(CostTables(own, (partition,)).load_or_build(tmp_path, Budget(10**9)))
            for image in goal_symmetries(own):
                renamed = {label: own.goal[image[cell]] for cell, label in enumerate(own.goal)}
                position = [0] * own.cells
                for cell, label in enumerate(own.start):
                    position[image[cell]] = renamed.get(label, label)
                single.append(database.bound(tuple(position)))
        assert search.bounds.bound(own.start) == max(single)
        above += max(single) > single[0]
    assert above or name != "eight"


def test_excesses_that_four_bits_cannot_hold_are_bounds() -> None:
    """If an excess does not fit four bits, the bound is smaller than by costs, but still a bound."""
    ring = board_from_adjacency([[11, 1], *[[cell - 1, cell + 1] for cell in range(1, 11)], [10, 0]])
    goal = (*range(1, 12), 0)
    start = (*range(6, 12), *range(1, 6), 0)
    puzzle = SlidePuzzle(ring, start, goal)
    search = search_of(puzzle)
    own = search.labelled
    exact = finish(CostTables(own, database_of(own).partitions[:1]).load_or_build(None, Budget(10**9))).bound(own.start)
    length = oracle_slide.answer(puzzle).length
    assert length is not None
    assert search.bounds.bound(own.start) <= exact <= length


def test_room_for_the_tables_is_asked_for(tmp_path: Path) -> None:
    """Tables that exceed the budget are not built, and nothing stays reserved."""
    own = labelled(PUZZLES["eight"])
    tables = excess.ExcessTables(own, chosen(own))
    budget = Budget(tables.bytes + 10)
    with pytest.raises(MemoryError):
        finish(tables.load_or_build(tmp_path, budget))
    assert budget.bytes == 0
    assert not tables.is_stored(tmp_path)


def test_there_are_at_most_eight_partitions() -> None:
    """At most 8 partitions are chosen, one for each byte of a word."""
    pool = [(a, b) for a in range(1, 9) for b in range(a + 1, 9)]
    gains = np.random.default_rng(1).random((complementary.SAMPLE, 9, 9), np.float32)
    found, _ = complementary._most_useful(gains, pool, ((1, 2), (3, 4), (5, 6), (7, 8)))
    assert len(set(found)) == len(found) == kernel.MAX_PARTITIONS


@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_a_limit_that_no_bound_reaches(name: str) -> None:
    """An iteration finds a solution even if its limit is far above the length."""
    search = search_of(begun(name, 1))
    found = finish(iterate(search, 400))
    assert found.solution is not None
    assert len(found.solution) <= 400
