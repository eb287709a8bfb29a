"""Proofs that a jump puzzle has no solution, found without a search; :mod:`fewest.solver.jump.checks` checks them.

``{"by": "pegs", "start": n, "goal": m}``
    The position after the opening has n pegs, no goal has fewer than m, and no jump adds a peg. The position itself is
    not a goal; with m = n no other position with as many can be reached, and with n > 0 no jump leads to m = 0.
``{"by": "parity", "weights": [...], "start": a, "goal": b}``
    Weights 0 or 1 per hole such that the three holes of each jump have an even sum. The parity of the weight of the
    pegs never changes; after the opening it is a, in each goal b (the position classes of Reiss, Beiträge zur Theorie
    des Solitär-Spiels, 1857).
``{"by": "pagoda", "weights": [...], "start": a, "goal": b}``
    Integer weights such that in each jump ``from`` and ``over`` together weigh at least as much as ``to``. The weight
    of the pegs never rises; after the opening it is a, in the lightest goal b > a.
``{"by": "goals", "goals": [{"pegs": [[...], ...], "proof": {...}}, ...]}``
    All goals, listed with their pegs, and a proof of one of the kinds above for each group of them.
``{"by": "ends", "pairs": n, "functions": [...], "trees": [...]}``
    No last jump can follow any first jump (see :mod:`fewest.solver.jump.ends`).
``{"by": "survivor", "reach": [...]}``, ``{"by": "survivor", "reach": [...], "proof": {...}}``
    The peg that must survive is not there, or is removed by the opening, or can only come to the holes in ``reach``,
    none of which is a goal's. With ``proof``, one of the kinds above for the larger board, whose places are the holes
    and then those in ``reach`` again, for the marked peg (see :mod:`fewest.solver.jump.survivor`).
``{"by": "fewer", "pegs_left": n, "fewer": [{"pegs": m, "proof": {...}}, ...]}``
    No game leaves fewer than n pegs: a proof for each smaller number m from 1 on. It comes with a solution.

Two more name the method only, and have no data to check:

``{"by": "programs", "pairs": n, "programs": m}``
    As ``ends``, by m linear programs whose weights are more than ``MAX_WEIGHTS`` numbers, and are not stored.
``{"by": "exhaustion", "nodes": n}``
    A search found no more positions. It left out those from which bounds and weights exclude the goal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TypeAlias, cast

from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, holes_of, mask_of
from fewest.solver.jump.bounds.integer_program import refute_pairs
from fewest.solver.jump.bounds.pagoda import MAX_ENDS, pagoda
from fewest.solver.jump.bounds.program import Program
from fewest.solver.jump.ends import after_first_jump, before_last_jump, numbers_in
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.survivor import MarkedPuzzle, marked_puzzle, reachable_holes, without_survivor
from fewest.solver.model import WITHOUT_CERTIFICATE, Proof, Slices
from fewest.solver.slices import Run, finish

MAX_GOALS = 20_000
"""Goals given by a number of pegs are listed one by one only up to this number."""

MAX_PROGRAMS, MAX_PROGRAM_JUMPS = 4, 2_000
"""Linear programs solved per puzzle, some milliseconds each, and the jumps in all of them; one is always solved."""

MAX_END_PROGRAMS = 8
"""Linear programs for a proof by ends without a search, which gives up at the first pair that none refutes."""

MAX_WEIGHTS = 10_000
"""Most numbers in a proof by ends; a larger one, of some 50 kB and more, is not stored."""

Group: TypeAlias = tuple[tuple[int, ...], Proof]
"""A group of goals, in order, and a proof that holds for each of them."""


def after_opening(puzzle: JumpPuzzle) -> int:
    """The position after the opening, which must be legal."""
    position = puzzle.start
    for start, over, to in puzzle.opening:
        position = position & ~(1 << start) & ~(1 << over) | 1 << to
    return position


def goal_positions(board: JumpBoard, goal: JumpGoal, max_goals: int = MAX_GOALS) -> list[int] | None:
    """List the positions that meet a goal, in order; None if numbers of pegs give more than ``max_goals``."""
    if sum(comb(board.holes, n) for n in goal.counts) > max_goals:
        return None
    met = set(goal.positions)
    for n in goal.counts:
        met.update(mask_of(holes) for holes in combinations(range(board.holes), n))
    return sorted(met)


def weigh(weights: Sequence[int], position: int) -> int:
    """Sum of the weights of the holes that have a peg."""
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


def parities(board: JumpBoard) -> list[list[int]]:
    """A basis of the weights over GF(2) whose sum over the three holes of each jump is 0."""
    rows: dict[int, int] = {}
    for jump in board.jumps:
        row = sum([1 << hole for hole in jump])
        for hole in jump:  # rows are reduced: none brings in the pivot of another
            row ^= rows.get(hole, 0)
        if row:
            pivot = row.bit_length() - 1
            rows = {p: other ^ row if other >> pivot & 1 else other for p, other in rows.items()}
            rows[pivot] = row
    basis = []
    for free in (hole for hole in range(board.holes) if hole not in rows):
        ones = {free} | {pivot for pivot, row in rows.items() if row >> free & 1}
        basis.append([int(hole in ones) for hole in range(board.holes)])
    return basis


def prove(puzzle: JumpPuzzle, pagodas: bool = True, ends: bool = True) -> Proof | None:
    """Prove by numbers of pegs, parities or pagoda functions that a puzzle has no solution; None if that fails.

    Pagoda functions take linear programs, some milliseconds each; without ``pagodas`` they are not tried, without
    ``ends`` none that compare positions after first jumps with positions before last ones.
    """
    if puzzle.goal.pegs_left is not None:
        return None
    if puzzle.goal.survivor is not None:
        return _prove_lost(puzzle, pagodas, ends)
    position = after_opening(puzzle)
    if puzzle.goal.met(position):
        return None
    if pegs_refute(position, puzzle.goal.peg_numbers):
        return {"by": "pegs", "start": position.bit_count(), "goal": puzzle.goal.min_pegs}
    goals = refute_goals(puzzle, pagodas, MAX_GOALS)
    # None means that the goals are too many to list, and refutes nothing.
    if goals.candidates == ():
        return _join(goals.refuted)
    # Ends are refuted by pagoda functions; where these take too long, so do pairs of positions.
    if not (pagodas and ends):
        return None
    return finish(prove_by_ends(puzzle, MAX_END_PROGRAMS, Budget(0), by_integers=False))


def _prove_lost(puzzle: JumpPuzzle, pagodas: bool, ends: bool) -> Proof | None:
    """Prove that a peg cannot survive: by its hole, because no peg can, or on the larger board."""
    marked = marked_puzzle(puzzle)
    if marked is None:
        return {"by": "survivor", "reach": list(reachable_holes(puzzle.board, cast(int, puzzle.goal.survivor)))}
    # First without the survivor, on the smaller board: what proves that no peg can be the last needs no twins.
    plain = prove(without_survivor(puzzle), pagodas, ends)
    if plain is not None:
        return plain
    proof = prove(marked.puzzle, pagodas, ends)
    return None if proof is None else of_survivor(marked, proof)


def of_survivor(marked: MarkedPuzzle, proof: Proof) -> Proof:
    """A proof of a puzzle on the larger board as one of the puzzle itself."""
    if proof["by"] in WITHOUT_CERTIFICATE:
        return proof
    return {"by": "survivor", "reach": list(marked.reach), "proof": proof}


def prove_by_ends(
    puzzle: JumpPuzzle,
    max_programs: int,
    budget: Budget,
    pagodas: bool = True,
    by_integers: bool = True,
    max_goals: int = MAX_GOALS,
    max_weights: int = MAX_WEIGHTS,
) -> Slices[Proof | None]:
    """Prove that no last jump can follow any first jump; None if that fails. Yields before each linear program.

    Weights compare two positions, so they refute more after one more jump at either end, above all if the first or last
    jump is forced, or nearly so.

    Parameters
    ----------
    max_programs
        Linear programs that may be solved, some milliseconds each.
    budget
        Totals of the search that this is a part of; the cost is not added here.
    pagodas
        Whether goals were refuted by pagoda functions before (see :func:`refute_goals`).
    by_integers
        Whether jump multiplicities must be integers: that refutes more, by more programs.
    max_goals
        Goals that may be listed.
    max_weights
        Numbers in a certificate; a larger one is not kept.
    """
    goals = refute_goals(puzzle, pagodas, max_goals)
    position = after_opening(puzzle)
    # A linear program has a row for each pair.
    if not goals.candidates or len(goals.candidates) > MAX_ENDS:
        return None
    after = after_first_jump(puzzle.board, position)
    before = before_last_jump(puzzle.board, goals.candidates)
    if position in goals.candidates or not set(after).isdisjoint(goals.candidates):
        return None
    run = Run(refute_pairs(puzzle.board, after, before, budget, by_integers))
    programs = 0
    for progress in run:
        # Each pause comes before a linear program.
        if programs == max_programs:
            return None
        programs += 1
        yield progress
    if run.value is None:
        return None
    pairs = len(after) * len(before)
    proof: Proof = {"by": "ends", "pairs": pairs, "functions": run.value.functions, "trees": run.value.trees}
    if numbers_in(proof) > max_weights:
        return {"by": "programs", "pairs": pairs, "programs": programs}
    return _join((*goals.refuted, (goals.candidates, proof)))


def _join(groups: Sequence[Group]) -> Proof:
    """One proof of groups that together contain all goals."""
    if len(groups) == 1:
        return groups[0][1]
    return {
        "by": "goals",
        "goals": [{"pegs": [holes_of(goal) for goal in group], "proof": proof} for group, proof in groups],
    }


@dataclass(frozen=True, slots=True)
class Goals:
    """Which goals may be reached, and why the others cannot.

    Attributes
    ----------
    candidates
        Goals not refuted, in order; None if there are too many goals to list.
    refuted
        The others, in groups.
    """

    candidates: tuple[int, ...] | None
    refuted: tuple[Group, ...] = ()


@lru_cache(maxsize=4)
def refute_goals(puzzle: JumpPuzzle, pagodas: bool = True, max_goals: int = MAX_GOALS) -> Goals:
    """Refute goals that cannot be reached from the position after the opening.

    The position itself stays a candidate if it is a goal. Without ``pagodas`` pagoda functions are not tried.
    """
    position = after_opening(puzzle)
    if pagodas:
        # Most often known already, since the proofs that take no programs come first.
        goals = refute_goals(puzzle, False, max_goals)
        refuted = list(goals.refuted)
        candidates = goals.candidates and _refute_by_pagodas(puzzle.board, position, [*goals.candidates], refuted)
        return Goals(None if candidates is None else tuple(candidates), tuple(refuted))
    positions = goal_positions(puzzle.board, puzzle.goal, max_goals)
    if positions is None:
        return Goals(None)
    refuted = []
    pegs = position.bit_count()
    # Jumps only remove pegs, and never the last.
    group = [goal for goal in positions if not 0 < goal.bit_count() < pegs and goal != position]
    if group:
        least = min(goal.bit_count() for goal in group)
        refuted.append((tuple(group), {"by": "pegs", "start": pegs, "goal": least}))
    candidates = _without(positions, group)
    for weights in parities(puzzle.board):
        mask = mask_of(hole for hole, weight in enumerate(weights) if weight)
        start = (position & mask).bit_count() % 2
        group = [goal for goal in candidates if (goal & mask).bit_count() % 2 != start]
        if group:
            refuted.append((tuple(group), {"by": "parity", "weights": weights, "start": start, "goal": 1 - start}))
        candidates = _without(candidates, group)
    return Goals(tuple(candidates), tuple(refuted))


def _refute_by_pagodas(board: JumpBoard, position: int, candidates: list[int], refuted: list[Group]) -> list[int]:
    """Refute goals by pagoda functions, adding to ``refuted``; returns the candidates left."""
    # The time of a program grows with the jumps of the board.
    programs = max(1, min(MAX_PROGRAMS, MAX_PROGRAM_JUMPS // max(1, len(board.jumps))))
    program = Program(board)
    for goal in tuple(candidates):
        # One function often refutes several goals, so most need no further program.
        if programs == 0 or goal not in candidates or goal == position:
            continue
        programs -= 1
        function = pagoda(program, [position], [goal])
        if function is not None:
            weights = [int(weight) for weight in function]
            start = weigh(weights, position)
            values = {other: weigh(weights, other) for other in candidates}
            group = tuple(other for other, value in values.items() if value > start)
            least = min(values[other] for other in group)
            refuted.append((group, {"by": "pagoda", "weights": weights, "start": start, "goal": least}))
            candidates = _without(candidates, group)
    return candidates


def _without(goals: Sequence[int], group: Iterable[int]) -> list[int]:
    removed = set(group)
    return [goal for goal in goals if goal not in removed]


def pegs_refute(position: int, numbers: Iterable[int]) -> bool:
    """Whether no other position with one of these numbers of pegs can be reached."""
    return all(n >= position.bit_count() or n == 0 for n in numbers)


def leaving(puzzle: JumpPuzzle, pegs: int) -> JumpPuzzle:
    """The puzzle whose goal is to leave a number of pegs."""
    return replace(puzzle, goal=JumpGoal(counts=frozenset([pegs])))
