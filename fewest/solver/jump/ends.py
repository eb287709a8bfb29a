"""Certificates by ends (no last jump can follow any first jump), and their check by plain arithmetic.

``{"by": "ends", "pairs": n, "functions": [[...], ...], "trees": [...]}``
    The position is not a goal, and no single jump leads to one. Every position after a first jump is paired with every
    position before a last one, n pairs in all, and each pair is refuted by

    * a pagoda function, integer weights of the holes that weigh the first position less than the second, or
    * a tree of cases. ``{"jump": [from, over, to], "at_most": k, "then": tree, "else": tree}``: that jump is made at
      most k times, or more often. ``{"weights": [...]}``: integer weights that refute all multiplicities that a
      case allows. Each jump lowers the weight of the pegs by ``w[from] + w[over] - w[to]``; the sum over the fewest
      jumps allowed (the most if it is negative) exceeds the difference in weight of the two positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from fewest.solver.jump.board import JumpBoard
from fewest.solver.model import Jump, Proof

Tree: TypeAlias = Mapping[str, Any]
"""Cases of a pair of positions, as plain JSON."""


def after_first_jump(board: JumpBoard, position: int) -> list[int]:
    """The positions one jump after a position, in order."""
    found = set()
    for start, over, to in board.jumps:
        if position >> start & 1 and position >> over & 1 and not position >> to & 1:
            found.add(position ^ (1 << start | 1 << over | 1 << to))
    return sorted(found)


def before_last_jump(board: JumpBoard, goals: Iterable[int]) -> list[int]:
    """The positions one jump before any of the goals, in order."""
    found = set()
    for goal in goals:
        for start, over, to in board.jumps:
            if not goal >> start & 1 and not goal >> over & 1 and goal >> to & 1:
                found.add(goal ^ (1 << start | 1 << over | 1 << to))
    return sorted(found)


def fall(weights: Sequence[int], jump: Jump) -> int:
    """By how much a jump lowers the weight of the pegs."""
    start, over, to = jump
    return weights[start] + weights[over] - weights[to]


def differ_by(weights: Sequence[int], position: int, goal: int) -> int:
    """How much more a position weighs than another."""
    return sum(weight * ((position >> hole & 1) - (goal >> hole & 1)) for hole, weight in enumerate(weights))


def check_ends(board: JumpBoard, position: int, goals: Sequence[int], proof: Proof) -> bool:
    """Whether a certificate by ends holds: no jumps lead from a position to any of the goals."""
    after = after_first_jump(board, position)
    before = before_last_jump(board, goals)
    if position in goals or not set(after).isdisjoint(goals) or proof["pairs"] != len(after) * len(before):
        return False
    functions = proof["functions"]
    trees = proof["trees"]
    if not all(are_weights(board, weights) for weights in functions):
        return False
    if any(fall(weights, jump) < 0 for weights in functions for jump in board.jumps):
        return False
    return all(
        any(differ_by(weights, first, last) < 0 for weights in functions)
        or any(refutes_cases(board, first, last, tree, {}, {}) for tree in trees)
        for first in after
        for last in before
    )


def refutes_cases(
    board: JumpBoard, position: int, goal: int, tree: Tree, lower: Mapping[Jump, int], upper: Mapping[Jump, int]
) -> bool:
    """Whether a tree refutes that jumps lead from a position to another.

    Parameters
    ----------
    lower, upper
        Limits of how often jumps are made in this case; 0 and no limit for jumps that are missing.
    """
    if "weights" not in tree:
        jump = tuple(tree["jump"])
        at_most = tree["at_most"]
        # ``isinstance`` would accept True as a number.
        if type(at_most) is not int:
            return False  # a number between it and the next integer would be in neither case
        return refutes_cases(board, position, goal, tree["then"], lower, {**upper, jump: at_most}) and refutes_cases(
            board, position, goal, tree["else"], {**lower, jump: at_most + 1}, upper
        )
    weights = tree["weights"]
    if not are_weights(board, weights):
        return False
    falls = {jump: fall(weights, jump) for jump in board.jumps}
    # A jump without an upper limit could raise the weight as often as it likes.
    if any(lowers < 0 and jump not in upper for jump, lowers in falls.items()):
        return False
    least_fall = sum(
        lowers * (lower.get(jump, 0) if lowers > 0 else upper[jump]) for jump, lowers in falls.items() if lowers
    )
    # Less than the jumps take away at least, so no multiplicities of this case fit.
    return differ_by(weights, position, goal) < least_fall


def are_weights(board: JumpBoard, weights: Sequence[object]) -> bool:
    """Whether there is an integer for each hole."""
    return len(weights) == board.holes and all(type(weight) is int for weight in weights)


def renumber_ends(proof: Proof, order: Sequence[int]) -> dict[str, Any]:
    """Rewrite a certificate by ends in another numbering of the holes: ``order[i]`` is the new number of hole i."""
    functions = [renumber_weights(weights, order) for weights in proof["functions"]]
    return {**proof, "functions": functions, "trees": [_renumber_tree(tree, order) for tree in proof["trees"]]}


def renumber_weights(weights: Sequence[int], order: Sequence[int]) -> list[int]:
    """Weights in another numbering of the holes."""
    moved = [0] * len(order)
    for hole, weight in enumerate(weights):
        moved[order[hole]] = weight
    return moved


def _renumber_tree(tree: Tree, order: Sequence[int]) -> dict[str, Any]:
    if "weights" in tree:
        return {"weights": renumber_weights(tree["weights"], order)}
    parts = {name: _renumber_tree(tree[name], order) for name in ("then", "else")}
    return {"jump": [order[hole] for hole in tree["jump"]], "at_most": tree["at_most"], **parts}


def numbers_in(proof: Proof) -> int:
    """How many weights a certificate by ends has, the measure of its size."""
    return sum(map(len, proof["functions"])) + sum(map(_weights_in, proof["trees"]))


def _weights_in(tree: Tree) -> int:
    return len(tree["weights"]) if "weights" in tree else _weights_in(tree["then"]) + _weights_in(tree["else"])
