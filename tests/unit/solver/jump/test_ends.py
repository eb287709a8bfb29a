"""Certificates by ends: found where a first and a last jump exclude each other, and refused when altered."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard
from fewest.solver.jump.checks import check
from fewest.solver.jump.dual import dual_of, dual_proof
from fewest.solver.jump.proofs import prove, prove_by_ends
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.slices import finish
from fewest.solver.verify import Check, check_proof
from tests.jump_puzzles import single
from tests.oracle_jump import truth

DIAMOND = tuple(("." * side).center(9) for side in (1, 3, 5, 7, 9, 7, 5, 3, 1))
WEIGHED = [(0, 6), (0, 25), (0, 28), (0, 40), (1, 21), (1, 24), (6, 0), (12, 25), (12, 40)]
"""Problems of the diamond that a search takes millions of nodes for."""


@pytest.mark.parametrize(("empty", "last"), WEIGHED)
def test_one_function_refutes_nine_problems_of_the_diamond(empty: int, last: int) -> None:
    """One pagoda function, found without a search, proves each of nine problems unsolvable."""
    puzzle = single(DIAMOND, "orthogonal", empty, last)
    proof = prove(puzzle)
    assert proof is not None
    assert (proof["by"], len(proof["functions"]), proof["trees"]) == ("ends", 1, [])
    assert check_proof(puzzle, proof) is Check.HOLDS


@pytest.fixture(scope="module")
def by_cases() -> tuple[JumpPuzzle, dict[str, Any]]:
    """The tenth, whose certificate has a tree of cases."""
    puzzle = single(DIAMOND, "orthogonal", 1, 39)
    assert prove(puzzle) is None
    proof = finish(prove_by_ends(puzzle, 1000, Budget(0)))
    assert proof is not None
    return puzzle, dict(proof)


def test_cases_refute_the_tenth(by_cases: tuple[JumpPuzzle, dict[str, Any]]) -> None:
    """A pagoda function and a tree of cases prove the tenth problem and its dual unsolvable."""
    puzzle, proof = by_cases
    assert (proof["by"], proof["pairs"], len(proof["functions"]), len(proof["trees"])) == ("ends", 4, 1, 1)
    assert check_proof(puzzle, proof) is Check.HOLDS
    dual = dual_of(puzzle)
    assert dual is not None
    assert dual_proof(dual, proof) == proof
    assert check_proof(dual, proof) is Check.HOLDS


def nodes(tree: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """All cases of a tree."""
    yield tree
    for name in ("then", "else"):
        if name in tree:
            yield from nodes(tree[name])


def first_case(proof: dict[str, Any], leaf: bool) -> dict[str, Any]:
    """A case of the tree of a proof, divided further or not."""
    return next(case for case in nodes(proof["trees"][0]) if ("weights" in case) is leaf)


ALTERED: dict[str, Callable[[dict[str, Any]], Any]] = {
    "another number of pairs": lambda p: p.update(pairs=p["pairs"] + 1),
    "no function": lambda p: p["functions"].clear(),
    "no tree": lambda p: p["trees"].clear(),
    "a function that rises": lambda p: p.update(functions=[[-w for w in p["functions"][0]]]),
    "a function without weights": lambda p: p.update(functions=[[]]),
    "a function of fractions": lambda p: p.update(functions=[[w / 2 for w in p["functions"][0]]]),
    "a case with other weights": lambda p: first_case(p, True).update(weights=[0] * 41),
    "a case with too few weights": lambda p: first_case(p, True)["weights"].pop(),
    "a case of fractions": lambda p: first_case(p, True).update(
        weights=[w + 0.0 for w in first_case(p, True)["weights"]]
    ),
    "a case that is left out": lambda p: first_case(p, False).update(then=first_case(p, False)["else"]),
    "a gap between two cases": lambda p: first_case(p, False).update(at_most=first_case(p, False)["at_most"] - 1),
    "no kind of its own": lambda p: p.update(by="exhaustion"),
    "not kept": lambda p: p.update(by="programs"),
}


@pytest.mark.parametrize("name", ALTERED)
def test_an_altered_certificate_is_refused(name: str, by_cases: tuple[JumpPuzzle, dict[str, Any]]) -> None:
    """A certificate with one necessary part altered is refused."""
    puzzle, proof = by_cases
    altered = copy.deepcopy(proof)
    ALTERED[name](altered)
    assert not check(puzzle, altered)


def test_no_number_of_jumps_is_between_two_cases() -> None:
    """Cases divided at a fraction are refused, since a number of jumps could be in neither."""
    line, jumps = JumpBoard(7, ((0, 1, 2), (2, 3, 4), (4, 5, 6))), [2, 3, 4]
    puzzle = JumpPuzzle(line, 0b101011, JumpGoal(frozenset([1 << 6])))
    fewer, more = {"weights": [-1, 0, -1, -1, -1, 0, -1]}, {"weights": [-1, 0, -1, 1, -1, 0, -1]}
    for at_most in (0, 0.5, 1):
        tree = {"jump": jumps, "at_most": at_most, "then": fewer, "else": more}
        assert not check(puzzle, {"by": "ends", "pairs": 1, "functions": [], "trees": [tree]})
    assert truth(puzzle).length == 1
