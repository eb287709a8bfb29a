"""Generated levels against brute force, on random boards."""

from __future__ import annotations

import json
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from random import Random
from typing import Any

import pytest

from fewest.design.answers import OwnAnswers
from fewest.design.jump.levels import sources as jump_sources
from fewest.design.jump.levels import table as jump_table
from fewest.design.jump.levels.minimal import minimise
from fewest.design.jump.levels.task import GivenPegs, JumpPlan
from fewest.design.kinds import KINDS
from fewest.design.levels.find import find_levels
from fewest.design.levels.task import LevelsPlan, LevelsReport, LevelsTask, Measure, Refusal
from fewest.design.slide.kind import DEEPEST
from fewest.design.slide.levels import sources as slide_sources
from fewest.design.slide.levels import table as slide_table
from fewest.design.slide.levels.task import SlidePlan
from fewest.notation.puzzle import dump_puzzle
from fewest.solver.budget import Budget
from fewest.solver.canonical import canonical
from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.board import board_from_grid as jump_grid
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Limits, Puzzle, Result, Slices, Want
from fewest.solver.slices import finish
from fewest.solver.slide.board import SlideBoard, board_from_grid
from fewest.solver.threads import ThreadPool
from tests.effort import examples, seeds
from tests.jump_puzzles import SYMMETRIC
from tests.oracle_slide import slides
from tests.random_levels import all_starts, check, lesser, measured, random_jump_board, random_slide_board, random_task

BEYOND_TABLES: dict[str, LevelsPlan] = {
    "jump": JumpPlan(max_tried=60, max_positions=60, enough=2, enough_per_level=1),
    "slide": SlidePlan(max_tried=60, max_positions=10, arrangements=0, shallow=0),
}
"""Tables so small that most levels are found by walks and by plays backwards."""


@pytest.fixture(name="small")
def small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables that grow early, and sources whose limits small boards reach."""
    for table in (jump_table, slide_table):
        monkeypatch.setattr(table, "FIRST_CAPACITY", 16)
        monkeypatch.setattr(table, "EXPAND_ROWS", 2)
    monkeypatch.setattr(jump_table, "EVALUATE_JUMPS", 2_000)
    monkeypatch.setattr(jump_table, "ROWS_BEYOND", 300)
    monkeypatch.setattr(jump_sources, "MAX_SETS", 100)
    monkeypatch.setattr(jump_sources, "MAX_FOUND", 20)
    monkeypatch.setattr(slide_sources, "ELITE", 3)
    monkeypatch.setattr(slide_sources, "MAX_COMPARED", 4)


def plan_of(task: LevelsTask, **changes: int) -> LevelsPlan:
    """The plan of the kind of a task, with other thresholds."""
    return replace(KINDS[task.kind].levels.plan, **changes)


def report_of(task: LevelsTask, plan: LevelsPlan | None = None, threads: int = 1) -> LevelsReport:
    """The levels of a task, without limits."""
    return finish(find_levels(task, Limits(), OwnAnswers(Limits(), threads=threads), threads, plan))


@pytest.mark.parametrize("seed", seeds(60))
def test_levels(seed: int) -> None:
    """Every level is right by brute force and matches its task, and no two are equal, whatever cap a table has."""
    task = random_task(Random(seed))
    check(task, report_of(task, plan_of(task, max_tried=100, max_count=(1 << 40, 2)[seed % 2])))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", seeds(40))
def test_levels_beyond_tables(seed: int) -> None:
    """So is every level that is found without a table, or by a table in many slices."""
    task = random_task(Random(seed))
    check(task, report_of(task, BEYOND_TABLES[task.kind]))


@pytest.mark.parametrize("seed", seeds(40))
def test_minimal_levels(seed: int) -> None:
    """So is every minimal level; removing any of its parts changes its length or its number of solutions."""
    task = random_task(Random(seed), minimal=True)
    check(task, report_of(task, plan_of(task, max_tried=40)))


class Recorder:
    """Answers that remember what they were asked."""

    def __init__(self, threads: int) -> None:
        self.asked: list[Any] = []
        self._own = OwnAnswers(Limits(), threads=threads)

    def solve(self, puzzle: Puzzle, want: Want) -> Slices[Result]:
        """Search."""
        self.asked.append([dump_puzzle(puzzle), want.value])
        return (yield from self._own.solve(puzzle, want))


SIGNATURE = {
    1: "0ce01d00",
    3: "e38237a4",
    5: "f8d34957",
    23: "5bde4a16",
    32: "2fe6dbab",
    35: "0024ccfb",
    45: "99582710",
    47: "342a3ce2",
}
"""By seed, a digest of the searches and the levels of a random task. Update them if a seed has other levels, and give
the reason in the commit: users rely on getting the same levels for the same task."""


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", SIGNATURE)
def test_the_recorded_levels(seed: int) -> None:
    """With tables and without, with one thread or two, a seed has the recorded starts, in this order, and levels."""
    task = random_task(Random(seed), minimal=seed % 4 == 3)
    threads, seen = 1 + seed % 2, []
    for plan in (plan_of(task, max_tried=40), BEYOND_TABLES[task.kind]):
        answers = Recorder(threads)
        report = finish(find_levels(task, Limits(), answers, threads, plan))
        levels = [(dump_puzzle(level.puzzle), level.length, level.count, level.places) for level in report.levels]
        seen.append((answers.asked, levels, report.tried, report.limit, report.refusal))
    assert sha256(json.dumps(seen).encode()).hexdigest()[:8] == SIGNATURE[seed]


@pytest.mark.parametrize("seed", seeds(120))
def test_refused_or_exhausted(seed: int) -> None:
    """If a task is exhausted, brute force finds equally many levels up to renumbering; a refusal is right."""
    random = Random(seed)
    task = random_small_task(random)
    plan = plan_of(task, max_count=random.choice((1 << 40, 2)))
    report = report_of(task, plan)
    starts = [(puzzle, *measured(puzzle)) for puzzle in all_starts(task)]
    solvable = [(puzzle, length, count) for puzzle, length, count in starts if length is not None]
    right = {
        canonical(puzzle).key for puzzle, length, count in solvable if length in task.lengths and count in task.counts
    }
    assert report.limit in ("exhausted", None)
    told_apart = task.min_count < plan.max_count  # else a table cannot say that no start has enough solutions
    assert (report.refusal is not None) == (not right) or not told_apart
    assert len(report.levels) == min(task.number, len(right))
    if report.refusal is not None:
        check_refusal(task, plan, report.refusal, solvable)


def random_small_task(random: Random) -> LevelsTask:
    """All levels of a small board, often a symmetric one, with constraints on their starts."""
    least, most = random.choice(((1, None), (1, 1), (1, 1), (2, 2), (4, None), (5, 6)))
    length = 1 + random.randrange(3)
    task = replace(
        random_task(random),
        number=100,
        min_length=length,
        max_length=length + random.randrange(4),
        min_count=least,
        max_count=most,
        features={},
    )
    if isinstance(task.goal, tuple):
        board = random_slide_board(random, 5)
        pinned = random.randrange(10)
        pieces = tuple(3 if cell == pinned else None for cell in range(5))
        return replace(task, board=board, goal=(1, 2, 2, 3, 0), given=pieces)
    drawn = random.choice((*SYMMETRIC[:2], None, None))
    jump_board = random_jump_board(random, 8) if drawn is None else jump_grid(*drawn)[0]
    position = JumpGoal(frozenset([1 + random.randrange(jump_board.full)]))
    goal = random.choice((JumpGoal(counts=frozenset([1])), JumpGoal(counts=frozenset([1, 4])), position))
    pegs = 1 + random.randrange(3)
    return replace(
        task,
        board=jump_board,
        goal=goal,
        given=GivenPegs(
            empty=random.choice((0, 1 << random.randrange(jump_board.holes))),
            min_pegs=pegs,
            max_pegs=pegs + 1 + random.randrange(5),
        ),
    )


def check_refusal(
    task: LevelsTask, plan: LevelsPlan, refusal: Refusal, solvable: list[tuple[Puzzle, int, int]]
) -> None:
    """Assert that a refusal is right, given all starts that have a solution, with length and count."""
    lengths = [length for _, length, _ in solvable]
    if refusal["by"] == "pegs":
        assert max(lengths, default=0) <= refusal["moves"] < task.min_length
        return
    assert refusal["by"] == "space"
    known = [each for each in solvable if each[1] <= refusal.get("moves", each[1])]
    assert refusal["deepest"] == max([length for _, length, _ in known], default=None)
    keys = {canonical(puzzle).key for puzzle, _, _ in known}
    assert len(keys) <= refusal["positions"] <= len(known)
    if isinstance(task.board, SlideBoard) or task.given.empty:
        assert refusal["positions"] == len(known)
    counts = [min(count, plan.max_count) for _, length, count in known if length in task.lengths]
    assert refusal.get("counts", []) == ([min(counts), max(counts)] if counts else [])
    assert refusal.get("counts_cap") == (plan.max_count if plan.max_count in counts else None)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("seed", seeds(40))
def test_tables_of_sliding_boards(seed: int) -> None:
    """A table has all starts up to its greatest length, with length and count; each slide examined is a node."""
    random = Random(seed)
    board, goal = random_slide_board(random, 5), random.choice(((1, 2, 2, 3, 0), (1, 2, 2, 0, 0)))
    task = LevelsTask(board, goal, 1, 1, max_length=1 + random.randrange(8))
    budget = Budget(10**9)
    found = finish(slide_table.start_table(task, budget, SlidePlan()))
    assert found is not None
    truth = {puzzle.start: (*measured(puzzle), len(list(slides(puzzle, puzzle.start)))) for puzzle in all_starts(task)}
    starts = [found.puzzle(position).start for position in found.positions]
    numbers = zip(starts, found.length.tolist(), found.count.tolist(), strict=True)
    assert {start: (length, count) for start, length, count in numbers} == {
        start: (length, count) for start, (length, count, _) in truth.items() if length <= task.max_length
    }
    assert budget.nodes == sum(moves for length, _, moves in truth.values() if length < task.max_length)
    given_up = Budget(10**9)
    if finish(slide_table.start_table(task, given_up, SlidePlan(max_positions=0))) is None:
        assert given_up.bytes == 0


@pytest.mark.parametrize("seed", seeds(40))
@pytest.mark.parametrize("kept", [20, 1 << 17], ids=["few", "all"])
def test_positions_beyond_a_table(monkeypatch: pytest.MonkeyPatch, seed: int, kept: int) -> None:
    """A table measures positions beyond it correctly, in any order, or not at all, and stays unchanged."""
    monkeypatch.setattr(jump_table, "ROWS_BEYOND", kept)
    monkeypatch.setattr(jump_table, "EVALUATE_JUMPS", 2 * kept)
    random = Random(seed)
    board = random_jump_board(random, 10)
    goal = random.choice((JumpGoal(frozenset([1 + random.randrange(board.full)])), JumpGoal(counts=frozenset([1]))))
    task = LevelsTask(board, goal, 1, 1, given=GivenPegs(empty=random.choice((0, 1))))
    budget = Budget(10**9)
    with closing(ThreadPool(1)) as threads:
        table = finish(jump_table.start_table(task, budget, threads, JumpPlan(enough=2, enough_per_level=0)))
        assert table is not None
        if table.beyond is None:
            return
        rows = table.positions.tolist()
        starts = list(range(1, board.full + 1))
        random.shuffle(starts)
        for start in starts[:200]:
            found = finish(table.beyond(start))
            length, count = measured(JumpPuzzle(board, start, goal))
            if found is not None:
                assert (found.length, found.count) == (length, count)
            else:
                assert length is None or kept == 20
        assert table.positions.tolist() == rows


@pytest.mark.parametrize("part", range(4))
def test_minimise(part: int) -> None:
    """Removed holes agree in start and goals, the rest is kept as it was, and no other part can be removed."""
    for seed in range(part, examples(1200), 4):
        random = Random(seed)
        board = random_jump_board(random, 8)
        positions = frozenset(1 + random.randrange(board.full) for _ in range(random.randrange(3)))
        counts = random.choice(((1,), (2, 3), (2, 3), (1, 3), () if positions else (3,)))
        goal = JumpGoal(positions, frozenset(counts))
        puzzle = JumpPuzzle(board, 1 + random.randrange(board.full), goal)
        wanted = Measure(*measured(puzzle))
        if not wanted.length:
            continue
        less, holes = finish(minimise(puzzle, wanted, measure))
        assert Measure(*measured(less)) == wanted
        assert (wanted.length, wanted.count) not in map(measured, lesser(less))
        assert less.board == JumpBoard(
            len(holes),
            tuple(tuple(map(holes.index, jump)) for jump in board.jumps if set(jump) <= set(holes)),
        )
        assert all(puzzle.start >> holes[hole] & 1 for hole in holes_of(less.start))
        kept = {mask_of(new for new, hole in enumerate(holes) if position >> hole & 1) for position in positions}
        assert less.goal == JumpGoal(frozenset(kept), goal.counts)
        gone = board.full & ~mask_of(holes)
        for position in positions:
            assert position & gone == min(positions) & gone
            assert not position & gone & ~puzzle.start


def measure(puzzle: Puzzle) -> Slices[Measure]:
    """Length and number of solutions by brute force, as slices."""
    yield from ()
    return Measure(*measured(puzzle))


A151944 = "0 1 1 2 6 2 3 21 21 3 4 36 31 36 4 5 55 53 53 55 5 6 80 84 80 84 80 6 7 108"
"""Greatest lengths of rectangles by antidiagonals, from 1 × 1 on, as published in the OEIS."""


def test_published_greatest_lengths() -> None:
    """Greatest lengths that refuse a task are those published in the OEIS."""
    sides = [(row, diagonal - row) for diagonal in range(2, 10) for row in range(1, diagonal)]
    published = dict(zip(sides, map(int, A151944.split()), strict=False))
    assert {side: deepest for side, deepest in DEEPEST.items() if side in published} == {
        (rows, columns): deepest for (rows, columns), deepest in published.items() if 2 <= rows <= columns
    }


def test_known_answers_change_nothing() -> None:
    """Remembered answers do not change the levels."""
    board, _ = board_from_grid(["...", "..."])
    task = LevelsTask(board, (1, 2, 3, 4, 5, 0), 5, 1, min_length=8, max_length=14)
    answers = OwnAnswers(Limits())
    first = finish(find_levels(task, Limits(), answers, plan=BEYOND_TABLES["slide"]))
    for level in first.levels:
        finish(answers.solve(level.puzzle, Want.COUNT))
    assert finish(find_levels(task, Limits(), answers, plan=BEYOND_TABLES["slide"])) == first


def test_stopped_levels_are_the_first_ones() -> None:
    """Levels found before a limit are the first ones of the whole task."""
    board, _ = jump_grid([".", "..", "...", "...."], "triangular")
    task = LevelsTask(board, JumpGoal(counts=frozenset([1])), 12, 3, min_length=3)
    whole = report_of(task).levels
    assert len(whole) == 12
    assert all(level.puzzle.board == board for level in whole)
    for tried in (0, 4, 9):
        part = report_of(task, plan_of(task, max_tried=tried))
        assert part.levels == whole[: len(part.levels)]
        assert part.limit == "tried"
        assert part.tried == tried
