"""Bounds of sliding puzzles."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from solver import tables
from solver.slide.board import board_from_grid
from solver.slide.contents import contents
from solver.slide.costs import Busy, bound, kept, name
from solver.slide.ledger import Ledger
from solver.slide.patterns import Bound, groups
from solver.slide.puzzle import SlidePuzzle

FIFTEEN = SlidePuzzle(board_from_grid(["...."] * 4)[0], tuple(range(16)), tuple(range(16)))


def build(puzzle: SlidePuzzle, most: int, folder: Path | None, ledger: Ledger) -> Bound:
    """Make a bound to its end."""
    whole = contents(puzzle)
    steps = bound(whole, groups(whole, most), folder, ledger)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def test_pieces_and_sets_numbered_like_the_cells_are_told_apart() -> None:
    """A dense numbering whose radices happen to equal the number of cells is still a dense one."""
    puzzle = SlidePuzzle(board_from_grid(["...", "..."])[0], (1, 2, 1, 2, 0, 0), (1, 2, 1, 0, 2, 0))
    made = build(puzzle, 1000, None, Ledger(10**6))
    assert made.of(contents(puzzle).goal) == 0
    assert 0 < made.of(contents(puzzle).start) <= 2


@pytest.mark.parametrize("most", [16, 300, 5000, 70_000])
def test_a_bound_is_nothing_at_the_goal_and_grows_with_its_groups(most: int) -> None:
    """Every partition bounds the goal by 0 and a neighbour of it by at most 1."""
    whole = contents(FIFTEEN)
    made = build(FIFTEEN, most, None, Ledger(10**8))
    after = (1, 0, *range(2, 16))
    assert (made.of(whole.goal), made.of(after)) == (0, 1)


def test_tables_are_built_once(tmp_path: Path) -> None:
    """Of several that want the same new table at once one builds it, and all get the same."""
    ledgers = [Ledger(10**8) for _ in range(6)]
    made: list[Bound] = []
    threads = [
        threading.Thread(target=lambda ledger=ledger: made.append(build(FIFTEEN, 70_000, tmp_path, ledger)))
        for ledger in ledgers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(ledger.nodes > 0 for ledger in ledgers) == 1
    assert len({made_.table.tobytes() for made_ in made}) == 1
    assert kept(contents(FIFTEEN), groups(contents(FIFTEEN), 70_000), tmp_path)
    assert all(ledger.bytes == 0 for ledger in ledgers)


def test_a_larger_table_in_the_making_is_not_waited_for(tmp_path: Path) -> None:
    """Who can do without a table that another process builds is told so at once."""
    whole = contents(FIFTEEN)
    parts = groups(whole, 70_000)
    with tables.claim(tmp_path, name(whole, parts)), pytest.raises(Busy):
        next(bound(whole, parts, tmp_path, Ledger(10**8), patient=False))


def test_a_table_that_does_not_fit_leaves_nothing_booked() -> None:
    """Where building ends for want of room, all that was booked for it is given back."""
    whole, ledger = contents(FIFTEEN), Ledger(200_000)
    with pytest.raises(MemoryError):
        for _ in bound(whole, groups(whole, 70_000), None, ledger):
            pass
    assert ledger.bytes == 0
