"""Proofs and symmetries of jump puzzles."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.graphs import inverse
from solver.jump import symmetry
from solver.jump.board import JumpBoard, holes_of, mask_of
from solver.jump.kind import JumpKind
from solver.jump.proofs import (
    after_opening,
    check,
    goal_positions,
    parities,
    prove,
    refute_goals,
    refutes,
    renumber,
    weigh,
)
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Proof
from tests.effort import examples
from tests.jump_puzzles import boards, puzzles
from tests.oracle_jump import truth

CALM = settings(deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])


def check_renumbered(puzzle: JumpPuzzle, proof: Proof, chance: random.Random) -> None:
    """Assert that a proof holds in another numbering, too."""
    order = chance.sample(range(puzzle.board.holes), puzzle.board.holes)
    assert check(JumpKind().renumber(puzzle, inverse(tuple(order))), renumber(proof, order))


@CALM
@given(puzzles(), st.randoms())
def test_proofs_hold_and_renumber(puzzle: JumpPuzzle, chance: random.Random) -> None:
    """A puzzle with a proof has no solution; the proof holds, also in another numbering."""
    proof = prove(puzzle)
    if proof is None:
        return
    assert truth(puzzle).length is None
    assert check(puzzle, proof)
    check_renumbered(puzzle, proof, chance)


@CALM
@given(puzzles(), st.randoms(use_true_random=False))
def test_false_proofs_fail(puzzle: JumpPuzzle, chance: random.Random) -> None:
    """No certificate passes for a puzzle that has a solution, though every number in it is added up rightly."""
    if truth(puzzle).length is None:
        return
    position, holes, goals = after_opening(puzzle), puzzle.board.holes, goal_positions(puzzle.board, puzzle.goal) or []
    choices = [[chance.randint(-low, 2) for _ in range(holes)] for low in (0, 0, 2, 2)]
    for weights in ([1] * holes, [0] * holes, *choices, *parities(puzzle.board)):
        start, values = weigh(weights, position), [weigh(weights, goal) for goal in goals]
        for goal in {values[0] % 2, 1 - start % 2}:
            assert not check(puzzle, {"by": "parity", "weights": weights, "start": start % 2, "goal": goal})
        for goal in {min(values), max(values), start + 1}:
            assert not check(puzzle, {"by": "pagoda", "weights": weights, "start": start, "goal": goal})
    pegs = position.bit_count()
    assert not check(puzzle, {"by": "pegs", "start": pegs, "goal": puzzle.goal.min_pegs})
    refuted = refute_goals(puzzle).refuted
    parts = [{"pegs": [holes_of(goal) for goal in group], "proof": proof} for group, proof in refuted]
    assert not check(puzzle, {"by": "goals", "goals": parts})
    everything = {"pegs": [holes_of(goal) for goal in goals]}
    for _, proof in refuted:
        assert not check(puzzle, {"by": "goals", "goals": [*parts, everything | {"proof": proof}]})
    assert not check(puzzle, {"by": "exhaustion", "nodes": 1})


@CALM
@given(puzzles(10))
def test_refuted_goals_cannot_be_reached(puzzle: JumpPuzzle) -> None:
    """Every goal is a candidate or refuted, not both; no goal that is refuted can be reached, and its proof says so."""
    found, position = refute_goals(puzzle), after_opening(puzzle)
    refuted = [goal for group, _ in found.refuted for goal in group]
    assert found.candidates is not None
    assert sorted([*found.candidates, *refuted]) == goal_positions(puzzle.board, puzzle.goal)
    for group, proof in found.refuted:
        assert refutes(puzzle.board, position, group, proof)
        assert truth(replace(puzzle, goal=JumpGoal(frozenset(group)))).length is None


@CALM
@given(boards(5), st.data())
def test_automorphisms_keep_the_positions(board: JumpBoard, data: st.DataObject) -> None:
    """Listed are the permutations that keep the jumps, the positions as a set, and the holes without jumps."""
    positions = data.draw(st.sets(st.integers(0, board.full), max_size=3)) if board.holes < 8 else {1, 2}
    jumps, still = set(board.jumps), set(range(board.holes)) - {hole for jump in board.jumps for hole in jump}
    expected = []
    for p in permutations(range(board.holes)) if board.holes < 8 else symmetry.automorphisms(board):
        keeps_jumps = {(p[a], p[b], p[c]) for a, b, c in jumps} == jumps
        moved = {mask_of(p[hole] for hole in holes_of(position)) for position in positions}
        if keeps_jumps and moved == positions and all(p[hole] == hole for hole in still):
            expected.append(tuple(p))
    assert symmetry.automorphisms(board, positions) == expected


def test_a_huge_group_is_not_used() -> None:
    """A board with more automorphisms than can be listed is treated as one with none but the identity."""
    spokes = JumpBoard(15, tuple((2 * k + 1, 2 * k + 2, 0) for k in range(7)))
    assert symmetry.automorphisms(spokes) == [tuple(range(15))]
    fewer = JumpBoard(13, spokes.jumps[:6])
    assert len(symmetry.automorphisms(fewer)) == 720
