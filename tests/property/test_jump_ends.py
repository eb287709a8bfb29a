"""Certificates by ends against brute force, on random boards."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.budget import Budget
from solver.jump.board import JumpBoard
from solver.jump.ends import after_first_jump, before_last_jump, check_ends, refutes_cases
from solver.jump.proofs import after_opening, check, goal_positions, prove_by_ends
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.rules import JumpRules
from solver.slices import finish
from tests.effort import examples
from tests.jump_puzzles import boards, puzzles
from tests.oracle_jump import truth
from tests.property.test_jump_proofs import check_renumbered

CALM = settings(deadline=None, max_examples=examples(200), suppress_health_check=[HealthCheck.too_slow])
PROGRAMS = 60


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every place of an integer in JSON: what holds it, and its index or name there."""
    places = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for place, part in places:
        if type(part) is int:
            yield value, place
        else:
            yield from numbers(part)


@CALM
@given(puzzles(), st.booleans(), st.randoms(use_true_random=False))
def test_only_puzzles_without_a_solution_have_a_certificate(
    puzzle: JumpPuzzle, pagodas: bool, chance: random.Random
) -> None:
    """With and without an opening, a certificate is found only where brute force finds no solution; it renumbers."""
    proof = finish(prove_by_ends(puzzle, PROGRAMS, Budget(0), pagodas))
    if proof is None:
        return
    assert truth(puzzle).length is None
    assert check(puzzle, proof)
    check_renumbered(puzzle, proof, chance)


@CALM
@given(puzzles(), st.randoms(use_true_random=False))
def test_an_altered_certificate_never_passes_for_a_puzzle_with_a_solution(
    puzzle: JumpPuzzle, chance: random.Random
) -> None:
    """Certificates of other goals, with any numbers in them altered, are refused where there is a solution."""
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


@CALM
@given(boards(9), st.data())
def test_a_tree_that_jumps_fulfil_refutes_nothing(board: JumpBoard, data: st.DataObject) -> None:
    """No tree of cases, whatever its limits and weights, refutes a pair that jumps connect."""
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
