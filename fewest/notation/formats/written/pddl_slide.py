"""Sliding pieces in PDDL."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from fewest.notation.formats.written.pddl import Action, domain, plan, problem
from fewest.notation.formats.written.subject import File, Subject
from fewest.solver.slide.puzzle import EMPTY, SlidePuzzle
from fewest.solver.slide.rules import Slide

NAME = "sliding-pieces"

DOMAIN = domain(
    NAME,
    "piece cell",
    ["(adjacent ?a ?b - cell)", "(on ?p - piece ?a - cell)", "(free ?a - cell)"],
    [
        Action(
            "slide",
            "?p - piece ?a ?b - cell",
            ["(adjacent ?a ?b)", "(on ?p ?a)", "(free ?b)"],
            ["(on ?p ?a)", "(free ?b)"],
            ["(on ?p ?b)", "(free ?a)"],
            1,
        )
    ],
)


def write_slide(subject: Subject) -> list[File]:
    """The domain of sliding pieces, a problem, and perhaps a plan. Equal pieces are one object on several cells."""
    puzzle: SlidePuzzle = subject.puzzle
    pieces = " ".join(f"p{piece}" for piece in sorted(set(puzzle.start) - {EMPTY}))
    cells = " ".join(f"c{cell}" for cell in range(puzzle.board.cells))
    edges = [f"(adjacent c{a} c{b})" for a, row in enumerate(puzzle.board.adjacency) for b in row]
    objects = f"{pieces} - piece {cells} - cell" if pieces else f"{cells} - cell"
    files = [DOMAIN, problem(NAME, objects, edges, _facts(puzzle.start), _facts(puzzle.goal))]
    return files if subject.solution is None else [*files, _plan(puzzle, cast("Sequence[Slide]", subject.solution))]


def _facts(position: Sequence[int | None]) -> list[str]:
    known = [(cell, piece) for cell, piece in enumerate(position) if piece is not None]
    return [f"(free c{cell})" if piece == EMPTY else f"(on p{piece} c{cell})" for cell, piece in known]


def _plan(puzzle: SlidePuzzle, solution: Sequence[Slide]) -> File:
    position = list(puzzle.start)
    steps = []
    for start, to in solution:
        steps.append(("slide", f"p{position[start]}", f"c{start}", f"c{to}"))
        position[to], position[start] = position[start], position[to]
    return plan(steps, len(steps))
