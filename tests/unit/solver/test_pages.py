"""Pages of all solutions: the solutions of the plain rules, in their order; listings that are packed come back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.notation.puzzle import load_puzzle
from fewest.solver import pages
from fewest.solver.errors import WorkError
from fewest.solver.jump.board import JumpBoard, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.listing import Listing, ListingLevel
from fewest.solver.model import Puzzle, Want
from fewest.solver.pages import Unranking, page
from fewest.solver.solve import solve
from tests.jump_puzzles import single
from tests.oracle_pages import solutions_in_order


def every_jump(holes: int, pegs: int) -> JumpPuzzle:
    """A board with every ordered triple of holes as a jump; the first pegs are to become one in the last hole."""
    places = range(holes)
    jumps = tuple((a, b, c) for a in places for b in places for c in places if len({a, b, c}) == 3)
    return JumpPuzzle(JumpBoard(holes, jumps), mask_of(range(pegs)), JumpGoal(frozenset([1 << holes - 1])))


def opened() -> JumpPuzzle:
    """The triangle of 15 with an opening of one jump, which can be continued."""
    puzzle = single((".", "..", "...", "....", "....."), "triangular", 4, 12)
    (first, *_), *_ = solve(puzzle).solution or ()
    return JumpPuzzle(puzzle.board, puzzle.start, puzzle.goal, (first,))


PUZZLES = {
    "a symmetric jump puzzle": single((".", "..", "...", "....", "....."), "triangular", 4, 12),
    "one with an opening": opened(),
    "one whose moves can be made in many ways": every_jump(7, 5),
    "one that is solved": JumpPuzzle(JumpBoard(3, ((0, 1, 2),)), 4, JumpGoal(frozenset([4]))),
    "a sliding puzzle": load_puzzle(
        {"kind": "slide", "board": {"rows": 2, "columns": 3}, "start": [1, 1, 2, 0, 0, 3], "goal": [3, 0, 1, 2, 0, 1]}
    ).puzzle,
    "a sliding puzzle of eight cells": load_puzzle(
        {
            "kind": "slide",
            "board": {"rows": 2, "columns": 4},
            "start": [1, 2, 3, 4, 5, 0, 0, 0],
            "goal": [0, 0, 2, 1, 5, 0, 4, 3],
        }
    ).puzzle,
}


def listing_of(puzzle: Puzzle) -> tuple[Listing, int, int]:
    """The listing of a puzzle, as it is kept, with the number of its solutions and their length."""
    result = solve(puzzle, Want.ALL)
    assert result.listing is not None
    assert result.count is not None
    assert result.length is not None
    return Listing.loads(result.listing.dumps()), result.count, result.length


@pytest.mark.parametrize("name", PUZZLES)
def test_pages_are_pieces_of_one_list(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are pieces of the list of all solutions in the order of the plain rules."""
    puzzle = PUZZLES[name]
    listing, count, length = listing_of(puzzle)
    whole = list(solutions_in_order(kind_of(puzzle).rules(puzzle), length))
    assert len(whole) == count
    monkeypatch.setattr(pages, "PIECES", (1, 3, 50))
    assert page(puzzle, listing, 0, count + 1) == whole
    for offset in (0, 1, count // 2, count - 1, count, count + 1, 10**29):
        for limit in (1, 2, 30):
            assert page(puzzle, listing, offset, limit) == whole[offset : offset + limit]


def test_what_comes_before_a_page_is_not_listed() -> None:
    """The last of thousands of solutions takes no more work to list than the first."""
    puzzle = every_jump(16, 5)
    listing, count, _ = listing_of(puzzle)
    assert count == 191_280
    unranking = Unranking(kind_of(puzzle).transitions(puzzle, ()), listing)
    work = []
    for offset in (0, count // 2, count - 1000):
        before = unranking.work
        assert len(set(unranking.page(offset, 1000))) == 1000
        work.append(unranking.work - before)
    assert max(work) < 100_000


def test_a_page_ends_early_rather_than_take_much_work() -> None:
    """A page of too much work is short but not empty, and the next one continues where it ends."""
    puzzle = PUZZLES["a symmetric jump puzzle"]
    listing, count, length = listing_of(puzzle)
    whole = list(solutions_in_order(kind_of(puzzle).rules(puzzle), length))
    listed = []
    while len(listed) < count:
        part = Unranking(kind_of(puzzle).transitions(puzzle, listing.symmetries), listing).page(
            len(listed), 1000, work=1
        )
        assert 0 < len(part) <= pages.PIECES[0]
        listed += part
    assert listed == whole


def test_moves_of_too_many_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page has one solution if several take too much work, and is refused if one does."""
    puzzle = PUZZLES["one whose moves can be made in many ways"]
    listing, _, _ = listing_of(puzzle)
    monkeypatch.setattr(pages, "MOVE_WORK", 1)
    with pytest.raises(WorkError):
        page(puzzle, listing, 0, 10)
    puzzle = PUZZLES["a symmetric jump puzzle"]
    listing, _, _ = listing_of(puzzle)
    monkeypatch.setattr(pages, "MOVE_WORK", 20)
    assert len(page(puzzle, listing, 10, 1000)) == 1


WIDTHS = st.sampled_from([3, 8])
KEYS = WIDTHS.flatmap(lambda width: st.lists(st.binary(min_size=width, max_size=width), max_size=40, unique=True))


@given(st.lists(st.tuples(KEYS, st.integers(1, 2**200)), max_size=4), st.data())
def test_listing_survives_packing(levels: list[tuple[list[bytes], int]], data: st.DataObject) -> None:
    """A packed listing has the same path counts, of any size."""
    known: list[dict[bytes, int]] = []
    for keys, most in levels:
        known.append({key: data.draw(st.integers(1, most)) for key in keys[: len(keys) // 2]})
    listing = Listing.loads(Listing(tuple(map(ListingLevel.from_counts, known))).dumps())
    for level, counts, (keys, _) in zip(listing.levels, known, levels, strict=True):
        asked = np.array(keys, f"S{len(keys[0]) if keys else 1}")
        assert level.path_counts(asked).tolist() == [counts.get(key, 0) for key in keys]


@pytest.mark.parametrize("bits", range(1, 140))
def test_counts_of_every_width_come_back(bits: int) -> None:
    """The smallest and the largest count of every width are read back."""
    counts = {b"aaa": 1 << bits - 1, b"bbb": (1 << bits) - 1}
    assert ListingLevel.from_counts(counts).path_counts(np.array([b"bbb", b"abc", b"aaa"])).tolist() == [
        counts[b"bbb"],
        0,
        counts[b"aaa"],
    ]
