"""The library is one import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import fewest

HOPPERS = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}

TWO_BY_THREE: dict[str, Any] = {
    "kind": "slide",
    "board": {"rows": 2, "columns": 3},
    "start": [4, 5, 0, 1, 2, 3],
    "goal": [1, 2, 3, 4, 5, 0],
}


def test_three_lines_solve_a_puzzle() -> None:
    """A puzzle as clients write it is solved with names of this package alone."""
    puzzle = fewest.load_puzzle(HOPPERS).puzzle
    result = fewest.solve(puzzle, fewest.Want.ONE, fewest.Limits(seconds=600))
    assert result.status is fewest.Status.SOLVED
    assert result.length == 7


def test_orders_are_carried_out() -> None:
    """Each kind of order has a function that answers it, with what its limits allow."""
    board, goal = fewest.load_puzzle(TWO_BY_THREE).puzzle.board, tuple(TWO_BY_THREE["goal"])
    space = fewest.explore(fewest.SpaceOrder("slide", board, (goal,)))
    assert isinstance(space, fewest.SpaceReport)
    assert (sum(space.depths), len(space.depths) - 1) == (360, 21)  # OEIS A151944
    made = fewest.generate(fewest.GenerationOrder(board, goal, number=2, seed=7, min_length=21))
    assert isinstance(made, fewest.Generation)
    assert ([level.length for level in made.levels], made.limit) == ([21], "exhausted")  # one at 21: OEIS A090034
    found = fewest.measure(fewest.FeaturesOrder(made.levels[0].puzzle, ("length",)))
    assert isinstance(found, fewest.Features)
    assert found.number("length") == 21


def test_orders_end_at_a_limit() -> None:
    """An order that reaches a limit has what was found until then, and says which limit it was."""
    puzzle = fewest.load_puzzle(TWO_BY_THREE).puzzle
    limits = fewest.Limits(nodes=1)
    space = fewest.explore(fewest.SpaceOrder("slide", puzzle.board, (puzzle.goal,)), limits)
    assert isinstance(space, fewest.PartOfSpace)
    made = fewest.generate(fewest.GenerationOrder(puzzle.board, puzzle.goal, number=2, seed=7), limits)
    assert isinstance(made, fewest.Generation)
    found = fewest.measure(fewest.FeaturesOrder(puzzle, ("length",)), limits)
    assert isinstance(found, fewest.Features)
    assert (space.limit, made.limit, found.limit) == ("nodes",) * 3


def test_names_are_those_defined_elsewhere() -> None:
    """The package defines nothing: each of its names comes from the schemas or the solver."""
    for name in fewest.__all__:
        assert getattr(fewest, name).__module__.partition(".")[0] in ("schemas", "solver")


def test_import_compiles_nothing() -> None:
    """Importing the package loads neither the kernels nor what only the service needs."""
    code = "import sys, fewest; print([name for name in ('numba', 'flask', 'redis', 'rq') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_types_are_exported() -> None:
    """Type checkers of other programs read the annotations (PEP 561)."""
    assert (Path(fewest.__file__).parent / "py.typed").exists()
