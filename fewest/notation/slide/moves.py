"""How people write the moves of sliding pieces: as directions, numbers of pieces, cells.

Both meanings of a direction are usual: where the empty cell goes (UVa 10181, AIMA), and where the piece goes (what the
arrow keys do in ``sgt-fifteen``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, pairwise, repeat
from typing import Any

from fewest.notation import move_lists as lists
from fewest.notation.boards import Layout
from fewest.notation.move_lists import Notation, Played, Step
from fewest.solver.errors import Message
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Position, Slide, SlideRules

ARROWS = "[↑←→↓]"


def notations(puzzle: SlidePuzzle, layout: Layout | None, text: str) -> Iterator[Notation]:
    """The notations of slides, the most usual first."""
    game = _Game(puzzle, layout, text)
    if game.grid is not None:
        yield from (game.directions, game.clicks, game.names)
    yield from (game.pieces, game.cells)


class _Game:
    """A puzzle, and a text with moves."""

    def __init__(self, puzzle: SlidePuzzle, layout: Layout | None, text: str) -> None:
        self.puzzle, self.layout, self.text = puzzle, layout, text
        self.rules = SlideRules(puzzle)
        self.grid = None if layout is None else lists.lattice(layout)
        self.place = {cell: place for place, cell in (self.grid or {}).items()}

    def directions(self) -> Iterator[Played]:
        """``RRDL``, ``Up, Down``, arrows; a number repeats the one before it."""
        letters = any(each.isalpha() for each in self.text)
        pattern = f"({lists.WORD if letters else ARROWS})([0-9]{{1,2}})?"
        found = lists.tokens(self.text, pattern, lists.LOOSE if letters else lists.STOP)
        repeated = chain.from_iterable(repeat(match, int(match[2] or 1)) for match in found)
        ways = [(match, lists.DIRECTIONS[match[1][0].lower()]) for match in islice(repeated, lists.MAX_MOVES + 1)]
        for said, sign in (
            (Message("directions of the empty cell"), 1),
            (Message("directions of the piece that moves"), -1),
        ):
            yield self._play(said, [(match, partial(self._gone, way, sign)) for match, way in ways])

    def clicks(self) -> Iterator[Played]:
        """``M3,2`` in a saved game of sgt-fifteen: where the empty cell goes, column and row from 0."""
        found = lists.tokens(self.text, r"M([0-9]{1,2}),([0-9]{1,2})")
        said = Message("where the empty cell goes, by column and row from 0")
        yield self._play(said, [(match, partial(self._through, (int(match[2]), int(match[1])))) for match in found])

    def names(self) -> Iterator[Played]:
        """``8 left, 7 up``, ``8L 7U``."""
        found = lists.tokens(self.text, rf"([0-9]{{1,10}})[ \t:]*({lists.WORD})(?![0-9])")
        said = Message("pieces with directions")
        steps = [(each, partial(self._pushed, int(each[1]), lists.DIRECTIONS[each[2][0].lower()])) for each in found]
        yield self._play(said, steps)

    def pieces(self) -> Iterator[Played]:
        """``8 6 7``: each piece goes to the empty cell beside it."""
        found = lists.tokens(self.text, "[0-9]{1,10}", lists.LOOSE)
        yield self._play(
            Message("numbers of the pieces that move"), [(each, partial(self._beside, int(each[0]))) for each in found]
        )

    def cells(self) -> Iterator[Played]:
        """``7-6 8-7``: from where to where."""
        return lists.between_places(self.text, self.puzzle.board.cells, self.layout, self.puzzle.start, self._after)

    def _play(self, said: Message, steps: Sequence[tuple[Any, Step]]) -> Played:
        return lists.play(said, self.puzzle.start, [(lists.written(match), step) for match, step in steps], self._after)

    def _after(self, position: Position, move: Slide) -> Position | None:
        return self.rules.after(position, move) if self.rules.legal(position, move) else None

    def _slide(self, position: Position, cell: int, way: tuple[int, int]) -> Slide | None:
        """The slide of the piece on a cell, if it can go that way."""
        row, column = self.place[cell]
        to = self.grid.get((row + way[0], column + way[1])) if self.grid else None
        return (cell, to) if to is not None and self.rules.legal(position, (cell, to)) else None

    def _gone(self, way: tuple[int, int], sign: int, position: Position) -> Sequence[Slide] | Message:
        """The slide by which the empty cell goes one way (``sign`` 1), or a piece (-1)."""
        back = (-way[0], -way[1]) if sign > 0 else way
        return _one(slide for cell in range(len(position)) if (slide := self._slide(position, cell, back)))

    def _through(self, goal: tuple[int, int], position: Position) -> Sequence[Slide] | Message:
        """The slides by which the only empty cell goes straight to a place."""
        row, column = self.place[position.index(EMPTY)]
        down, right = goal[0] - row, goal[1] - column
        if position.count(EMPTY) != 1 or (down == 0) == (right == 0):
            return lists.ILLEGAL
        size = abs(down + right)
        line = [(row + down * step // size, column + right * step // size) for step in range(size + 1)]
        cells = [cell for place in line if self.grid and (cell := self.grid.get(place)) is not None]
        return lists.UNKNOWN if len(cells) <= size else [(cell, to) for to, cell in pairwise(cells)]

    def _pushed(self, piece: int, way: tuple[int, int], position: Position) -> Sequence[Slide] | Message:
        """The slide of a piece one way."""
        cells = [cell for cell, other in enumerate(position) if other == piece != EMPTY]
        return _one(slide for cell in cells if (slide := self._slide(position, cell, way))) if cells else lists.UNKNOWN

    def _beside(self, piece: int, position: Position) -> Sequence[Slide] | Message:
        """The slide of a piece to an empty cell."""
        cells = [cell for cell, other in enumerate(position) if other == piece != EMPTY]
        beside = ((cell, to) for cell in cells for to in self.puzzle.board.adjacency[cell] if position[to] == EMPTY)
        return _one(beside) if cells else lists.UNKNOWN


def _one(slides: Iterable[Slide]) -> Sequence[Slide] | Message:
    found = list(slides)
    return lists.ILLEGAL if not found else found if len(found) == 1 else lists.SEVERAL
