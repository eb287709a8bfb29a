"""Jump puzzles for tests: random ones, those of the source documents, and a function that runs a search to its end."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from hypothesis import strategies as st

from solver.jump.board import JumpBoard, board_from_grid, board_from_jumps, mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.jump.rules import JumpRules
from solver.jump.search.driver import search
from solver.model import Jump, Limits, Outcome, Progress, Want

T = TypeVar("T")

CASES = json.loads((Path(__file__).parent / "cases" / "jump_sources.json").read_text())

ENGLISH = ("  ...  ", "  ...  ", ".......", ".......", ".......", "  ...  ", "  ...  ")
FRENCH = ("  ...  ", " ..... ", ".......", ".......", ".......", " ..... ", "  ...  ")


SYMMETRIC = (
    ((".....",), "orthogonal"),
    (("...", "...", "..."), "diagonal"),
    (("....", "....", "...."), "orthogonal"),
    ((".", "..", "...", "...."), "triangular"),
    (("  .  ", "  .  ", ".....", "  .  ", "  .  "), "orthogonal"),
)
"""Small boards with symmetries, which random jump tables seldom have."""


def run(
    puzzle: JumpPuzzle, want: Want = Want.ONE, limits: Limits | None = None, threads: int = 1
) -> tuple[Outcome, list[Progress]]:
    """Run a search to its end; its outcome and the progress after every slice."""
    slices, progress = search(puzzle, want, limits or Limits(), None, threads), []
    while True:
        try:
            progress.append(next(slices))
        except StopIteration as end:
            return end.value, progress


def result_of(slices: Generator[object, None, T]) -> T:
    """Run a generator to its end; what it returns."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def parse(document: Mapping[str, Any]) -> JumpPuzzle:
    """Read a puzzle of the sources (jump tables, empty holes or pegs)."""
    board = document["board"]
    if "grid" in board:
        made, _ = board_from_grid(board["grid"], board["lines"])
    else:
        table = board["jump_table"]
        made = board_from_jumps(len(table), [(start, over, to) for start, row in enumerate(table) for over, to in row])
    start = _mask(made, document["start"])
    opening = tuple((a, b, c) for a, b, c in document.get("opening", []))
    return JumpPuzzle(made, start, _goal(made, document["goal"]), opening)


def _mask(board: JumpBoard, pegs: Mapping[str, Any]) -> int:
    return mask_of(pegs["pegs"]) if "pegs" in pegs else board.full & ~mask_of(pegs["empty"])


def _goal(board: JumpBoard, goal: Mapping[str, Any]) -> JumpGoal:
    return JumpGoal(counts=frozenset([goal["count"]])) if "count" in goal else JumpGoal(frozenset([_mask(board, goal)]))


def single(grid: tuple[str, ...], lines: str, empty: int, last: int) -> JumpPuzzle:
    """A single-vacancy problem: one hole empty at the start, one peg left at the end."""
    board, _ = board_from_grid(grid, lines)
    return JumpPuzzle(board, board.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))


@st.composite
def boards(draw: st.DrawFn, most_holes: int = 14) -> JumpBoard:
    """Random jump tables, some of them symmetric under reversing the jumps."""
    holes = draw(st.integers(1, most_holes))
    if draw(st.integers(0, 3)) == 0:
        grid, lines = draw(st.sampled_from(SYMMETRIC))
        return board_from_grid(grid, lines)[0]
    if holes < 3:
        return JumpBoard(holes, ())
    jump = st.permutations(range(holes)).map(lambda order: (order[0], order[1], order[2]))
    jumps = set(draw(st.lists(jump, max_size=3 * holes, unique=True)))
    if draw(st.booleans()):
        jumps |= {(c, b, a) for a, b, c in jumps}
    return JumpBoard(holes, tuple(sorted(jumps)))


@st.composite
def puzzles(draw: st.DrawFn, most_holes: int = 14, most_pegs: int = 8) -> JumpPuzzle:
    """Random puzzles: every kind of goal, often reachable; with and without an opening."""
    board = draw(boards(most_holes))
    pegs = draw(st.sets(st.integers(0, board.holes - 1), max_size=most_pegs))
    start = mask_of(pegs)
    rules = JumpRules(JumpPuzzle(board, start, JumpGoal()))
    opening: list[Jump] = []
    position = start
    for _ in range(draw(st.sampled_from([0, 0, 1, 2]))):
        position = _jumped(draw, rules, position, opening)
    end = position
    for _ in range(draw(st.integers(0, 8))):
        end = _jumped(draw, rules, end, [])
    positions, counts = {end}, set()
    match draw(st.sampled_from(["exact", "count", "set", "mixed", "wild"])):
        case "count":
            positions, counts = set(), {end.bit_count()}
        case "set":
            positions |= draw(st.sets(st.integers(0, board.full), max_size=3))
        case "mixed":
            counts = draw(st.sets(st.integers(0, board.holes), max_size=2))
        case "wild":
            positions = {draw(st.integers(0, board.full))}
    return JumpPuzzle(board, start, JumpGoal(frozenset(positions), frozenset(counts)), tuple(opening))


def _jumped(draw: st.DrawFn, rules: JumpRules, position: int, jumps: list[Jump]) -> int:
    legal = [jump for jump in rules.puzzle.board.jumps if rules.legal(position, jump)]
    if not legal:
        return position
    jumps.append(draw(st.sampled_from(legal)))
    return rules.after(position, jumps[-1])
