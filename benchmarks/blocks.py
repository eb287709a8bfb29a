"""Sliding blocks: positions per second and memory, beside a plain breadth-first search in C.

    python -m benchmarks.blocks              every known puzzle in every metric, three times, and sets of positions
    python -m benchmarks.blocks 5 12         five times; only the sets on boards of up to 12 cells
    python -m benchmarks.blocks 1 0 klotski  only the puzzles with this in their names, and no sets

Seconds are processor time, the least of several runs, which alternate. Those of the search begin with the puzzle; those
of the program in C, which is given the placements and how positions are packed, after it has read them. Both end with
the level that meets the goal, with the same number of positions. The seconds of ``solve`` are those of one solution,
verified, and of the number of all.

Sets of positions are exhausted: the largest cluster of Rush Hour, and boards with six different pieces of one cell.
Each is searched in a process of its own, whose memory is the most that it had; the 140 MB that the program in C shows
at least are those of the process that starts it.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from benchmarks.arguments import parser
from benchmarks.programs import BUILD, ROOT, Compiled, ProgramLimits
from fewest.notation.puzzle import load_puzzle
from fewest.solver.block.packing import packing_of
from fewest.solver.block.placements import sorts_of
from fewest.solver.block.puzzle import BlockPuzzle, Metric
from fewest.solver.block.search.driver import search
from fewest.solver.block.search.frontier import Frontier
from fewest.solver.block.search.instance import METRICS, Instance
from fewest.solver.block.search.warm import search_both
from fewest.solver.budget import Budget
from fewest.solver.kernels.block_frontier import NONE
from fewest.solver.model import Limits, Solved, Want
from fewest.solver.slices import finish
from fewest.solver.solve import solve

CASES = ROOT / "tests" / "cases" / "blocks.json"
GROUPS = {"Klotski": ("klotski",), "Huarong Dao and others": (), "Rush Hour": ("rush-",), "GNOME Klotski": ("gnome-",)}
"""How the names of the puzzles of a group begin; the second has what no other has."""

LARGEST_CLUSTER = "rush-fog15"
"""The position of Rush Hour from which most others can be reached (M. Fogleman: michaelfogleman.com/rush)."""

BOARDS = (9, 12, 16, 20, 25)
"""Cells of the boards with six pieces; the last has 25!/19! = 127,512,000 positions, and is searched once."""

BYTES = 8_000_000_000
PEER = Compiled("breadth-first search", "block_breadth_first", ("block",), "positions expanded")
PEER_SECONDS = 600
NO_LIMITS = ProgramLimits(0.0, 0)
"""Compiling needs none."""


class Run(NamedTuple):
    """Positions found, and processor seconds."""

    positions: int
    seconds: float


@dataclass(slots=True)
class Times:
    """The least seconds of what is measured, for one puzzle or a sum of several."""

    puzzles: int = 0
    positions: int = 0
    search: float = 0.0
    peer: float = 0.0
    one: float = 0.0
    count: float = 0.0

    def add(self, other: Times) -> None:
        """Add up."""
        for name in self.__dataclass_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def row(self) -> str:
        """The columns of a table."""
        speeds = [f"{self.positions / seconds / 1e6:.2f}" if seconds else "–" for seconds in (self.search, self.peer)]
        ratio = f"{self.peer / self.search:.2f}" if self.peer else "–"
        times = [f"{seconds:.3f}" if seconds else "–" for seconds in (self.search, self.peer)]
        figures = [f"{self.puzzles} | {self.positions:,}", times[0], speeds[0], times[1], speeds[1], ratio]
        return " | ".join(
            [*figures, f"{self.one:.3f}" if self.one else "–", f"{self.count:.3f}" if self.count else "–"]
        )


def forget() -> None:
    """Drop what is remembered about puzzles, so that every run prepares them anew."""
    sorts_of.cache_clear()
    packing_of.cache_clear()


def searched(puzzle: BlockPuzzle, length: int) -> float:
    """Seconds of a search for one solution."""
    forget()
    began = time.process_time()
    outcome = finish(search(puzzle, Want.ONE, Limits(bytes=BYTES)))
    seconds = time.process_time() - began
    assert isinstance(outcome, Solved)
    assert len(outcome.solution) == length
    return seconds


def solved(puzzle: BlockPuzzle, want: Want, expected: dict[str, int]) -> float:
    """Seconds of ``solve``, with its proofs and verification."""
    forget()
    began = time.process_time()
    result = solve(puzzle, want, Limits(bytes=BYTES))
    seconds = time.process_time() - began
    assert result.length == expected["length"]
    assert want is Want.ONE or result.count == expected["count"]
    return seconds


def exhausted(puzzle: BlockPuzzle) -> Run:
    """Find all positions, whatever the goal."""
    forget()
    began = time.process_time()
    instance = without_goal(puzzle)
    frontier = Frontier(instance, instance.start, Budget(BYTES))
    finish(frontier.advance())
    return Run(frontier.ends[-1], time.process_time() - began)


def without_goal(puzzle: BlockPuzzle) -> Instance:
    """A puzzle for the kernels whose goal nothing meets."""
    instance = Instance(puzzle)
    # No position is 1 where the mask is 0.
    none, one = np.zeros_like(instance.blocks.goal), np.ones_like(instance.blocks.goal)
    instance.blocks = instance.blocks._replace(goal_mask=none, goal=one)
    return instance


def plain(instance: Instance) -> Run:
    """Run the program in C."""
    blocks = instance.blocks
    assert instance.packing.words == 1
    metric = list(METRICS.values()).index(blocks.metric)
    numbers = [PEER_SECONDS, metric, len(blocks.masks)]
    steps = np.where(blocks.steps == NONE, 0, blocks.steps.astype(np.int64) + 1)
    for mask, row in zip(blocks.masks.tolist(), steps.tolist(), strict=True):
        numbers += [mask, *row]
    numbers.append(len(blocks.shift))
    sorts = np.unique(blocks.first, return_inverse=True)[1]
    for field in zip(blocks.shift.tolist(), blocks.low.tolist(), blocks.first.tolist(), sorts.tolist(), strict=True):
        numbers += field
    numbers += [*blocks.goal_mask.tolist(), *blocks.goal.tolist(), *instance.start[0].tolist()]
    command = [str(BUILD / PEER.source)]
    ran = subprocess.run(command, input=" ".join(map(str, numbers)), check=True, capture_output=True, text=True)
    given = json.loads(ran.stdout)
    (answer,) = given["answers"]
    return Run(answer["count"], given["processor_seconds"])


def measured(puzzle: BlockPuzzle, expected: dict[str, int], rounds: int, *, peer: bool) -> Times:
    """The least times of a puzzle, each thing in turn."""
    times = Times(1)
    instance = Instance(puzzle)
    frontier = Frontier(instance, instance.start, Budget(BYTES))
    finish(frontier.advance())
    times.positions = frontier.ends[-1]
    for number in range(rounds):
        now = Times(1)
        now.search = searched(puzzle, expected["length"])
        if peer and instance.packing.words == 1 and instance.goal_position is None:
            positions, now.peer = plain(instance)
            assert positions == times.positions
        now.one = solved(puzzle, Want.ONE, expected)
        now.count = solved(puzzle, Want.COUNT, expected)
        for name in ("search", "peer", "one", "count"):
            least = getattr(now, name) if not number else min(getattr(times, name), getattr(now, name))
            setattr(times, name, least)
    return times


def six_pieces(cells: int, metric: Metric) -> BlockPuzzle:
    """A board of some rows and columns with six pieces of one cell; five have a goal, so that all differ."""
    rows = max(side for side in range(1, cells + 1) if cells % side == 0 and side * side <= cells)
    columns = cells // rows
    line = "ABCDEF".ljust(cells, ".")
    picture = [line[row * columns : (row + 1) * columns] for row in range(rows)]
    at = {name: divmod(number, columns) for number, name in enumerate("ABCDE", 1)}
    given = {"kind": "block", "start": {"picture": picture}, "goal": {"at": {name: list(at[name]) for name in at}}}
    puzzle = load_puzzle(given | {"metric": metric.value}).puzzle
    assert isinstance(puzzle, BlockPuzzle)
    return puzzle


def _exhausted_here(puzzle: BlockPuzzle, rounds: int) -> tuple[Run, float]:
    """The least of some runs in this process, and the megabytes that it has had."""
    search_both()
    run = min((exhausted(puzzle) for _ in range(rounds)), key=lambda each: each.seconds)
    return run, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def _plain_here(puzzle: BlockPuzzle, rounds: int) -> tuple[Run, float]:
    """The same of the program in C, this process's only child."""
    run = min((plain(without_goal(puzzle)) for _ in range(rounds)), key=lambda each: each.seconds)
    return run, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000


def apart(work: Callable[[BlockPuzzle, int], tuple[Run, float]], puzzle: BlockPuzzle, rounds: int) -> tuple[Run, float]:
    """Do it in a process of its own."""
    # A forked process would begin with the memory of this one.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, puzzle, rounds).result()


def group_of(name: str) -> str:
    """The group of a puzzle."""
    begins = {group: starts for group, starts in GROUPS.items() if name.startswith(starts)}
    return next(iter(begins), "Huarong Dao and others")


def puzzles(case: dict[str, Any]) -> Iterator[tuple[Metric, BlockPuzzle, dict[str, int]]]:
    """A case in every metric, with its length and number of solutions."""
    for name, expected in case["expect"].items():
        puzzle = load_puzzle(case["puzzle"] | {"metric": name}).puzzle
        assert isinstance(puzzle, BlockPuzzle)
        yield Metric(name), puzzle, expected


def print_puzzles(rounds: int, name: str, *, peer: bool) -> None:
    """Print a table of the known puzzles."""
    print("| puzzles | metric | number | positions | search s | M/s | C s | M/s | ratio | solve s | count s |")
    print("|---|---|---|---|---|---|---|---|---|---|---|", flush=True)
    sums = {(group, metric): Times() for group in (*GROUPS, "all") for metric in Metric}
    for case in json.loads(CASES.read_text(encoding="utf-8")):
        if name not in case["id"]:
            continue
        for metric, puzzle, expected in puzzles(case):
            times = measured(puzzle, expected, rounds, peer=peer)
            sums[group_of(case["id"]), metric].add(times)
            sums["all", metric].add(times)
    for (group, metric), times in sums.items():
        if times.puzzles:
            print(f"| {group} | {metric.value} | {times.row()} |")


def print_sets(rounds: int, cells: int, *, peer: bool) -> None:
    """Print a table of sets of positions that are exhausted."""
    print("\n| set | metric | positions | s | M/s | MB | C s | M/s | MB | ratio |")
    print("|---|---|---|---|---|---|---|---|---|---|", flush=True)
    cases = json.loads(CASES.read_text(encoding="utf-8"))
    cluster = next(case for case in cases if case["id"] == LARGEST_CLUSTER)
    wanted = [("largest cluster of Rush Hour", metric, puzzle) for metric, puzzle, _ in puzzles(cluster)]
    wanted += [(f"six pieces on {size} cells", Metric.STEP, six_pieces(size, Metric.STEP)) for size in BOARDS]
    for name, metric, puzzle in wanted:
        if puzzle.board.cells > cells:
            continue
        times = rounds if puzzle.board.cells != max(BOARDS) else 1
        run, memory = apart(_exhausted_here, puzzle, times)
        row = f"{run.positions:,} | {run.seconds:.3f} | {run.positions / run.seconds / 1e6:.2f} | {memory:.0f}"
        if peer:
            other, its = apart(_plain_here, puzzle, times)
            assert other.positions == run.positions
            speed = other.positions / other.seconds / 1e6
            row += f" | {other.seconds:.3f} | {speed:.2f} | {its:.0f} | {other.seconds / run.seconds:.2f}"
        else:
            row += " | – | – | – | –"
        print(f"| {name} | {metric.value} | {row} |", flush=True)


def main() -> None:
    """Print two tables."""
    given = parser(__doc__, rounds=3, cells=36, name="").parse_args()
    reason = PEER.prepare(NO_LIMITS)
    search_both()
    print_puzzles(given.rounds, given.name, peer=not reason)
    if given.cells:
        print_sets(given.rounds, given.cells, peer=not reason)
    if reason:
        print(f"The program in C did not run: {reason}.")


if __name__ == "__main__":
    main()
