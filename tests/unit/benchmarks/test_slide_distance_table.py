"""Distance tables of small boards."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.slide_distance_table import DistanceTable, ListedTable
from benchmarks.slide_ranked_table import RankedTable
from solver.budget import Budget
from solver.slide.board import board_from_adjacency, board_from_grid
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from tests import oracle_slide

PETERSEN = [sorted({(i + 1) % 5, (i + 4) % 5, i + 5}) for i in range(5)]
PETERSEN += [sorted({i, (i + 2) % 5 + 5, (i + 3) % 5 + 5}) for i in range(5)]

EIGHT = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip
"""Positions of the 8-puzzle at each distance, the goal's empty cell in a corner: OEIS A089473."""


def table(puzzle: SlidePuzzle) -> DistanceTable:
    """Build a table to its end."""
    made = DistanceTable(labelled(puzzle), Budget(500_000_000))
    for _ in made.build():
        pass
    return made


def test_the_eight_puzzle_has_its_known_depths() -> None:
    """The 8-puzzle's 181,440 positions lie at their published distances, 2 of them at 31."""
    board = board_from_grid(["..."] * 3)[0]
    made = table(SlidePuzzle(board, tuple(range(9)), (1, 2, 3, 4, 5, 6, 7, 8, 0)))
    assert made.numbers == EIGHT
    deepest = made.deepest(10)
    assert len(deepest) == 2
    assert [made.distance(position) for position in deepest] == [31, 31]
    assert made.distance((2, 1, 3, 4, 5, 6, 7, 8, 0)) is None


@given(pairs=st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=12), empty=st.integers(1, 2))
@settings(deadline=None, max_examples=60)
def test_numbered_positions_agree_with_brute_force(pairs: set[tuple[int, int]], empty: int) -> None:
    """On any board with different pieces every distance is the one that listing all positions finds."""
    rows: list[set[int]] = [set() for _ in range(7)]
    for a, b in pairs:
        if a != b:
            rows[a].add(b)
            rows[b].add(a)
    goal = (*range(1, 8 - empty), *[0] * empty)
    whole = labelled(SlidePuzzle(board_from_adjacency([sorted(row) for row in rows]), goal, goal))
    assert RankedTable.suits(whole, 500_000_000)
    ranked, listed = RankedTable(whole, Budget(500_000_000)), ListedTable(whole, Budget(500_000_000))
    for made in (ranked, listed):
        for _ in made.build():
            pass
    assert ranked.numbers == listed.numbers
    assert set(ranked.deepest(10**4)) == set(listed.deepest(10**4))
    for position in [*listed.deepest(20), goal[::-1], (*goal[1:], goal[0])]:
        assert ranked.distance(position) == listed.distance(position)


def test_two_empty_cells_and_identical_pieces_agree_with_brute_force() -> None:
    """A table has as many positions at each distance as brute force finds."""
    adjacency = [sorted(row) for row in PETERSEN]
    goal = (1, 1, 2, 2, 3, 3, 3, 3, 0, 0)
    puzzle = SlidePuzzle(board_from_adjacency(adjacency), goal, goal)
    assert table(puzzle).numbers == oracle_slide.depths(puzzle)
