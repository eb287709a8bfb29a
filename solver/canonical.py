"""The canonical position: one name for all puzzles that differ only in how they are numbered or turned.

A puzzle becomes a coloured graph in which the numbering of holes and the order of jumps leave no trace.
BLISS (in igraph) gives that graph a canonical labelling; the puzzle renumbered by it is the canonical puzzle,
and its digest is the key under which its answer is kept.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, TypeAlias

import igraph

from solver.jump import proofs as jump_proofs
from solver.jump.board import JumpBoard, holes_of, mask_of
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Move, Proof, Solution
from solver.replay import Puzzle
from solver.slide import proofs as slide_proofs
from solver.slide.board import SlideBoard
from solver.slide.puzzle import EMPTY, SlidePuzzle

SCHEME = 1
"""Version of the canonical form; part of every key, so that a new form never meets old answers."""


@dataclass(frozen=True, slots=True)
class Canonical:
    """A puzzle in canonical numbering.

    Attributes
    ----------
    puzzle
        The puzzle renumbered; the same for all equal puzzles.
    order
        ``order[i]`` is the original hole or cell at canonical place i.
    key
        Digest of ``puzzle``.
    """

    puzzle: Puzzle
    order: tuple[int, ...]
    key: str


def canonical(puzzle: Puzzle) -> Canonical:
    """Bring a puzzle into canonical numbering."""
    if isinstance(puzzle, JumpPuzzle):
        order = _order(_jump_graph(puzzle), puzzle.board.holes)
        numbered: Puzzle = _renumber_jump(puzzle, _inverse(order))
    else:
        order = _order(_slide_graph(puzzle), puzzle.board.cells)
        numbered = _renumber_slide(puzzle, order)
    return Canonical(numbered, order, digest(numbered))


def digest(puzzle: Puzzle) -> str:
    """A name for the puzzle exactly as it is numbered: 32 hexadecimal digits."""
    text = json.dumps([SCHEME, puzzle.kind, _form(puzzle)], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def symmetries(puzzle: Puzzle) -> int:
    """Count the renumberings that leave a puzzle as it is: board, start, goal and opening."""
    size, edges, colours = _jump_graph(puzzle) if isinstance(puzzle, JumpPuzzle) else _slide_graph(puzzle)
    return int(igraph.Graph(size, edges).count_automorphisms(color=colours))


def restore(solution: Solution, order: tuple[int, ...]) -> Solution:
    """Carry a solution of the canonical puzzle back to the original numbering."""

    def back(move: Move) -> Any:
        return tuple(order[part] if isinstance(part, int) else tuple(order[h] for h in part) for part in move)

    return tuple(back(move) for move in solution)


def restore_proof(puzzle: Puzzle, proof: Proof, order: tuple[int, ...]) -> Proof:
    """Carry a proof about the canonical puzzle back to the original numbering."""
    if isinstance(puzzle, JumpPuzzle):
        return jump_proofs.renumber(proof, order)
    return slide_proofs.renumber(proof, order)


def _form(puzzle: Puzzle) -> list[Any]:
    if isinstance(puzzle, JumpPuzzle):
        goal = [sorted(puzzle.goal.positions), sorted(puzzle.goal.counts)]
        return [puzzle.board.holes, puzzle.board.jumps, puzzle.start, goal, puzzle.opening]
    return [puzzle.board.adjacency, puzzle.start, puzzle.goal]


Graph: TypeAlias = tuple[int, list[tuple[int, int]], list[int]]
"""Number of vertices, edges, and the colour of each vertex."""


def _jump_graph(puzzle: JumpPuzzle) -> Graph:
    """Draw a jump puzzle as a coloured graph whose first vertices are its holes.

    Vertices: the holes, coloured by whether a peg starts there; two for each jump, one linked to `from` and
    `over`, the other to `over` and `to`, and both to each other; one for each goal position, linked to its
    pegs; one for each place in the opening, coloured by the place and linked to its jump.
    """
    board, edges, colours = puzzle.board, [], [puzzle.start >> hole & 1 for hole in range(puzzle.board.holes)]
    first = {}
    for start, over, to in board.jumps:
        a = len(colours)
        first[start, over, to] = a
        colours += [2, 3]
        edges += [(a, start), (a, over), (a, a + 1), (a + 1, over), (a + 1, to)]
    for position in puzzle.goal.positions:
        edges += [(len(colours), hole) for hole in holes_of(position)]
        colours.append(4)
    for place, jump in enumerate(puzzle.opening):
        edges.append((len(colours), first[jump]))
        colours.append(5 + place)
    return len(colours), edges, colours


def _slide_graph(puzzle: SlidePuzzle) -> Graph:
    """Draw a sliding puzzle as a coloured graph whose first vertices are its cells.

    Vertices: two for each cell, its place at the start and its place in the goal, linked; the first ones
    linked as the board is; one for each number a piece has, linked to its places at the start and in the goal.
    """
    cells = puzzle.board.cells
    colours = [0] * cells + [1] * cells
    edges = [(cell, cells + cell) for cell in range(cells)]
    edges += [(cell, other) for cell, row in enumerate(puzzle.board.adjacency) for other in row if cell < other]
    vertex: dict[int, int] = {}
    for at, row in ((0, puzzle.start), (cells, puzzle.goal)):
        for cell, piece in enumerate(row):
            if piece is not None:
                if piece not in vertex:
                    vertex[piece] = len(colours)
                    colours.append(2 if piece == EMPTY else 3)
                edges.append((vertex[piece], at + cell))
    return len(colours), edges, colours


def _order(graph: Graph, kept: int) -> tuple[int, ...]:
    """The first ``kept`` vertices of a graph in the order of their canonical places.

    igraph 1.0 answers with the old vertex at each new place; earlier releases with the inverse.
    """
    size, edges, colours = graph
    labelling = igraph.Graph(size, edges).canonical_permutation(color=colours)
    return tuple(vertex for vertex in labelling if vertex < kept)


def _inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    number = [0] * len(order)
    for new, old in enumerate(order):
        number[old] = new
    return tuple(number)


def _renumber_jump(puzzle: JumpPuzzle, number: tuple[int, ...]) -> JumpPuzzle:
    def jump(old: tuple[int, int, int]) -> tuple[int, int, int]:
        return number[old[0]], number[old[1]], number[old[2]]

    def mask(position: int) -> int:
        return mask_of(number[hole] for hole in holes_of(position))

    return JumpPuzzle(
        JumpBoard(puzzle.board.holes, tuple(sorted(map(jump, puzzle.board.jumps)))),
        mask(puzzle.start),
        JumpGoal(frozenset(map(mask, puzzle.goal.positions)), puzzle.goal.counts),
        tuple(map(jump, puzzle.opening)),
    )


def _renumber_slide(puzzle: SlidePuzzle, order: tuple[int, ...]) -> SlidePuzzle:
    """Renumber cells by their order, and pieces 1, 2, … as they come up at the start."""
    number = _inverse(order)
    adjacency = tuple(tuple(sorted(number[other] for other in puzzle.board.adjacency[cell])) for cell in order)
    names = {EMPTY: EMPTY}
    for cell in order:
        names.setdefault(puzzle.start[cell], len(names))
    goal = tuple(None if (piece := puzzle.goal[cell]) is None else names[piece] for cell in order)
    return SlidePuzzle(SlideBoard(adjacency), tuple(names[puzzle.start[cell]] for cell in order), goal)
