"""Time of the sliding search on known cases. Run: python -m benchmarks.slide_cases [FOLDER]

FOLDER keeps the tables between runs; without it all are built in a temporary folder. A row shows the mean and the
maximum of wall-clock seconds and the mean of processor seconds; searches use one thread.
"""

from __future__ import annotations

import json
import platform
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.slide_distance_table import DistanceTable
from solver.budget import Budget
from solver.model import Limits, Want
from solver.slide.board import SlideBoard, board_from_adjacency, board_from_grid
from solver.slide.bounds.complementary import Size
from solver.slide.labelling import labelled
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.plan import COMPLEMENTARY
from solver.slide.search.prebuild import prebuild
from solver.slide.search.warm import warm
from solver.solve import solve

CASES = Path(__file__).parent.parent / "tests" / "cases"
LARGE = 600_000_000
"""Placements of large tables: groups of 8 and 7 pieces of the 15-puzzle."""
Case = tuple[SlidePuzzle, int | None]


def load(name: str) -> list[Case]:
    """Read cases: puzzles and their lengths."""
    return [(puzzle_of(case["puzzle"]), case["expect"]["length"]) for case in json.loads((CASES / name).read_text())]


def puzzle_of(document: Any) -> SlidePuzzle:
    """Make the puzzle of a case."""
    board = document["board"]
    if "adjacency" in board:
        made = board_from_adjacency(board["adjacency"])
    else:
        made = board_from_grid(["." * board["columns"]] * board["rows"])[0]
    return SlidePuzzle(made, tuple(document["start"]), tuple(document["goal"]))


def diagonal() -> Iterator[Case]:
    """Random positions of the 15-puzzle with a diagonal edge: the board is not bipartite, so there is no parity."""
    rows = [set(row) for row in board_from_grid(["...."] * 4)[0].adjacency]
    rows[5].add(10)
    rows[10].add(5)
    board = board_from_adjacency([sorted(row) for row in rows])
    shuffle = random.Random(4)
    for _ in range(20):
        start = list(range(16))
        shuffle.shuffle(start)
        yield SlidePuzzle(board, tuple(start), (*range(1, 16), 0)), None


def walks(number: int) -> Iterator[tuple[int, SlidePuzzle]]:
    """24-puzzles a random walk away from the goal, never straight back; yields the steps of the walk with each."""
    board, walk = board_from_grid(["....."] * 5)[0], random.Random(24)
    goal = (*range(1, 25), 0)
    for index in range(number):
        cells, empty, before = list(goal), 24, -1
        for _ in range(most := 60 + 10 * index):
            cell = walk.choice([other for other in board.adjacency[empty] if other != before])
            cells[empty], cells[cell], before, empty = cells[cell], 0, empty, cell
        yield most, SlidePuzzle(board, tuple(cells), goal)


def harder(name: str, puzzles: Iterator[tuple[int, SlidePuzzle]], folder: Path, seconds: float) -> None:
    """Search each for at most ``seconds`` and print length or bound."""
    for walked, puzzle in puzzles:
        began, processor = time.monotonic(), time.process_time()
        result = solve(puzzle, Want.ONE, Limits(seconds=seconds), tables=folder)
        took = [time.monotonic() - began]
        row(f"{name}, walked {walked}", took, time.process_time() - processor, result.nodes)
        proven = f"{result.length} slides, the fewest" if result.optimal else f"stopped: {result.lower_bound} or more"
        print(f"    {proven}{'' if result.optimal else f', at most {result.length}'}", flush=True)


def row(name: str, clock: list[float], processor: float, nodes: int) -> None:
    """Print one row."""
    mean = sum(clock) / len(clock)
    print(
        f"{name:44} {len(clock):4} {mean:9.4f} {max(clock):9.4f} {processor / len(clock):9.4f} {nodes:12,}", flush=True
    )


def run(name: str, cases: list[Case], folder: Path | None, want: Want = Want.ONE) -> None:
    """Solve cases, all to optimality, and print the row."""
    clock, nodes, processor = [], 0, time.process_time()
    for puzzle, length in cases:
        began = time.monotonic()
        result = solve(puzzle, want, Limits(seconds=600), tables=folder)
        clock.append(time.monotonic() - began)
        nodes += result.nodes
        assert result.optimal
        assert length in (None, result.length), (puzzle.start, result.length)
    row(name, clock, time.process_time() - processor, nodes // len(cases))


def build(name: str, puzzle: SlidePuzzle, size: int | Size, folder: Path) -> None:
    """Build large tables and print the row."""
    began, processor = time.monotonic(), time.process_time()
    for _ in prebuild(puzzle, size, folder, threads=2):
        pass
    row(name, [time.monotonic() - began], time.process_time() - processor, 0)


def distances(name: str, board: SlideBoard) -> None:
    """Find the distance of every position of a board and print the row."""
    goal = (*range(1, board.cells), 0)
    began, processor = time.monotonic(), time.process_time()
    table = DistanceTable(labelled(SlidePuzzle(board, goal, goal)), Budget(1_000_000_000))
    for _ in table.build():
        pass
    row(name, [time.monotonic() - began], time.process_time() - processor, sum(table.numbers))
    print(f"    {table.numbers[-1]} positions at distance {len(table.numbers) - 1}")
    table.close()


def main() -> None:
    """Print all rows."""
    warm()
    print(time.strftime("%Y-%m-%d"), platform.machine(), platform.python_version())
    print(f"{'':44} runs      mean      most processor        nodes")
    with tempfile.TemporaryDirectory() as fresh:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(fresh)
        eight, eleven = load("slide_sources.json")
        fifteen, deep, others = load("slide_korf15.json"), load("slide_deep15.json"), list(diagonal())
        run("8-puzzle of the sources, counted", [eight] * 5, folder, Want.COUNT)
        run("11-puzzle of the sources, with its tables", [eleven], Path(fresh) / "new")
        run("11-puzzle of the sources, counted", [eleven] * 5, Path(fresh) / "new", Want.COUNT)
        run("Korf's 15-puzzles, small: the first", fifteen[:1], Path(fresh) / "small")
        run("Korf's 15-puzzles, small: all", fifteen, Path(fresh) / "small")
        run("15-puzzle with a diagonal", others, Path(fresh) / "small")
        harder("24-puzzle", walks(12), Path(fresh) / "small", 60)
        run("15-puzzle at 80 moves, nothing kept", deep[:1], None)
        build("15-puzzle: large tables", fifteen[0][0], LARGE, folder)
        run("Korf's 15-puzzles, large: all", fifteen, folder)
        run("15-puzzle at 80 moves, large", deep, folder)
        build("24-puzzle: tables of several partitions", next(walks(1))[1], COMPLEMENTARY, folder)
        harder("24-puzzle, several partitions", walks(12), folder, 60)
        run("24-puzzles of Korf, several partitions", load("slide_korf24.json"), folder)
    distances("8-puzzle: all positions", board_from_grid(["..."] * 3)[0])
    distances("11-puzzle: all positions", board_from_grid(["...."] * 3)[0])


if __name__ == "__main__":
    main()
