"""Proofs and symmetries of jump puzzles."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from solver.jump import symmetry
from solver.jump.board import JumpBoard, board_from_grid, mask_of
from solver.jump.proofs import after_opening, check, parities, prove, renumber, weigh
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from tests.jump_puzzles import SYMMETRIC, boards, puzzles
from tests.oracle_jump import truth

CALM = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])


def renumbered(puzzle: JumpPuzzle, order: list[int]) -> JumpPuzzle:
    """The same puzzle with hole i called ``order[i]``."""

    def move(position: int) -> int:
        return mask_of(order[hole] for hole in range(len(order)) if position >> hole & 1)

    board = JumpBoard(
        puzzle.board.holes, tuple(sorted((order[a], order[b], order[c]) for a, b, c in puzzle.board.jumps))
    )
    goal = JumpGoal(frozenset(move(position) for position in puzzle.goal.positions), puzzle.goal.counts)
    opening = tuple((order[a], order[b], order[c]) for a, b, c in puzzle.opening)
    return JumpPuzzle(board, move(puzzle.start), goal, opening)


@CALM
@given(puzzles(), st.randoms())
def test_proofs_hold_and_renumber(puzzle: JumpPuzzle, chance: random.Random) -> None:
    """A puzzle with a proof has no solution; the proof holds, also in another numbering."""
    proof = prove(puzzle)
    if proof is None:
        return
    assert truth(puzzle).length is None
    assert check(puzzle, proof)
    order = list(range(puzzle.board.holes))
    chance.shuffle(order)
    assert check(renumbered(puzzle, order), renumber(proof, order))


@CALM
@given(puzzles())
def test_false_proofs_fail(puzzle: JumpPuzzle) -> None:
    """No certificate passes the check for a puzzle that has a solution."""
    if truth(puzzle).length is None:
        return
    position, holes = after_opening(puzzle), puzzle.board.holes
    for weights in ([1] * holes, [0] * holes, *parities(puzzle.board)):
        for goal in (0, 1):
            start = weigh(weights, position)
            assert not check(puzzle, {"by": "parity", "weights": weights, "start": start % 2, "goal": goal})
            assert not check(puzzle, {"by": "pagoda", "weights": weights, "start": start, "goal": start + 1})
    pegs = position.bit_count()
    assert not check(puzzle, {"by": "pegs", "start": pegs, "goal": puzzle.goal.least_pegs})
    assert not check(puzzle, {"by": "goals", "goals": []})
    assert not check(puzzle, {"by": "exhaustion", "nodes": 1})


@CALM
@given(boards(8))
def test_automorphisms_are_those_of_the_jump_table(board: JumpBoard) -> None:
    """Every automorphism listed keeps the jumps; together they are a group."""
    group = symmetry.automorphisms(board)
    jumps = set(board.jumps)
    for p in group:
        assert {(p[a], p[b], p[c]) for a, b, c in jumps} == jumps
    assert {tuple(p[q[h]] for h in range(board.holes)) for p in group for q in group} == set(group)


def test_symmetries_of_drawn_boards() -> None:
    """A line has 2 symmetries, a square 8, a rectangle 4, a triangle 6."""
    sizes = [len(symmetry.automorphisms(board_from_grid(grid, lines)[0])) for grid, lines in SYMMETRIC]
    assert sizes[:4] == [2, 8, 4, 6]
