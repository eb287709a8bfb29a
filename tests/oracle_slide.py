"""Sliding puzzles by brute force: every position, no bound, nothing compiled. The twin of ``fewest.solver.slide``.

Positions are tuples of the puzzle's own pieces; a dictionary holds the distance of each from the start.
"""

from __future__ import annotations

from dataclasses import dataclass

from fewest.solver.slide.puzzle import SlidePuzzle

Position = tuple[int, ...]
Slide = tuple[int, int]


@dataclass(frozen=True)
class Answer:
    """Length and number of the shortest solutions, None and 0 if there is none; positions `seen` in all."""

    length: int | None
    count: int
    seen: int


def slides(puzzle: SlidePuzzle, position: Position) -> list[tuple[Slide, Position]]:
    """Every legal slide with the position after it."""
    found = []
    for cell, piece in enumerate(position):
        for other in puzzle.board.adjacency[cell]:
            if piece != 0 and position[other] == 0:
                after = list(position)
                after[cell], after[other] = 0, piece
                found.append(((cell, other), tuple(after)))
    return found


def meets(puzzle: SlidePuzzle, position: Position) -> bool:
    """Whether the position meets the goal."""
    return all(want is None or want == have for want, have in zip(puzzle.goal, position, strict=True))


def answer(puzzle: SlidePuzzle) -> Answer:
    """Length and number of all shortest solutions, by levels that carry the number of paths to each position."""
    level, seen, length = {puzzle.start: 1}, {puzzle.start}, 0
    while level:
        met = [paths for position, paths in level.items() if meets(puzzle, position)]
        if met:
            return Answer(length, sum(met), len(seen))
        after: dict[Position, int] = {}
        for position, paths in level.items():
            for _, other in slides(puzzle, position):
                if other not in seen:
                    after[other] = after.get(other, 0) + paths
        seen.update(after)
        level, length = after, length + 1
    return Answer(None, 0, len(seen))
