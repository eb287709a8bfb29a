"""Whole spaces: positions, seconds and memory, beside a plain breadth-first program in C.

    python -m benchmarks.spaces              sliding boards of up to 12 cells, triangles, and the English board
    python -m benchmarks.spaces 9 15         boards of up to 9 cells and 15 holes
    python -m benchmarks.spaces 12 33 120    the program in C is stopped after 120 seconds of processor time

Each runs in a process of its own, after its kernels are compiled; memory is the most that this process had.
The program in C stores positions without symmetry, as the first column counts them.
"""

from __future__ import annotations

import json
import multiprocessing
import resource
import subprocess
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor

from benchmarks.arguments import parser
from benchmarks.programs import BUILD, Compiled, ProgramLimits, numbers_of
from solver.jump.board import board_from_grid as jump_board
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Limits, Want
from solver.slices import finish
from solver.slide.board import board_from_grid
from solver.slide.puzzle import SlidePuzzle
from solver.space import Space, SpaceOrder
from solver.spaces import explore

ENGLISH = ("  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  ")
PEERS = {
    "slide": Compiled("breadth-first search", "slide_space", ("slide",), "positions"),
    "jump": Compiled("breadth-first search", "jump_space", ("jump",), "positions"),
}

NO_LIMITS = ProgramLimits(0.0, 0)
"""Compiling needs none."""

Used = tuple[int, float, float, float]
"""Positions, seconds, processor seconds, megabytes."""


def orders(cells: int, holes: int) -> dict[str, SpaceOrder]:
    """The spaces that are measured."""
    found: dict[str, SpaceOrder] = {}
    for rows, columns in ((2, 2), (2, 3), (2, 4), (3, 3), (2, 5), (2, 6), (3, 4)):
        if rows * columns <= cells:
            goal = (*range(1, rows * columns), 0)
            found[f"slide {rows}×{columns}"] = SpaceOrder("slide", board_from_grid(["." * columns] * rows)[0], (goal,))
    for side in (4, 5, 6):
        board = jump_board(["." * row for row in range(1, side + 1)], "triangular")[0]
        if board.holes <= holes:
            found[f"triangle of {board.holes} holes, corner empty"] = SpaceOrder("jump", board, (board.full ^ 1,))
    if holes >= 33:
        board = jump_board(ENGLISH, "orthogonal")[0]
        found["English board, centre empty"] = SpaceOrder("jump", board, (board.full ^ 1 << 16,))
    return found


def measured(order: SpaceOrder, threads: int) -> Used:
    """Explore a space in this process, a small one before it."""
    small = orders(4, 10)
    finish(explore(small["slide 2×2" if order.kind == "slide" else "triangle of 10 holes, corner empty"], Limits()))
    began, processor = time.perf_counter(), time.process_time()
    space = finish(explore(order, Limits(), threads))
    seconds, processor = time.perf_counter() - began, time.process_time() - processor
    assert isinstance(space, Space)
    return space.positions, seconds, processor, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def plain(order: SpaceOrder, seconds: int) -> Used | None:
    """Run the program in C, this process's only child; None if it does not end in time or memory."""
    puzzle: JumpPuzzle | SlidePuzzle
    if order.kind == "slide":
        puzzle = SlidePuzzle(order.board, order.origins[0], order.origins[0])
    else:
        puzzle = JumpPuzzle(order.board, order.origins[0], JumpGoal(frozenset([0])))
    text = " ".join(map(str, [seconds, *(numbers_of(puzzle, Want.ONE) or ())]))
    command = [str(BUILD / PEERS[order.kind].source)]
    ran = subprocess.run(command, input=text, check=True, capture_output=True, text=True)
    given = json.loads(ran.stdout)
    (answer,) = given["answers"]
    if answer["status"] != "solved":
        return None
    memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    return answer["count"], given["seconds"], given["processor_seconds"], memory


def apart(work: Callable[[SpaceOrder, int], Used | None], order: SpaceOrder, option: int) -> Used | None:
    """Do it in a process of its own."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        return pool.submit(work, order, option).result()


def main() -> None:
    """Print a table."""
    given = parser(__doc__, cells=12, holes=33, seconds=600).parse_args()
    print("| space | positions | one thread: s | processor s | two threads: s | MB | C: s | processor s | MB |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    missing = {kind: program.prepare(NO_LIMITS) for kind, program in PEERS.items()}
    for name, order in orders(given.cells, given.holes).items():
        one, two = apart(measured, order, 1), apart(measured, order, 2)
        other = None if missing[order.kind] else apart(plain, order, given.seconds)
        assert one is not None
        assert two is not None
        assert other is None or other[0] == one[0] == two[0], (one, two, other)
        told = f"{other[1]:.2f} | {other[2]:.2f} | {other[3]:.0f}" if other else "– | – | –"
        row = f"{one[0]:,} | {one[1]:.3f} | {one[2]:.3f} | {two[1]:.3f} | {two[3]:.0f} | {told}"
        print(f"| {name} | {row} |", flush=True)
    for reason in sorted({reason for reason in missing.values() if reason}):
        print(f"The program in C did not run: {reason}.")


if __name__ == "__main__":
    main()
