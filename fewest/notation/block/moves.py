"""How people write the moves of blocks: names of pieces with directions and numbers of cells, or cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from fewest.notation.boards import Layout, points_of
from fewest.notation.move_lists import (
    DIRECTIONS,
    ILLEGAL,
    WORD,
    Notation,
    Played,
    Step,
    Written,
    between_places,
    play,
    tokens,
)
from fewest.solver.block.board import NONE, OFFSETS
from fewest.solver.block.puzzle import HORIZONTAL, VERTICAL, BlockPuzzle, Metric
from fewest.solver.block.rules import BlockRules, Position, Slide
from fewest.solver.errors import Message

RIGHT, DOWN = (0, 1), (1, 0)


def notations(puzzle: BlockPuzzle, _: Layout | None, text: str) -> Iterator[Notation]:
    """The notations of moves of blocks, the most usual first."""
    rules = BlockRules(puzzle)
    names = [puzzle.name_of(piece) for piece in range(1, puzzle.pieces + 1)]
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    # If names are numbers, a number after a direction may be the name of the next piece.
    counts = (r"[ \t]*([0-9]{1,2})", "()", "([0-9]{1,2})?+")
    for count in counts if any(each[-1].isdigit() for each in names) else (r"(?:[ \t]*([0-9]{1,2}))?+",):
        yield partial(_directed, rules, names, text, rf"({name})[ \t:,]*({WORD}){count}")
    yield partial(_signed, rules, names, text, rf"({name})[ \t:]*([-+−])[ \t]*([0-9]{{1,2}})")
    points = points_of((row, column) for row, column in puzzle.board.places)
    yield partial(between_places, text, puzzle.board.cells, points, puzzle.start, rules.after)


def _directed(rules: BlockRules, names: Sequence[str], text: str, pattern: str) -> Iterator[Played]:
    """``CL3``, ``C L 3``, ``CL`` for one cell."""
    moves = [
        (each, names.index(each[1]) + 1, DIRECTIONS[each[2][0].lower()], int(each[3] or 1))
        for each in tokens(text, pattern)
    ]
    yield _play(rules, Message("pieces with directions and numbers of cells"), moves)


def _signed(rules: BlockRules, names: Sequence[str], text: str, pattern: str) -> Iterator[Played]:
    """``A-2 B+1``, as in fogleman/rush: right and down are +, along the longer side of the piece."""
    moves = []
    for each in tokens(text, pattern):
        piece, cells = names.index(each[1]) + 1, int(each[3])
        axis = rules.puzzle.axes[piece - 1]
        places = [rules.puzzle.board.places[cell] for cell in rules.puzzle.cells_of(piece)]
        height, width = (max(row) - min(row) for row in zip(*places, strict=True))
        way = DOWN if axis == VERTICAL or (axis != HORIZONTAL and height > width) else RIGHT
        sign = 1 if each[2] == "+" else -1
        moves.append((each, piece, (sign * way[0], sign * way[1]), cells))
    yield _play(rules, Message("pieces with + for cells to the right or down and - for cells to the left or up"), moves)


def _play(rules: BlockRules, said: Message, moves: Sequence[tuple[re.Match[str], int, tuple[int, int], int]]) -> Played:
    steps: list[tuple[Written, Step]] = []
    left: list[int] = []
    for match, piece, way, cells in moves:
        step = partial(_slides, rules, piece, OFFSETS.index(way), cells, left if match is moves[-1][0] else None)
        steps.append((Written((match[0],), match.start(), match.end()), step))
    played = play(said, rules.puzzle.start, steps, rules.after)
    return replace(played, said=Message("{said}; the last piece leaves the board", said=said)) if left else played


def _slides(
    rules: BlockRules, piece: int, direction: int, cells: int, left: list[int] | None, position: Position
) -> Sequence[Slide] | Message:
    """The moves by which a piece goes some cells on.

    The last move may go on beyond the edge, as far as the piece is long: lists for Rush Hour count the cells to where
    the car is out. Then the piece is appended to ``left``, which is None for all other moves.
    """
    board = rules.puzzle.board
    covered = [cell for cell, other in enumerate(position) if other == piece]
    length = len({board.places[cell][0 if OFFSETS[direction][0] else 1] for cell in covered})
    way = [covered[0]]
    for gone in range(cells):
        to = [board.steps[cell][direction] for cell in covered]
        if NONE in to:
            if left is None or cells - gone > length:
                return ILLEGAL
            left.append(piece)
            break
        covered = to
        way.append(to[0])
    moves = list(pairwise(way)) if rules.puzzle.metric is Metric.STEP else [(way[0], way[-1])] if len(way) > 1 else []
    return moves if not left or _ends(rules, moves, position) else ILLEGAL


def _ends(rules: BlockRules, moves: Sequence[Slide], position: Position | None) -> bool:
    """Whether moves are legal and meet the goal."""
    for move in moves:
        position = None if position is None else rules.after(position, move)
    return position is not None and rules.is_goal(position)
