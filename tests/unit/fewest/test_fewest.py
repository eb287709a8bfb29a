"""The library is one import."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import fewest

TWO_BY_THREE: dict[str, Any] = {
    "kind": "slide",
    "board": {"rows": 2, "columns": 3},
    "start": [4, 5, 0, 1, 2, 3],
    "goal": [1, 2, 3, 4, 5, 0],
}


def test_tasks_end_at_a_limit() -> None:
    """A task that reaches a limit has what was found until then, and says which limit it was."""
    puzzle = fewest.load_puzzle(TWO_BY_THREE).puzzle
    limits = fewest.Limits(nodes=1)
    space = fewest.explore(fewest.SpaceTask("slide", puzzle.board, (puzzle.goal,)), limits)
    assert isinstance(space, fewest.PartOfSpace)
    made = fewest.generate(fewest.GenerationTask(puzzle.board, puzzle.goal, number=2, seed=7), limits)
    assert isinstance(made, fewest.Generation)
    found = fewest.measure(fewest.FeaturesTask(puzzle, ("length",)), limits)
    assert isinstance(found, fewest.Features)
    assert (space.limit, made.limit, found.limit) == ("nodes",) * 3


def test_names_are_those_defined_elsewhere() -> None:
    """The package defines nothing: each of its names comes from the notation, the design or the solver."""
    for name in fewest.__all__:
        package, room = getattr(fewest, name).__module__.split(".")[:2]
        assert (package, room in {"notation", "design", "solver"}) == ("fewest", True)


def test_import_compiles_nothing() -> None:
    """Importing the package loads neither the kernels nor what only the service needs."""
    code = "import sys, fewest; print([name for name in ('numba', 'flask', 'redis', 'rq') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_programs_with_modules_of_the_same_names(tmp_path: Path) -> None:
    """A program may have modules that are called as the rooms are: only `fewest` is taken."""
    for name in ("boards", "cli", "schemas", "service", "solver", "store", "workers"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(__file__)")
    code = f"import fewest; print(fewest.solve(fewest.load_puzzle({TWO_BY_THREE}).puzzle).lower_bound)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "21"


def test_types_are_exported() -> None:
    """Type checkers of other programs read the annotations (PEP 561)."""
    assert (Path(fewest.__file__).parent / "py.typed").exists()
