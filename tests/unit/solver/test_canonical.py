"""Equal puzzles have one key, others have another."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.canonical import canonical, canonical_result, digest, restore_result, symmetries
from fewest.solver.errors import ReplayError
from fewest.solver.jump.board import board_from_grid, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle, Status, Want
from fewest.solver.slide.board import board_from_grid as slide_board
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.solve import solve
from tests.jump_puzzles import ENGLISH, puzzles_of_games, single
from tests.jump_puzzles import puzzles as jump_puzzles
from tests.oracle_block import random_puzzle
from tests.random_levels import measured
from tests.renumber import renumbered
from tests.slide_puzzles import puzzles as slide_puzzles

PUZZLES = st.one_of(jump_puzzles(), puzzles_of_games(), slide_puzzles())


@st.composite
def block_puzzles(draw: st.DrawFn) -> Puzzle:
    """Random puzzles of blocks, with a goal."""
    random = draw(st.randoms(use_true_random=False))
    while not (written := random_puzzle(random))["goal"]["at"]:
        pass
    return load_puzzle(written).puzzle


def renumbered_of(puzzle: Puzzle, random: Random) -> Puzzle:
    """The same puzzle in another numbering."""
    return load_puzzle(renumbered(dump_puzzle(puzzle), random)).puzzle


@given(PUZZLES | block_puzzles(), st.randoms(use_true_random=False))
def test_keys_do_not_depend_on_numbering(puzzle: Puzzle, random: Random) -> None:
    """A puzzle and its renumbered copy, in which blocks are turned and mirrored, too, have one canonical form."""
    form, twin = canonical(puzzle), canonical(renumbered_of(puzzle, random))
    assert (twin.puzzle, twin.key) == (form.puzzle, form.key)


@given(PUZZLES | block_puzzles())
def test_no_two_edges_join_the_same_vertices(puzzle: Puzzle) -> None:
    """The graph of a puzzle has no parallel edges, which BLISS would count as one, and no loops."""
    edges = [frozenset(edge) for edge in kind_of(puzzle).canonical_graph(puzzle).edges]
    assert len(set(edges)) == len(edges)
    assert {len(edge) for edge in edges} <= {2}


@given(PUZZLES, st.randoms(use_true_random=False))
def test_results_are_carried_to_another_numbering(puzzle: Puzzle, random: Random) -> None:
    """Results are rewritten from the canonical form to any numbering, and back."""
    twin = renumbered_of(puzzle, random)
    form = canonical(twin)
    solved, length, count = solve(form.puzzle, Want.COUNT), *measured(puzzle)
    result = restore_result(form, solved, twin)
    assert canonical_result(form, result) == solved
    assert (result.length, result.count) == (length, None if length is None else count)


def test_goals_of_games_are_goals_of_their_own() -> None:
    """Goals about games have keys of their own, equal only for survivors that a symmetry exchanges."""
    puzzle = single(ENGLISH, "orthogonal", 16, 16)
    goals = [JumpGoal(pegs_left=left) for left in PegsLeft]
    goals += [JumpGoal(counts=frozenset([1])), puzzle.goal]
    goals += [JumpGoal(counts=frozenset([1]), survivor=hole) for hole in (0, 1, 2)]
    goals += [JumpGoal(frozenset([1 << 16]), survivor=1), JumpGoal(frozenset([1 << 23]), survivor=1)]
    keys = [canonical(replace(puzzle, goal=goal)).key for goal in goals]
    assert keys[4] == keys[6]
    assert len(set(keys)) == len(keys) - 1


LINE = board_from_grid(["......."], "orthogonal")[0]


# Four spokes meet in hole 0: spoke k has the holes 2 * k + 1 and 2 * k + 2, and a jump inward over its inner hole.
STAR = JumpPuzzle(
    replace(LINE, holes=9, jumps=tuple((2 * k + 2, 2 * k + 1, 0) for k in range(4))),
    mask_of(range(1, 9)),
    JumpGoal(counts=frozenset([7])),
)


def test_openings_that_a_symmetry_exchanges_have_one_key() -> None:
    """Openings that a symmetry exchanges give one canonical form."""
    openings = [replace(STAR, opening=(jump,)) for jump in STAR.board.jumps]
    assert len({canonical(puzzle).puzzle for puzzle in openings}) == 1
    assert (symmetries(STAR), symmetries(openings[0])) == (24, 6)


def test_the_order_of_an_opening_is_part_of_it() -> None:
    """Openings that differ in order have different keys unless a symmetry exchanges the jumps."""
    square = board_from_grid(["....", "....", "...."], "orthogonal")[0]
    first, second, lone = (0, 1, 2), (8, 9, 10), (4, 5, 6)
    puzzle = JumpPuzzle(square, mask_of([0, 1, 4, 5, 8, 9]), JumpGoal(counts=frozenset([1])))

    def key(*opening: tuple[int, int, int]) -> str:
        return canonical(replace(puzzle, opening=opening)).key

    assert key(first, second) == key(second, first)
    assert key(first, lone) != key(lone, first)
    orders = list(permutations([first, second, lone]))
    assert len({key(*order) for order in orders}) == 3
    assert len({digest(replace(puzzle, opening=order)) for order in orders}) == 6


def test_a_damaged_result_is_not_carried_over() -> None:
    """A stored solution that does not replay in the puzzle's numbering is refused."""
    row = SlidePuzzle(slide_board(["....."])[0], (1, 2, 0, 0, 0), (0, 0, 1, 0, 2))
    form = canonical(row)
    result = solve(form.puzzle)
    assert result.solution is not None
    restored = restore_result(form, result, row)
    assert restored.length == 5
    for damaged in (result.solution[:-1], result.solution[1:], (*result.solution, result.solution[-1]), ()):
        with pytest.raises(ReplayError):
            restore_result(form, replace(result, solution=damaged), row)
    swapped = replace(form, order=form.order[::-1])
    with pytest.raises(ReplayError):
        restore_result(swapped, result, row)


def test_a_damaged_proof_is_not_carried_over() -> None:
    """A stored proof that does not hold in the puzzle's numbering is refused."""
    puzzle = JumpPuzzle(board_from_grid([".........."], "orthogonal")[0], 0b1111, JumpGoal(frozenset([1 << 9])))
    mirrored = replace(puzzle, start=0b1111 << 6, goal=JumpGoal(frozenset([1])))
    form = canonical(mirrored)
    result = solve(form.puzzle)
    assert result.proof is not None
    assert result.proof["by"] == "pagoda"
    assert restore_result(form, result, mirrored).status is Status.UNSOLVABLE
    damaged = dict(result.proof, goal=result.proof["goal"] + 1)
    with pytest.raises(ReplayError):
        restore_result(form, replace(result, proof=damaged), mirrored)
    with pytest.raises(ReplayError):
        restore_result(replace(form, order=form.order[1:] + form.order[:1]), result, mirrored)


KEYS = json.loads((Path(__file__).parents[2] / "cases" / "canonical_keys.json").read_text())
"""Puzzles with their keys and digests as computed at commit 625bb84, each confirmed with five other numberings."""


def test_keys_tell_puzzles_apart() -> None:
    """All recorded puzzles have different keys and different digests."""
    assert len({case["key"] for case in KEYS}) == len({case["digest"] for case in KEYS}) == len(KEYS)


@pytest.mark.parametrize("case", KEYS)
def test_keys_stay_the_same(case: dict[str, Any]) -> None:
    """Keys and digests are the recorded ones, under which stores hold answers."""
    puzzle = load_puzzle(case["puzzle"]).puzzle
    twin = load_puzzle(renumbered(dump_puzzle(puzzle), Random(case["key"]))).puzzle
    assert digest(puzzle) == case["digest"]
    assert canonical(puzzle).key == canonical(twin).key == case["key"]
