"""Proofs that a jump puzzle has no solution, found without a search, and their check by plain arithmetic.

``{"by": "pegs", "start": n, "goal": m}``
    The position after the opening has n pegs, no goal has fewer than m, and no jump adds a peg. The position itself
    is no goal; with m = n no other position with as many can be reached, and with n > 0 no jump leads to m = 0.
``{"by": "parity", "weights": [...], "start": a, "goal": b}``
    Weights 0 or 1 per hole such that the three holes of each jump have an even sum. The parity of the weight of the
    pegs never changes; after the opening it is a, in each goal b (the position classes of Reiss, Beiträge zur Theorie
    des Solitär-Spiels, 1857).
``{"by": "pagoda", "weights": [...], "start": a, "goal": b}``
    Integer weights such that in each jump ``from`` and ``over`` together weigh at least as much as ``to``. The weight
    of the pegs never rises; after the opening it is a, in the lightest goal b > a.
``{"by": "goals", "goals": [{"pegs": [[...], ...], "proof": {...}}, ...]}``
    All goals, listed with their pegs, and a proof of one of the kinds above for each group of them.
``{"by": "exhaustion", "nodes": n}``
    Every continuation was searched; there is nothing to check by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, TypeAlias

from solver.jump.board import JumpBoard, holes_of, mask_of
from solver.jump.bounds.pagoda import pagoda
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Proof

MAX_GOALS = 20_000
"""Goals given by a number of pegs are listed one by one only up to this number."""

MAX_PROGRAMS, MAX_PROGRAM_ROWS = 4, 2_000
"""Linear programs solved per puzzle, some milliseconds each, and the jumps in all of them; one is always solved."""

Refuted: TypeAlias = tuple[tuple[int, ...], Proof]
"""A group of goals, in order, and a proof that holds for each of them."""


def after_opening(puzzle: JumpPuzzle) -> int:
    """The position after the opening, which must be legal."""
    position = puzzle.start
    for start, over, to in puzzle.opening:
        position = position & ~(1 << start) & ~(1 << over) | 1 << to
    return position


def goal_positions(board: JumpBoard, goal: JumpGoal, most: int = MAX_GOALS) -> list[int] | None:
    """List the positions that meet a goal, in order; None if numbers of pegs give more than ``most``."""
    counts = [n for n in goal.counts if n <= board.holes]
    if sum(comb(board.holes, n) for n in counts) > most:
        return None
    met = set(goal.positions)
    for n in counts:
        met.update(mask_of(holes) for holes in combinations(range(board.holes), n))
    return sorted(met)


def weigh(weights: Sequence[int], position: int) -> int:
    """Sum of the weights of the holes that have a peg."""
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


def parities(board: JumpBoard) -> list[list[int]]:
    """A basis of the weights over GF(2) whose sum over the three holes of each jump is 0."""
    rows: dict[int, int] = {}
    for jump in board.jumps:
        row = mask_of(jump)
        for pivot, other in rows.items():
            if row >> pivot & 1:
                row ^= other
        if row:
            pivot = row.bit_length() - 1
            rows = {p: other ^ row if other >> pivot & 1 else other for p, other in rows.items()}
            rows[pivot] = row
    basis = []
    for free in (hole for hole in range(board.holes) if hole not in rows):
        ones = {free} | {pivot for pivot, row in rows.items() if row >> free & 1}
        basis.append([int(hole in ones) for hole in range(board.holes)])
    return basis


# Finding


def prove(puzzle: JumpPuzzle, pagodas: bool = True) -> Proof | None:
    """Prove by numbers of pegs, parities or pagoda functions that a puzzle has no solution; None if they do not.

    Pagoda functions take linear programs, some milliseconds each; without ``pagodas`` they are not tried.
    """
    position = after_opening(puzzle)
    if puzzle.goal.met(position):
        return None
    if _pegs_refute(position, _peg_numbers(puzzle.goal)):
        return {"by": "pegs", "start": position.bit_count(), "goal": puzzle.goal.least_pegs}
    goals = refute_goals(puzzle, pagodas)
    if goals.candidates is None or goals.candidates:
        return None
    if len(goals.refuted) == 1:
        return goals.refuted[0][1]
    parts = [{"pegs": [holes_of(goal) for goal in group], "proof": proof} for group, proof in goals.refuted]
    return {"by": "goals", "goals": parts}


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
    refuted: tuple[Refuted, ...] = ()


@lru_cache(maxsize=4)
def refute_goals(puzzle: JumpPuzzle, pagodas: bool = True) -> Goals:
    """Refute goals that cannot be reached from the position after the opening.

    The position itself stays a candidate if it is a goal. Without ``pagodas`` pagoda functions are not tried.
    """
    position = after_opening(puzzle)
    positions = goal_positions(puzzle.board, puzzle.goal)
    if positions is None:
        return Goals(None)
    refuted: list[Refuted] = []
    pegs = position.bit_count()
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
    if pagodas:
        candidates = _refute_by_pagodas(puzzle.board, position, candidates, refuted)
    return Goals(tuple(candidates), tuple(refuted))


def _refute_by_pagodas(board: JumpBoard, position: int, candidates: list[int], refuted: list[Refuted]) -> list[int]:
    """Refute goals by pagoda functions, adding to ``refuted``; returns the candidates left."""
    programs = max(1, min(MAX_PROGRAMS, MAX_PROGRAM_ROWS // max(1, len(board.jumps))))
    for goal in tuple(candidates):
        # One function often refutes several goals, so most need no program of their own.
        if programs == 0 or goal not in candidates or goal == position:
            continue
        programs -= 1
        function = pagoda(board, [position], [goal])
        if function is not None:
            weights = [int(weight) for weight in function]
            start, values = weigh(weights, position), {other: weigh(weights, other) for other in candidates}
            group = tuple(other for other, value in values.items() if value > start)
            least = min(values[other] for other in group)
            refuted.append((group, {"by": "pagoda", "weights": weights, "start": start, "goal": least}))
            candidates = _without(candidates, group)
    return candidates


def _without(goals: Sequence[int], group: Iterable[int]) -> list[int]:
    removed = set(group)
    return [goal for goal in goals if goal not in removed]


def _peg_numbers(goal: JumpGoal) -> set[int]:
    return {position.bit_count() for position in goal.positions} | goal.counts


def _pegs_refute(position: int, numbers: Iterable[int]) -> bool:
    """Whether no other position with one of these numbers of pegs can be reached."""
    return all(n >= position.bit_count() or n == 0 for n in numbers)


# Checking


def check(puzzle: JumpPuzzle, proof: Proof) -> bool:
    """Check a proof by plain arithmetic. Exhaustion cannot be checked and is never accepted."""
    position = after_opening(puzzle)
    if puzzle.goal.met(position):
        return False
    if proof["by"] == "pegs":
        ends = position.bit_count(), puzzle.goal.least_pegs
        return ends == (proof["start"], proof["goal"]) and _pegs_refute(position, _peg_numbers(puzzle.goal))
    positions = goal_positions(puzzle.board, puzzle.goal)
    if positions is None:
        return False
    if proof["by"] != "goals":
        return refutes(puzzle.board, position, positions, proof)
    covered: set[int] = set()
    for part in proof["goals"]:
        goals = [mask_of(pegs) for pegs in part["pegs"]]
        if not refutes(puzzle.board, position, goals, part["proof"]):
            return False
        covered.update(goals)
    return covered.issuperset(positions)


def refutes(board: JumpBoard, position: int, goals: Sequence[int], proof: Proof) -> bool:
    """Whether a proof by pegs, parity or a pagoda function holds for every goal, none of them the position itself."""
    if not goals or position in goals:
        return False
    if proof["by"] == "pegs":
        numbers = [goal.bit_count() for goal in goals]
        ends = position.bit_count(), min(numbers)
        return ends == (proof["start"], proof["goal"]) and _pegs_refute(position, numbers)
    weights = proof.get("weights", ())
    if len(weights) != board.holes:
        return False
    start, values = weigh(weights, position), [weigh(weights, goal) for goal in goals]
    if proof["by"] == "parity":
        even = all(sum(weights[hole] for hole in jump) % 2 == 0 for jump in board.jumps)
        differs = all(value % 2 != start % 2 for value in values)
        return even and differs and (start % 2, values[0] % 2) == (proof["start"], proof["goal"])
    if proof["by"] == "pagoda":
        never_rises = all(weights[start] + weights[over] >= weights[to] for start, over, to in board.jumps)
        return never_rises and start < min(values) and (start, min(values)) == (proof["start"], proof["goal"])
    return False


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Rewrite a proof in another numbering of the holes: ``order[i]`` is the new number of hole i."""
    moved: dict[str, Any] = dict(proof)
    if "weights" in proof:
        weights = [0] * len(order)
        for hole, weight in enumerate(proof["weights"]):
            weights[order[hole]] = weight
        moved["weights"] = weights
    if "goals" in proof:
        moved["goals"] = [_renumber_part(part, order) for part in proof["goals"]]
    return moved


def _renumber_part(part: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    goals = sorted(mask_of(order[hole] for hole in pegs) for pegs in part["pegs"])
    return {"pegs": [holes_of(goal) for goal in goals], "proof": renumber(part["proof"], order)}
