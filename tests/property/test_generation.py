"""Levels to order against brute force, on random boards."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from schemas.generation import GenerationSchema
from schemas.settings import Settings
from solver.canonical import canonical
from solver.generation.generate import generate
from solver.generation.order import Generation, GenerationOrder
from solver.generation.plan import DEFAULT_PLAN, GenerationPlan
from solver.jump.board import board_from_grid as jump_grid
from solver.jump.puzzle import JumpGoal
from solver.model import Limits, Want
from solver.orders import OwnAnswers
from solver.slices import finish
from solver.slide.board import board_from_grid
from tests.random_levels import all_starts, check, measured, random_jump_board, random_order, random_slide_board

BEYOND_TABLES = GenerationPlan(max_tried=60, jump_positions=60, slide_positions=10, arrangements=0, shallow=0)
"""Tables so small that most levels are found by walks and by plays backwards."""


def make(order: GenerationOrder, plan: GenerationPlan = DEFAULT_PLAN, threads: int = 1) -> Generation:
    """Make levels without limits."""
    return finish(generate(order, Limits(), OwnAnswers(Limits(), threads=threads), threads, plan))


@pytest.mark.parametrize("seed", range(60))
def test_levels_are_right(seed: int) -> None:
    """Every level has the length and the number of solutions that it is said to have, as ordered; no two are equal."""
    order = random_order(Random(seed))
    check(order, make(order, replace(DEFAULT_PLAN, max_tried=100)))


@pytest.mark.parametrize("seed", range(40))
def test_levels_beyond_tables_are_right(seed: int) -> None:
    """So have those that are found without a table."""
    order = random_order(Random(seed))
    check(order, make(order, BEYOND_TABLES))


@pytest.mark.parametrize("seed", range(40))
def test_minimal_levels(seed: int) -> None:
    """A minimal level changes its length or its number of solutions without any of its parts."""
    order = random_order(Random(seed), minimal=True)
    check(order, make(order, replace(DEFAULT_PLAN, max_tried=40)))


@pytest.mark.parametrize("seed", range(30))
def test_what_is_refused_or_exhausted(seed: int) -> None:
    """Where fewer levels are made because there are no others, brute force finds as many, up to renumbering."""
    random = Random(seed)
    order = replace(random_order(random), number=100)
    if not isinstance(order.goal, tuple):
        order = replace(order, board=random_jump_board(random, 8), goal=JumpGoal(counts=frozenset([1])), empty=0)
    else:
        order = replace(order, board=random_slide_board(random, 5), goal=(1, 2, 2, 3, 0), pieces=())
    made = make(order)
    right = set()
    for puzzle in all_starts(order):
        length, count = measured(puzzle)
        if length is not None and length in order.lengths and count in order.counts:
            right.add(canonical(puzzle).key)
    assert made.limit in ("exhausted", None)
    assert (made.refusal is not None) == (not right)
    assert len(made.levels) == min(100, len(right))


ORDERS = [
    {"kind": "slide", "board": {"rows": 3, "columns": 3}, "length": {"min": 20}, "solutions": {"max": 1}, "seed": 7},
    {"kind": "slide", "board": {"rows": 3, "columns": 4}, "length": {"min": 34, "max": 38}, "number": 3, "seed": 7},
    {
        "kind": "jump",
        "board": {"grid": [".", "..", "...", "....", "....."], "lines": "triangular"},
        "length": {"min": 5},
        "solutions": {"max": 2},
        "minimal": True,
        "number": 4,
        "seed": 7,
    },
]


def answer(body: object, threads: int) -> str:
    """What a body is answered with, but for the limits."""
    schema = GenerationSchema()
    request = schema.load(body, Settings())
    made = finish(generate(request.order, Limits(), OwnAnswers(Limits(), threads=threads), threads))
    return json.dumps(schema.dump(request.order, made))


@pytest.mark.parametrize("body", ORDERS)
def test_same_bytes(body: object) -> None:
    """The same body is answered with the same bytes with one and two threads, and in another process."""
    here = answer(body, 1)
    program = "import json, sys; from tests.property.test_generation import answer; "
    program += "print(answer(json.loads(sys.argv[1]), 2))"
    there = subprocess.run(
        [sys.executable, "-c", program, json.dumps(body)], capture_output=True, text=True, check=True, timeout=600
    )
    assert there.stdout.strip() == here


def test_known_answers_change_nothing() -> None:
    """What is known already decides nothing."""
    board, _ = board_from_grid(["...", "..."])
    order = GenerationOrder(board, (1, 2, 3, 4, 5, 0), 5, 1, min_length=8, max_length=14)
    answers = OwnAnswers(Limits())
    first = finish(generate(order, Limits(), answers, plan=BEYOND_TABLES))
    for level in first.levels:
        finish(answers.solve(level.puzzle, Want.COUNT))
    assert finish(generate(order, Limits(), answers, plan=BEYOND_TABLES)) == first


def test_stopped_levels_are_the_first_ones() -> None:
    """Whatever is found before a limit is what would have been found first."""
    board, _ = jump_grid([".", "..", "...", "...."], "triangular")
    order = GenerationOrder(board, JumpGoal(counts=frozenset([1])), 12, 3, min_length=3)
    whole = make(order).levels
    assert len(whole) == 12
    for tried in (0, 4, 9):
        part = make(order, replace(DEFAULT_PLAN, max_tried=tried))
        assert part.levels == whole[: len(part.levels)]
        assert part.limit == "tried"
        assert part.tried == tried
