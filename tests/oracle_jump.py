"""Jump puzzles by brute force, in plain Python: every jump sequence is followed, equal positions only once."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle, PegsLeft
from fewest.solver.model import Jump


@dataclass(frozen=True)
class Truth:
    """The fewest moves (None: no solution) and the number of jump sequences with that many."""

    length: int | None
    count: int


@dataclass(frozen=True)
class Game:
    """A game under way: the position, the hole of the peg that jumped last, and where the marked peg is, if there."""

    position: int
    last: int
    marked: int | None


def truth(puzzle: JumpPuzzle) -> Truth:
    """Follow all jump sequences jump by jump: by the state of the game, how many took how many moves."""
    here = {_after_opening(puzzle): Counter({_moves(puzzle.opening): 1})}
    goal = puzzle.goal
    met: Counter[int] = Counter()
    while here:
        there: dict[Game, Counter[int]] = {}
        ends: Counter[int] = Counter()
        for game, lengths in here.items():
            if _met(puzzle, game):
                ends.update(lengths)
            for jump in _legal(puzzle, game.position):
                tally = there.setdefault(_next(game, jump), Counter())
                for moves, number in lengths.items():
                    tally[moves + (jump[0] != game.last)] += number
        if goal.pegs_left is PegsLeft.FEWEST:
            met = ends or met
        elif goal.pegs_left is PegsLeft.MOST:
            met = met or ends
        else:
            met.update(ends)
        here = there
    return Truth(min(met), met[min(met)]) if met else Truth(None, 0)


def pegs_left(puzzle: JumpPuzzle) -> int:
    """The pegs that a puzzle whose goal is to leave the fewest, or the most, leaves."""
    level = {_after_opening(puzzle).position}
    ends = []
    while level:
        ends += [position.bit_count() for position in level if not _legal(puzzle, position)]
        level = {_after(position, jump) for position in level for jump in _legal(puzzle, position)}
    return min(ends) if puzzle.goal.pegs_left is PegsLeft.FEWEST else max(ends)


def _met(puzzle: JumpPuzzle, game: Game) -> bool:
    goal: JumpGoal = puzzle.goal
    if goal.pegs_left is not None:
        return not _legal(puzzle, game.position)
    return goal.met(game.position) and (goal.survivor is None or game.marked is not None)


def solutions(puzzle: JumpPuzzle, length: int) -> set[tuple[Jump, ...]]:
    """List all jump sequences of a length that solve a puzzle."""
    found: set[tuple[Jump, ...]] = set()
    left = None if puzzle.goal.pegs_left is None else pegs_left(puzzle)
    stack = [(_after_opening(puzzle), puzzle.opening, _moves(puzzle.opening))]
    while stack:
        game, jumps, moves = stack.pop()
        if moves > length:
            continue
        if moves == length and _met(puzzle, game) and left in (None, game.position.bit_count()):
            found.add(jumps)
        stack += [
            (_next(game, jump), (*jumps, jump), moves + (jump[0] != game.last))
            for jump in _legal(puzzle, game.position)
        ]
    return found


def _after_opening(puzzle: JumpPuzzle) -> Game:
    hole = puzzle.goal.survivor
    game = Game(puzzle.start, -1, hole if hole is not None and puzzle.start >> hole & 1 else None)
    for jump in puzzle.opening:
        game = _next(game, jump)
    return game


def _next(game: Game, jump: Jump) -> Game:
    marked = {jump[0]: jump[2], jump[1]: None}.get(game.marked, game.marked) if game.marked is not None else None
    return Game(_after(game.position, jump), jump[2], marked)


def _moves(jumps: tuple[Jump, ...]) -> int:
    return sum(index == 0 or jumps[index - 1][2] != jump[0] for index, jump in enumerate(jumps))


def _legal(puzzle: JumpPuzzle, position: int) -> list[Jump]:
    return [
        (a, b, c) for a, b, c in puzzle.board.jumps if position & 1 << a and position & 1 << b and not position & 1 << c
    ]


def _after(position: int, jump: Jump) -> int:
    return position ^ (1 << jump[0] | 1 << jump[1] | 1 << jump[2])
