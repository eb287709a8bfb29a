"""Jump puzzles by brute force, in plain Python: every jump sequence is followed, equal positions only once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from solver.jump.puzzle import JumpPuzzle
from solver.model import Jump


@dataclass(frozen=True)
class Truth:
    """The fewest moves (None: no solution) and the number of jump sequences with that many."""

    length: int | None
    count: int


def truth(puzzle: JumpPuzzle) -> Truth:
    """Follow all jump sequences jump by jump: by position and hole of the last peg, how many took how many moves."""
    here = {_after_opening(puzzle): Counter({_moves(puzzle.opening): 1})}
    met: Counter[int] = Counter()
    while here:
        there: dict[tuple[int, int], Counter[int]] = {}
        for (position, last), lengths in here.items():
            if puzzle.goal.met(position):
                met.update(lengths)
            for jump in _legal(puzzle, position):
                tally = there.setdefault((_after(position, jump), jump[2]), Counter())
                for moves, number in lengths.items():
                    tally[moves + (jump[0] != last)] += number
        here = there
    return Truth(min(met), met[min(met)]) if met else Truth(None, 0)


def solutions(puzzle: JumpPuzzle, length: int) -> set[tuple[Jump, ...]]:
    """List all jump sequences of a length that solve a puzzle."""
    found: set[tuple[Jump, ...]] = set()
    position, last = _after_opening(puzzle)
    stack = [(position, last, puzzle.opening, _moves(puzzle.opening))]
    while stack:
        position, last, jumps, moves = stack.pop()
        if moves > length:
            continue
        if moves == length and puzzle.goal.met(position):
            found.add(jumps)
        stack += [
            (_after(position, jump), jump[2], (*jumps, jump), moves + (jump[0] != last))
            for jump in _legal(puzzle, position)
        ]
    return found


def _after_opening(puzzle: JumpPuzzle) -> tuple[int, int]:
    position = puzzle.start
    for jump in puzzle.opening:
        position = _after(position, jump)
    return position, puzzle.opening[-1][2] if puzzle.opening else -1


def _moves(jumps: tuple[Jump, ...]) -> int:
    return sum(index == 0 or jumps[index - 1][2] != jump[0] for index, jump in enumerate(jumps))


def _legal(puzzle: JumpPuzzle, position: int) -> list[Jump]:
    return [
        (a, b, c) for a, b, c in puzzle.board.jumps if position & 1 << a and position & 1 << b and not position & 1 << c
    ]


def _after(position: int, jump: Jump) -> int:
    return position ^ (1 << jump[0] | 1 << jump[1] | 1 << jump[2])
