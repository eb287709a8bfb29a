"""The way that each move of a solution takes, cell by cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fewest.solver.block.board import DIRECTIONS, NONE
from fewest.solver.block.placements import Sort, sorts_of
from fewest.solver.block.puzzle import BlockPuzzle, Metric
from fewest.solver.block.rules import Slide


def routes(puzzle: BlockPuzzle, solution: Sequence[Slide]) -> Iterator[tuple[int, list[int]]]:
    """For each of some legal moves, the piece and the directions of its steps: of shortest ways the first."""
    at = {
        piece: (sort, place) for sort in sorts_of(puzzle) for piece, place in zip(sort.pieces, sort.start, strict=True)
    }
    for start, to in solution:
        piece = next(piece for piece, (sort, place) in at.items() if sort.masks[place] >> start & 1)
        sort, place = at[piece]
        others = sum(sort.masks[place] for sort, place in at.values()) & ~sort.masks[place]
        part = sort.placements[place].index(start)
        way, end = _way(sort, place, part, to, others, straight=puzzle.metric is not Metric.PATH)
        at[piece] = sort, end
        yield piece, way


def _way(sort: Sort, place: int, part: int, to: int, others: int, *, straight: bool) -> tuple[list[int], int]:
    """The directions by which a part of a piece gets to a cell past others, and the placement there; breadth first."""
    left: list[tuple[int, list[int]]] = [(place, [])]
    seen = {place}
    for each, way in left:
        if sort.placements[each][part] == to and way:
            return way, each
        for direction in way[:1] if straight and way else DIRECTIONS:
            following = sort.steps[each][direction]
            if following != NONE and following not in seen and not sort.masks[following] & others:
                seen.add(following)
                left.append((following, [*way, direction]))
    raise ValueError(f"no legal move leads to cell {to}")
