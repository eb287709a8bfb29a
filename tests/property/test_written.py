"""What is written for other programs is the puzzle: read again, planned, and with its solution played."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fewest.notation.errors import InvalidRequest
from fewest.notation.formats import read_text
from fewest.notation.formats.writer import WRITERS, write_text
from fewest.notation.moves import read_moves
from fewest.notation.puzzle import ParsedPuzzle, load_puzzle
from fewest.solver.canonical import canonical
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Puzzle, Solution
from fewest.solver.solve import solve
from tests import jump_puzzles, oracle_block, slide_puzzles
from tests.effort import examples
from tests.planner import Task
from tests.unit.notation.refusals import refusals

BLOCKS = 60
PARTS = 3

READABLE = set(WRITERS) - {"pddl"}


def opening_moves(puzzle: Puzzle, solution: Solution | None) -> int:
    """The moves of a solution that have begun when the opening ends."""
    if not isinstance(puzzle, JumpPuzzle) or solution is None:
        return 0
    left, moves = len(puzzle.opening), 0
    for move in solution:
        if left > 0:
            left, moves = left - len(move), moves + 1
    return moves


def blocks(part: int) -> Iterator[ParsedPuzzle]:
    """Random puzzles of blocks that have a goal."""
    found = (oracle_block.random_puzzle(Random(seed)) for seed in range(part, BLOCKS, PARTS))
    yield from (load_puzzle(puzzle) for puzzle in found if puzzle["goal"]["at"])


def check_planned(puzzle: Puzzle) -> None:
    """A planner finds the length that the solver proves, or nothing; the plan of the solution costs as much."""
    loaded = ParsedPuzzle(puzzle, None, {})
    result = solve(puzzle)
    if isinstance(puzzle, JumpPuzzle) and puzzle.goal.pegs_left is not None:
        assert [place for place, _ in refusals(write_text, loaded, "pddl")] == ["/puzzle/goal"]
        return
    domain, problem, *more = write_text(loaded, "pddl", result.solution)
    task = Task(domain.text, problem.text)
    if result.length is None:
        assert task.least_cost() is None
        assert not more
        return
    length = result.length - opening_moves(puzzle, result.solution)
    assert task.least_cost() == length
    (plan,) = more
    assert task.cost_of(plan.text) == length
    assert f"cost = {length} " in plan.text


@given(jump_puzzles.puzzles(max_holes=8, max_pegs=5))
@settings(max_examples=examples(60))
def test_jump_puzzles_are_planned(puzzle: JumpPuzzle) -> None:
    """Of jump boards with any goal and opening, the cheapest plan costs the fewest moves."""
    check_planned(puzzle)


@given(jump_puzzles.puzzles_of_games())
@settings(max_examples=examples(30))
def test_jump_puzzles_with_a_survivor_are_planned(puzzle: JumpPuzzle) -> None:
    """So does it where one peg must not be jumped over."""
    check_planned(puzzle)


@given(slide_puzzles.puzzles())
@settings(max_examples=examples(40))
def test_slide_puzzles_are_planned(puzzle: Puzzle) -> None:
    """Of sliding pieces, also equal ones and cells that may hold anything, the cheapest plan costs the fewest moves."""
    check_planned(puzzle)


@pytest.mark.parametrize("part", range(PARTS))
def test_block_puzzles_are_planned(part: int) -> None:
    """Of sliding blocks in each metric, with doors and axes, the cheapest plan costs the fewest moves."""
    for loaded in blocks(part):
        check_planned(loaded.puzzle)


@pytest.mark.parametrize(
    "parts",
    [
        {"start": {"picture": ["oo."]}, "goal": {"survivor": 2}},
        {"start": {"picture": ["oo.o."]}, "goal": {"survivor": 1}, "opening": [[0, 1, 2]]},
        {"board": {"grid": ["....."]}, "start": {"empty": [2, 4]}, "goal": {"count": 4}},
        {"board": {"grid": ["....."]}, "start": {"empty": [2, 4]}, "goal": {"any_of": [{"count": 1}, {"count": 4}]}},
        {"board": {"grid": ["....."]}, "start": {"pegs": []}, "goal": {"survivor": 0}},
    ],
)
def test_goals_out_of_reach_are_planned(parts: dict[str, object]) -> None:
    """A survivor that is not there, and more pegs than the start has, are in no plan."""
    check_planned(load_puzzle({"kind": "jump"} | parts).puzzle)


def check_read_again(loaded: ParsedPuzzle) -> set[str]:
    """Every text that is written is read as the puzzle, and its moves as the solution. Returns the formats."""
    result = solve(loaded.puzzle)
    written = set()
    for to in READABLE:
        try:
            files = write_text(loaded, to)
        except InvalidRequest:
            continue
        written.add(to)
        again = read_text(files[0].text)[0].loaded
        assert canonical(again.puzzle).key == canonical(loaded.puzzle).key
        if not result.solution or to in ("json", "graph6", "gnome-klotski"):
            continue
        first, *moves = write_text(loaded, to, result.solution)
        if to.startswith("sgt"):
            readings = read_text(first.text)
            assert canonical(readings[0].loaded.puzzle).key == canonical(loaded.puzzle).key
            assert first.text.count("MOVE ") == len([jump for move in result.solution for jump in jumps_of(to, move)])
            continue
        judged = read_moves(load_puzzle(again.document), moves[0].text).verdict
        assert (judged.length, judged.reaches_goal) == (result.length, True)
    return written


def jumps_of(to: str, move: object) -> list[object]:
    """The parts of a move that a saved game has as moves of their own."""
    return list(move) if to == "sgt-pegs" else [move]  # type: ignore[call-overload]


@given(st.lists(st.sampled_from("oo.#"), min_size=12, max_size=16), st.integers(3, 4), st.data())
@settings(max_examples=examples(60))
def test_drawn_pegs_are_read_again(marks: list[str], width: int, data: st.DataObject) -> None:
    """Pegs on any part of a grid, with one peg as the goal, are written for sgt-pegs and drawn, or refused."""
    rows = ["".join(marks[at : at + width]) for at in range(0, len(marks) // width * width, width)]
    holes = "".join(rows).replace("#", "")
    if "o" not in holes:
        return
    lines = data.draw(st.sampled_from(["orthogonal", "diagonal"]))
    goal = data.draw(st.sampled_from([{"count": 1}, {"pegs": [0]}, {"count": 2}]))
    board = {"grid": [row.replace("o", ".") for row in rows], "lines": lines}
    pegs = [hole for hole, mark in enumerate(holes) if mark == "o"]
    loaded = load_puzzle({"kind": "jump", "board": board, "start": {"pegs": pegs}, "goal": goal})
    written = check_read_again(loaded)
    assert "json" in written
    assert ("sgt-pegs" in written) <= (goal == {"count": 1})


@given(st.permutations(range(6)), st.permutations(range(6)), st.booleans())
@settings(max_examples=examples(30))
def test_drawn_pieces_are_read_again(start: list[int], goal: list[int], usual: bool) -> None:
    """Pieces on a rectangle are written in every format; for sgt-fifteen only with its goal."""
    goal = [1, 2, 3, 4, 5, 0] if usual else goal
    board = {"rows": 2, "columns": 3}
    loaded = load_puzzle({"kind": "slide", "board": board, "start": start, "goal": goal})
    written = check_read_again(loaded)
    assert written >= {"json", "graph6"}
    assert ("sgt-fifteen" in written) == (goal == [1, 2, 3, 4, 5, 0])


@pytest.mark.parametrize("part", range(PARTS))
def test_drawn_blocks_are_read_again(part: int) -> None:
    """Blocks are written in each format that holds them, or refused."""
    for loaded in blocks(part):
        check_read_again(loaded)
