"""Answers that no request asked for: found by requests for their puzzles, in any numbering."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.canonical import canonical
from fewest.solver.errors import ReplayError
from fewest.solver.jump.board import board_from_grid, mask_of
from fewest.solver.jump.dual import dual_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.model import Want
from fewest.solver.solve import solve
from fewest.store import Store
from fewest.store.answers import store_answer, store_dual
from fewest.store.results import Results
from tests.present import present
from tests.unit.service.worker import client_of

TRIANGLE = board_from_grid([".", "..", "...", "....", "....."], "triangular")[0]


def single(empty: int, last: int) -> JumpPuzzle:
    """A single-vacancy problem of the triangle."""
    return JumpPuzzle(TRIANGLE, TRIANGLE.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))


def serves(results: Results, puzzle: JumpPuzzle) -> list[str]:
    """What the stored answer of a puzzle serves."""
    key = canonical(puzzle).key
    return [want for want in ("any", "one", "count", "all") if results.find(key, want) is not None]


def test_an_answer_is_found_in_every_numbering(store: Store) -> None:
    """A stored count answers a request for the mirrored puzzle, without a search."""
    puzzle = single(3, 3)
    store_answer(store.results, puzzle, solve(puzzle, Want.COUNT))
    assert serves(store.results, puzzle) == ["any", "one", "count"]
    mirrored = {"kind": "jump", "board": {"name": "triangle-15"}, "start": {"empty": [5]}, "goal": {"pegs": [5]}}
    assert load_puzzle(mirrored).puzzle != puzzle
    response = client_of(store).post("/v1/jobs", json={"puzzle": mirrored, "want": "count"})
    assert response.status_code == 200
    assert response.json is not None
    assert (response.json["result"]["length"], response.json["result"]["count"]) == (9, 466)
    assert response.json["result"]["statistics"]["cache"] == "symmetry"


def test_an_answer_without_a_count_serves_no_count(store: Store) -> None:
    """One solution serves requests for one or any; unsolvability serves all."""
    store_answer(store.results, single(3, 3), solve(single(3, 3)))
    assert serves(store.results, single(3, 3)) == ["any", "one"]
    store_answer(store.results, single(4, 4), solve(single(4, 4)))
    assert serves(store.results, single(4, 4)) == ["any", "one", "count", "all"]


def test_nothing_is_kept_that_does_not_hold(store: Store) -> None:
    """A solution of another puzzle, or an incomplete one, is refused and not stored."""
    result = solve(single(3, 3))
    assert result.solution is not None
    for puzzle, wrong in ((single(3, 12), result), (single(3, 3), replace(result, solution=result.solution[1:]))):
        with pytest.raises(ReplayError):
            store_answer(store.results, puzzle, wrong)
        assert serves(store.results, puzzle) == []


def test_unsolvability_answers_the_dual(store: Store) -> None:
    """If a search proves a puzzle unsolvable, its dual is stored as unsolvable, too."""
    puzzle = single(0, 4)
    dual = dual_of(puzzle)
    assert dual == single(4, 0)
    store_dual(store.results, puzzle, solve(puzzle))
    assert serves(store.results, dual) == ["any", "one", "count", "all"]
    assert serves(store.results, puzzle) == []


def test_a_solution_is_any_solution_of_the_dual(store: Store) -> None:
    """A solution gives the dual a solution for `any`, but not the fewest moves."""
    store_dual(store.results, single(0, 12), solve(single(0, 12), Want.COUNT))
    assert serves(store.results, single(12, 0)) == ["any"]
    client = client_of(store)
    asked = {"puzzle": dump_puzzle(single(12, 0))}
    response = client.post("/v1/jobs", json=asked | {"want": "any"})
    assert response.json is not None
    result = response.json["result"]
    assert result["status"] == "solved"
    assert not result["optimal"]
    assert result["lower_bound"] <= 9 <= result["length"]
    assert client.post("/v1/jobs", json=asked | {"want": "one"}).status_code == 202


def test_the_fewest_pegs_answer_the_puzzle_to_leave_as_many(store: Store) -> None:
    """The result for the goal of fewest pegs is also that of the goal of this number of pegs."""
    best = replace(single(4, 4), start=mask_of([0, 1, 14]), goal=JumpGoal(pegs_left=PegsLeft.FEWEST))
    result = solve(best, Want.COUNT)
    assert result.pegs_proof is not None
    store_dual(store.results, best, result)
    plain = replace(best, goal=JumpGoal(counts=frozenset([2])))
    assert serves(store.results, plain) == ["any", "one", "count"]
    stored = present(store.results.find(canonical(plain).key, "count"))
    expected, found = solve(plain, Want.COUNT), stored.result
    assert (found["length"], found["count"], found.get("pegs_proof")) == (expected.length, expected.count, None)


def test_a_puzzle_without_a_dual_keeps_nothing(store: Store) -> None:
    """Nothing is stored for puzzles without a dual: several goals, and sliding puzzles."""
    anywhere = replace(single(3, 3), goal=JumpGoal(counts=frozenset([1])))
    row = load_puzzle({"kind": "slide", "board": {"rows": 1, "columns": 2}, "start": [1, 0], "goal": [0, 1]}).puzzle
    for puzzle in (anywhere, row):
        store_dual(store.results, puzzle, solve(puzzle))
    assert store.redis.keys("*answer*") == []
