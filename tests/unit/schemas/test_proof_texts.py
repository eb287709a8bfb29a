"""Proofs and limits in sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.schemas.documents.proofs import KINDS_OF_PROOF
from fewest.schemas.proof_texts import advice, proof_sentences, with_sentences
from fewest.schemas.puzzle import load_puzzle
from fewest.solver.kinds import kind_of

PARITY = {"by": "parity", "weights": [1, 1, 0], "start": 0, "goal": 1}
PROOFS: list[tuple[dict[str, Any], str]] = [
    ({"by": "pegs", "start": 3, "goal": 5}, "no game leads from 3 pegs to 5."),
    ({"by": "pegs", "start": 3, "goal": 3}, "the goal has as many pegs as the start"),
    ({"by": "pegs", "start": 3, "goal": 0}, "one peg is always left"),
    (PARITY, "It is even at the start, but the goal needs it to be odd."),
    (
        {"by": "pagoda", "weights": [], "start": 4, "goal": 6},
        "The sum is 4 at the start, but the goal needs at least 6.",
    ),
    ({"by": "ends", "pairs": 12, "functions": [], "trees": []}, "before a last jump: 12 pairs."),
    ({"by": "ends", "pairs": 0, "functions": [], "trees": []}, "No jump is possible at the start"),
    ({"by": "programs", "pairs": 12, "programs": 34}, "34 linear programs excluded"),
    (
        {"by": "goals", "goals": [{"pegs": [[0]], "proof": PARITY}] * 2},
        "form 2 groups, and each group has a proof. The proof of the first",
    ),
    ({"by": "survivor", "reach": [0, 7]}, "can reach only the holes 0, 7. The goal allows none"),
    ({"by": "survivor", "reach": [0, 7], "proof": PARITY}, "The new board has this proof: Count only"),
    ({"by": "fewer", "pegs_left": 3, "fewer": []}, "No game leaves fewer than 3 pegs"),
    ({"by": "contents", "cells": [0, 1]}, "with these 2 cells"),
    ({"by": "permutation", "rule": "ring", "cells": [0, 1, 2]}, "The 3 cells form a ring"),
    ({"by": "permutation", "rule": "parity", "cells": [0, 1, 2]}, "Colour the 3 cells like a chessboard"),
    ({"by": "permutation", "rule": "theta", "cells": [0] * 7}, "the one exception of Wilson's theorem"),
    ({"by": "permutation", "rule": "contents", "cells": [0]}, "does not have the pieces"),
    ({"by": "separation", "piece": [0], "cells": [1], "target": [2]}, "Even if all other pieces were removed"),
    ({"by": "exhaustion", "nodes": 5}, "A search found no solution"),
    (
        {"by": "exhaustion", "nodes": 5, "side": "start", "positions": 7},
        "from the start were visited (7)",
    ),
]


@pytest.mark.parametrize(("proof", "says"), PROOFS)
def test_a_proof_in_sentences(proof: dict[str, Any], says: str) -> None:
    """Every argument is said in whole sentences, with its numbers."""
    text = " ".join(proof_sentences(proof))
    assert says in text
    assert text.endswith(".")


def test_every_argument_has_its_sentences() -> None:
    """Each kind of proof that the API documents is among those above."""
    documented = set(re.findall(r"`(\w+)`", KINDS_OF_PROOF)) & {proof["by"] for proof, _ in PROOFS}
    assert documented == {proof["by"] for proof, _ in PROOFS}


def test_the_proofs_of_the_catalogue_are_explained() -> None:
    """Whatever simple argument an example of the catalogue has, it can be said."""
    puzzles = [load_puzzle(each["puzzle"]).puzzle for board in catalogue().values() for each in board["examples"]]
    proofs = [proof for puzzle in puzzles if (proof := kind_of(puzzle).prove(puzzle)) is not None]
    assert all(proof_sentences(proof) for proof in proofs)


@pytest.mark.parametrize(
    ("want", "optimal", "says"),
    [
        ("one", False, 'Raise the limit on seconds, or ask for "any"'),
        ("count", True, "The length is proven. To count the solutions"),
        ("count", False, 'or ask for "any"'),
        ("any", False, "Raise the limit on seconds."),
    ],
)
def test_what_would_help(want: str, optimal: bool, says: str) -> None:
    """Where a limit ended a search, the advice names the limit, and what can be had without it."""
    result = {"limit": "seconds", "optimal": optimal, "proof": None}
    assert says in advice(result, want)
    assert with_sentences(result, want) == result | {"advice": advice(result, want)}
    assert with_sentences({"proof": PARITY}, want)["proof"]["text"].startswith("Count only")
