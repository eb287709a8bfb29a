"""Certificates of sliding puzzles: each rule has examples that hold and others that do not."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import igraph
import pytest

from fewest.solver.slide.board import SlideBoard, board_from_adjacency, board_from_grid
from fewest.solver.slide.proofs import RULES, check, prove
from fewest.solver.slide.puzzle import SlidePuzzle
from tests import oracle_slide
from tests.slide_puzzles import SHAPES, board, ring, walked

PAIRS = board_from_adjacency([[1], [0], [3], [2]])
GRID = board_from_grid(["...", "..."])[0]
PATH, RING, THETA = SHAPES["path"], board(5, ring(5)), SHAPES["theta0"]
BOWTIE = board(5, [*ring(3), (2, 3), (3, 4), (4, 2)])
BRIDGE = board(6, [*ring(3), *ring(3, 3), (2, 3)])

SOLVED = tuple(range(1, 7))

TRUE: list[tuple[str, str | None, SlidePuzzle]] = [
    ("contents", None, SlidePuzzle(PAIRS, (1, 0, 2, 0), (2, None, None, None))),
    ("contents", None, SlidePuzzle(PAIRS, (1, 2, 3, 0), (2, None, None, None))),
    ("contents", None, SlidePuzzle(PAIRS, (3, 0, 1, 2), (None, None, 2, 1))),
    ("permutation", "contents", SlidePuzzle(PATH, (0, 1, 2, 3, 4), (0, 1, 3, 2, 4))),
    ("permutation", "contents", SlidePuzzle(BOWTIE, (0, 1, 2, 3, 4), (0, 3, 2, 1, 4))),
    ("permutation", "contents", SlidePuzzle(BRIDGE, (0, 1, 2, 3, 4, 5), (0, 1, 4, 3, 2, 5))),
    ("permutation", "ring", SlidePuzzle(RING, (0, 1, 2, 3, 4), (0, 1, 3, 2, 4))),
    ("permutation", "ring", SlidePuzzle(SHAPES["ring"], (1, 1, 2, 2, 0, 1, 2), (0, 1, 2, 1, 2, 1, 2))),
    ("permutation", "parity", SlidePuzzle(GRID, (1, 2, 3, 4, 5, 0), (2, 1, 3, 4, 5, 0))),
    ("permutation", "parity", SlidePuzzle(GRID, (1, 2, 3, 4, 5, 0), (0, 2, 1, 3, 4, 5))),
    ("permutation", "theta", SlidePuzzle(THETA, (*SOLVED, 0), (1, 3, 2, 4, 5, 6, 0))),
    ("permutation", "theta", SlidePuzzle(THETA, (*SOLVED, 0), (2, 1, 4, 3, 5, 6, 0))),
]


@pytest.mark.parametrize(("by", "rule", "puzzle"), TRUE)
def test_each_rule_is_found_and_accepted(by: str, rule: str | None, puzzle: SlidePuzzle) -> None:
    """Every argument and rule is found where it applies, passes its check, and brute force agrees."""
    proof = prove(puzzle)
    assert proof is not None
    assert (proof["by"], proof.get("rule")) == (by, rule)
    assert check(puzzle, proof)
    assert oracle_slide.answer(puzzle).length is None


GRID_SWAP = SlidePuzzle(GRID, (1, 2, 3, 4, 5, 0), (2, 1, 3, 4, 5, 0))
GRID_PROOF = {"by": "permutation", "rule": "parity", "cells": list(range(6)), "entry": 5, "way": [5]}
STEP = SlidePuzzle(board_from_adjacency([[1], [0]]), (1, 0), (0, 1))

FALSE: dict[str, tuple[SlidePuzzle, dict[str, Any]]] = {
    "contents: a cell twice": (STEP, {"by": "contents", "cells": [0, 1, 1]}),
    "contents: an edge leaves": (STEP, {"by": "contents", "cells": [0]}),
    "contents: no cells": (STEP, {"by": "contents", "cells": []}),
    "contents: an empty cell": (STEP, {"by": "contents", "cells": [0, 1]}),
    "contents: the other component": (TRUE[0][2], {"by": "contents", "cells": [2, 3]}),
    "contents: not an argument": (TRUE[0][2], {"by": "exhaustion", "nodes": 9}),
    "parity: two pieces alike": (replace(GRID_SWAP, start=(1, 2, 3, 4, 4, 0), goal=(2, 1, 3, 4, 4, 0)), GRID_PROOF),
    "parity: not bipartite": (
        SlidePuzzle(board(4, [*ring(4), (0, 2)]), (1, 2, 3, 0), (2, 1, 3, 0)),
        {"by": "permutation", "rule": "parity", "cells": [0, 1, 2, 3], "entry": 3, "way": [3]},
    ),
    "parity: an even permutation": (replace(GRID_SWAP, goal=(2, 3, 1, 4, 5, 0)), GRID_PROOF),
    "parity: a way across": (replace(GRID_SWAP, goal=(0, 1, 3, 4, 2, 5)), GRID_PROOF | {"entry": 0, "way": [5, 0]}),
    "parity: a way to another cell": (replace(GRID_SWAP, goal=(1, 2, 0, 4, 5, 3)), GRID_PROOF),
    "parity: a way from another cell": (GRID_SWAP, GRID_PROOF | {"way": [4, 5]}),
    "parity: two empty cells": (replace(GRID_SWAP, start=(1, 2, 3, 4, 0, 0), goal=(2, 1, 3, 4, 0, 0)), GRID_PROOF),
    "parity: a free cell": (replace(GRID_SWAP, goal=(2, 1, None, None, 5, 0)), GRID_PROOF),
    "contents: a free cell": (
        SlidePuzzle(GRID, (1, 1, 2, 3, 4, 0), (1, None, None, 3, 4, 0)),
        GRID_PROOF | {"rule": "contents"},
    ),
    "parity: entry outside": (GRID_SWAP, GRID_PROOF | {"cells": [0, 1, 2, 3, 4]}),
    "ring: not a ring": (GRID_SWAP, GRID_PROOF | {"rule": "ring"}),
    "theta: another graph": (GRID_SWAP, GRID_PROOF | {"rule": "theta"}),
    "contents: a part that touches two cells": (
        replace(GRID_SWAP, goal=(2, 3, 1, 4, 5, 0)),
        GRID_PROOF | {"rule": "contents", "cells": [1, 2, 4, 5]},
    ),
    "contents: a cell of another component": (
        SlidePuzzle(PAIRS, (1, 0, 2, 0), (1, 0, None, None)),
        {"by": "permutation", "rule": "contents", "cells": [0, 1, 2], "entry": 1, "way": [1]},
    ),
    "contents: entered elsewhere": (
        SlidePuzzle(BOWTIE, (0, 1, 2, 3, 4), (0, 2, 1, 3, 4)),
        {"by": "permutation", "rule": "contents", "cells": [2, 3, 4], "entry": 3, "way": [0]},
    ),
    "no rule": (GRID_SWAP, GRID_PROOF | {"rule": "wishing"}),
}


@pytest.mark.parametrize("name", FALSE)
def test_a_false_certificate_is_refused(name: str) -> None:
    """A certificate that proves nothing is refused, even if the puzzle has no solution."""
    puzzle, proof = FALSE[name]
    assert not check(puzzle, proof)


def reachable(place: SlideBoard, kinds: int, empty: int, free: bool, chance: random.Random) -> SlidePuzzle:
    """A puzzle whose goal is met by a walk from its start."""
    pieces = [1 + i % kinds for i in range(place.cells - empty)] + [0] * empty
    start = tuple(chance.sample(pieces, len(pieces)))
    position = walked(place, start, chance, 41)
    return SlidePuzzle(place, start, tuple(None if free and chance.random() < 0.4 else piece for piece in position))


def ways(puzzle: SlidePuzzle) -> list[list[int]]:
    """Paths of each empty cell to the cells that want one, and what only looks like such a path."""
    graph = igraph.Graph([(a, b) for a, row in enumerate(puzzle.board.adjacency) for b in row if a < b])
    begins = [cell for cell, piece in enumerate(puzzle.start) if piece == 0]
    ends = [cell for cell, piece in enumerate(puzzle.goal) if piece in (0, None)]
    found = [list(graph.get_shortest_paths(begin, end)[0]) for begin in begins for end in ends]
    return [*found, *([begin, end] for begin in begins for end in ends), *([end] for end in ends)]


@pytest.mark.parametrize(("kinds", "empty", "free"), [(9, 1, False), (3, 1, False), (9, 2, False), (9, 1, True)])
@pytest.mark.parametrize("place", [GRID, RING, BOWTIE, BRIDGE, PATH, THETA], ids=lambda place: str(place.cells))
def test_no_certificate_passes_for_a_puzzle_that_has_a_solution(
    place: SlideBoard, kinds: int, empty: int, free: bool
) -> None:
    """If a puzzle has a solution, every certificate is refused, whatever it names."""
    chance = random.Random(kinds)
    puzzle = reachable(place, kinds, empty, free, chance)
    blocks = [list(cells) for size in range(2, place.cells + 1) for cells in combinations(range(place.cells), size)]
    for path in ways(puzzle)[:6]:
        for cells in chance.sample(blocks, min(len(blocks), 60)):
            assert not check(puzzle, {"by": "contents", "cells": cells})
            for entry in cells:
                for rule in RULES:
                    proof = {"by": "permutation", "rule": rule, "cells": cells, "entry": entry, "way": path}
                    assert not check(puzzle, proof), proof
