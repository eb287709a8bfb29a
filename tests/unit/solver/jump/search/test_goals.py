"""Goals of games on the boards people play on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from solver.jump.search.goals import search
from solver.jump.search.plan import Plan
from solver.model import NOTHING, Limits, Result, Status, Stopped, Want
from solver.slices import finish
from solver.solve import solve
from solver.verify import Check, check_proof
from tests.jump_puzzles import ENGLISH, FRENCH, single

TRIANGLE = (".", "..", "...", "....", ".....")
CENTRE = single(ENGLISH, "orthogonal", 16, 16)


def leaving(puzzle: JumpPuzzle, pegs_left: PegsLeft) -> JumpPuzzle:
    """The puzzle whose goal is to leave the fewest or the most pegs."""
    return replace(puzzle, goal=JumpGoal(pegs_left=pegs_left))


def left_by(puzzle: JumpPuzzle, result: Result) -> int:
    """Pegs left by the solution of a result."""
    assert result.solution is not None
    return puzzle.start.bit_count() - sum(map(len, result.solution))


@pytest.mark.parametrize(("empty", "pegs"), [(0, 8), (1, 8), (3, 7), (4, 10)])
def test_the_most_pegs_on_the_triangle_of_15_holes(empty: int, pegs: int) -> None:
    """By hole that is empty at first, the most pegs that can be left (the positions in an answer on Puzzling Stack
    Exchange, "What's the maximum number of pegs you can leave on a 15-hole triangular peg solitaire?").
    """
    puzzle = leaving(single(TRIANGLE, "triangular", empty, 0), PegsLeft.MOST)
    assert left_by(puzzle, solve(puzzle)) == pegs


def test_the_shortest_game_of_the_english_board() -> None:
    """From the centre no game is over before six jumps, by the plain rules; six moves by the search."""
    puzzle = leaving(CENTRE, PegsLeft.MOST)
    result = solve(puzzle, Want.COUNT)
    assert (result.length, left_by(puzzle, result)) == (6, 26)
    level = {puzzle.start}
    for _ in range(6):
        after = {
            position: [
                position ^ (1 << a | 1 << b | 1 << c)
                for a, b, c in puzzle.board.jumps
                if position >> a & 1 and position >> b & 1 and not position >> c & 1
            ]
            for position in level
        }
        assert all(after.values())
        level = {position for following in after.values() for position in following}


def test_one_peg_is_impossible_on_the_french_board() -> None:
    """From its centre two pegs are the fewest, as parities prove (Reiss, Beiträge zur Theorie des Solitär-Spiels)."""
    puzzle = leaving(single(FRENCH, "orthogonal", 18, 18), PegsLeft.FEWEST)
    result = solve(puzzle, Want.ANY)
    assert left_by(puzzle, result) == 2
    assert result.pegs_proof is not None
    assert [part["pegs"] for part in result.pegs_proof["fewer"]] == [1]
    assert check_proof(puzzle, result.pegs_proof) is Check.HOLDS
    short = {**result.pegs_proof, "pegs_left": 3}
    assert check_proof(puzzle, short) is Check.FAILS


@pytest.mark.full
def test_survivors_of_the_central_game() -> None:
    """Only the pegs two holes from the centre along a line can be the last there: others never come to the centre,
    or only with one of their row gone. The first have the 18 moves of the game without a survivor.
    """
    goals = {hole: replace(CENTRE, goal=replace(CENTRE.goal, survivor=hole)) for hole in range(33) if hole != 16}
    results = {hole: solve(puzzle) for hole, puzzle in goals.items() if hole in (0, 3, 4, 6, 14)}
    assert {hole for hole, result in results.items() if result.status is Status.SOLVED} == {4, 14}
    assert results[4].length == results[14].length == 18
    for hole in (0, 3, 6):
        proof = results[hole].proof
        assert proof is not None
        assert check_proof(goals[hole], proof) is Check.HOLDS


@pytest.mark.parametrize("pegs_left", PegsLeft)
def test_games_are_stopped_within_the_bytes_allowed(pegs_left: PegsLeft) -> None:
    """A search that would need more memory stops and says so."""
    puzzle = leaving(CENTRE, pegs_left)
    found = finish(search(puzzle, Want.ONE, Limits(bytes=100_000), None, 1, NOTHING, Plan()))
    assert found == Stopped("bytes")


def test_a_board_without_pegs_has_fewest_and_most_left() -> None:
    """The empty position has no jump: nothing is left, in no moves."""
    for pegs_left in PegsLeft:
        result = solve(replace(leaving(CENTRE, pegs_left), start=0), Want.ALL)
        assert (result.status, result.length, result.count) == (Status.SOLVED, 0, 1)
