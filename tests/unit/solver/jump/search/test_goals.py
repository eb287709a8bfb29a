"""Goals of games on the boards people play on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fewest.solver.budget import Budget
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.jump.search.goals import _fewest_pegs, search
from fewest.solver.jump.search.plan import Plan
from fewest.solver.model import NOTHING, Findings, Limits, Progress, Result, Search, Solved, Stopped, Unsolvable, Want
from fewest.solver.slices import finish
from fewest.solver.solve import solve
from fewest.solver.verify import Check, check_proof
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
    """From the centre no game ends before six jumps (counted by the plain rules)."""
    puzzle = leaving(CENTRE, PegsLeft.MOST)
    result = solve(puzzle, Want.COUNT)
    assert (result.length, left_by(puzzle, result)) == (6, 26)


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


@pytest.mark.parametrize("pegs_left", PegsLeft)
def test_games_are_stopped_within_the_bytes_allowed(pegs_left: PegsLeft) -> None:
    """A search that needs more memory than allowed stops."""
    puzzle = leaving(CENTRE, pegs_left)
    found = finish(search(puzzle, Want.ONE, Limits(bytes=100_000), 1, NOTHING, Plan()))
    assert found == Stopped("bytes")


def test_findings_for_one_number_of_pegs_are_none_for_the_next() -> None:
    """Findings about a number of pegs are dropped once that number is refuted."""
    known = []

    def plain(_: JumpPuzzle, findings: Findings, __: int) -> Search:
        known.append(findings)
        yield Progress(9, 1)
        return Solved(()) if len(known) == 2 else Unsolvable({"by": "exhaustion", "nodes": 1})

    budget = Budget(10**8, nodes_before=5, notes={"bound": 7, "plain": {"costs": 1}})
    puzzle = leaving(single(TRIANGLE, "triangular", 0, 0), PegsLeft.FEWEST)
    outcome = finish(_fewest_pegs(puzzle, budget, Plan(max_reached=0, exact_holes=0), plain))
    assert isinstance(outcome, Solved)
    assert known == [Findings(7, None, 5, {"costs": 1}), Findings(nodes=5)]
