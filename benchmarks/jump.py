"""Measure the jump search: length, number of solutions, nodes, seconds, peak memory; and compare it with others.

    python -m benchmarks.jump                     all cases, one and two threads
    python -m benchmarks.jump --only english      cases whose name contains a word
    python -m benchmarks.jump --peers 200         also the plain method and Fast Downward, at most 200 s each
    python -m benchmarks.jump --records 100       only the two boards too large to be solved completely, 100 s a problem

Every run has a process of its own: tables are cold, kernels warm. Seconds are those in the solver, tables included.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import platform
import random
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from typing import Any

from benchmarks import jump_planner, jump_reference
from benchmarks.jump_survey import problems, single, survey
from solver.jump.board import JumpBoard, board_from_grid, mask_of
from solver.jump.proofs import prove
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.search.driver import search
from solver.jump.search.warm import warm
from solver.model import Limits, Outcome, Progress, Solved, Stopped, Want
from solver.verify import replay

ENGLISH = ("  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  ")
FRENCH = ("  ...  ", " ..... ", ".......", ".......", ".......", " ..... ", "  ...  ")
SQUARE = ("......",) * 6
DIAMOND = (
    "    .    ",
    "   ...   ",
    "  .....  ",
    " ....... ",
    ".........",
    " ....... ",
    "  .....  ",
    "   ...   ",
    "    .    ",
)
WIEGLEB = ("   ...   ",) * 3 + (".........",) * 3 + ("   ...   ",) * 3

LIMITS = Limits(bytes=12_000_000_000)


def triangle(side: int) -> JumpBoard:
    """A triangle of holes, drawn left-justified."""
    return board_from_grid(["." * n for n in range(1, side + 1)], "triangular")[0]


def grid(rows: tuple[str, ...]) -> JumpBoard:
    """A board with jumps along rows and columns."""
    return board_from_grid(rows, "orthogonal")[0]


def cases() -> dict[str, tuple[JumpPuzzle, Want, str]]:
    """By name: the puzzle, what is wanted, and the published result with its source."""
    bell = "Bell, JIS 11 (2008), OEIS A127500"
    french = grid(FRENCH)
    return {
        "english-centre": (single(grid(ENGLISH), 16, 16), Want.COUNT, "18 moves (Bergholt 1912; Beasley 1964)"),
        "triangle-6": (single(triangle(6), 1, 1), Want.COUNT, f"9 moves ({bell})"),
        "triangle-7": (single(triangle(7), 3, 1), Want.COUNT, f"12 moves ({bell})"),
        "triangle-8": (single(triangle(8), 1, 1), Want.COUNT, f"13 moves ({bell})"),
        "square-6": (single(grid(SQUARE), 1, 1), Want.COUNT, "15 moves (Beasley, arXiv:0811.0851)"),
        "french-c1": (
            JumpPuzzle(french, french.full & ~1, JumpGoal(counts=frozenset([1]))),
            Want.COUNT,
            "20 moves (Meyrignac 2002-03)",
        ),
    }


def surveys() -> dict[str, JumpBoard]:
    """Boards of which every single-vacancy problem is searched."""
    return {
        "all of triangle-5": triangle(5),
        "all of triangle-6": triangle(6),
        "all of triangle-7": triangle(7),
        "all of english": grid(ENGLISH),
        "all of square-6": grid(SQUARE),
    }


def middles(number: int) -> Iterator[tuple[str, JumpPuzzle]]:
    """Random middle positions of the English board, 5 to 25 pegs: jumps taken back from one peg in the centre."""
    chance, board = random.Random(33), grid(ENGLISH)
    for index in range(number):
        pegs, position = 5 + index * 20 // max(1, number - 1), 1 << 16
        while position.bit_count() < pegs:
            before = [position ^ mask_of(jump) for jump in board.jumps if position & mask_of(jump) == 1 << jump[2]]
            position = chance.choice(before) if before else 1 << 16
        yield f"english middle {index + 1}, {pegs} pegs", JumpPuzzle(board, position, JumpGoal(frozenset([1 << 16])))


def records() -> Iterator[tuple[str, JumpPuzzle]]:
    """The single-vacancy problems of the largest boards, one of each up to symmetry, that no proof refutes."""
    for name, rows in (("diamond-41", DIAMOND), ("wiegleb-45", WIEGLEB)):
        board = grid(rows)
        for empty, last in problems(board):
            puzzle = single(board, empty, last)
            if prove(puzzle) is None:
                yield f"{name}, {empty} to {last}", puzzle


def measure(puzzle: JumpPuzzle, want: Want, threads: int, most: float = math.inf) -> dict[str, Any]:
    """One search in this process, with warm kernels and cold tables, abandoned after ``most`` seconds."""
    warm()
    began, slices, progress = time.perf_counter(), search(puzzle, want, LIMITS, None, threads), Progress(0, 0)
    outcome: Outcome = Stopped("seconds")
    while time.perf_counter() - began < most:
        try:
            progress = next(slices)
        except StopIteration as end:
            outcome = end.value
            break
    seconds = time.perf_counter() - began
    row: dict[str, Any] = {
        "outcome": type(outcome).__name__.lower(),
        "nodes": progress.nodes,
        "seconds": round(seconds, 3),
    }
    if isinstance(outcome, Solved):
        replay(puzzle, outcome.solution)
        row |= {"length": len(outcome.solution), "count": outcome.count}
    elif isinstance(outcome, Stopped):
        row |= {"lower bound": progress.lower_bound, "best": progress.best and len(progress.best)}
    return row | {"MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10}


def measure_all(board: JumpBoard, threads: int) -> dict[str, Any]:
    """Every single-vacancy problem of a board."""
    warm()
    began, slices = time.perf_counter(), survey(board, Want.COUNT, LIMITS, threads)
    while True:
        try:
            next(slices)
        except StopIteration as end:
            entries = end.value
            break
    lengths = [len(e.outcome.solution) for e in entries if isinstance(e.outcome, Solved)]
    counts = [e.outcome.count or 0 for e in entries if isinstance(e.outcome, Solved)]
    return {
        "problems": len(entries),
        "solved": len(lengths),
        "shortest": min(lengths),
        "longest": max(lengths),
        "solutions": sum(counts),
        "nodes": sum(e.progress.nodes for e in entries),
        "seconds": round(time.perf_counter() - began, 1),
        "MB": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
    }


def in_new_process(work: Callable[..., dict[str, Any]], *arguments: Any) -> dict[str, Any]:
    """Run in a fresh process."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, *arguments).result()


def peers(name: str, puzzle: JumpPuzzle, seconds: float) -> Iterator[dict[str, Any]]:
    """The plain method and the planner on one puzzle."""
    length, count, nodes, spent = jump_reference.solve(puzzle, seconds)
    yield {"case": name, "by": "plain", "length": length, "count": count, "nodes": nodes, "seconds": round(spent, 3)}
    driver = jump_planner.installed()
    if driver is None or puzzle.opening or puzzle.goal.counts:
        return
    for configuration in jump_planner.CONFIGURATIONS:
        length, spent = jump_planner.solve(driver, puzzle, configuration, seconds)
        yield {"case": name, "by": configuration, "length": length, "seconds": round(spent, 3)}


def rows(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Make the measurements selected by the options, one row each."""
    if options.records:
        for name, puzzle in records():
            for threads in options.threads if options.only in name else []:
                row = in_new_process(measure, puzzle, Want.ONE, threads, options.records)
                yield {"case": name, "by": f"engine, {threads} threads"} | row
        return
    puzzles = cases() | {name: (puzzle, Want.ONE, "") for name, puzzle in middles(options.middles)}
    for name, (puzzle, want, known) in puzzles.items():
        if options.only not in name:
            continue
        for threads in options.threads:
            row = in_new_process(measure, puzzle, want, threads)
            yield {"case": name, "by": f"engine, {threads} threads", "known": known} | row
        if options.peers:
            yield from peers(name, puzzle, options.peers)
    for name, board in surveys().items():
        for threads in options.threads if options.only in name else []:
            yield {"case": name, "by": f"engine, {threads} threads"} | in_new_process(measure_all, board, threads)


def main() -> None:
    """Print one JSON line per measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="")
    parser.add_argument("--cores", dest="threads", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--peers", type=float, default=0, metavar="SECONDS")
    parser.add_argument("--middles", type=int, default=30)
    parser.add_argument("--records", type=float, default=0, metavar="SECONDS")
    machine = {"date": datetime.now(UTC).isoformat(timespec="seconds"), "machine": platform.platform()}
    print(json.dumps(machine), flush=True)
    for row in rows(parser.parse_args()):
        print(json.dumps(row), flush=True)


if __name__ == "__main__":
    main()
