"""Proofs and symmetries of jump puzzles; certificates by ends."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fewest.solver.budget import Budget
from fewest.solver.graphs import inverse
from fewest.solver.jump import symmetry
from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.checks import check, refutes, renumber
from fewest.solver.jump.ends import after_first_jump, before_last_jump, check_ends, refutes_cases
from fewest.solver.jump.kind import JumpKind
from fewest.solver.jump.proofs import after_opening, goal_positions, parities, prove, prove_by_ends, refute_goals, weigh
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import JumpRules
from fewest.solver.model import Proof
from fewest.solver.slices import finish
from tests.effort import examples
from tests.jump_puzzles import boards, puzzles
from tests.oracle_jump import truth

CALM = settings(deadline=None, max_examples=examples(100), suppress_health_check=[HealthCheck.too_slow])


def check_found(puzzle: JumpPuzzle, proof: Proof | None, chance: random.Random) -> None:
    """Assert that a puzzle with a proof has no solution, and that the proof holds, also in another numbering."""
    if proof is None:
        return
    assert truth(puzzle).length is None
    assert check(puzzle, proof)
    order = chance.sample(range(puzzle.board.holes), puzzle.board.holes)
    assert check(JumpKind().renumber(puzzle, inverse(tuple(order))), renumber(proof, order))


@CALM
@given(puzzles(), st.randoms())
def test_proofs_hold_and_renumber(puzzle: JumpPuzzle, chance: random.Random) -> None:
    """A puzzle with a proof has no solution; the proof holds, also in another numbering."""
    check_found(puzzle, prove(puzzle), chance)


@CALM
@given(puzzles(), st.randoms(use_true_random=False))
def test_false_proofs_fail(puzzle: JumpPuzzle, chance: random.Random) -> None:
    """If a puzzle has a solution, every certificate is refused, even if its sums are right."""
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
    """Every goal is either a candidate or refuted; refuted goals cannot be reached, and their proofs hold."""
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
    """All permutations are listed that keep the jumps, the set of positions and the holes without jumps."""
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


ENDS = settings(CALM, max_examples=examples(200))
PROGRAMS = 60


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of an integer in JSON: what holds it, and its index or name there."""
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, part in places:
        if type(part) is int:
            yield value, place
        else:
            yield from numbers(part)


@ENDS
@given(puzzles(), st.booleans(), st.randoms(use_true_random=False))
def test_only_puzzles_without_a_solution_have_a_certificate(
    puzzle: JumpPuzzle, pagodas: bool, chance: random.Random
) -> None:
    """A certificate is found only if brute force finds no solution, and holds in other numberings."""
    check_found(puzzle, finish(prove_by_ends(puzzle, PROGRAMS, Budget(0), pagodas)), chance)


@ENDS
@given(puzzles(), st.randoms(use_true_random=False))
def test_an_altered_certificate_never_passes_for_a_puzzle_with_a_solution(
    puzzle: JumpPuzzle, chance: random.Random
) -> None:
    """If a puzzle has a solution, certificates of other goals are refused, also with altered numbers."""
    if truth(puzzle).length is None:
        return
    goals = goal_positions(puzzle.board, puzzle.goal) or []
    for goal in chance.sample(range(puzzle.board.full + 1), min(5, puzzle.board.full + 1)):
        other = JumpPuzzle(puzzle.board, puzzle.start, JumpGoal(frozenset([goal])), puzzle.opening)
        proof = finish(prove_by_ends(other, PROGRAMS, Budget(0), pagodas=False))
        if proof is None or proof["by"] != "ends":
            continue
        position = after_opening(puzzle)
        pairs = len(after_first_jump(puzzle.board, position)) * len(before_last_jump(puzzle.board, goals))
        for _ in range(20):
            assert not check(puzzle, {**proof, "pairs": pairs})
            proof = copy.deepcopy(dict(proof))
            places = list(numbers(proof))
            holder, place = chance.choice(places)
            holder[place] += chance.choice([-2, -1, 1, 2])


@ENDS
@given(boards(9), st.data())
def test_a_tree_that_jumps_fulfil_refutes_nothing(board: JumpBoard, data: st.DataObject) -> None:
    """No tree of cases refutes two positions that jumps connect."""
    if not board.jumps:
        return
    position = data.draw(st.integers(0, board.full))
    rules, end = JumpRules(JumpPuzzle(board, position, JumpGoal())), position
    for _ in range(data.draw(st.integers(0, 4))):
        legal = [jump for jump in board.jumps if rules.legal(end, jump)]
        if legal:
            end = rules.after(end, data.draw(st.sampled_from(legal)))
    tree = data.draw(trees(board))
    assert not refutes_cases(board, position, end, tree, {}, {})
    proof = {"by": "ends", "pairs": 0, "functions": [], "trees": [tree]}
    first, last = after_first_jump(board, position), before_last_jump(board, [end])
    if truth(JumpPuzzle(board, position, JumpGoal(frozenset([end])))).length is not None:
        assert not check_ends(board, position, [end], proof | {"pairs": len(first) * len(last)})


def trees(board: JumpBoard) -> st.SearchStrategy[dict[str, Any]]:
    """Random trees of cases."""
    weight = st.integers(-3, 3)
    leaf = st.fixed_dictionaries({"weights": st.lists(weight, min_size=board.holes, max_size=board.holes)})
    jump = st.sampled_from(board.jumps).map(list)

    def branch(part: st.SearchStrategy[dict[str, Any]]) -> st.SearchStrategy[dict[str, Any]]:
        return st.fixed_dictionaries({"jump": jump, "at_most": st.integers(-1, 3), "then": part, "else": part})

    return st.recursive(leaf, branch, max_leaves=8)
