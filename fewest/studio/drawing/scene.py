"""A solution, or a puzzle alone, as a scene: pieces, their positions and their moves. Input of pictures and player."""

from __future__ import annotations

import hashlib
import json
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import cast

import igraph

from fewest.notation.puzzle import dump_puzzle, load_puzzle
from fewest.service.http.response_cache import ResponseCache
from fewest.solver.block.puzzle import HORIZONTAL, VERTICAL, BlockPuzzle
from fewest.solver.kinds import kind_of
from fewest.solver.model import Puzzle
from fewest.studio.drawing.goals import exits_of
from fewest.studio.drawing.outline import Point
from fewest.studio.kinds import Style, style_of

UNIT = 40.0
"""Least distance between two points of a drawing, in SVG units."""

MAX_WIDTH = 60.0
"""Largest width of a drawing, in multiples of ``UNIT``; points closer than that allows are drawn closer than a unit."""

CACHE_BYTES = 8_000_000
"""Size of the cache of scenes."""

TUPLE_BYTES = 120
"""Memory of two numbers in a tuple."""

WAYS = {VERTICAL: ((0, -1), (0, 1)), HORIZONTAL: ((-1, 0), (1, 0))}


@dataclass(frozen=True, slots=True)
class Token:
    """A peg or a piece.

    Attributes
    ----------
    label
        Number of a piece; empty for a peg.
    place
        Hole or cell at the start; of a block its first one.
    steps
        ``(step, place)`` for each movement; place is None when it is removed from the board.
    cells
        All cells of a block at the start; empty for a peg or a piece of one cell.
    """

    label: str
    place: int
    steps: tuple[tuple[int, int | None], ...]
    cells: tuple[int, ...] = ()

    def at(self, step: int) -> int | None:
        """Its place after a number of steps."""
        place: int | None = self.place
        for number, to in self.steps:
            if number <= step:
                place = to
        return place


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with its pegs or pieces, and their movements.

    Attributes
    ----------
    style
        How its kind of puzzle is drawn.
    points
        Where holes or cells are drawn, at least ``UNIT`` apart (see ``MAX_WIDTH``).
    edges
        Adjacent cells; none if the board has holes.
    moves
        The places each move visits. A move with n places is n - 1 steps.
    ends
        Number of steps made after each move.
    goal
        Holes that must have a peg at the end, if the goal names them.
    aims
        Blocks that have a goal: the name of each and the cells it must cover.
    doors
        Cells that only some blocks may enter, with the names of these.
    exits
        The cells beside which a block leaves the board, with the way it goes there, to the right and down.
    """

    style: Style
    points: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]
    tokens: tuple[Token, ...]
    moves: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    aims: tuple[tuple[str, tuple[int, ...]], ...] = ()
    doors: tuple[tuple[tuple[int, ...], str], ...] = ()
    goal: tuple[int, ...] = ()
    exits: tuple[tuple[int, tuple[int, int]], ...] = ()

    @property
    def steps(self) -> int:
        """Number of steps in all."""
        return self.ends[-1] if self.ends else 0


def scene_of(document: bytes) -> Scene:
    """The scene of a solution or a shared puzzle. The scenes used last are cached."""
    # By its content: problems of the atlas and of sets have no id in the store.
    name = hashlib.sha256(document).hexdigest()
    scene = _scenes().get(name)
    if scene is None:
        scene = _make_scene(document)
        _scenes().put(name, scene)
    return scene


@cache
def _scenes() -> ResponseCache[Scene]:
    return ResponseCache(CACHE_BYTES, math.inf, _size)


def _size(scene: Scene) -> int:
    """Memory of a scene: its numbers, each in a tuple."""
    steps = sum(len(token.steps) for token in scene.tokens) + sum(map(len, scene.moves))
    parts = len(scene.points) + len(scene.edges) + 3 * len(scene.tokens) + len(scene.aims) + len(scene.doors)
    return TUPLE_BYTES * (parts + len(scene.ends) + steps)


def _make_scene(document: bytes) -> Scene:
    solution = json.loads(document)
    loaded = load_puzzle(solution["puzzle"])
    puzzle = loaded.puzzle
    result = solution.get("result") or {"moves": None}
    moves = tuple(tuple(move) for move in result["moves"] or ())
    ends = []
    total = 0
    for move in moves:
        total += len(move) - 1
        ends.append(total)
    points = spread(loaded.layout or computed_layout(puzzle))
    kind = kind_of(puzzle)
    style = style_of(puzzle.kind)
    edges = () if style.holes else tuple(kind.adjacent_places(puzzle))
    goal = dump_puzzle(puzzle)["goal"]
    pegs = goal.get("pegs", ()) if isinstance(goal, dict) else ()
    labels = kind.labels_by_place(puzzle, puzzle.start)
    if style.blocks:
        blocks = cast(BlockPuzzle, puzzle)
        aims = tuple((blocks.name_of(piece), cells) for piece, cells in blocks.goal)
        doors = tuple((door.cells, "".join(map(blocks.name_of, door.pieces))) for door in blocks.doors)
        drawn = _blocks(labels, moves)
        return Scene(style, points, edges, drawn, moves, tuple(ends), aims, doors, exits=_exits(blocks, points))
    tokens = _tokens(labels, moves, result.get("removed") or ())
    return Scene(style, points, edges, tokens, moves, tuple(ends), goal=tuple(pegs))


def _exits(puzzle: BlockPuzzle, points: tuple[Point, ...]) -> tuple[tuple[int, tuple[int, int]], ...]:
    """Where the only block with a goal leaves the board: it keeps to one axis, and its goal ends at the edge there."""
    if len(puzzle.goal) != 1:
        return ()
    piece, cells = puzzle.goal[0]
    return exits_of(points, cells, WAYS.get(puzzle.axes[piece - 1], ()))


def still(board: Scene, content: Sequence[int | str | None]) -> Scene:
    """The same board with other content.

    The holes that have a peg; or the piece on each cell, 0 for none, None for any; or the name of the block there.
    """
    if board.style.holes:
        labels = {hole: "" for hole in content if isinstance(hole, int)}
    else:
        labels = {cell: "?" if piece is None else str(piece) for cell, piece in enumerate(content) if piece != 0}
    tokens = _blocks(labels, ()) if board.style.blocks else _tokens(labels, (), ())
    return Scene(board.style, board.points, board.edges, tokens, (), ())


def spread(layout: list[list[float]]) -> tuple[Point, ...]:
    """Scale a layout so that the closest points are a unit apart; its top left corner is the origin."""
    left = min((x for x, _ in layout), default=0.0)
    top = min((y for _, y in layout), default=0.0)
    points = [(x - left, y - top) for x, y in layout]
    # Points on top of each other say nothing about the scale.
    gaps = [gap for i, p in enumerate(points) for q in points[:i] if (gap := math.dist(p, q)) > 0]
    if not gaps:
        return tuple((index * UNIT, 0.0) for index in range(len(points)))
    scale = UNIT / max(min(gaps), max(gaps) / MAX_WIDTH)
    return tuple((round(x * scale, 2), round(y * scale, 2)) for x, y in points)


def computed_layout(puzzle: Puzzle) -> list[list[float]]:
    """Points for a board without a layout: adjacent places come to lie close (Kamada and Kawai 1989)."""
    kind = kind_of(puzzle)
    size = kind.size(puzzle)
    pairs = kind.adjacent_places(puzzle)
    # The layout begins at random points: with this seed, a board is drawn the same way every time.
    igraph.set_random_number_generator(random.Random(size))
    layout = igraph.Graph(size, pairs).layout_kamada_kawai()
    return [[float(x), float(y)] for x, y in layout.coords]


def _tokens(
    labels_by_place: Mapping[int, str], moves: Sequence[Sequence[int]], removed: Sequence[Sequence[int]]
) -> tuple[Token, ...]:
    """Every peg or piece with its movements. ``removed`` has the places that each move clears, if any."""
    steps: dict[int, list[tuple[int, int | None]]] = {place: [] for place in labels_by_place}
    token_at = {place: place for place in labels_by_place}
    number = 0
    for index, path in enumerate(moves):
        for hop, (start, to) in enumerate(pairwise(path)):
            number += 1
            token_at[to] = token_at.pop(start)
            steps[token_at[to]].append((number, to))
            # Slides clear no place.
            if removed:
                steps[token_at.pop(removed[index][hop])].append((number, None))
    return tuple(Token(labels_by_place[place], place, tuple(made)) for place, made in steps.items())


def _blocks(labels_by_place: Mapping[int, str], moves: Sequence[Sequence[int]]) -> tuple[Token, ...]:
    """Every block, whose cells have its label, with its movements, which are those of its first cell."""
    cells: dict[str, list[int]] = {}
    for place, label in sorted(labels_by_place.items()):
        cells.setdefault(label, []).append(place)
    at = {places[0]: label for label, places in cells.items()}
    steps: dict[str, list[tuple[int, int | None]]] = {label: [] for label in cells}
    for number, (start, to) in enumerate(moves, 1):
        label = at[to] = at.pop(start)
        steps[label].append((number, to))
    return tuple(Token(label, places[0], tuple(steps[label]), tuple(places)) for label, places in cells.items())
