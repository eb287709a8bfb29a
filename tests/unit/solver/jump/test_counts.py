"""Numbers of jumps that lead from one position to another."""

from __future__ import annotations

import numpy as np

from solver.jump.bounds.counts import refute_counts, refute_pairs
from solver.jump.bounds.pagoda import pagoda
from solver.jump.bounds.pattern_tables import directed_jumps
from solver.jump.rules import JumpRules
from tests.jump_puzzles import single
from tests.slices import finished


def test_pairs_are_refuted_one_by_one() -> None:
    """Pairs are refuted if no goal can be reached from any position; one that can be reached is enough to fail."""
    puzzle = single(("...", "...", "..."), "orthogonal", 1, 1)
    rules, one_peg = JumpRules(puzzle), [1 << hole for hole in range(9)]
    dice = np.random.default_rng(2)
    seen = set()
    for start in dice.choice(1 << 9, 60, replace=False).tolist():
        reached, waiting = {start}, [start]
        while waiting:
            position = waiting.pop()
            after = {end for _, end in rules.successors(position)} - reached
            reached |= after
            waiting += after
        for goals in ([goal] for goal in one_peg):
            refuted = finished(refute_pairs(puzzle.board, [start], goals))
            assert not (refuted and reached.intersection(goals))
            seen.add(refuted)
        possible = [goal for goal in one_peg if goal in reached]
        if possible:
            assert not finished(refute_pairs(puzzle.board, [start], one_peg))
    assert seen == {True, False}


def test_fractions_are_refuted_case_by_case() -> None:
    """Hole 1 of the diamond empty, last peg in hole 39: fractions of jumps connect two ends, but no integers do."""
    diamond = tuple(("." * side).center(9) for side in (1, 3, 5, 7, 9, 7, 5, 3, 1))
    puzzle = single(diamond, "orthogonal", 1, 39)
    (goal,) = puzzle.goal.positions
    after = sorted(directed_jumps(puzzle.board, True).after([puzzle.start]))
    before = sorted(directed_jumps(puzzle.board, False).after([goal]))
    pairs = [(start, end) for start in after for end in before]
    assert any(pagoda(puzzle.board, [start], [end]) is None for start, end in pairs)
    assert finished(refute_pairs(puzzle.board, after, before))
    # From one jump before an end to that end there is a number of each jump.
    assert not finished(refute_counts(puzzle.board, before[0], goal))
