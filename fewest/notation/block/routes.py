"""The way that each move of a solution takes, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fewest.solver.block.board import DIRECTIONS
from fewest.solver.block.puzzle import BlockPuzzle, Metric
from fewest.solver.block.rules import BlockRules, Position, Slide


def routes(puzzle: BlockPuzzle, solution: Sequence[Slide]) -> Iterator[tuple[int, list[int]]]:
    """For each of some legal moves, the piece and the directions of its steps: of shortest ways the first."""
    rules = BlockRules(puzzle)
    position = puzzle.start
    for slide in solution:
        yield position[slide[0]], _route(rules, position, slide)
        after = rules.after(position, slide)
        assert after is not None
        position = after


def _route(rules: BlockRules, position: Position, slide: Slide) -> list[int]:
    """Breadth first; in a straight metric only along the first direction."""
    start, goal = slide
    piece = position[start]
    cells = tuple([cell for cell, other in enumerate(position) if other == piece])
    straight = rules.puzzle.metric is not Metric.PATH
    left: list[tuple[tuple[int, ...], list[int]]] = [(cells, [])]
    seen = {cells}
    for each, way in left:
        if each[cells.index(start)] == goal and way:
            return way
        for direction in way[:1] if straight and way else DIRECTIONS:
            to = rules.step(position, piece, each, direction)
            if to is not None and to not in seen:
                seen.add(to)
                left.append((to, [*way, direction]))
    raise ValueError(f"{list(slide)} is not legal here")
