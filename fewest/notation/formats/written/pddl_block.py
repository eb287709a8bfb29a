"""Sliding blocks in PDDL.

A piece is at a place: one of the translations that it can reach alone, so that walls, doors and axes need no facts.
Moving it one cell takes the cells that it enters and frees those that it leaves, always as many; there are actions for
each number of such cells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from fewest.notation.block.routes import routes
from fewest.notation.formats.written.pddl import Action, domain, plan, problem
from fewest.notation.formats.written.subject import File, Subject, refuse
from fewest.solver.block.board import DIRECTIONS, NONE
from fewest.solver.block.placements import NO_GOAL, Sort, sorts_of
from fewest.solver.block.puzzle import BlockPuzzle, Metric
from fewest.solver.block.rules import Slide
from fewest.solver.errors import Message

NAME = "sliding-blocks"
MAX_PLACES = 16_000
"""A place takes about 160 characters, and 0.03 ms of the processor."""

WAYS = ("up", "left", "right", "down")
"""The names of the directions, in the solver's order."""


class _Step(NamedTuple):
    """A piece of a sort goes one cell on: its places, the direction, the cells that it enters and leaves."""

    start: str
    to: str
    way: str
    enters: tuple[str, ...]
    leaves: tuple[str, ...]

    @property
    def fact(self) -> str:
        """The fact that this can happen."""
        return f"(step{len(self.enters)} {self.words})"

    @property
    def words(self) -> str:
        """Its arguments."""
        return " ".join([self.start, self.to, self.way, *self.enters, *self.leaves])


def write_block(subject: Subject) -> list[File]:
    """The domain of sliding blocks in the metric of a puzzle, a problem, and perhaps a plan."""
    puzzle: BlockPuzzle = subject.puzzle
    sorts = sorts_of(puzzle)
    given = sum(len(sort.placements) for sort in sorts)
    if given > MAX_PLACES:
        said = "in PDDL the pieces would have {given} places; at most {most} are written"
        raise refuse("goal", Message(said, given=given, most=MAX_PLACES))
    steps = [step for number, sort in enumerate(sorts) for step in _steps(number, sort)]
    places = [_place(number, at) for number, sort in enumerate(sorts) for at in range(len(sort.placements))]
    # A goal that a piece cannot reach alone is a place that it never gets to.
    goals = [(sort.pieces[0], _place(number, sort.goal)) for number, sort in enumerate(sorts) if sort.goal != NO_GOAL]
    places += [place for _, place in goals if place not in places]
    objects = [
        f"{' '.join(f'p{piece}' for piece in range(1, puzzle.pieces + 1))} - piece",
        f"{' '.join(places)} - place",
        f"{' '.join(f'c{cell}' for cell in range(puzzle.board.cells))} - cell",
    ]
    start = [
        f"(at p{piece} {_place(number, at)})"
        for number, sort in enumerate(sorts)
        for piece, at in zip(sort.pieces, sort.start, strict=True)
    ]
    start += [f"(free c{cell})" for cell, piece in enumerate(puzzle.start) if not piece]
    start += ["(still)"] * (puzzle.metric is not Metric.STEP)
    files = [
        _domain(puzzle.metric, sorted({len(step.enters) for step in steps})),
        problem(NAME, " ".join(objects), [step.fact for step in steps], start, [f"(at p{p} {at})" for p, at in goals]),
    ]
    solution = cast("Sequence[Slide] | None", subject.solution)
    return files if solution is None else [*files, _plan(puzzle, solution, steps)]


def _place(sort: int, placement: int) -> str:
    return f"s{sort}-{placement}" if placement >= 0 else f"s{sort}-unreachable"


def _steps(number: int, sort: Sort) -> Iterator[_Step]:
    for at, row in enumerate(sort.steps):
        for direction in DIRECTIONS:
            to = row[direction]
            if to != NONE:
                old, new = set(sort.placements[at]), set(sort.placements[to])
                enters, leaves = (tuple(f"c{cell}" for cell in sorted(cells)) for cells in (new - old, old - new))
                yield _Step(_place(number, at), _place(number, to), WAYS[direction], enters, leaves)


def _domain(metric: Metric, widths: Sequence[int]) -> File:
    """The domain with actions for steps that enter these numbers of cells."""
    # Along a line a move keeps its direction; in steps of one cell there is nothing to go on with.
    kept = {Metric.STEP: None, Metric.LINE: "?p - piece ?d - way", Metric.PATH: "?p - piece"}[metric]
    moving = {Metric.STEP: "", Metric.LINE: "(moving ?p ?d)", Metric.PATH: "(moving ?p)"}[metric]
    predicates = ["(at ?p - piece ?x - place)", "(free ?c - cell)", *([f"(still) (moving {kept})"] if kept else [])]
    actions = []
    for width in widths:
        enters, leaves = ([f"?{letter}{number}" for number in range(width)] for letter in "el")
        cells = " ".join([*enters, *leaves])
        predicates.append(f"(step{width} ?x ?y - place ?d - way {cells} - cell)")
        takes = ["(at ?p ?x)", *(f"(free {cell})" for cell in enters)]
        adds = ["(at ?p ?y)", *(f"(free {cell})" for cell in leaves)]
        parameters = f"?p - piece ?x ?y - place ?d - way {cells} - cell"
        needs = [*takes, f"(step{width} ?x ?y ?d {cells})"]
        if kept is None:
            actions.append(Action(f"slide{width}", parameters, needs, takes, adds, 1))
            continue
        begun = [*needs, "(still)"], [*takes, "(still)"], [*adds, moving]
        actions.append(Action(f"begin{width}", parameters, *begun, 1))
        actions.append(Action(f"go-on{width}", parameters, [*needs, moving], takes, adds, 0))
    if kept is not None:
        actions.append(Action("end", kept, [moving], [moving], ["(still)"], 0))
    return domain(NAME, "piece place cell way", predicates, actions, f"{' '.join(WAYS)} - way")


def _plan(puzzle: BlockPuzzle, solution: Sequence[Slide], steps: Sequence[_Step]) -> File:
    sorts = sorts_of(puzzle)
    following = {(step.start, step.way): step for step in steps}
    at = {
        piece: _place(number, place)
        for number, sort in enumerate(sorts)
        for piece, place in zip(sort.pieces, sort.start, strict=True)
    }
    lines: list[tuple[str, ...]] = []
    for piece, directions in routes(puzzle, solution):
        ended = ("end", f"p{piece}", *[WAYS[directions[0]]] * (puzzle.metric is Metric.LINE))
        for number, direction in enumerate(directions):
            step = following[at[piece], WAYS[direction]]
            name = "slide" if puzzle.metric is Metric.STEP else "go-on" if number else "begin"
            lines.append((f"{name}{len(step.enters)}", f"p{piece}", step.words))
            at[piece] = step.to
        lines += [ended] if puzzle.metric is not Metric.STEP else []
    return plan(lines, len(solution))
