"""The programs that are measured: how each is started on a puzzle, and why it cannot be."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from benchmarks.ladder import Rung
from fewest.notation.formats.writer import write_text
from fewest.notation.puzzle import ParsedPuzzle
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Want
from fewest.solver.slide.puzzle import SlidePuzzle

HERE = Path(__file__).parent
ROOT = HERE.parent
BUILD = ROOT / "build" / "peers"
VENV = ROOT / ".venv-peers"
"""Where ``make`` installs the Python packages used for comparison."""

START_SECONDS = 60.0
"""Time for a program to start and to end; one that limits itself is killed this long after its limit."""
COMPILE_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class ProgramLimits:
    """What every program may use for a puzzle: processor seconds of each thread, memory; a folder of large tables."""

    seconds: float
    bytes: int
    tables: Path | None = None


@dataclass(frozen=True, slots=True)
class ProgramRun:
    """A process to be started.

    Attributes
    ----------
    command, text
        What is started, and its standard input.
    seconds
        Processor time after which it is killed.
    bytes
        Limit on the addresses of its processes; 0 if it keeps its memory limited itself.
    threads
        Its threads.
    """

    command: list[str]
    text: str
    seconds: float
    bytes: int
    threads: int = 1


class Program(Protocol):
    """A program that solves puzzles.

    Attributes
    ----------
    name
        Names it in tables and options.
    ladders
        The ladders it is measured on.
    nodes
        What it counts as a node.
    """

    @property
    def name(self) -> str:
        """See above."""

    @property
    def ladders(self) -> tuple[str, ...]:
        """See above."""

    @property
    def nodes(self) -> str:
        """See above."""

    def prepare(self, limits: ProgramLimits) -> str | None:
        """Make it ready to be started; why it cannot be, if it cannot."""

    def run(self, rung: Rung, limits: ProgramLimits) -> ProgramRun | None:
        """How to start it; None if it does not solve such puzzles."""


def warm(code: str) -> None:
    """Compile kernels in another process: numba keeps them."""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=COMPILE_SECONDS)


@dataclass(frozen=True, slots=True)
class LibraryProgram:
    """This library, with ``fewest.solver.solve.solve``."""

    name: str
    threads: int = 1
    large_tables: bool = False
    ladders: tuple[str, ...] = ("jump", "slide", "sets")
    nodes: str = "jumps made; slides tried or positions expanded"

    def prepare(self, limits: ProgramLimits) -> str | None:
        """Compile the kernels, unless they are."""
        if self.large_tables and limits.tables is None:
            return "no folder of tables was given with --tables"
        warm(
            "from fewest.workers.warm import kernel_parts, sets\n"
            "for name in sets():\n for part in kernel_parts(name): part()"
        )
        return None

    def run(self, rung: Rung, limits: ProgramLimits) -> ProgramRun | None:
        """Every puzzle; large tables are for sliding boards."""
        if self.large_tables and not isinstance(rung.puzzle, SlidePuzzle):
            return None
        given = {
            "puzzles": rung.puzzles,
            "want": rung.want,
            "seconds": limits.seconds,
            "bytes": limits.bytes,
            "threads": self.threads,
            "tables": str(limits.tables) if self.large_tables else None,
        }
        seconds = limits.seconds * self.threads * len(rung.puzzles) + START_SECONDS
        return ProgramRun([sys.executable, "-m", "benchmarks.library"], json.dumps(given), seconds, 0, self.threads)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A program in C of the folder ``peers``."""

    name: str
    source: str
    ladders: tuple[str, ...]
    nodes: str

    def prepare(self, limits: ProgramLimits) -> str | None:
        """Compile it."""
        del limits
        compiler = shutil.which("cc")
        if compiler is None:
            return "there is no C compiler"
        BUILD.mkdir(parents=True, exist_ok=True)
        # Compiled for this processor, as numba does with the kernels.
        options = ["-O2", "-march=native", "-o", str(BUILD / self.source), str(HERE / "peers" / f"{self.source}.c")]
        subprocess.run([compiler, *options], check=True)
        return None

    def run(self, rung: Rung, limits: ProgramLimits) -> ProgramRun | None:
        """All jump puzzles; sliding ones with one empty cell, different pieces and a goal for each."""
        numbers = numbers_of(rung.puzzle, rung.want)
        if numbers is None:
            return None
        text = " ".join(map(str, [round(limits.seconds), *numbers]))
        return ProgramRun([str(BUILD / self.source)], text, limits.seconds + START_SECONDS, limits.bytes)


def numbers_of(puzzle: object, want: Want) -> list[int] | None:
    """A puzzle as the programs in C read it; None if they do not solve such puzzles."""
    if isinstance(puzzle, JumpPuzzle):
        start, hole, moves = puzzle.start, -1, 0
        for a, b, c in puzzle.opening:
            moves += a != hole
            start, hole = start ^ (1 << a | 1 << b | 1 << c), c
        jumps = [len(puzzle.board.jumps), *(place for jump in puzzle.board.jumps for place in jump)]
        goals = [len(puzzle.goal.positions), *puzzle.goal.positions, sum(1 << pegs for pegs in puzzle.goal.counts)]
        return [*jumps, start, hole + 1, moves, *goals]
    assert isinstance(puzzle, SlidePuzzle)
    wanted = [piece for piece in puzzle.goal if piece is not None]
    if sorted(wanted) != list(range(puzzle.board.cells)):
        return None
    edges = [number for row in puzzle.board.adjacency for number in (len(row), *row)]
    return [int(want.counts), puzzle.board.cells, *puzzle.start, *wanted, *edges]


@dataclass(frozen=True, slots=True)
class Planner:
    """Fast Downward, of the package ``up-fast-downward``; its time includes the translation of the task."""

    name: str = "Fast Downward, A* with LM-cut"
    search: str = "astar(lmcut())"
    ladders: tuple[str, ...] = ("jump", "slide")
    nodes: str = "states expanded"

    def prepare(self, limits: ProgramLimits) -> str | None:
        """Look for it."""
        del limits
        return None if planner_driver() else "up-fast-downward is not installed: make .venv-peers/made"

    def run(self, rung: Rung, limits: ProgramLimits) -> ProgramRun | None:
        """All but those with a prescribed opening, whose moves a plan leaves out."""
        if getattr(rung.puzzle, "opening", ()):
            return None
        domain, problem = write_text(ParsedPuzzle(rung.puzzle, None, {}), "pddl")
        text = json.dumps({"domain": domain.text, "problem": problem.text})
        command = [str(VENV / "bin" / "python"), str(HERE / "peers" / "run_planner.py")]
        command += [str(planner_driver()), self.search, str(round(limits.seconds))]
        return ProgramRun(command, text, limits.seconds + START_SECONDS, limits.bytes)


def planner_driver() -> Path | None:
    """The file that starts Fast Downward, if it is installed."""
    return next(VENV.glob("lib/*/site-packages/up_fast_downward/**/fast-downward.py"), None)


@dataclass(frozen=True, slots=True)
class SlidingPuzzlePackage:
    """A* of the package ``slidingpuzzle``, in Python."""

    name: str = "slidingpuzzle, A*"
    ladders: tuple[str, ...] = ("slide",)
    nodes: str = "positions expanded"

    def prepare(self, limits: ProgramLimits) -> str | None:
        """Look for it."""
        del limits
        found = any(VENV.glob("lib/*/site-packages/slidingpuzzle"))
        return None if found else "slidingpuzzle is not installed: make .venv-peers/made"

    def run(self, rung: Rung, limits: ProgramLimits) -> ProgramRun | None:
        """Puzzles on a rectangle whose goal has the pieces in order, the empty cell first or last."""
        rows = rows_of(rung)
        if rows is None:
            return None
        command = [str(VENV / "bin" / "python"), str(HERE / "peers" / "run_slidingpuzzle.py")]
        text = json.dumps({"rows": rows, "seconds": limits.seconds})
        return ProgramRun(command, text, limits.seconds + START_SECONDS, limits.bytes)


def rows_of(rung: Rung) -> list[list[int]] | None:
    """The start in rows, turned by half if the goal's empty cell is the first one; other programs want the last."""
    puzzle = rung.puzzle
    assert isinstance(puzzle, SlidePuzzle)
    if rung.columns is None:
        return None
    cells, start = puzzle.board.cells, list(puzzle.start)
    if puzzle.goal == tuple(range(cells)):
        start = [(cells - piece) % cells for piece in reversed(start)]
    elif puzzle.goal != (*range(1, cells), 0):
        return None
    return [start[at : at + rung.columns] for at in range(0, cells, rung.columns)]


PROGRAMS: tuple[Program, ...] = (
    LibraryProgram("fewest"),
    LibraryProgram("fewest, 2 threads", threads=2),
    LibraryProgram("fewest, large tables", large_tables=True, ladders=("slide", "sets")),
    Compiled("Hiroi's algorithm, C", "jump_deepening", ("jump",), "jumps made"),
    Compiled("breadth-first search", "jump_breadth_first", ("jump",), "jumps made"),
    Compiled("Hiroi's algorithm, C", "slide_ida_star", ("slide",), "slides tried"),
    Planner(),
    SlidingPuzzlePackage(),
)
