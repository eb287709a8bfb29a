"""Proofs that a jump puzzle has no solution, as anyone can check them by hand.

``{"by": "pegs", "start": n, "goal": m}``
    The position after the opening has n pegs, no goal has fewer than m, and no jump adds a peg. The position itself
    is no goal; with m = n nothing else can have as many, and with n > 0 no jump leads to m = 0.
``{"by": "parity", "weights": [...], "start": a, "goal": b}``
    Weights 0 or 1 per hole such that each jump's three holes weigh an even number together. The parity of the pegs'
    weight never changes; after the opening it is a, in each goal b.
``{"by": "pagoda", "weights": [...], "start": a, "goal": b}``
    Integer weights such that in each jump `from` and `over` together weigh at least as much as `to`. The pegs' weight
    never rises; after the opening it is a, in the lightest goal b > a.
``{"by": "goals", "goals": [{"pegs": [[...], ...], "proof": {...}}, ...]}``
    Every goal is listed with its pegs, and a proof of the kinds above holds for it.
``{"by": "exhaustion", "nodes": n}``
    Every continuation was tried; nothing to check by hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

from solver.jump.board import JumpBoard, holes_of, mask_of
from solver.jump.bounds.pagoda import pagoda
from solver.jump.puzzle import JumpGoal, JumpPuzzle
from solver.model import Proof

MOST_GOALS = 20_000
"""Goals given by a number of pegs are listed one by one only up to here."""


def opened(puzzle: JumpPuzzle) -> int:
    """The position after the opening, which must be legal."""
    position = puzzle.start
    for start, over, to in puzzle.opening:
        position = position & ~(1 << start) & ~(1 << over) | 1 << to
    return position


def goal_positions(board: JumpBoard, goal: JumpGoal, most: int = MOST_GOALS) -> list[int] | None:
    """List the positions that meet a goal, in order; None if those given by numbers of pegs are more than ``most``."""
    counts = [n for n in goal.counts if n <= board.holes]
    if sum(comb(board.holes, n) for n in counts) > most:
        return None
    met = set(goal.positions)
    for n in counts:
        met.update(mask_of(holes) for holes in combinations(range(board.holes), n))
    return sorted(met)


def check(puzzle: JumpPuzzle, proof: Proof) -> bool:
    """Check a proof by plain arithmetic. Exhaustion cannot be checked so and is never accepted."""
    position = opened(puzzle)
    if puzzle.goal.met(position):
        return False
    if proof["by"] == "pegs":
        pegs, least = position.bit_count(), puzzle.goal.least_pegs
        return (pegs, least) == (proof["start"], proof["goal"]) and _too_many(position, _pegs_of(puzzle.goal))
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


def _pegs_of(goal: JumpGoal) -> set[int]:
    return {position.bit_count() for position in goal.positions} | goal.counts


def _too_many(position: int, pegs: Iterable[int]) -> bool:
    """Whether no position but this one with any of these numbers of pegs can come of it."""
    return all(n >= position.bit_count() or n == 0 for n in pegs)


def refutes(board: JumpBoard, position: int, goals: Sequence[int], proof: Proof) -> bool:
    """Whether a proof of a simple kind holds for every one of some goals, none of them the position itself."""
    if not goals or position in goals:
        return False
    if proof["by"] == "pegs":
        pegs = [goal.bit_count() for goal in goals]
        return (position.bit_count(), min(pegs)) == (proof["start"], proof["goal"]) and _too_many(position, pegs)
    weights = proof.get("weights", ())
    if len(weights) != board.holes:
        return False
    start, values = weigh(weights, position), [weigh(weights, goal) for goal in goals]
    if proof["by"] == "parity":
        even = all(sum(weights[hole] for hole in jump) % 2 == 0 for jump in board.jumps)
        differs = all(value % 2 != start % 2 for value in values)
        return even and differs and (start % 2, values[0] % 2) == (proof["start"], proof["goal"])
    if proof["by"] == "pagoda":
        falls = all(weights[start] + weights[over] >= weights[to] for start, over, to in board.jumps)
        return falls and start < min(values) and (start, min(values)) == (proof["start"], proof["goal"])
    return False


def weigh(weights: Sequence[int], position: int) -> int:
    """Sum of the weights of the holes that have a peg."""
    return sum(weight for hole, weight in enumerate(weights) if position >> hole & 1)


def parities(board: JumpBoard) -> list[list[int]]:
    """A basis of the weights over GF(2) that every jump leaves alone: each jump's three holes weigh 0 together."""
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


def same_class(puzzle: JumpPuzzle) -> list[int] | None:
    """List the goals that numbers of pegs and parities leave; None if the goals are too many to list."""
    position = opened(puzzle)
    positions = goal_positions(puzzle.board, puzzle.goal)
    if positions is None:
        return None
    left = [g for g in positions if 0 < g.bit_count() < position.bit_count() or g == position]
    for weights in parities(puzzle.board):
        mask = mask_of(hole for hole, weight in enumerate(weights) if weight)
        left = [g for g in left if (g & mask).bit_count() % 2 == (position & mask).bit_count() % 2]
    return left


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Carry a proof over to other numbers of the holes: ``order[i]`` is the new number of hole i."""
    moved: dict[str, Any] = dict(proof)
    if "weights" in proof:
        weights = [0] * len(order)
        for hole, weight in enumerate(proof["weights"]):
            weights[order[hole]] = weight
        moved["weights"] = weights
    if "goals" in proof:
        moved["goals"] = [_part(part, order) for part in proof["goals"]]
    return moved


def _part(part: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    goals = sorted(mask_of(order[hole] for hole in pegs) for pegs in part["pegs"])
    return {"pegs": [holes_of(goal) for goal in goals], "proof": renumber(part["proof"], order)}


MOST_PROGRAMS, MOST_ROWS = 4, 2_000
"""Linear programs solved per puzzle, some milliseconds each, and the jumps in all of them; one is always solved."""


@dataclass(frozen=True, slots=True)
class Goals:
    """Which goals are left to search, and why the others are not.

    Attributes
    ----------
    positions
        Goals that may be reached, in order; None if they are too many to list.
    refuted
        Groups of goals with the proof that holds for each group.
    """

    positions: tuple[int, ...] | None
    refuted: tuple[tuple[tuple[int, ...], Proof], ...] = ()


def prove(puzzle: JumpPuzzle, programs: bool = True) -> Proof | None:
    """Prove that a puzzle has no solution, if too few pegs, parities or pagoda functions show it.

    Pagoda functions take linear programs, some milliseconds each; without ``programs`` they are not tried.
    """
    position = opened(puzzle)
    if puzzle.goal.met(position):
        return None
    pegs, counts = position.bit_count(), {p.bit_count() for p in puzzle.goal.positions} | puzzle.goal.counts
    if all(n >= pegs or n == 0 for n in counts):
        return {"by": "pegs", "start": pegs, "goal": puzzle.goal.least_pegs}
    goals = sift(puzzle, programs)
    if goals.positions is None or goals.positions:
        return None
    if len(goals.refuted) == 1:
        return goals.refuted[0][1]
    parts = [{"pegs": [holes_of(goal) for goal in group], "proof": proof} for group, proof in goals.refuted]
    return {"by": "goals", "goals": parts}


@lru_cache(maxsize=4)
def sift(puzzle: JumpPuzzle, programs: bool = True) -> Goals:
    """Take away the goals that are proven out of reach from the position after the opening.

    The position itself stays if it is a goal. Without ``programs`` pagoda functions are not tried.
    """
    position = opened(puzzle)
    positions = goal_positions(puzzle.board, puzzle.goal)
    if positions is None:
        return Goals(None)
    refuted: list[tuple[tuple[int, ...], Proof]] = []
    pegs = position.bit_count()
    left = [g for g in positions if 0 < g.bit_count() < pegs or g == position]
    gone = tuple(sorted(set(positions) - set(left)))
    if gone:
        refuted.append((gone, {"by": "pegs", "start": pegs, "goal": min(g.bit_count() for g in gone)}))
    for weights in parities(puzzle.board):
        start = weigh(weights, position) % 2
        mask = mask_of(hole for hole, weight in enumerate(weights) if weight)
        gone = tuple(g for g in left if (g & mask).bit_count() % 2 != start)
        if gone:
            refuted.append((gone, {"by": "parity", "weights": weights, "start": start, "goal": 1 - start}))
            left = [g for g in left if (g & mask).bit_count() % 2 == start]
    return _weigh_out(puzzle.board, position, left, refuted) if programs else Goals(tuple(left), tuple(refuted))


def _weigh_out(board: JumpBoard, position: int, left: list[int], refuted: list[tuple[tuple[int, ...], Proof]]) -> Goals:
    """Take away goals by pagoda functions, a few programs at most; one function often refutes several goals."""
    tried, most = 0, max(1, min(MOST_PROGRAMS, MOST_ROWS // max(1, len(board.jumps))))
    for goal in tuple(left):
        if tried >= most or goal not in left or goal == position:
            continue
        tried += 1
        found = pagoda(board, [position], [goal])
        if found is not None:
            weights = [int(weight) for weight in found]
            start = weigh(weights, position)
            gone = tuple(g for g in left if weigh(weights, g) > start)
            least = min(weigh(weights, g) for g in gone)
            refuted.append((gone, {"by": "pagoda", "weights": weights, "start": start, "goal": least}))
            left = [g for g in left if g not in set(gone)]
    return Goals(tuple(left), tuple(refuted))
