"""Jump boards in PDDL, with the names of the planning competition of 2008 for the facts of a board and a position.

A jump that begins a move costs 1; one by the same peg that goes on with it costs nothing. A goal of several positions
or numbers of pegs has an action for each, which ends the game at no cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from fewest.notation.formats.written.pddl import Action, domain, plan, problem
from fewest.notation.formats.written.subject import File, Subject, refuse
from fewest.solver.errors import Message
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import Chain, follow_peg
from fewest.solver.model import Jump

NAME = "peg-solitaire"

MAX_ENDS = 64
"""Goals that are written one by one."""

PEG, KEPT = "occupied", "kept"
"""The fact of a peg, and of that which must not be jumped over."""


class _Form(NamedTuple):
    """What a puzzle needs beyond the plain domain.

    Attributes
    ----------
    counted
        Whether pegs are counted.
    survivor
        The hole, after the opening, of the peg that must not be jumped over; None if any may be.
    ends
        The goals, each as facts.
    """

    counted: bool
    survivor: int | None
    ends: list[list[str]]


def write_jump(subject: Subject) -> list[File]:
    """The domain of jump boards, a problem, and perhaps a plan. It begins after the prescribed opening."""
    puzzle: JumpPuzzle = subject.puzzle
    goal, position, survivor = puzzle.goal, puzzle.start, puzzle.goal.survivor
    if goal.pegs_left is not None:
        said = "PDDL cannot ask for the fewest or most pegs and then for the fewest moves; give a number of pegs"
        raise refuse("goal", Message(said))
    if survivor is not None and not position >> survivor & 1:
        survivor = None
    for start, over, to in puzzle.opening:
        position = position & ~(1 << start) & ~(1 << over) | 1 << to
        survivor = None if survivor is None else follow_peg(survivor, [(start, over, to)])
    counts = [number for number in sorted(goal.counts) if number <= position.bit_count()]
    ends = _ends(puzzle, counts, survivor)
    if len(ends) > MAX_ENDS:
        said = "this goal has {number|# position|# positions} in PDDL; at most {most} are written"
        raise refuse("goal", Message(said, number=len(ends), most=MAX_ENDS))
    form = _Form(bool(counts), survivor, ends)
    files = _files(puzzle, form, position)
    solution = cast("Sequence[Chain] | None", subject.solution)
    return files if solution is None else [*files, _plan(puzzle, form, solution)]


def _ends(puzzle: JumpPuzzle, counts: Sequence[int], survivor: int | None) -> list[list[str]]:
    """The goals as facts; none if the peg that must survive is gone, by the opening or from the start."""
    goal = puzzle.goal
    if goal.survivor is not None and survivor is None:
        return []
    kept = [None] if survivor is None else range(puzzle.board.holes)
    ends = [
        _facts(puzzle, wanted, hole)
        for wanted in sorted(goal.positions)
        for hole in kept
        if hole is None or wanted >> hole & 1
    ]
    return ends + [[f"(left n{number})"] for number in counts]


def _files(puzzle: JumpPuzzle, form: _Form, position: int) -> list[File]:
    pegs = position.bit_count()
    objects = f"{' '.join(f'h{hole}' for hole in range(puzzle.board.holes))} - hole"
    objects += f" {' '.join(f'n{number}' for number in range(pegs + 1))} - amount" if form.counted else ""
    several = len(form.ends) != 1
    won = [Action(f"finish-{at}", "", end, [], ["(won)"], 0) for at, end in enumerate(form.ends, 1) if several]
    predicates = [
        "(in-line ?from ?over ?to - hole)",
        "(occupied ?h - hole)",
        "(free ?h - hole)",
        "(still)",
        "(moving ?h - hole)",
        *(["(kept ?h - hole)"] if form.survivor is not None else []),
        *(["(left ?n - amount)", "(after ?n ?m - amount)"] if form.counted else []),
        *(["(won)"] if several else []),
    ]
    types = "hole amount" if form.counted else "hole"
    always = [f"(in-line h{a} h{b} h{c})" for a, b, c in puzzle.board.jumps]
    start = _facts(puzzle, position, form.survivor)
    start.append(f"(moving h{puzzle.opening[-1][2]})" if puzzle.opening else "(still)")
    if form.counted:
        always += [f"(after n{number} n{number - 1})" for number in range(1, pegs + 1)]
        start.append(f"(left n{pegs})")
    # The actions that finish name holes and numbers: then these are constants of the domain.
    return [
        domain(NAME, types, predicates, [*_actions(form), *won], objects if several else ""),
        problem(NAME, "" if several else objects, always, start, ["(won)"] if several else form.ends[0]),
    ]


def _facts(puzzle: JumpPuzzle, position: int, kept: int | None) -> list[str]:
    """The facts of a position in which the peg in hole ``kept`` must not be jumped over."""
    pegs = [f"({KEPT if hole == kept else PEG} h{hole})" for hole in range(puzzle.board.holes) if position >> hole & 1]
    return pegs + [f"(free h{hole})" for hole in range(puzzle.board.holes) if not position >> hole & 1]


def _actions(form: _Form) -> Iterable[Action]:
    counting = ["(left ?n)", "(after ?n ?m)"] if form.counted else []
    parameters = "?a ?b ?c - hole" + (" ?n ?m - amount" if form.counted else "")
    for peg in (PEG, KEPT) if form.survivor is not None else (PEG,):
        for first in (True, False):
            before = "(still)" if first else "(moving ?a)"
            yield Action(
                _name(peg, first),
                parameters,
                ["(in-line ?a ?b ?c)", before, f"({peg} ?a)", "(occupied ?b)", "(free ?c)", *counting],
                [before, f"({peg} ?a)", "(occupied ?b)", "(free ?c)", *counting[:1]],
                ["(moving ?c)", f"({peg} ?c)", "(free ?a)", "(free ?b)", *["(left ?m)"] * form.counted],
                int(first),
            )
    yield Action("end", "?a - hole", ["(moving ?a)"], ["(moving ?a)"], ["(still)"], 0)


def _name(peg: str, first: bool) -> str:
    return ("begin" if first else "go-on") + ("-kept" if peg == KEPT else "")


def _plan(puzzle: JumpPuzzle, form: _Form, solution: Sequence[Chain]) -> File:
    """The plan of a solution, without the jumps of the opening."""
    made: list[tuple[bool, Jump]] = [(not at, jump) for move in solution for at, jump in enumerate(move)]
    position, kept = puzzle.start, puzzle.goal.survivor
    steps: list[tuple[str, ...]] = []
    for number, (first, (start, over, to)) in enumerate(made):
        counts = (f"n{position.bit_count()}", f"n{position.bit_count() - 1}") if form.counted else ()
        name = _name(KEPT if start == kept else PEG, first)
        if number >= len(puzzle.opening):
            steps += [("end", f"h{made[number - 1][1][2]}")] if first and number else []
            steps.append((name, f"h{start}", f"h{over}", f"h{to}", *counts))
        position = position & ~(1 << start) & ~(1 << over) | 1 << to
        kept = to if start == kept else kept
    facts = set(_facts(puzzle, position, kept)) | {f"(left n{position.bit_count()})"}
    reached = [at for at, end in enumerate(form.ends, 1) if facts.issuperset(end)]
    steps += [(f"finish-{reached[0]}",)] if reached and len(form.ends) > 1 else []
    return plan(steps, sum(step[0].startswith("begin") for step in steps))
