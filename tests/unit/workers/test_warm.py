"""Kernels are compiled before any process is forked, never in the process of a search."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SCRIPT = """
import json
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from boards import catalogue
from schemas.puzzle import load_puzzle
from solver import kernels
from solver.model import Limits, Want
from solver.solve import solve
from workers.warm import warm


def compiled():
    modules = [import_module(f"solver.kernels.{module.name}") for module in iter_modules(kernels.__path__)]
    pairs = [(f"{module.__name__}.{name}", thing) for module in modules for name, thing in vars(module).items()]
    return {name: len(thing.signatures) for name, thing in pairs if hasattr(thing, "signatures")}


warm()
states = [compiled()]
for name in ("8-puzzle", "hoppers", "ring-9", "tritri", "diamond", "petersen", "15-puzzle"):
    puzzle = load_puzzle(catalogue()[name]["examples"][0]["puzzle"]).puzzle
    for want in Want:
        solve(puzzle, want, Limits(nodes=100_000, seconds=5), tables=Path(sys.argv[1]), threads=2)
states.append(compiled())
print(json.dumps(states))
"""


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Number of compiled signatures of every kernel, after warming and after searches, in a process of its own."""
    command = [sys.executable, "-c", SCRIPT, str(tmp_path_factory.mktemp("tables"))]
    ran = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_warming_compiles_every_kernel(states: Any) -> None:
    """Every kernel that Python calls is compiled, or loaded from the cache, by warming."""
    warmed, _ = states
    assert len({name.split(".")[2] for name in warmed}) == 8
    assert [name for name, number in warmed.items() if not number and not name.split(".")[3].startswith("_")] == []


def test_nothing_is_compiled_after_warming(states: Any) -> None:
    """No search on boards of many sizes and shapes, whatever it wants, compiles another signature of a kernel."""
    warmed, after = states
    assert after == warmed
