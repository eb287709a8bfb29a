"""Whole spaces against brute force, on random boards."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fewest.design.jump.spaces import JumpSpace, SpacePlan
from fewest.design.kinds import KINDS
from fewest.design.slide.ranks import RankPlan, Ranks
from fewest.design.slide.spaces import PackedSpace, RankedSpace
from fewest.design.spaces import MAX_POSITIONS, Space, SpaceTask
from fewest.solver.budget import Budget
from fewest.solver.jump.board import board_from_grid, board_from_jumps, holes_of, mask_of
from fewest.solver.jump.symmetry import automorphisms
from fewest.solver.slices import finish
from fewest.solver.slide.board import board_from_adjacency
from tests import oracle_spaces
from tests.jump_puzzles import SYMMETRIC

relaxed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])

PLANS = [
    RankPlan(),
    RankPlan(max_entries=30, min_aligned=1, max_padded=0, max_chunks=1000, task_words=1),
    RankPlan(max_entries=6, min_aligned=100, max_padded=0, max_chunks=3, task_words=3),
    RankPlan(max_entries=0, min_aligned=100, max_padded=0),
]
"""Blocks that begin with words and that do not, of several sizes, down to a single position."""


@st.composite
def slide_orders(draw: st.DrawFn) -> SpaceTask:
    """Any graph of at most 7 cells, with any pieces."""
    cells = draw(st.integers(1, 7))
    pairs = [(a, b) for a in range(cells) for b in range(a)]
    rows: list[list[int]] = [[] for _ in range(cells)]
    for a, b in draw(st.sets(st.sampled_from(pairs))) if pairs else ():
        rows[a].append(b)
        rows[b].append(a)
    labels = draw(st.integers(1, cells))
    origin = draw(st.lists(st.integers(0, labels), min_size=cells, max_size=cells))
    if draw(st.booleans()):
        origin = draw(st.permutations(range(cells)))
    return SpaceTask("slide", board_from_adjacency(rows), (tuple(origin),))


def check(space: Space, truth: list[set[Any]]) -> None:
    """Assert that a space of a sliding board is right."""
    assert space.depths == space.classes == tuple(map(len, truth))
    assert space.mean * space.positions == sum(depth * len(level) for depth, level in enumerate(truth))
    for depth, level in enumerate(truth):
        assert {space.nth(depth, index) for index in range(len(level))} == level
        assert {space.distance(position) for position in level} == {depth}


@relaxed
@given(slide_orders(), st.sampled_from(PLANS), st.integers(1, 2))
def test_ranked_positions(task: SpaceTask, plan: RankPlan, threads: int) -> None:
    """A ranked space has every position at its depth, and no others."""
    ranks = Ranks(task.board, task.origins[0], plan)
    assert finish(ranks.fits(MAX_POSITIONS))
    space = RankedSpace(task, ranks)
    assert finish(space.build(Budget(10**9), threads, MAX_POSITIONS)) is None
    check(space, oracle_spaces.levels(task))


@relaxed
@given(slide_orders())
def test_packed_positions(task: SpaceTask) -> None:
    """So has a space of packed positions; the bounds on its size hold."""
    space = PackedSpace(task)
    assert finish(space.build(Budget(10**9), 1, MAX_POSITIONS)) is None
    check(space, oracle_spaces.levels(task))
    spaces = KINDS["slide"].spaces
    assert spaces.least_size(task) <= space.positions <= spaces.size_bound(task)


@relaxed
@given(slide_orders(), st.permutations(range(7)))
def test_positions_outside(task: SpaceTask, shuffled: list[int]) -> None:
    """A position outside the space has no distance."""
    origin = task.origins[0]
    other = tuple(origin[cell] for cell in shuffled if cell < len(origin))
    truth = oracle_spaces.levels(task)
    expected = next((depth for depth, level in enumerate(truth) if other in level), None)
    for space in (RankedSpace(task, Ranks(task.board, origin)), PackedSpace(task)):
        if isinstance(space, RankedSpace):
            assert finish(space._ranks.fits(MAX_POSITIONS))
        assert finish(space.build(Budget(10**9), 1, MAX_POSITIONS)) is None
        assert space.distance(other) == expected
        assert space.distance((*origin[1:], 9)) is None


@st.composite
def jump_orders(draw: st.DrawFn) -> SpaceTask:
    """Any jumps between at most 9 holes, or a small board with symmetries; any origins with equally many pegs."""
    if draw(st.booleans()):
        board = board_from_grid(*draw(st.sampled_from(SYMMETRIC)))[0]
    else:
        holes = draw(st.integers(3, 9))
        triples = st.permutations(range(holes)).map(lambda task: tuple(task[:3]))
        board = board_from_jumps(holes, draw(st.sets(triples, max_size=20)))  # type: ignore[arg-type]
    first = draw(st.integers(0, board.full))
    origins = {first}
    for more in draw(st.lists(st.permutations(range(board.holes)), max_size=2)):
        origins.add(mask_of(more[hole] for hole in holes_of(first)))
    return SpaceTask("jump", board, tuple(sorted(origins)), draw(st.booleans()))


@relaxed
@given(jump_orders(), st.integers(1, 2), st.sampled_from([SpacePlan(), SpacePlan(1 << 9, 0.9, 3, 5, 2, 3)]))
def test_jump_boards(task: SpaceTask, threads: int, plan: SpacePlan) -> None:
    """A space of a jump board has every position at its depth; classes are the orbits of the symmetries."""
    space = JumpSpace(task, Budget(10**9), threads, plan)
    assert finish(space.build(MAX_POSITIONS)) is None
    truth = oracle_spaces.levels(task)
    group = automorphisms(task.board, task.origins, hard=False)
    assert space.depths == tuple(map(len, truth))
    dead = [{position for position in level if not list(oracle_spaces.steps(task, position))} for level in truth]
    assert space.dead_ends == (tuple(map(len, dead)) if task.forward else None)
    for depth, level in enumerate(truth):
        classes = {min(mask_of(image[hole] for hole in holes_of(position)) for image in group) for position in level}
        assert {space.nth(depth, index) for index in range(space.classes[depth])} == classes
        assert space.classes[depth] == len(classes)
        if task.forward:
            assert space.dead_end_classes is not None
            assert space.dead_end_classes[depth] == len(dead[depth] & classes)
        assert {space.distance(position) for position in level} == {depth}
    for most in (2, 20):
        assert list(space.deepest(most)) == [
            space.nth(len(truth) - 1, index) for index in range(min(most, space.classes[-1]))
        ]
    for position in range(task.board.full + 1 if task.board.holes < 8 else 0):
        expected = next((depth for depth, level in enumerate(truth) if position in level), None)
        assert space.distance(position) == expected
