"""Proofs and limits in sentences."""

from __future__ import annotations

import re
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.notation.proof_texts import advice, proof_sentences, with_sentences
from fewest.notation.puzzle import load_puzzle
from fewest.schemas.documents.proofs import KINDS_OF_PROOF
from fewest.solver.kinds import kind_of

ROW: dict[str, Any] = {"kind": "jump", "board": {"grid": ["....."], "lines": "orthogonal"}}
LAST: dict[str, Any] = ROW | {"start": {"pegs": [0, 1]}, "goal": {"survivor": 0, "hole": 1}}
OPENED: dict[str, Any] = ROW | {"start": {"pegs": [0, 1, 3]}, "opening": [[0, 1, 2]]}
PIECES: dict[str, Any] = {
    "kind": "slide",
    "board": {"edges": [[0, 1], [1, 2], [2, 3], [3, 0], [3, 4]], "cells": 6},
    "start": [1, 2, 3, 0, 4, 5],
    "goal": [1, 2, 3, 0, 4, 5],
}
POST = {
    "kind": "block",
    "start": {"picture": ["AAA....", "A.A....", "AAA....", "...#...", ".......", ".......", "......."]},
    "goal": {"at": {"A": [2, 2]}},
    "metric": "step",
}
PARITY = {"by": "parity", "weights": [1, 1, 0, 1, 1], "start": 0, "goal": 1}
WAY = {"entry": 3, "way": [3]}
PROOFS: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (ROW | {"start": {"pegs": [0, 1, 2]}, "goal": {"count": 5}}, {"by": "pegs", "start": 3, "goal": 5}, "3 pegs to 5."),
    (ROW | {"start": {"pegs": [0]}, "goal": {"count": 5}}, {"by": "pegs", "start": 1, "goal": 5}, "from 1 peg to 5."),
    (
        ROW | {"start": {"pegs": [0, 1]}, "goal": {"any_of": [{"count": 0}, {"count": 4}, {"count": 5}]}},
        {"by": "pegs", "start": 2, "goal": 0},
        "so one peg is always left. Every jump removes one peg, so no game leads from 2 pegs to 4 or more.",
    ),
    (
        ROW | {"start": {"pegs": [0, 1]}, "goal": {"pegs": [1, 2]}},
        {"by": "pegs", "start": 2, "goal": 2},
        "none leads to as many pegs as at the start, in other holes",
    ),
    (
        OPENED | {"goal": {"any_of": [{"pegs": [0, 1]}, {"count": 0}]}},
        {"by": "pegs", "start": 2, "goal": 0},
        "one peg is always left. Every jump removes one peg, so none leads to as many pegs as after the opening, in",
    ),
    (LAST, PARITY, "It is even at the start, but the goal needs it to be odd."),
    (
        LAST,
        {"by": "pagoda", "weights": [], "start": 4, "goal": 6},
        "The sum is 4 at the start, but the goal needs at least 6.",
    ),
    (OPENED | {"goal": {"pegs": [0]}}, {"by": "pagoda", "start": 4, "goal": 6}, "The sum is 4 after the opening, but"),
    (LAST, {"by": "ends", "pairs": 12, "functions": [], "trees": []}, "before a last jump: 12 pairs."),
    (LAST, {"by": "ends", "pairs": 1, "functions": [], "trees": []}, "before a last jump: 1 pair."),
    (LAST, {"by": "ends", "pairs": 0, "functions": [], "trees": []}, "No jump leads to the goal."),
    (
        ROW | {"start": {"pegs": [0]}, "goal": {"pegs": [4]}},
        {"by": "ends", "pairs": 0, "functions": [], "trees": []},
        "No jump is possible at the start.",
    ),
    (LAST, {"by": "programs", "pairs": 12, "programs": 34}, "34 linear programs excluded every pair of a position"),
    (LAST, {"by": "programs", "pairs": 1, "programs": 1}, "1 linear program excluded"),
    (
        LAST,
        {"by": "goals", "goals": [{"pegs": [[0]], "proof": PARITY}] * 2},
        "form 2 groups, and each group has a proof. The proof of the first group: Count only",
    ),
    (
        LAST,
        {"by": "survivor", "reach": [0, 2, 4]},
        "can reach only the holes 0, 2, 4. The goal needs it in another hole.",
    ),
    (
        ROW | {"start": {"pegs": [0, 1]}, "goal": {"survivor": 3}},
        {"by": "survivor", "reach": [1, 3]},
        "Hole 3 has no peg at the start",
    ),
    (OPENED | {"goal": {"survivor": 1}}, {"by": "survivor", "reach": [1, 3]}, "The opening removes the peg"),
    (
        ROW | {"start": {"pegs": [0, 1]}, "goal": {"survivor": 0, "hole": 4}},
        {"by": "survivor", "reach": [0, 2, 4], "proof": PARITY},
        "The new board has this proof: Count only",
    ),
    (LAST, {"by": "fewer", "pegs_left": 3, "fewer": []}, "No game leaves fewer than 3 pegs"),
    (
        PIECES | {"goal": [1, 2, 3, 0, 5, 4]},
        {"by": "contents", "cells": [0, 1, 2, 3, 4]},
        "these 5 cells, and this part does not have the pieces or empty cells that the goal needs there.",
    ),
    (PIECES | {"goal": [1, 2, 3, 0, 5, 4]}, {"by": "contents", "cells": [5]}, "with this cell, and this part does not"),
    (
        {
            "kind": "slide",
            "board": {"edges": [[0, 1], [2, 3]], "cells": 4},
            "start": [1, 2, 3, 0],
            "goal": [2, 1, 3, 0],
        },
        {"by": "contents", "cells": [0, 1]},
        "no piece can move there, because no cell is empty. The goal needs the pieces in other places.",
    ),
    (PIECES, {"by": "permutation", "rule": "ring", "cells": [0, 1, 2], **WAY}, "The 3 cells form a ring"),
    (
        PIECES,
        {"by": "permutation", "rule": "parity", "cells": [0, 1, 2], **WAY},
        "Colour the 3 cells like a chessboard",
    ),
    (PIECES, {"by": "permutation", "rule": "theta", "cells": [0] * 7, **WAY}, "the one exception of Wilson's theorem"),
    (
        PIECES,
        {"by": "permutation", "rule": "contents", "cells": [0, 1, 2, 3], **WAY},
        "leave out cell 3, where the empty cell enters it. The other cells do not have the pieces",
    ),
    (POST, {"by": "separation", "piece": [0], "cells": [1], "target": [2]}, "could cover only the cells listed"),
    (
        POST,
        {"by": "separation", "piece": [0], "cells": [1, 2, 3], "target": [1, 2]},
        "could not get into its place in the goal, although it could cover each cell of it.",
    ),
    (LAST, {"by": "exhaustion", "nodes": 5}, "A search found no solution"),
    (POST, {"by": "exhaustion", "nodes": 5, "side": "start", "positions": 7}, "from the start were visited (7)"),
]


@pytest.mark.parametrize(("puzzle", "proof", "says"), PROOFS)
def test_a_proof_in_sentences(puzzle: dict[str, Any], proof: dict[str, Any], says: str) -> None:
    """The text of a proof has whole sentences, with the numbers of the proof."""
    text = " ".join(proof_sentences(load_puzzle(puzzle).puzzle, proof))
    assert says in text
    assert text.endswith(".")


def test_every_argument_has_its_sentences() -> None:
    """The API documents the argument of every proof above."""
    documented = set(re.findall(r"`(\w+)`", KINDS_OF_PROOF)) & {proof["by"] for _, proof, _ in PROOFS}
    assert documented == {proof["by"] for _, proof, _ in PROOFS}


def test_the_proofs_of_the_catalogue_are_explained() -> None:
    """Every proof about an example of the catalogue has a text."""
    puzzles = [load_puzzle(each["puzzle"]).puzzle for board in catalogue().values() for each in board["examples"]]
    proofs = [(puzzle, proof) for puzzle in puzzles if (proof := kind_of(puzzle).prove(puzzle)) is not None]
    assert all(proof_sentences(puzzle, proof) for puzzle, proof in proofs)


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
    """If a limit ended a search, the advice names it, and what can be had without raising it."""
    result = {"limit": "seconds", "optimal": optimal, "proof": None}
    assert says in advice(result, want)
    puzzle = load_puzzle(LAST).puzzle
    assert with_sentences(puzzle, result, want) == result | {"advice": advice(result, want)}
    assert with_sentences(puzzle, {"proof": PARITY}, want)["proof"]["text"].startswith("Count only")
