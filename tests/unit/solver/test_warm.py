"""A process that has warmed the kernels never compiles one again."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from solver.kinds import KINDS

SCRIPT = """
import sys, tempfile
from pathlib import Path

from solver import kernels
from solver.kinds import KINDS
from solver.model import Limits, Want
from solver.solve import solve
from tests.unit.solver import test_warm

def compiled():
    modules = [module for name, module in sys.modules.items() if name.startswith("solver.kernels.")]
    things = [(module.__name__, name, thing) for module in modules for name, thing in vars(module).items()]
    return {found[:2]: len(found[2].signatures) for found in things if hasattr(found[2], "signatures")}

kind = sys.argv[1]
KINDS[kind].warm()
before = compiled()
assert any(before.values()), before
for puzzle in test_warm.puzzles(kind):
    for want in Want:
        with tempfile.TemporaryDirectory() as folder:
            solve(puzzle, want, Limits(nodes=200_000), tables=Path(folder), threads=2)
after = compiled()
print({name: number for name, number in after.items() if number > before.get(name, 0)})
"""


def puzzles(kind: str) -> list[object]:
    """Puzzles that take a search through its kernels: a small and a large board, a solution and none."""
    from tests.jump_puzzles import single
    from tests.unit.solver.slide.test_search import load, puzzle_of

    if kind == "jump":
        triangle = (".", "..", "...", "....", ".....", "......")
        return [single(triangle[:4], "triangular", 1, 1), single(triangle, "triangular", 1, 1)]
    cases = load("slide_sources.json")
    return [puzzle_of(cases[1]), puzzle_of(load("slide_korf15.json")[0])]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_nothing_is_compiled_after_warming(kind: str) -> None:
    """After warming, no search of that kind compiles or loads another signature of a kernel."""
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", SCRIPT, kind], cwd=root, capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("{}\n", 0), done.stderr
