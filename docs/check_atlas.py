"""Check the atlas by the plain rules: standard library only, no code of the solver.

    python docs/check_atlas.py [--lengths] [FILE]

FILE is by default the atlas of this repository. The program checks the version, the ids and the digests. It replays
every solution and counts its moves. It checks every certificate: by numbers of pegs, parity, weights or ends, by the
parity of a permutation, or by blocks that cannot reach their goals even alone. If a problem has no solution and no
certificate, it visits all positions, up to 65,536. With ``--lengths`` it also searches the fewest moves where 4,096
positions are enough, which takes a minute or more. It counts what it does not check: other lengths, numbers of
solutions, and other proofs by exhaustion or of sliding puzzles. ``docs/11-atlas.md`` explains the fields.
"""

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

VERSION = 1
MOST_POSITIONS = 2**16  # visited to see that a problem has no solution
FEW_POSITIONS = 2**12  # visited to see that no solution is shorter
FEW_HOLES = 16
UP, DOWN = 0, 3  # directions of steps: up, left, right, down
AXES = {"row": (1, 2), "column": (UP, DOWN)}
ATLAS = Path(__file__).resolve().parents[1] / "fewest" / "boards" / "atlas.jsonl"


def check(condition: bool, text: str) -> None:
    """Refuse what does not hold."""
    if not condition:
        raise ValueError(text)


def digest(board: dict, problem: dict) -> str:
    """SHA-256 of the lines of a board and of the problem without its digest."""
    lines = {name: board[name] for name in ("holes", "jumps", "adjacency", "steps") if name in board}
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


class Blocks:
    """The rules of a block puzzle. The cells of a piece are listed in one order, however it moves."""

    def __init__(self, board: dict, problem: dict) -> None:
        self.steps, self.metric = board["steps"], problem["metric"]
        for cell, (x, y) in enumerate(board["layout"]):
            for to, (dx, dy) in zip(self.steps[cell], ((0, -1), (-1, 0), (1, 0), (0, 1)), strict=True):
                check(to < 0 or board["layout"][to] == [x + dx, y + dy], f"cell {cell} is not drawn where it lies")
        content = problem["start"]["pieces"]
        check(len(content) == len(self.steps), "the start must have a number for every cell")
        self.start = {piece: self.cells(content, piece) for piece in sorted({*content} - {0})}
        self.directions = {
            piece: AXES[problem["axis"][str(piece)]] if str(piece) in problem.get("axis", {}) else range(4)
            for piece in self.start
        }
        self.barred = {
            piece: {
                cell for door in problem.get("doors", []) if str(piece) not in door["pieces"] for cell in door["cells"]
            }
            for piece in self.start
        }
        self.goal = {int(piece): frozenset(cells) for piece, cells in problem["goal"]["cells"].items()}
        check({*self.goal} <= {*self.start} and self.goal != {}, "a goal is about pieces that are there")

    @staticmethod
    def cells(content: list, piece: int) -> tuple:
        """The cells with a piece."""
        return tuple(cell for cell, other in enumerate(content) if other == piece)

    def reach(self, piece: int, cells: tuple, others: set) -> list:
        """Where a piece may be after one move, if the others cover these cells."""
        taken, found = others | self.barred[piece], []

        def step(at: tuple, direction: int) -> tuple | None:
            to = tuple(self.steps[cell][direction] for cell in at)
            return None if -1 in to or taken & {*to} else to

        if self.metric == "path":
            ways = [cells]
            for at in ways:
                ways += [to for way in self.directions[piece] if (to := step(at, way)) and to not in ways]
            return ways[1:]
        check(self.metric in ("step", "line"), "a metric is step, line or path")
        for way in self.directions[piece]:
            to = step(cells, way)
            while to:
                found.append(to)
                to = None if self.metric == "step" else step(to, way)
        return found

    def play(self, moves: list) -> dict:
        """Play the moves from the start; the cells of each piece at the end."""
        at = dict(self.start)
        for start, to in moves:
            moved = [piece for piece, cells in at.items() if start in cells]
            check(moved != [], f"there is no piece on {start}")
            (piece,) = moved
            others = {cell for other, cells in at.items() if other != piece for cell in cells}
            part = at[piece].index(start)
            after = [cells for cells in self.reach(piece, at[piece], others) if cells[part] == to]
            check(len(after) == 1, f"the move from {start} to {to} is not legal")
            at[piece] = after[0]
        return at

    def meets(self, at: dict) -> bool:
        """Whether every piece with a goal is there."""
        return all(cells == {*at[piece]} for piece, cells in self.goal.items())

    def is_unreachable_alone(self) -> bool:
        """Whether a piece with a goal could not get there even if all others were taken away."""
        for piece, goal in self.goal.items():
            alone = [self.start[piece]]
            for at in alone:
                alone += [to for to in self.reach(piece, at, set()) if to not in alone]
            if goal not in map(frozenset, alone):
                return True
        return False

    def look(self, at: dict) -> frozenset:
        """A position in which pieces that are alike, and have no goal, are not told apart."""
        return frozenset(
            (piece if piece in self.goal else self.like(piece), tuple(sorted(cells))) for piece, cells in at.items()
        )

    def like(self, piece: int) -> tuple:
        """What pieces that are alike share beside their shape: their directions and doors."""
        return tuple(self.directions[piece]), tuple(sorted(self.barred[piece]))

    def after(self, at: dict) -> list:
        """The positions after one move."""
        everything = {cell for cells in at.values() for cell in cells}
        return [
            {**at, piece: to} for piece, cells in at.items() for to in self.reach(piece, cells, everything - {*cells})
        ]


def fewest(start: object, after: Callable, meets: Callable, look: Callable, most: int) -> float | None:
    """The fewest moves to the goal, infinite if it cannot be reached; None if there are more positions than ``most``.

    ``look`` makes positions hashable, and equal where the difference does not matter.
    """
    seen, level, length = {look(start)}, [start], 0
    while level:
        if any(map(meets, level)):
            return length
        before, level, length = level, [], length + 1
        for position in before:
            for other in after(position):
                key = look(other)
                if key not in seen:
                    seen.add(key)
                    level.append(other)
            if len(seen) > most:
                return None
    return float("inf")


def shortest(board: dict, problem: dict, most: int) -> float | None:
    """The length of a problem by plain search, infinite without a solution; None if it has too many positions.

    Of a problem with an opening only whether it is infinite is right: the moves are those after the opening.
    """
    goal = problem["goal"]
    if board["kind"] == "block":
        blocks = Blocks(board, problem)
        return fewest(blocks.start, blocks.after, blocks.meets, blocks.look, most)
    if board["kind"] == "slide":
        return fewest(
            problem["start"], lambda cells: slides(board, cells), lambda cells: meets(goal, cells), tuple, most
        )
    pegs = set(problem["start"]["pegs"])
    for start, over, to in problem.get("opening", []):
        check({start, over} <= pegs and to not in pegs, "the opening is not legal")
        pegs = pegs - {start, over} | {to}
    if board["holes"] > FEW_HOLES:
        return None
    jumps = [[] for _ in range(board["holes"])]
    for start, over, to in board["jumps"]:
        jumps[start].append((over, to))
    return fewest(pegs, lambda pegs: chains(jumps, pegs), lambda pegs: meets(goal, pegs), frozenset, most)


def chains(jumps: list, pegs: set) -> list:
    """The pegs after one move: one or more jumps by the same peg."""
    found, left = [], [(pegs, hole) for hole in pegs]
    for before, hole in left:
        for over, to in jumps[hole]:
            if over in before and to not in before:
                after = before - {hole, over} | {to}
                found.append(after)
                left.append((after, to))
    return found


def slides(board: dict, cells: list) -> list:
    """The positions of a sliding puzzle after one slide."""
    found = []
    for empty in [cell for cell, piece in enumerate(cells) if piece == 0]:
        for cell in board["adjacency"][empty]:
            if cells[cell] != 0:
                after = list(cells)
                after[empty], after[cell] = after[cell], 0
                found.append(after)
    return found


def is_odd(board: dict, problem: dict) -> bool:
    """Whether no slides lead to the goal, by parity: each exchanges two cells and takes the empty one to another side.

    The board must have two sides, with every cell adjacent to cells of the other only; all pieces differ, and the goal
    says what is on every cell.
    """
    start, goal = problem["start"], problem["goal"]
    side, left = {0: 0}, [0]
    for cell in left:
        for other in board["adjacency"][cell]:
            if other not in side:
                side[other] = 1 - side[cell]
                left.append(other)
    two_sides = all(side.get(a) != side.get(b) for a, row in enumerate(board["adjacency"]) for b in row)
    if not two_sides or len(side) < len(start) or sorted(start) != sorted(map(int, goal)) or len({*start}) < len(start):
        return False
    to, exchanges = [goal.index(piece) for piece in start], 0
    for cell in range(len(to)):
        while to[cell] != cell:
            other = to[cell]
            to[cell], to[other] = to[other], other
            exchanges += 1
    return (exchanges + side[start.index(0)] + side[goal.index(0)]) % 2 == 1


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


def check_problem(board: dict, problem: dict, most: int = 0) -> str:
    """Check a problem; returns what was checked of it. Lengths are searched where so many positions are enough."""
    check(problem["digest"] == digest(board, problem), "the digest is wrong")
    result, jumps, by = problem["result"], board["kind"] == "jump", problem["proven_by"]
    if result["moves"] is not None:
        if board["kind"] == "block":
            blocks = Blocks(board, problem)
            ended = blocks.meets(blocks.play(result["moves"]))
        else:
            ended = meets(problem["goal"], play_jumps(board, problem) if jumps else play_slides(board, problem))
        check(ended, "the solution does not end in the goal")
        check(result["length"] == len(result["moves"]) >= result["lower_bound"], "length, moves and bound disagree")
    if result["status"] == "solved":
        check(result["length"] is not None and result["optimal"] and by == "search", "a solution must be proven")
        check(result["lower_bound"] == result["length"], "the bound of a proven length is the length")
        check(result.get("count", 1) >= 1, "there is a solution, but the count says none")
        length = None if problem.get("opening") or not most else shortest(board, problem, most)
        check(length in (None, result["length"]), f"the fewest moves are {length}")
        return (
            "solutions replayed" if length is None else "solutions replayed, and no shorter one found by plain search"
        )
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
    if (by == "separation" and Blocks(board, problem).is_unreachable_alone()) or (
        by == "permutation" and is_odd(board, problem)
    ):
        return "certificates checked"
    length = shortest(board, problem, MOST_POSITIONS)
    check(length in (None, float("inf")), "there is a solution")
    return f"unsolvable by {by}, not checked" if length is None else "all positions visited, none solves it"


def check_atlas(lines: list, most: int = 0) -> Counter:
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
                done[check_problem(boards[record["board"]], record, most)] += 1
        except (ValueError, LookupError, TypeError) as error:
            raise ValueError(f"line {number}, {record.get('id')}: {error!r}") from error
    return done


if __name__ == "__main__":
    arguments = [argument for argument in sys.argv[1:] if argument != "--lengths"]
    lengths = len(arguments) < len(sys.argv) - 1
    with open(arguments[0] if arguments else ATLAS, encoding="utf-8") as file:
        done = check_atlas(file.read().splitlines(), FEW_POSITIONS if lengths else 0)
    for what, number in done.items():
        print(f"{number:5} {what}")
