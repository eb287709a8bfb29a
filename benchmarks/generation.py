"""Levels to order: seconds of two orders, and levels of random boards against brute force.

    python -m benchmarks.generation LEVELS THREADS

Measured from an empty folder of tables, with compiled kernels: 100 levels of the 3×4 board of 40 to 45 moves; 20 levels
of the English board with one optimal solution of 10 to 14 moves and the last peg in the centre.

Then levels on random boards are made until there are LEVELS, a third of them minimal. Each is solved by brute force:
its length, its number of solutions, that no two of an order are equal up to renumbering, and of minimal ones that they
change without any of their parts. An error ends the program.
"""

from __future__ import annotations

import tempfile
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from benchmarks.arguments import parser
from solver.generation.generate import generate
from solver.generation.order import Generation, GenerationOrder
from solver.generation.plan import DEFAULT_PLAN, GenerationPlan
from solver.jump import board as jump_board
from solver.jump.puzzle import JumpGoal
from solver.kinds import KINDS
from solver.model import Limits, Stopped
from solver.orders import OwnAnswers
from solver.slide.board import board_from_grid
from solver.solve import carry_out
from tests.random_levels import check, random_order

ENGLISH = ["##...##", "##...##", ".......", ".......", ".......", "##...##", "##...##"]
CENTRE = 16
WITHOUT_TABLES = GenerationPlan(max_tried=60, jump_positions=60, slide_positions=10, arrangements=0, shallow=0)
"""Every other order of a random board is carried out by walks and plays."""
LIMITS = Limits(seconds=600)


def slide_order(number: int) -> GenerationOrder:
    """Levels of the 3×4 board."""
    board, _ = board_from_grid(["...."] * 3)
    return GenerationOrder(board, (*range(1, 12), 0), number, 7, min_length=40, max_length=45)


def jump_order(number: int) -> GenerationOrder:
    """Levels of the English board."""
    board, _ = jump_board.board_from_grid(ENGLISH, "orthogonal")
    goal = JumpGoal(frozenset([1 << CENTRE]))
    return GenerationOrder(board, goal, number, 7, min_length=10, max_length=14, max_count=1)


def make(order: GenerationOrder, threads: int, plan: GenerationPlan = DEFAULT_PLAN) -> tuple[Generation, float]:
    """Carry out an order from an empty folder of tables; the levels, and the seconds it took."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        answers = OwnAnswers(LIMITS, Path(folder), threads)
        made = carry_out(generate(order, LIMITS, answers, threads, plan), LIMITS)
        assert not isinstance(made, Stopped)
        return made, time.perf_counter() - began


def main() -> None:
    """Measure, then check."""
    made = parser(__doc__, levels=10_000, threads=2)
    given = made.parse_args()
    for kind in KINDS.values():
        kind.warm()
    for name, order in (("3×4 board, 40 to 45 moves", slide_order(100)), ("English board", jump_order(20))):
        if given.levels < order.number:
            continue
        began = time.process_time()
        generation, seconds = make(order, given.threads)
        processor = time.process_time() - began
        lengths = sorted(Counter(level.length for level in generation.levels).items())
        print(f"{name}: {len(generation.levels)} levels of {generation.tried} starts; {lengths}")
        print(f"    {seconds:.1f} s, {processor:.1f} s of processor time")
    checked: Counter[str] = Counter()
    orders = 0
    while checked.total() < given.levels:
        order = replace(random_order(Random(orders), minimal=orders % 3 == 0), number=50)
        plan = DEFAULT_PLAN if orders % 2 else WITHOUT_TABLES
        generation, _ = make(order, 1, replace(plan, max_tried=200))
        name = f"{'jump' if isinstance(order.board, jump_board.JumpBoard) else 'slide'}"
        checked[f"{name}, minimal" if order.minimal else name] += check(order, generation)
        orders += 1
    print(f"{checked.total()} levels of {orders} orders are right by brute force: {dict(checked)}")


if __name__ == "__main__":
    main()
