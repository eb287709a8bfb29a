"""How two sides share the units of a jump search."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.budget import Budget
from solver.jump.rules import JumpRules
from solver.jump.search.bidirectional import MARKS, Halves
from solver.jump.search.expand import ALONE
from solver.jump.search.instance import make
from solver.jump.symmetry import carry
from solver.kernels import jump_bidirectional as kernel
from solver.model import Solved, Want
from tests.jump_puzzles import ENGLISH, run, single

PROBLEMS = [
    (ENGLISH, "orthogonal", 16, 16),
    (ENGLISH, "orthogonal", 0, 0),
    (("......",) * 6, "orthogonal", 1, 1),
    ((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1),
]

OTHERS = np.array([kernel.NOBODY, kernel.THEIRS, kernel.MINE, kernel.SETTLED])
"""Owners as the other side sees them."""

SLACKS = [divmod(mark, kernel.SLACKS) for mark in range(MARKS)]
CAME = [[index for index, (a, b) in enumerate(SLACKS) if a >= ahead and b <= behind] for ahead, behind in SLACKS]
"""By mark: those a solution may come from."""


@pytest.mark.parametrize(("rows", "lines", "empty", "last"), PROBLEMS)
def test_slacks_never_turn_back(rows: tuple[str, ...], lines: str, empty: int, last: int) -> None:
    """Along a solution, whatever image a level keeps, the slack ahead never rises and the slack behind never falls."""
    puzzle = single(rows, lines, empty, last)
    outcome = run(puzzle, Want.ONE)[0]
    assert isinstance(outcome, Solved)
    (*_, frame) = _all(make(puzzle, Budget(10**9)))
    halves, rules, position = Halves(frame, len(outcome.solution), False, ALONE), JumpRules(puzzle), puzzle.start
    slacks = []
    for level, move in enumerate((*outcome.solution, ())):
        _all(halves._settle(halves.ahead, level, carry(frame.images, np.array([position], np.uint64)).min(axis=0)))
        (mark,) = np.flatnonzero(halves.ahead.counts[level])
        slacks.append(divmod(int(mark), kernel.SLACKS))
        for jump in move:
            position = rules.after(position, jump)  # type: ignore[arg-type]
    assert slacks[0][1] == slacks[-1][0] == 0
    for (ahead, behind), (ahead_then, behind_then) in pairwise(slacks):
        assert ahead_then <= ahead
        assert behind_then >= behind


def _all(steps):  # type: ignore[no-untyped-def]
    """Everything a generator yields, and what it returns."""
    told = []
    while True:
        try:
            told.append(next(steps))
        except StopIteration as end:
            return [*told, end.value]


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_units_never_come_back(levels: int, chance: Random) -> None:
    """Whichever side chooses next: each unit gets its owner, all it may be come to from are the forward side's."""
    owner, wanted = np.zeros((levels, MARKS), np.int64), np.zeros(MARKS, np.bool_)
    counts = [np.array([[chance.choice((0, 0, 1, 5)) for _ in range(MARKS)] for _ in range(levels)]) for _ in range(2)]
    level = 0
    while level >= 0:
        forward = chance.random() < 0.5
        seen = owner if forward else OTHERS[owner]
        level, size = kernel.choose(seen, counts[forward], forward, chance.choice((0, 20)), wanted)
        if level >= 0:
            assert size == counts[forward][level][wanted].sum() > 0
            seen[level, wanted] = kernel.MINE
        owner = seen if forward else OTHERS[seen]
    assert (owner != kernel.NOBODY).all()
    for level in range(1, levels):
        for mark in np.flatnonzero((owner[level] == kernel.MINE) | (owner[level] == kernel.SETTLED)):
            assert (owner[level - 1, CAME[mark]] == kernel.MINE).all()
