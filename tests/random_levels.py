"""Random boards, tasks for levels on them, and whether the levels are right by brute force."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

from fewest.design.features import rounded
from fewest.design.jump.levels.task import GivenPegs
from fewest.design.kinds import KINDS
from fewest.design.levels.task import Level, LevelsReport, LevelsTask, Range
from fewest.solver.canonical import canonical
from fewest.solver.jump.board import JumpBoard, board_from_grid
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.model import Puzzle
from fewest.solver.slide.board import SlideBoard, board_from_adjacency
from fewest.solver.slide.puzzle import SlidePuzzle
from tests import oracle_jump, oracle_slide
from tests.oracle_features import Play

FEATURES = ({}, {}, {"forced": Range(0.5, None)}, {"choices": Range(None, 2.5), "forced": Range(0, 0.9)})
"""Ranges of features, none as a rule."""


def random_slide_board(random: Random, cells: int) -> SlideBoard:
    """A connected graph: a random tree and some more edges."""
    edges = {(random.randrange(cell), cell) for cell in range(1, cells)}
    for _ in range(random.randrange(cells)):
        one, other = sorted((random.randrange(cells), random.randrange(cells)))
        if one != other:
            edges.add((one, other))
    rows: list[list[int]] = [[] for _ in range(cells)]
    for one, other in sorted(edges):
        rows[one].append(other)
        rows[other].append(one)
    return board_from_adjacency(rows)


def random_jump_board(random: Random, most: int = 12) -> JumpBoard:
    """A few holes of a small grid, with lines of any kind."""
    lines = ("orthogonal", "triangular", "diagonal")[random.randrange(3)]
    while True:
        rows = 3 + random.randrange(2)
        columns = 3 + random.randrange(2)
        drawn = ["".join(".." if random.randrange(4) else "#" for _ in range(columns)) for _ in range(rows)]
        board, _ = board_from_grid([row[:columns] for row in drawn], lines)
        if 5 <= board.holes <= most and len(board.jumps) >= 4:
            return board


def random_task(random: Random, *, minimal: bool = False) -> LevelsTask:
    """Levels on a random board: of few moves or many, with one solution or any number, with constraints or none."""
    least = 1 + random.randrange(6)
    task = LevelsTask(
        JumpBoard(1, ()),
        None,
        number=1 + random.randrange(8),
        seed=random.randrange(1 << 32),
        min_length=least,
        max_length=least + random.randrange(8),
        max_count=(None, 1, 3)[random.randrange(3)],
        features=FEATURES[random.randrange(len(FEATURES))],
        minimal=minimal,
    )
    if random.randrange(2):
        board = random_slide_board(random, 4 + random.randrange(3))
        empty = 1 + random.randrange(2)
        goal = [1 + random.randrange(board.cells) for _ in range(board.cells - empty)] + [0] * empty
        pieces = tuple(piece if random.randrange(8) == 0 else None for piece in goal)
        return replace(task, board=board, goal=tuple(goal), given=pieces)
    jump_board = random_jump_board(random)
    goals: list[JumpGoal | None] = [
        None,
        JumpGoal(counts=frozenset([1 + random.randrange(3)])),
        JumpGoal(frozenset([1 << random.randrange(jump_board.holes)])),
        JumpGoal(frozenset([1 + random.randrange(jump_board.full)])),
        JumpGoal(
            frozenset(1 + random.randrange(jump_board.full) for _ in range(2)),
            frozenset(range(1, 1 + random.randrange(3))),
        ),
    ]
    goal = goals[random.randrange(5)]
    empty = 1 << random.randrange(jump_board.holes) if random.randrange(3) == 0 else 0
    least = 1 + random.randrange(4)
    return replace(task, board=jump_board, goal=goal, given=GivenPegs(least, least + 6, empty))


def measured(puzzle: Puzzle) -> tuple[int | None, int]:
    """Length and number of solutions by brute force."""
    if isinstance(puzzle, SlidePuzzle):
        answer = oracle_slide.answer(puzzle)
        return answer.length, answer.count
    assert isinstance(puzzle, JumpPuzzle)
    truth = oracle_jump.truth(puzzle)
    return truth.length, truth.count


def check(task: LevelsTask, report: LevelsReport) -> None:
    """Assert that all levels are right by brute force, match their task, and differ."""
    keys = set()
    for level in report.levels:
        assert measured(level.puzzle) == (level.length, level.count)
        assert task.min_length <= level.length <= task.max_length
        assert task.min_count <= level.count <= (task.max_count or level.count)
        assert _start_as_given(task, level)
        if task.features:
            features = Play(level.puzzle).features()
            assert level.features == {name: rounded(features[name] or Fraction(0)) for name in task.features}
            assert all(level.features[name] in wanted for name, wanted in task.features.items())
        keys.add(canonical(level.puzzle).key)
        if task.minimal:
            assert (level.length, level.count) not in map(measured, lesser(level.puzzle))
    assert len(keys) == len(report.levels) <= task.number
    assert (report.limit is None and report.refusal is None) == (len(report.levels) == task.number)


def _start_as_given(task: LevelsTask, level: Level) -> bool:
    start = level.puzzle.start
    if isinstance(level.puzzle, SlidePuzzle):
        return all(piece in (None, start[cell]) for cell, piece in enumerate(task.given or ()))
    given = task.given or GivenPegs()
    given_empty = [number for number, hole in enumerate(level.places) if given.empty >> hole & 1]
    return given.min_pegs <= start.bit_count() <= given.max_pegs and not any(start >> hole & 1 for hole in given_empty)


def lesser(puzzle: Puzzle) -> Iterator[Puzzle]:
    """A puzzle without each of its parts that may be taken away."""
    if isinstance(puzzle, SlidePuzzle):
        for cell, piece in enumerate(puzzle.goal):
            if piece is not None:
                yield replace(puzzle, goal=(*puzzle.goal[:cell], None, *puzzle.goal[cell + 1 :]))
        return
    assert isinstance(puzzle, JumpPuzzle)
    for hole in range(puzzle.board.holes):
        if puzzle.start >> hole & 1:
            yield replace(puzzle, start=puzzle.start ^ 1 << hole)
    for hole in range(puzzle.board.holes):
        has_peg = puzzle.start >> hole & 1
        if any(goal >> hole & 1 != has_peg for goal in puzzle.goal.positions):
            continue
        board = JumpBoard(puzzle.board.holes, tuple(jump for jump in puzzle.board.jumps if hole not in jump))
        bit = 1 << hole
        goals = frozenset(goal & ~bit for goal in puzzle.goal.positions)
        yield JumpPuzzle(board, puzzle.start & ~bit, JumpGoal(goals, puzzle.goal.counts))


def all_starts(task: LevelsTask) -> Iterator[Puzzle]:
    """Every puzzle that a task allows but for length and number of solutions, by brute force."""
    if isinstance(task.board, SlideBoard):
        assert isinstance(task.goal, tuple)
        reached = {task.goal}
        stack = [task.goal]
        while stack:
            position = stack.pop()
            for _, after in oracle_slide.slides(SlidePuzzle(task.board, position, task.goal), position):
                if after not in reached:
                    reached.add(after)
                    stack.append(after)
        for position in sorted(reached):
            if KINDS[task.kind].levels.allows(task, position):
                yield SlidePuzzle(task.board, position, task.goal)
        return
    for start in range(1 << task.board.holes):
        if KINDS[task.kind].levels.allows(task, start):
            assert not isinstance(task.goal, tuple)
            yield JumpPuzzle(task.board, start, task.goal or JumpGoal(frozenset([task.board.full & ~start])))
