"""Check the atlas by the plain rules: standard library only, no code of the solver.

    python docs/check_atlas.py [FILE]

FILE is the atlas of this repository unless another one is named. Checked are version, ids, digests, that every solution
holds and has as many moves as it says, and every certificate by numbers of pegs, parities, weights or ends. The
rest is counted: that no solution is shorter, numbers of solutions, and proofs by exhaustion or of sliding puzzles.
``docs/atlas.md`` says what the fields mean.
"""

import hashlib
import json
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

VERSION = 1
ATLAS = Path(__file__).resolve().parents[1] / "boards" / "atlas.jsonl"


def check(condition: bool, text: str) -> None:
    """Refuse what does not hold."""
    if not condition:
        raise ValueError(text)


def digest(board: dict, problem: dict) -> str:
    """SHA-256 of the lines of a board and of the problem without its digest."""
    lines = {name: board[name] for name in ("holes", "jumps", "adjacency") if name in board}
    content = {name: value for name, value in problem.items() if name != "digest"}
    text = json.dumps([lines, content], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def play_jumps(board: dict, problem: dict) -> set:
    """Play the moves of pegs from the start; the holes with a peg at the end."""
    pegs, made, last = set(problem["start"]["pegs"]), [], None
    moves = problem["result"]["moves"]
    for path, removed in zip(moves, problem["result"]["removed"], strict=True):
        check(len(path) >= 2 and len(removed) == len(path) - 1, "a move has two holes or more, and clears one a jump")
        check(path[0] != last, "two moves in a row by the same peg are one move")
        for (start, to), over in zip(pairwise(path), removed, strict=True):
            check([start, over, to] in board["jumps"], f"{[start, over, to]} is no jump of the board")
            check(start in pegs and over in pegs and to not in pegs, f"the jump {[start, over, to]} is not legal")
            pegs = pegs - {start, over} | {to}
            made.append([start, over, to])
        last = path[-1]
    opening = problem.get("opening", [])
    check(made[: len(opening)] == opening, "the solution does not begin with the opening")
    return pegs


def play_slides(board: dict, problem: dict) -> list:
    """Play slides from the start; the piece on each cell at the end."""
    cells = list(problem["start"])
    for start, to in problem["result"]["moves"]:
        check(to in board["adjacency"][start], f"{start} and {to} are not adjacent")
        check(cells[start] != 0 and cells[to] == 0, f"the slide from {start} to {to} is not legal")
        cells[start], cells[to] = 0, cells[start]
    return cells


def goals_of(goal: dict) -> list:
    """The goals of a jump puzzle, each with its pegs or their number."""
    return goal.get("any_of", [goal])


def meets(goal: object, position: object) -> bool:
    """Whether a position meets the goal of its puzzle."""
    if isinstance(goal, list):
        return all(want in (None, have) for want, have in zip(goal, position, strict=True))
    return any(
        each["count"] == len(position) if "count" in each else set(each["pegs"]) == position for each in goals_of(goal)
    )


def refutes(board: dict, pegs: set, goals: list, proof: dict) -> bool:
    """Whether a certificate holds: no jump sequence leads from these pegs to any of the goals, all of them sets."""
    if not goals or pegs in goals:
        return False
    if proof["by"] == "pegs":
        return all(len(goal) >= len(pegs) or not goal for goal in goals)
    if proof["by"] == "ends":
        jumps = board["jumps"]
        after = [pegs - {a, b} | {c} for a, b, c in jumps if {a, b} <= pegs and c not in pegs]
        before = [goal - {c} | {a, b} for goal in goals for a, b, c in jumps if c in goal and not {a, b} & goal]
        trees = [*({"weights": weights} for weights in proof["functions"]), *proof["trees"]]
        return not any(goal in after for goal in goals) and all(
            any(refutes_case(jumps, first, last, tree, {}, {}) for tree in trees) for first in after for last in before
        )
    weights = proof["weights"]
    start, ends = sum(weights[hole] for hole in pegs), [sum(weights[hole] for hole in goal) for goal in goals]
    if proof["by"] == "parity":
        even = all((weights[a] + weights[b] + weights[c]) % 2 == 0 for a, b, c in board["jumps"])
        return even and all((end - start) % 2 for end in ends)
    falls = all(weights[a] + weights[b] >= weights[c] for a, b, c in board["jumps"])
    return proof["by"] == "pagoda" and falls and start < min(ends)


def refutes_case(jumps: list, first: set, last: set, tree: dict, least: dict, most: dict) -> bool:
    """Whether weights show that the jumps, made so often, do not lead from some pegs to others; or do so by cases."""
    if "jump" in tree:
        jump, times = tuple(tree["jump"]), tree["at_most"]
        return refutes_case(jumps, first, last, tree["then"], least, {**most, jump: times}) and refutes_case(
            jumps, first, last, tree["else"], {**least, jump: times + 1}, most
        )
    weights, lowered = tree["weights"], 0
    for a, b, c in jumps:
        fall, jump = weights[a] + weights[b] - weights[c], (a, b, c)
        if fall < 0 and jump not in most:
            return False
        lowered += fall * (most[jump] if fall < 0 else least.get(jump, 0))
    return sum(weights[hole] for hole in first) - sum(weights[hole] for hole in last) < lowered


def has_no_fraction(part: object) -> bool:
    """Whether all numbers in a proof are integers: sums of others are not exact, nor odd or even."""
    if isinstance(part, (dict, list)):
        return all(map(has_no_fraction, part.values() if isinstance(part, dict) else part))
    return isinstance(part, (int, str))


def check_certificate(board: dict, problem: dict) -> None:
    """Check why a jump puzzle has no solution."""
    proof, pegs = problem["result"]["proof"], set(problem["start"]["pegs"])
    check(has_no_fraction(proof), "all numbers of a proof must be integers")
    for start, over, to in problem.get("opening", []):
        pegs = pegs - {start, over} | {to}
    goals = []
    for goal in goals_of(problem["goal"]):
        if "count" not in goal:
            goals.append(set(goal["pegs"]))
        else:
            check(goal["count"] == 1, "only goals of one peg anywhere can be listed here")
            goals += [{hole} for hole in range(board["holes"])]
    parts = [(goals, proof)]
    if proof["by"] == "goals":
        parts = [([set(goal) for goal in part["pegs"]], part["proof"]) for part in proof["goals"]]
    check(all(goal in [g for part, _ in parts for g in part] for goal in goals), "the proof leaves out a goal")
    check(all(refutes(board, pegs, part, why) for part, why in parts), "the proof does not hold")


def check_problem(board: dict, problem: dict) -> str:
    """Check a problem; returns what was checked of it."""
    check(problem["digest"] == digest(board, problem), "the digest is wrong")
    result, jumps, by = problem["result"], board["kind"] == "jump", problem["proven_by"]
    if result["moves"] is not None:
        end = play_jumps(board, problem) if jumps else play_slides(board, problem)
        check(meets(problem["goal"], end), "the solution does not end in the goal")
        check(result["length"] == len(result["moves"]) >= result["lower_bound"], "length, moves and bound disagree")
    if result["status"] == "solved":
        check(result["length"] is not None and result["optimal"] and by == "search", "a solution must be proven")
        check(result["lower_bound"] == result["length"], "the bound of a proven length is the length")
        check(result.get("count", 1) >= 1, "there is a solution, but the count says none")
        return "solutions replayed"
    check(not result["optimal"], "only a solution is optimal")
    if result["status"] == "stopped":
        check(by is None and result["proof"] is None, "an open problem is not proven")
        check(result["length"] is None or result["length"] > result["lower_bound"], "the bounds meet, so it is solved")
        return "open"
    check(result["status"] == "unsolvable" and result["length"] is None, "a result is solved, unsolvable or stopped")
    check(by == result["proof"]["by"], "the proof is another one")
    if jumps and by not in ("exhaustion", "programs"):
        check_certificate(board, problem)
        return "certificates checked"
    return f"unsolvable by {by}, not checked"


def check_atlas(lines: list) -> Counter:
    """Check all lines; returns how many problems were checked how. ``ValueError`` names the first that fails."""
    head, *records = map(json.loads, lines)
    check(head == {"record": "atlas", "version": VERSION}, f"line 1: must be the head of version {VERSION}")
    boards, seen, done = {}, set(), Counter()
    for number, record in enumerate(records, 2):
        try:
            check(record["id"] not in seen, "the id is there twice")
            seen.add(record["id"])
            if record["record"] == "board":
                boards[record["id"]] = record
            else:
                check(record["record"] == "problem", "must be a board or a problem")
                done[check_problem(boards[record["board"]], record)] += 1
        except (ValueError, LookupError, TypeError) as error:
            raise ValueError(f"line {number}, {record.get('id')}: {error!r}") from error
    return done


if __name__ == "__main__":
    with open(sys.argv[1] if len(sys.argv) > 1 else ATLAS, encoding="utf-8") as file:
        for what, number in check_atlas(file.read().splitlines()).items():
            print(f"{number:5} {what}")
