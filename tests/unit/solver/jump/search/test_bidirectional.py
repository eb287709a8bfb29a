"""How two sides share the slack classes of a jump search."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.jump.rules import JumpRules
from solver.jump.search.bidirectional import BidirectionalSearch, SlackCandidate
from solver.jump.search.plan import Plan, SliceSizes
from solver.jump.search.position_set import ClassifiedSet
from solver.jump.symmetry import apply_maps
from solver.kernels import jump_bidirectional as kernel
from solver.model import Solved, Want
from solver.slices import finish
from solver.threads import ThreadPool
from tests.effort import examples
from tests.jump_puzzles import ENGLISH, prepared, run, single

PROBLEMS = [
    (ENGLISH, "orthogonal", 16, 16),
    (ENGLISH, "orthogonal", 0, 0),
    (("......",) * 6, "orthogonal", 1, 1),
    ((".", "..", "...", "....", ".....", "......"), "triangular", 1, 1),
]

SWAPPED = np.array([kernel.OPEN, kernel.OTHER, kernel.OWN, kernel.COMPLETE])
"""Owners as the other side sees them."""

SLACKS = [divmod(index, kernel.SLACKS) for index in range(kernel.CLASSES)]
PREDECESSORS = [
    [index for index, (a, b) in enumerate(SLACKS) if a >= ahead and b <= behind] for ahead, behind in SLACKS
]
"""By class index: the classes a solution may come from."""


@pytest.mark.parametrize(("rows", "lines", "empty", "last"), PROBLEMS)
def test_slacks_are_monotonic(rows: tuple[str, ...], lines: str, empty: int, last: int) -> None:
    """Along a solution, whatever image a level keeps, the goal slack never rises and the start slack never falls."""
    puzzle = single(rows, lines, empty, last)
    outcome = run(puzzle, Want.ONE)[0]
    assert isinstance(outcome, Solved)
    context = prepared(puzzle, Want.COUNT)
    both = BidirectionalSearch(context, len(outcome.solution))
    rules, position = JumpRules(puzzle), puzzle.start
    slacks = []
    for level, move in enumerate((*outcome.solution, ())):
        least = apply_maps(context.instance.images, np.array([position], np.uint64)).min(axis=0)
        finish(both._classify(both.forward, level, least))
        (index,) = np.flatnonzero(both.forward.sizes[level])
        slacks.append(divmod(int(index), kernel.SLACKS))
        for jump in move:
            position = rules.after(position, jump)  # type: ignore[arg-type]
    assert slacks[0][1] == slacks[-1][0] == 0
    for (goal, start), (goal_after, start_after) in pairwise(slacks):
        assert goal_after <= goal
        assert start_after >= start


@pytest.mark.parametrize("size", [1, 3])
def test_classes_are_selected_by_any_number_of_threads(size: int) -> None:
    """Every position of the classes chosen is selected once, whoever copies it, and nothing stays reserved for it."""
    odd, plan = np.arange(kernel.CLASSES) % 2 == 1, Plan(slices=SliceSizes(select_slots=100))
    with closing(ThreadPool(size)) as threads:
        context = prepared(single(*PROBLEMS[0]), Want.COUNT, plan=plan, threads=threads)
        budget, both = context.budget, BidirectionalSearch(context, 18)
        held = ClassifiedSet(budget)
        finish(held.add(np.arange(1, 2001, dtype=np.uint64), context.instance.images))
        held.classes[:] = np.arange(held.classes.size) % kernel.CLASSES
        wanted = held.slots[(held.slots != 0) & odd[held.classes]].tolist()
        both.forward.levels[3] = held
        before = budget.bytes
        words = finish(both._select(both.forward, SlackCandidate(3, len(wanted), odd)))
    assert sorted(words.tolist()) == sorted(wanted)
    assert budget.bytes - before == words.nbytes


@settings(max_examples=examples(30), deadline=None)
@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_classes_are_never_reentered(levels: int, chance: Random) -> None:
    """Whichever side chooses next: every class gets an owner, and the forward side owns all predecessors of its own."""
    owner, selected = np.zeros((levels, kernel.CLASSES), np.int64), np.zeros(kernel.CLASSES, np.bool_)
    sizes = [
        np.array([[chance.choice((0, 0, 1, 5)) for _ in range(kernel.CLASSES)] for _ in range(levels)])
        for _ in range(2)
    ]
    level = 0
    while level >= 0:
        forward = chance.random() < 0.5
        seen = owner if forward else SWAPPED[owner]
        level, size = kernel.choose_classes(seen, sizes[forward], forward, chance.choice((0, 20)), selected)
        if level >= 0:
            assert size == sizes[forward][level][selected].sum() > 0
            seen[level, selected] = kernel.OWN
        owner = seen if forward else SWAPPED[seen]
    assert (owner != kernel.OPEN).all()
    for level in range(1, levels):
        for index in np.flatnonzero((owner[level] == kernel.OWN) | (owner[level] == kernel.COMPLETE)):
            assert (owner[level - 1, PREDECESSORS[index]] == kernel.OWN).all()
