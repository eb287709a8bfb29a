"""Jump puzzles for tests: random ones, and those of the source documents."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import strategies as st

from fewest.notation.puzzle import load_puzzle
from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, board_from_grid, holes_of, mask_of
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.jump.rules import JumpRules
from fewest.solver.jump.search.context import SearchContext
from fewest.solver.jump.search.goals import search
from fewest.solver.jump.search.instance import prepare
from fewest.solver.jump.search.plan import DEFAULT_PLAN, Plan
from fewest.solver.model import NOTHING, Findings, Jump, Limits, Outcome, Progress, Want
from fewest.solver.slices import Run, finish
from fewest.solver.threads import SINGLE_THREAD, ThreadPool

CASES = json.loads((Path(__file__).parent / "cases" / "jump_sources.json").read_text())

SOURCES: dict[str, JumpPuzzle] = {case["id"]: load_puzzle(case["puzzle"]).puzzle for case in CASES}  # type: ignore[misc]

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
    puzzle: JumpPuzzle,
    want: Want = Want.ONE,
    limits: Limits | None = None,
    threads: int = 1,
    plan: Plan = DEFAULT_PLAN,
    findings: Findings = NOTHING,
) -> tuple[Outcome, list[Progress]]:
    """Run a search to its end; its outcome and the progress after every slice."""
    slices = Run(search(puzzle, want, limits or Limits(), threads, findings, plan))
    progress = list(slices)
    return slices.value, progress


def prepared(
    puzzle: JumpPuzzle,
    want: Want = Want.ONE,
    budget: Budget | None = None,
    plan: Plan = DEFAULT_PLAN,
    threads: ThreadPool = SINGLE_THREAD,
) -> SearchContext:
    """A search that has been prepared."""
    budget = budget or Budget(10**9)
    return SearchContext(finish(prepare(puzzle, budget, plan, threads)), want, budget, plan, threads)


def single(grid: tuple[str, ...], lines: str, empty: int, last: int) -> JumpPuzzle:
    """A single-vacancy problem: one hole empty at the start, one peg left at the end."""
    board, _ = board_from_grid(grid, lines)
    return JumpPuzzle(board, board.full & ~(1 << empty), JumpGoal(frozenset([1 << last])))


@st.composite
def boards(draw: st.DrawFn, max_holes: int = 14) -> JumpBoard:
    """Random jump tables, some of them symmetric under reversing the jumps."""
    holes = draw(st.integers(1, max_holes))
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
def puzzles(draw: st.DrawFn, max_holes: int = 14, max_pegs: int = 8) -> JumpPuzzle:
    """Random puzzles: every kind of goal, often reachable; with and without an opening."""
    board = draw(boards(max_holes))
    pegs = draw(st.sets(st.integers(0, board.holes - 1), max_size=max_pegs))
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


@st.composite
def puzzles_of_games(draw: st.DrawFn) -> JumpPuzzle:
    """Puzzles to leave the fewest or the most pegs, or a certain peg, in some hole or anywhere, often solvable."""
    if draw(st.booleans()):
        return replace(draw(puzzles(max_pegs=7)), goal=JumpGoal(pegs_left=draw(st.sampled_from(PegsLeft))))
    drawn = st.sampled_from(SYMMETRIC).map(lambda drawing: board_from_grid(*drawing)[0])
    board = draw(st.one_of(boards(), drawn, drawn))
    hole = st.integers(0, board.holes - 1)
    last = survivor = draw(hole)
    start = 1 << last
    opening: tuple[Jump, ...] = ()
    for _ in range(draw(st.sampled_from([1, 4, 7, 10]))):
        taken_back = [jump for jump in board.jumps if start & mask_of(jump) == 1 << jump[2]]
        if not taken_back:
            break
        first = draw(st.sampled_from(taken_back))
        start ^= mask_of(first)
        survivor = first[0] if survivor == first[2] else survivor
        opening = (first,)
    survivor = draw(st.one_of(st.just(survivor), st.sampled_from(holes_of(start)), hole))
    goal = JumpGoal(counts=frozenset([1])) if draw(st.booleans()) else JumpGoal(frozenset([1 << last]))
    return JumpPuzzle(board, start, replace(goal, survivor=survivor), draw(st.sampled_from([(), (), opening])))


@st.composite
def puzzles_in_a_class(draw: st.DrawFn) -> JumpPuzzle:
    """Puzzles on symmetric boards that parities never refute, some with an opening, about half of them solvable."""
    grid, lines = draw(st.sampled_from(SYMMETRIC))
    board = board_from_grid(grid, lines)[0]
    goal = draw(st.integers(0, board.full))
    start = goal
    # Three holes in a line exchanged, whatever is in them, keep the parities.
    for line in draw(st.lists(st.sampled_from(board.jumps), min_size=1, max_size=8)):
        start ^= mask_of(line)
    if start.bit_count() < goal.bit_count():
        start, goal = goal, start
    rules, opening = JumpRules(JumpPuzzle(board, start, JumpGoal())), list[Jump]()
    if draw(st.booleans()):
        _jumped(draw, rules, start, opening)
    return JumpPuzzle(board, start, JumpGoal(frozenset([goal])), tuple(opening))


def _jumped(draw: st.DrawFn, rules: JumpRules, position: int, jumps: list[Jump]) -> int:
    legal = [jump for jump in rules.puzzle.board.jumps if rules.legal(position, jump)]
    if not legal:
        return position
    jumps.append(draw(st.sampled_from(legal)))
    return rules.after(position, jumps[-1])
