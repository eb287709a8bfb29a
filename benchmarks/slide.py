"""The sliding search compared with alternatives. Run: python -m benchmarks.slide [cases]

Rows: this library on Korf's 15-puzzles, with tables built beforehand; on the easiest of them IDA* with the Manhattan
distance, the method of the source programs, compiled by numba and in C; and A* of the package ``slidingpuzzle``, if it
is installed. Seconds are processor time of one thread.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.slide_manhattan import ida_star, prepare
from solver.slide.board import board_from_grid
from solver.slide.puzzle import SlidePuzzle
from solver.slide.search.warm import warm
from solver.solve import solve

HERE = Path(__file__).parent
CASES = HERE.parent / "tests" / "cases" / "slide_korf15.json"
EASY = 3
"""Number of easiest cases that the alternatives solve."""

PEERS = HERE.parent / ".venv-peers"
PEER_SECONDS = 60.0
"""Time limit of the package slidingpuzzle for one case."""

SLIDINGPUZZLE = """
import json, sys, time
import slidingpuzzle
board = slidingpuzzle.from_rows(*json.loads(sys.argv[1]))
began = time.process_time()
found = slidingpuzzle.search(board, "a*")
print(len(found.solution), time.process_time() - began, found.expanded)
"""
"""Run by the Python that has the package; it counts positions expanded, not moves tried."""


def row(name: str, puzzles: int, seconds: float, nodes: int) -> None:
    """Print one line of the comparison."""
    speed = f"{nodes / seconds / 1e6:8.1f}" if nodes else "       –"
    print(f"{name:44} {puzzles:4} {seconds / puzzles:10.4f} {nodes // puzzles:12,} {speed}")


def library(cases: list[Any], folder: Path) -> list[tuple[int, Any]]:
    """Solve the cases; return them by nodes, easiest first."""
    board = board_from_grid(["...."] * 4)[0]
    puzzles = [SlidePuzzle(board, tuple(case["puzzle"]["start"]), tuple(case["puzzle"]["goal"])) for case in cases]
    began = time.process_time()
    solve(puzzles[0], tables=folder)
    row("tables and the first puzzle", 1, time.process_time() - began, 0)
    began, results = time.process_time(), [solve(puzzle, tables=folder) for puzzle in puzzles]
    seconds = time.process_time() - began
    wrong = [case["id"] for case, r in zip(cases, results, strict=True) if r.length != case["expect"]["length"]]
    row("fewest, tables kept", len(cases), seconds, sum(result.nodes for result in results))
    print(f"not optimal: {wrong or 'none'}")
    return sorted(((r.nodes, case) for case, r in zip(cases, results, strict=True)), key=lambda pair: pair[0])


def manhattan(cases: list[Any]) -> None:
    """Run IDA* with the Manhattan distance, in numba and in C."""
    adjacent, distance = prepare(4, 4)
    starts = [np.array(case["puzzle"]["start"], np.int64) for case in cases]
    nodes = np.zeros(1, np.int64)
    ida_star(np.arange(16), adjacent, distance, nodes)
    began = time.process_time()
    lengths = [int(ida_star(start, adjacent, distance, nodes)) for start in starts]
    row("Manhattan distance, numba", len(cases), time.process_time() - began, int(nodes[0]))
    assert lengths == [case["expect"]["length"] for case in cases]
    compiler = shutil.which("cc")
    if compiler is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "manhattan"
        subprocess.run([compiler, "-O2", "-o", program, HERE / "slide_manhattan.c"], check=True)
        seconds, tried = 0.0, 0
        for start in starts:
            numbers = " ".join(map(str, [16, *start.tolist(), *adjacent.ravel().tolist(), *distance.ravel().tolist()]))
            answer = subprocess.run([program], input=numbers, capture_output=True, text=True, check=True).stdout.split()
            tried, seconds = tried + int(answer[1]), seconds + float(answer[2])
    row("Manhattan distance, C", len(cases), seconds, tried)


def peer(cases: list[Any], seconds: float) -> None:
    """Run the A* of the package slidingpuzzle, for at most ``seconds`` per case."""
    python = PEERS / "bin" / "python"
    if not python.exists():
        print("slidingpuzzle is not installed: make .venv-peers/made")
        return
    for case in cases:
        cells = len(case["puzzle"]["start"])
        columns = case["puzzle"]["board"].get("columns", 3)
        # Its goal has the empty cell last. Rotate by 180 degrees if ours has it first.
        start = case["puzzle"]["start"]
        if case["puzzle"]["goal"][0] == 0:
            start = [(cells - piece) % cells for piece in reversed(start)]
        rows = json.dumps([start[at : at + columns] for at in range(0, cells, columns)])
        try:
            printed = subprocess.run(
                [python, "-c", SLIDINGPUZZLE, rows], capture_output=True, text=True, check=True, timeout=seconds
            ).stdout.split()
        except subprocess.TimeoutExpired:
            print(f"slidingpuzzle, a*, {case['id']}: not finished after {seconds:.0f} s")
            continue
        except subprocess.CalledProcessError as error:
            print(f"slidingpuzzle does not run: {error.stderr.strip().splitlines()[-1]}")
            return
        assert int(printed[0]) == case["expect"]["length"], case["id"]
        row(f"slidingpuzzle, a*, {case['id']}", 1, float(printed[1]), int(printed[2]))


def main() -> None:
    """Print the comparison."""
    cases = json.loads(CASES.read_text())[: int(sys.argv[1]) if len(sys.argv) > 1 else None]
    warm()
    print(f"{'':44} {'runs':>4} {'seconds':>10} {'nodes':>12} {'M nodes/s':>9}")
    with tempfile.TemporaryDirectory() as folder:
        ordered = library(cases, Path(folder))
    easiest = [case for _, case in ordered[:EASY]]
    manhattan(easiest)
    eight = json.loads((CASES.parent / "slide_sources.json").read_text())[0]
    peer([eight, *easiest], PEER_SECONDS)


if __name__ == "__main__":
    main()
