"""A solution as something to look at: where things stand, what moves when. Drawn by pictures and by the player."""

from __future__ import annotations

import json
import math
import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import igraph

from schemas.puzzle import load_puzzle
from solver.jump.puzzle import JumpPuzzle
from solver.replay import Puzzle

UNIT = 40.0
"""Least distance between two points of a drawing."""

FLATTEST = 60.0
"""A drawing is at most so many units across: points nearer to each other than that are drawn as if they were not."""

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Token:
    """A peg or a piece.

    Attributes
    ----------
    label
        Number of a piece; empty for a peg.
    place
        Hole or cell at the start.
    steps
        ``(step, place)`` each time it goes somewhere; place is None where it is taken off the board.
    """

    label: str
    place: int
    steps: tuple[tuple[int, int | None], ...]

    def at(self, step: int) -> int | None:
        """Where it is after so many steps."""
        place: int | None = self.place
        for number, to in self.steps:
            if number <= step:
                place = to
        return place


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with its pegs or pieces, and what they do.

    Attributes
    ----------
    points
        Where holes or cells are drawn, at least ``UNIT`` apart.
    edges
        Cells that are neighbours; none for a jump board.
    moves
        The places each move visits. A move with n places is n - 1 steps.
    ends
        Number of steps made after each move.
    """

    kind: str
    points: tuple[Point, ...]
    edges: tuple[tuple[int, int], ...]
    tokens: tuple[Token, ...]
    moves: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]

    @property
    def steps(self) -> int:
        """Number of steps in all."""
        return self.ends[-1] if self.ends else 0


@lru_cache(maxsize=256)
def scene_of(document: bytes) -> Scene:
    """The scene of a solution's document."""
    solution: dict[str, Any] = json.loads(document)
    loaded = load_puzzle(solution["puzzle"])
    puzzle, result = loaded.puzzle, solution["result"]
    moves = tuple(tuple(move) for move in result["moves"] or ())
    ends, total = [], 0
    for move in moves:
        total += len(move) - 1
        ends.append(total)
    points = spread(loaded.layout or computed_layout(puzzle))
    edges: tuple[tuple[int, int], ...] = ()
    if isinstance(puzzle, JumpPuzzle):
        tokens = _pegs(puzzle, moves, result.get("removed") or ())
    else:
        tokens = _pieces(puzzle.start, moves)
        edges = tuple((a, b) for a, row in enumerate(puzzle.board.adjacency) for b in row if a < b)
    return Scene(puzzle.kind, points, edges, tokens, moves, tuple(ends))


def spread(layout: list[list[float]]) -> tuple[Point, ...]:
    """Scale a layout so that points are a unit apart, its top left corner at the origin."""
    left, top = min((x for x, _ in layout), default=0.0), min((y for _, y in layout), default=0.0)
    points = [(x - left, y - top) for x, y in layout]
    gaps = [gap for i, p in enumerate(points) for q in points[:i] if (gap := math.dist(p, q)) > 0]
    if not gaps:
        return tuple((index * UNIT, 0.0) for index in range(len(points)))
    scale = UNIT / max(min(gaps), max(gaps) / FLATTEST)
    return tuple((round(x * scale, 2), round(y * scale, 2)) for x, y in points)


def computed_layout(puzzle: Puzzle) -> list[list[float]]:
    """Points for a board nobody gave any for: holes that jump over each other, and neighbours, come to lie close."""
    if isinstance(puzzle, JumpPuzzle):
        size = puzzle.board.holes
        pairs = {tuple(sorted(pair)) for a, over, b in puzzle.board.jumps for pair in ((a, over), (over, b))}
    else:
        size = puzzle.board.cells
        pairs = {(a, b) for a, row in enumerate(puzzle.board.adjacency) for b in row if a < b}
    igraph.set_random_number_generator(random.Random(size))
    layout = igraph.Graph(size, sorted(pairs)).layout_kamada_kawai()
    return [[float(x), float(y)] for x, y in layout.coords]


def _pegs(puzzle: JumpPuzzle, moves: tuple[tuple[int, ...], ...], removed: Any) -> tuple[Token, ...]:
    steps: dict[int, list[tuple[int, int | None]]] = {h: [] for h in range(64) if puzzle.start >> h & 1}
    who, number = {hole: hole for hole in steps}, 0
    for path, over in zip(moves, removed, strict=True):
        for index, gone in enumerate(over):
            number += 1
            peg = who.pop(path[index])
            who[path[index + 1]] = peg
            steps[peg].append((number, path[index + 1]))
            steps[who.pop(gone)].append((number, None))
    return tuple(Token("", hole, tuple(made)) for hole, made in steps.items())


def _pieces(start: tuple[int, ...], moves: tuple[tuple[int, ...], ...]) -> tuple[Token, ...]:
    steps: dict[int, list[tuple[int, int | None]]] = {cell: [] for cell, piece in enumerate(start) if piece}
    who = {cell: cell for cell in steps}
    for number, (cell, to) in enumerate(moves, 1):
        piece = who.pop(cell)
        who[to] = piece
        steps[piece].append((number, to))
    return tuple(Token(str(start[cell]), cell, tuple(made)) for cell, made in steps.items())
