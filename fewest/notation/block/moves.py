"""How people write the moves of blocks: names of pieces with directions and numbers of cells, or cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise

from fewest.notation import move_lists as lists
from fewest.notation.block.pieces import long_axis
from fewest.notation.boards import Layout, points_of
from fewest.notation.move_lists import Notation, Played, Step, Written
from fewest.solver.block.board import NONE, OFFSETS
from fewest.solver.block.puzzle import HORIZONTAL, LETTERS, VERTICAL, BlockPuzzle, Metric
from fewest.solver.block.rules import BlockRules, Position, Slide
from fewest.solver.errors import Message

RIGHT, DOWN = (0, 1), (1, 0)

NUMBERED = r":\s*([0-9]{1,4})[\s,'\"]*blockIdx['\"]?:\s*([0-9]{1,2})[\s,'\"]*dirIdx['\"]?:\s*([0-3])"


def notations(puzzle: BlockPuzzle, _: Layout | None, text: str) -> Iterator[Notation]:
    """The notations of moves of blocks, the most usual first."""
    rules = BlockRules(puzzle)
    names = [puzzle.name_of(piece) for piece in range(1, puzzle.pieces + 1)]
    name = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    # If names are numbers, a number after a direction may be the name of the next piece.
    counts = (r"[ \t]*([0-9]{1,2})", "()", "([0-9]{1,2})?+")
    for count in counts if any(each[-1].isdigit() for each in names) else (r"(?:[ \t]*([0-9]{1,2}))?+",):
        yield partial(_directed, rules, names, text, rf"({name})[ \t:,]*({lists.WORD}){count}")
    yield partial(_numbered, rules, names, text)
    yield partial(_signed, rules, names, text, rf"({name})[ \t:]*([-+−])[ \t]*([0-9]{{1,2}})")
    points = points_of((row, column) for row, column in puzzle.board.places)
    yield partial(lists.between_places, text, puzzle.board.cells, points, puzzle.start, rules.after)


def _directed(rules: BlockRules, names: Sequence[str], text: str, pattern: str) -> Iterator[Played]:
    """``CL3``, ``C L 3``, ``CL`` for one cell."""
    yield _play(
        rules,
        Message("pieces with directions and numbers of cells"),
        [
            (lists.written(each), names.index(each[1]) + 1, [lists.DIRECTIONS[each[2][0].lower()]] * int(each[3] or 1))
            for each in lists.tokens(text, pattern)
        ],
    )


def _numbered(rules: BlockRules, names: Sequence[str], text: str) -> Iterator[Played]:
    """``{"step": 1, "blockIdx": 5, "dirIdx": 0}``, as npm's klotski has them: those of one step are one move."""
    moves = []
    for (_, block), found in groupby(lists.tokens(text, NUMBERED), lambda each: (each[1], int(each[2]))):
        steps = list(found)
        piece = names.index(LETTERS[block]) + 1 if LETTERS[block : block + 1] in names else NONE
        moves.append(
            (lists.written(steps[0], steps[-1]), piece, [lists.DIRECTIONS["drul"[int(each[3])]] for each in steps])
        )
    yield _play(rules, Message("steps of npm's klotski, whose blocks are A, B, C and so on"), moves)


def _signed(rules: BlockRules, names: Sequence[str], text: str, pattern: str) -> Iterator[Played]:
    """``A-2 B+1``, as in fogleman/rush: right and down are +, along the longer side of the piece."""
    moves = []
    for each in lists.tokens(text, pattern):
        piece, cells = names.index(each[1]) + 1, int(each[3])
        axis = rules.puzzle.axes[piece - 1]
        places = [rules.puzzle.board.places[cell] for cell in rules.puzzle.cells_of(piece)]
        way = DOWN if axis == VERTICAL or (axis != HORIZONTAL and long_axis(places) == VERTICAL) else RIGHT
        sign = 1 if each[2] == "+" else -1
        moves.append((lists.written(each), piece, [(sign * way[0], sign * way[1])] * cells))
    yield _play(rules, Message("pieces with + for cells to the right or down and - for cells to the left or up"), moves)


def _play(rules: BlockRules, said: Message, moves: Sequence[tuple[Written, int, Sequence[tuple[int, int]]]]) -> Played:
    left: list[int] = []
    steps: list[tuple[Written, Step]] = [
        (move, partial(_slides, rules, piece, list(map(OFFSETS.index, ways)), left if move is moves[-1][0] else None))
        for move, piece, ways in moves
    ]
    played = lists.play(said, rules.puzzle.start, steps, rules.after)
    return replace(played, said=Message("{said}; the last piece leaves the board", said=said)) if left else played


def _slides(
    rules: BlockRules, piece: int, directions: Sequence[int], left: list[int] | None, position: Position
) -> Sequence[Slide] | Message:
    """The moves by which a piece goes on, a cell in each of these directions.

    The last move may go on beyond the edge, as far as the piece is long: lists for Rush Hour count the cells to where
    the car is out. Then the piece is appended to ``left``, which is None for all other moves.
    """
    if piece == NONE:
        return lists.UNKNOWN
    board = rules.puzzle.board
    covered = [cell for cell, other in enumerate(position) if other == piece]
    way = [covered[0]]
    for gone, direction in enumerate(directions):
        to = [board.steps[cell][direction] for cell in covered]
        if NONE in to:
            length = len({board.places[cell][0 if OFFSETS[direction][0] else 1] for cell in covered})
            if left is None or len(directions) - gone > length:
                return lists.ILLEGAL
            left.append(piece)
            break
        covered = to
        way.append(to[0])
    moves = list(pairwise(way)) if rules.puzzle.metric is Metric.STEP else [(way[0], way[-1])] if len(way) > 1 else []
    return moves if not left or _ends(rules, moves, position) else lists.ILLEGAL


def _ends(rules: BlockRules, moves: Sequence[Slide], position: Position | None) -> bool:
    """Whether moves are legal and meet the goal."""
    for move in moves:
        position = None if position is None else rules.after(position, move)
    return position is not None and rules.is_goal(position)
