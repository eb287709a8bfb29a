"""Check proofs that a jump puzzle has no solution, by plain arithmetic, and renumber proofs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fewest.solver.jump.board import MAX_HOLES, JumpBoard, holes_of, mask_of
from fewest.solver.jump.ends import are_weights, check_ends, fall, renumber_ends, renumber_weights
from fewest.solver.jump.proofs import after_opening, goal_positions, leaving, pegs_refute, weigh
from fewest.solver.jump.puzzle import JumpPuzzle, PegsLeft
from fewest.solver.jump.survivor import marked_puzzle, place_order, places, reachable_holes
from fewest.solver.model import WITHOUT_CERTIFICATE, Proof


def check(puzzle: JumpPuzzle, proof: Proof) -> bool:
    """Check a proof by plain arithmetic. A proof without data to check is never accepted."""
    if proof["by"] == "fewer":
        return _check_fewer(puzzle, proof)
    if proof["by"] == "survivor":
        return _check_survivor(puzzle, proof)
    position = after_opening(puzzle)
    # The position itself would be a solution, however well the numbers of the proof add up.
    if puzzle.goal.met(position) or puzzle.goal.pegs_left is not None:
        return False
    if proof["by"] == "pegs":
        ends = position.bit_count(), puzzle.goal.min_pegs
        return ends == (proof["start"], proof["goal"]) and pegs_refute(position, puzzle.goal.peg_numbers)
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
    # Proofs of groups prove nothing unless together they have every goal.
    return covered.issuperset(positions)


def _check_survivor(puzzle: JumpPuzzle, proof: Proof) -> bool:
    """Whether a proof about the peg that must survive holds."""
    hole = puzzle.goal.survivor
    if hole is None or places(puzzle.board, hole) > MAX_HOLES:
        return False
    if proof["reach"] != list(reachable_holes(puzzle.board, hole)):
        return False
    marked = marked_puzzle(puzzle)
    return marked is None if "proof" not in proof else marked is not None and check(marked.puzzle, proof["proof"])


def _check_fewer(puzzle: JumpPuzzle, proof: Proof) -> bool:
    """Whether every smaller number of pegs is refuted; parts without data to check are skipped."""
    if puzzle.goal.pegs_left is not PegsLeft.FEWEST:
        return False
    if [part["pegs"] for part in proof["fewer"]] != list(range(1, proof["pegs_left"])):
        return False
    return all(
        part["proof"]["by"] in WITHOUT_CERTIFICATE or check(leaving(puzzle, part["pegs"]), part["proof"])
        for part in proof["fewer"]
    )


def refutes(board: JumpBoard, position: int, goals: Sequence[int], proof: Proof) -> bool:
    """Whether a proof of one kind holds for every goal, none of them the position itself."""
    # About no goals everything is true.
    if not goals or position in goals:
        return False
    if proof["by"] == "ends":
        return check_ends(board, position, goals, proof)
    if proof["by"] == "pegs":
        numbers = [goal.bit_count() for goal in goals]
        ends = position.bit_count(), min(numbers)
        return ends == (proof["start"], proof["goal"]) and pegs_refute(position, numbers)
    weights = proof.get("weights", ())
    if not are_weights(board, weights):
        return False
    start = weigh(weights, position)
    values = [weigh(weights, goal) for goal in goals]
    if proof["by"] == "parity":
        even = all(sum(weights[hole] for hole in jump) % 2 == 0 for jump in board.jumps)
        differs = all(value % 2 != start % 2 for value in values)
        return even and differs and (start % 2, values[0] % 2) == (proof["start"], proof["goal"])
    if proof["by"] == "pagoda":
        never_rises = all(fall(weights, jump) >= 0 for jump in board.jumps)
        return never_rises and start < min(values) and (start, min(values)) == (proof["start"], proof["goal"])
    return False


def renumber(proof: Proof, order: Sequence[int]) -> Proof:
    """Rewrite a proof in another numbering of the holes: ``order[i]`` is the new number of hole i."""
    moved: dict[str, Any] = dict(proof)
    if "weights" in proof:
        moved["weights"] = renumber_weights(proof["weights"], order)
    if proof["by"] == "ends":
        return renumber_ends(proof, order)
    if proof["by"] == "survivor":
        moved["reach"] = sorted(order[hole] for hole in proof["reach"])
        if "proof" in proof:
            moved["proof"] = renumber(proof["proof"], place_order(order, proof["reach"], moved["reach"]))
    if "fewer" in proof:
        moved["fewer"] = [{**part, "proof": renumber(part["proof"], order)} for part in proof["fewer"]]
    if "goals" in proof:
        moved["goals"] = [_renumber_part(part, order) for part in proof["goals"]]
    return moved


def _renumber_part(part: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    goals = sorted(mask_of(order[hole] for hole in pegs) for pegs in part["pegs"])
    return {"pegs": [holes_of(goal) for goal in goals], "proof": renumber(part["proof"], order)}
