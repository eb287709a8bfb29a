"""Kernels are compiled before any process is forked, never in the process of a search."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from fewest.boards import catalogue
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.kernels import KernelMissing
from fewest.workers import warm
from fewest.workers.warm import needed

pytestmark = pytest.mark.full

ROOT = Path(__file__).parents[3]

SCRIPT = """
import json
import sys
from importlib import import_module
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules

from fewest.boards import catalogue
from fewest.notation.puzzle import load_puzzle
from fewest.design import kernels as designing
from fewest.solver import kernels
from fewest.solver.model import Limits, Want
from fewest.solver.solve import solve
from fewest.workers.warm import kernel_parts, sets


def compiled():
    rooms = (kernels, designing)
    modules = [import_module(f"{room.__name__}.{each.name}") for room in rooms for each in iter_modules(room.__path__)]
    things = [thing for module in modules for thing in vars(module).values() if hasattr(thing, "signatures")]
    # Python does not call helpers.
    own = [thing for thing in things if not thing.targetoptions.get("no_cpython_wrapper")]
    return {f"{thing.__module__}.{thing.__name__}": len(thing.signatures) for thing in own}


for part in chain.from_iterable(map(kernel_parts, sets())):
    part()
states = [compiled()]
puzzles = [
    catalogue()[name]["examples"][0]["puzzle"]
    for name in ("8-puzzle", "hoppers", "ring-9", "tritri", "diamond", "petersen", "15-puzzle")
]
large = {"kind": "slide", "board": {"rows": 9, "columns": 9}, "goal": [2, 1, 3, *[0] * 78]}
puzzles.append(large | {"start": [0] * 78 + [1, 2, 3]})
puzzles.append(large | {"start": [*range(1, 80), 0, 80], "goal": [*range(1, 81), 0]})
puzzles.append(large | {"start": [1, 3, 2, *range(4, 81), 0], "goal": [1, 2, 3, *[None] * 78]})
for written in puzzles:
    puzzle = load_puzzle(written).puzzle
    for want in Want:
        solve(puzzle, want, Limits(nodes=100_000, seconds=300), tables=Path(sys.argv[1]), threads=2)
states.append(compiled())
print(json.dumps(states))
"""


@pytest.fixture(scope="module")
def states(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Number of compiled signatures of every kernel, in a process of its own: after warming, and after searches."""
    command = [sys.executable, "-c", SCRIPT, str(tmp_path_factory.mktemp("tables"))]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return json.loads(ran.stdout)


def test_warming_compiles_every_kernel(states: Any) -> None:
    """Every kernel that Python calls is compiled, or loaded from the cache, by warming."""
    warmed, _ = states
    assert len({name.split(".")[3] for name in warmed}) == 15
    assert [name for name, number in warmed.items() if not number and not name.split(".")[4].startswith("_")] == []


def test_nothing_is_compiled_after_warming(states: Any) -> None:
    """No search compiles another signature of a kernel."""
    warmed, after = states
    assert after == warmed


STOPPED = """
import os, signal, sys
import numpy as np
from numba.core import event
from fewest.solver.kernels import jump_expand
from fewest.workers.warm import compile_part

class Stop(event.Listener):
    def on_start(self, event):
        if sys.argv[1] == "signal":
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            os.getppid = lambda: 1

    def on_end(self, event):
        pass

def part():
    slots = np.zeros(2, np.uint64)
    with event.install_listener("numba:compile", Stop()):
        jump_expand.rehash(slots, slots, 0, 2)
    jump_expand.rehash(slots.astype(np.int64), slots, 0, 2)
    raise AssertionError("it went on")

compile_part(part)
"""


@pytest.mark.parametrize("end", ["signal", "parent"])
def test_a_stop_keeps_what_is_being_compiled(end: str, tmp_path: Path) -> None:
    """A stopped part stores the function that it compiles, and begins no other."""
    command = [sys.executable, "-P", "-c", STOPPED, end]
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    assert len(list(tmp_path.rglob("jump_expand.rehash*.nbc"))) == 1


SMALL = """
import sys

from fewest.boards import catalogue
from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.solver.kernels import loading_only
from fewest.solver.kinds import KINDS
from fewest.solver.model import Want
from fewest.solver.solve import solve
from fewest.workers.warm import needed

for kind in KINDS.values():
    kind.kernel_sets()[0].parts[0]()
with loading_only():
    for board in catalogue().values():
        puzzle = load_puzzle(board["examples"][0]["puzzle"]).puzzle
        if needed("solve", dump_puzzle(puzzle)) == [puzzle.kind] and board["name"] != "traffic-jam":
            for want in Want:
                solve(puzzle, want)
                print(board["name"])
"""


def test_the_first_part_is_all_that_small_searches_need(tmp_path: Path) -> None:
    """With the first kernels of each kind, all small boards are solved; one has positions of two words."""
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-P", "-c", SMALL]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    assert {"hoppers", "8-puzzle", "klotski", "rush-hour"} <= set(ran.stdout.split())


REFUSING = """
from fewest.workers.warm import load_cached, missing, sets

assert load_cached() == missing() == {expected}
"""


def test_kernels_are_loaded_but_not_compiled(tmp_path: Path) -> None:
    """`load_cached` loads what is in the cache and compiles nothing."""
    subprocess.run([sys.executable, "-m", "fewest.workers.warm"], cwd=ROOT, check=True)
    for environment, expected in (
        (os.environ, "[]"),
        (os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}, "sets()"),
    ):
        subprocess.run(
            [sys.executable, "-c", REFUSING.format(expected=expected)], cwd=ROOT, env=environment, check=True
        )
    assert not list(tmp_path.rglob("*.nbi"))


def example(name: str) -> dict[str, Any]:
    """The first example of a board, as it is stored."""
    return dump_puzzle(load_puzzle(catalogue()[name]["examples"][0]["puzzle"]).puzzle)


def row(holes: int) -> dict[str, Any]:
    """A row of holes with two pegs."""
    jumps = [[hole, hole + 1, hole + 2] for hole in range(holes - 2)]
    return {"kind": "jump", "board": {"holes": holes, "jumps": jumps}, "start": {"pegs": [0, 1]}, "goal": {"count": 1}}


def path(cells: int) -> dict[str, Any]:
    """A path of cells with one piece."""
    adjacency = [[other for other in (cell - 1, cell + 1) if 0 <= other < cells] for cell in range(cells)]
    pieces = [1, *[0] * (cells - 1)]
    return {"kind": "slide", "board": {"adjacency": adjacency}, "start": pieces, "goal": pieces[::-1]}


def test_what_a_search_waits_for_is_compiled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the sets that wait to be compiled, the next one is what a search has asked for, in whatever process."""
    made: list[str] = []

    class Made:
        def __init__(self, name: str, _: Any) -> None:
            made.append(name.removeprefix("compile-"))

        def start(self) -> None:
            pass

        def poll(self) -> int:
            return 0

    monkeypatch.setattr(warm, "Fork", Made)
    monkeypatch.setattr(warm, "_loaded", set[str]())
    monkeypatch.setattr(warm, "_awaited", bytearray(64))
    monkeypatch.setattr(warm, "kernel_parts", lambda _: [int])
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    compilation = warm.Compilation(warm.sets())
    compilation.step()

    def lacks(name: str) -> None:
        raise KernelMissing(name)

    with monkeypatch.context() as patch:
        patch.setattr(warm, "_warm", lacks)
        assert not warm.load("space")
    compilation.step()
    compilation.step()
    assert made == ["jump", "space", "slide"]


@pytest.mark.parametrize(
    ("task", "work", "sets"),
    [
        ("solve", example("8-puzzle"), ["slide"]),
        ("solve", example("15-puzzle"), ["slide", "slide 2"]),
        ("solve", example("hoppers"), ["jump"]),
        ("solve", example("english"), ["jump", "jump 2"]),
        ("solve", example("klotski"), ["block"]),
        ("solve", row(65), ["jump", "jump 2", "jump 3"]),
        ("solve", path(64), ["slide", "slide 2"]),
        ("solve", path(65), ["slide", "slide 2", "slide 3"]),
        ("space", {"kind": "block", "board": {}}, ["block", "block 2", "space"]),
        ("generation", {"kind": "jump", "board": {"holes": 33}}, ["jump", "jump 2", "generation"]),
        ("generation", {"kind": "slide", "board": {}}, ["slide", "slide 2"]),
        ("features", {"kind": "jump", "puzzle": {"board": {"holes": 65}}}, ["jump", "jump 2", "jump 3"]),
        ("features", {"kind": "slide", "puzzle": path(65)}, ["slide", "slide 2", "slide 3"]),
    ],
)
def test_no_task_waits_for_kernels_that_it_does_not_need(task: str, work: dict[str, Any], sets: list[str]) -> None:
    """A task needs the kernels of its kind, and others only if the kind uses them for this task."""
    assert needed(task, work) == sets
