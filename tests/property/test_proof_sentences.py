"""Each sentence of a proof is true of its puzzle, by brute force."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from fewest.notation.proof_texts import proof_sentences
from fewest.notation.puzzle import load_puzzle
from fewest.solver.budget import Budget
from fewest.solver.jump.board import JumpBoard, board_from_grid, mask_of
from fewest.solver.jump.kind import JumpKind
from fewest.solver.jump.proofs import goal_positions, prove_by_ends, refute_goals
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import follow_peg
from fewest.solver.jump.survivor import marked_puzzle
from fewest.solver.model import Limits, Proof, Want
from fewest.solver.slices import finish
from fewest.solver.slide import proofs as slide_proofs
from fewest.solver.slide.labelling import LabelledPuzzle, labelled
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.solve import solve
from tests import oracle_slide
from tests.effort import seeds
from tests.oracle_block import Oracle, random_puzzle
from tests.slide_puzzles import SHAPES, board
from tests.slide_puzzles import ring as ring_of

Values = Mapping[str, Any]


def says_true(puzzle: Any, proof: Proof) -> set[str]:
    """Assert that every sentence about a proof is true, and no single thing in the plural; returns which there are."""
    said = set()
    for message in proof_sentences(puzzle, proof):
        (begins,) = [begins for begins in CLAIMS if message.template.startswith(begins)]
        assert not re.search(r"\b1 (pegs|pairs|groups|linear programs|cells)\b", message)
        puzzle, proof = CLAIMS[begins](puzzle, proof, message.values) or (puzzle, proof)
        said.add(begins)
    return said


# Jump boards


def legal(board: JumpBoard, position: int) -> list[tuple[int, int, int]]:
    """The jumps that a position allows."""
    return [jump for jump in board.jumps if position & mask_of(jump) == mask_of(jump[:2])]


def opened(puzzle: JumpPuzzle) -> int:
    """The position after the opening."""
    position = puzzle.start
    for jump in puzzle.opening:
        position ^= mask_of(jump)
    return position


def at(puzzle: JumpPuzzle, when: str) -> int:
    """The position that a sentence speaks of."""
    assert when == ("after the opening" if puzzle.opening else "at the start")
    return opened(puzzle)


def weight(weights: list[int], position: int) -> int:
    """The sum of the weights of the pegs."""
    return sum(each for hole, each in enumerate(weights) if position >> hole & 1)


def goals(puzzle: JumpPuzzle) -> list[int]:
    """All positions that meet the goal."""
    return goal_positions(puzzle.board, puzzle.goal) or []


def one_left(puzzle: JumpPuzzle, _: Proof, __: Values) -> None:
    assert 0 in puzzle.goal.peg_numbers
    assert opened(puzzle)


def as_many(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    position = at(puzzle, values["when"])
    assert position.bit_count() in puzzle.goal.peg_numbers
    assert not puzzle.goal.met(position)


def more_pegs(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    assert opened(puzzle).bit_count() == values["start"]
    assert values["goal"] == min(number for number in puzzle.goal.peg_numbers if number > values["start"])


def parity(puzzle: JumpPuzzle, proof: Proof, values: Values) -> None:
    weights, words = proof["weights"], ("even", "odd")
    assert all(sum(weights[hole] for hole in jump) in (0, 2) for jump in puzzle.board.jumps)
    assert values["start"] == words[weight(weights, puzzle.start) % 2]
    assert {values["goal"]} == {words[weight(weights, goal) % 2] for goal in goals(puzzle)} != {values["start"]}


def pagoda(puzzle: JumpPuzzle, proof: Proof, values: Values) -> None:
    weights = proof["weights"]
    assert all(weights[c] <= weights[a] + weights[b] for a, b, c in puzzle.board.jumps)
    assert values["start"] == weight(weights, at(puzzle, values["when"]))
    assert values["start"] < values["goal"] == min(weight(weights, goal) for goal in goals(puzzle))


def before(puzzle: JumpPuzzle) -> set[int]:
    """The positions before a last jump."""
    jumps = [(goal, jump) for goal in goals(puzzle) for jump in puzzle.board.jumps]
    return {goal ^ mask_of(jump) for goal, jump in jumps if goal & mask_of(jump) == 1 << jump[2]}


def no_first(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    assert not legal(puzzle.board, at(puzzle, values["when"]))


def no_last(puzzle: JumpPuzzle, _: Proof, __: Values) -> None:
    assert not before(puzzle)


def pairs(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    position = opened(puzzle)
    after = {position ^ mask_of(jump) for jump in legal(puzzle.board, position)}
    assert values["pairs"] == len(after) * len(before(puzzle))


def other_pairs(puzzle: JumpPuzzle, proof: Proof, values: Values) -> None:
    left = refute_goals(puzzle).candidates
    assert left is not None
    pairs(replace(puzzle, goal=JumpGoal(frozenset(left))), proof, values)
    assert values["programs"] == proof["programs"]


def groups(puzzle: JumpPuzzle, proof: Proof, values: Values) -> None:
    assert values["count"] == len(proof["goals"])
    assert set(goals(puzzle)) == {mask_of(pegs) for part in proof["goals"] for pegs in part["pegs"]}


def first_group(puzzle: JumpPuzzle, proof: Proof, _: Values) -> tuple[JumpPuzzle, Proof]:
    part = proof["goals"][0]
    goal = JumpGoal(frozenset(mask_of(pegs) for pegs in part["pegs"]))
    return replace(puzzle, goal=goal), part["proof"]


def no_peg(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    assert values["hole"] == puzzle.goal.survivor
    assert not puzzle.start >> values["hole"] & 1


def taken_off(puzzle: JumpPuzzle, _: Proof, __: Values) -> None:
    assert puzzle.goal.survivor is not None
    assert puzzle.start >> puzzle.goal.survivor & 1
    assert follow_peg(puzzle.goal.survivor, puzzle.opening) is None


def comes_to(puzzle: JumpPuzzle) -> set[int]:
    """The holes that the peg that must survive comes to in any game, with whatever other pegs."""
    assert puzzle.goal.survivor is not None
    assert puzzle.start >> puzzle.goal.survivor & 1
    holes = {puzzle.goal.survivor}
    for _ in puzzle.board.jumps:
        holes |= {c for a, _, c in puzzle.board.jumps if a in holes}
    return holes


def stays(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    assert comes_to(puzzle) == {values["hole"]} == {puzzle.goal.survivor}


def reaches(puzzle: JumpPuzzle, _: Proof, values: Values) -> None:
    assert comes_to(puzzle) == set(map(int, values["holes"].split(", ")))


def goal_elsewhere(puzzle: JumpPuzzle, _: Proof, __: Values) -> None:
    assert not puzzle.goal.counts
    assert not any(goal >> hole & 1 for goal in puzzle.goal.positions for hole in comes_to(puzzle))


def larger_board(puzzle: JumpPuzzle, proof: Proof, _: Values) -> tuple[JumpPuzzle, Proof]:
    marked = marked_puzzle(puzzle)
    assert marked is not None
    assert set(marked.reach) == comes_to(puzzle)
    return marked.puzzle, proof["proof"]


# Sliding pieces


def closed(puzzle: SlidePuzzle, cells: list[int]) -> None:
    """Assert that no piece can leave some cells."""
    assert all(other in cells for cell in cells for other in puzzle.board.adjacency[cell])


def lacks(puzzle: SlidePuzzle, proof: Proof, values: Values) -> None:
    cells = proof["cells"]
    closed(puzzle, cells)
    wanted = Counter(puzzle.goal[cell] for cell in cells if puzzle.goal[cell] is not None)
    assert wanted - Counter(puzzle.start[cell] for cell in cells)
    assert values["cells"] == len(cells)


def stuck(puzzle: SlidePuzzle, proof: Proof, values: Values) -> None:
    cells = proof["cells"]
    closed(puzzle, cells)
    assert 0 not in [puzzle.start[cell] for cell in cells]
    wanted = Counter(puzzle.goal[cell] for cell in cells if puzzle.goal[cell] is not None)
    assert not wanted - Counter(puzzle.start[cell] for cell in cells)
    assert any(puzzle.goal[cell] not in (None, puzzle.start[cell]) for cell in cells)
    assert values["cells"] == len(cells)


def way(puzzle: SlidePuzzle, proof: Proof, _: Values) -> None:
    path = proof["way"]
    assert (puzzle.start[path[0]], labelled(puzzle).goal[path[-1]]) == (0, 0)
    assert all(other in puzzle.board.adjacency[cell] for cell, other in pairwise(path))


def arrangements(puzzle: SlidePuzzle, proof: Proof) -> tuple[LabelledPuzzle, list[int], set[tuple[int, ...]]]:
    """The puzzle in labels, the cells of a proof without its entry, and all they can hold when the walk is over."""
    labels = labelled(puzzle)
    plain = SlidePuzzle(puzzle.board, labels.start, labels.start)
    seen, stack = {plain.start}, [plain.start]
    while stack:
        for _, position in oracle_slide.slides(plain, stack.pop()):
            if position not in seen:
                seen.add(position)
                stack.append(position)
    cells = [cell for cell in proof["cells"] if cell != proof["entry"]]
    there = {tuple(position[cell] for cell in cells) for position in seen if position[proof["way"][-1]] == 0}
    return labels, cells, there


def other_pieces(puzzle: SlidePuzzle, proof: Proof, values: Values) -> None:
    labels, cells, there = arrangements(puzzle, proof)
    wanted = sorted(labels.goal[cell] for cell in cells)
    (held,) = {tuple(sorted(pieces)) for pieces in there}
    assert list(held) != wanted
    assert (values["cells"], values["entry"]) == (len(proof["cells"]), proof["entry"])


def another_order(puzzle: SlidePuzzle, proof: Proof, values: Values) -> None:
    labels, cells, there = arrangements(puzzle, proof)
    wanted = tuple(labels.goal[cell] for cell in cells)
    assert sorted(wanted) == sorted(next(iter(there)))
    assert wanted not in there
    assert values["cells"] == len(proof["cells"])


def ring(puzzle: SlidePuzzle, proof: Proof, values: Values) -> None:
    another_order(puzzle, proof, values)
    inside = set(proof["cells"])
    assert {len(inside & set(puzzle.board.adjacency[cell])) for cell in inside} == {2}


# Sliding blocks, from their JSON


def alone(puzzle: Any, proof: Proof) -> set[frozenset[Any]]:
    """The placements that the piece of a proof can reach without the others."""
    oracle = Oracle(DRAWN[puzzle])
    places = puzzle.board.places
    (name,) = [
        name for name, cells in oracle.start.items() if cells == frozenset(places[cell] for cell in proof["piece"])
    ]
    seen = {oracle.start[name]}
    stack = [{name: oracle.start[name]}]
    while stack:
        for pieces in oracle.moves(stack.pop()):
            if pieces[name] not in seen:
                seen.add(pieces[name])
                stack.append(pieces)
    return seen


def goal_has_others(puzzle: Any, proof: Proof, _: Values) -> None:
    covered = frozenset().union(*alone(puzzle, proof))
    assert covered == {puzzle.board.places[cell] for cell in proof["cells"]}
    assert not {puzzle.board.places[cell] for cell in proof["target"]} <= covered


def no_such_place(puzzle: Any, proof: Proof, _: Values) -> None:
    reached = alone(puzzle, proof)
    target = frozenset(puzzle.board.places[cell] for cell in proof["target"])
    assert target <= frozenset().union(*reached)
    assert target not in reached


def visited(puzzle: Any, proof: Proof, values: Values) -> None:
    assert (values["positions"], values["side"]) == (proof["positions"], proof["side"])
    if proof["side"] == "start":
        assert values["positions"] == Oracle(DRAWN[puzzle]).answer().seen


def no_claim(_: Any, __: Proof, ___: Values) -> None:
    """Whatever a search says of itself."""


DRAWN: dict[Any, Any] = {}
"""The JSON of puzzles of blocks."""

CLAIMS: Mapping[str, Callable[[Any, Proof, Values], tuple[Any, Proof] | None]] = {
    "The peg that jumps stays": one_left,
    "Every jump removes one peg, so none": as_many,
    "Every jump removes one peg, so no game": more_pegs,
    "Count only the pegs": parity,
    "Add up the weights": pagoda,
    "No jump is possible": no_first,
    "No jump leads": no_last,
    "Each position after": pairs,
    "Goals that numbers of pegs, par": other_pairs,
    "No goal can be reached": groups,
    "The proof of the first group:": first_group,
    "Hole {hole} has no peg": no_peg,
    "The opening removes": taken_off,
    "The peg that must be the last one cannot": stays,
    "The peg that must be the last one can reach": reaches,
    "The goal needs it in another hole": goal_elsewhere,
    "Add a copy of each hole": larger_board,
    "No piece can leave the part of the board with {cells|this cell|these # cells}, and this": lacks,
    "No piece can leave the part of the board with {cells|this cell|these # cells}, and no": stuck,
    "Move the empty cell": way,
    "Of the part of the board": other_pieces,
    "The {cells} cells form a ring": ring,
    "Colour the {cells}": another_order,
    "The {cells} cells are the one exception": another_order,
    "Even if all other pieces were removed, the piece could cover": goal_has_others,
    "Even if all other pieces were removed, the piece could not": no_such_place,
    "All positions that can be reached": visited,
    "A search found no solution": no_claim,
}
"""By how a sentence begins, what it claims; or the puzzle and the proof that the next sentences are about."""


POST = {
    "kind": "block",
    "start": {"picture": ["AAA....", "A.A....", "AAA....", "...#...", ".......", ".......", "......."]},
    "goal": {"at": {"A": [2, 2]}},
    "metric": "step",
}
"""A ring that can cover every cell around a post, but never encloses the post."""

GRIDS = (
    ((".....",), "orthogonal"),
    (("....", "...."), "orthogonal"),
    (("...", "...", "..."), "diagonal"),
    ((".", "..", "...", "...."), "triangular"),
    ((" . ", "...", " . "), "orthogonal"),
)


def random_jumps(chance: Random) -> JumpPuzzle:
    """A small board, some of them by chance, with any goal, often with an opening."""
    if chance.random() < 0.7:
        board = board_from_grid(*chance.choice(GRIDS))[0]
    else:
        holes = chance.randint(3, 7)
        jumps = {tuple(chance.sample(range(holes), 3)) for _ in range(chance.randint(0, 2 * holes))}
        board = JumpBoard(holes, tuple(sorted(jumps)))
    start = mask_of(chance.sample(range(board.holes), chance.randint(1, board.holes - 1)))
    position, opening = start, []
    while chance.random() < 0.3 and (open_jumps := legal(board, position)):
        opening.append(chance.choice(open_jumps))
        position ^= mask_of(opening[-1])
    least = chance.choice((0, 1, 1, position.bit_count()))
    numbers = [chance.randint(least, board.holes) for _ in range(chance.choice((1, 1, 2, 4)))]
    exact = frozenset(mask_of(chance.sample(range(board.holes), number)) for number in numbers)
    touched = {hole for jump in opening for hole in jump}
    survivor = chance.choice(sorted(touched) or range(board.holes)) if chance.random() < 0.5 else None
    if survivor is not None or chance.random() < 0.2:
        survivor = chance.randrange(board.holes) if survivor is None else survivor
        hole = JumpGoal(frozenset([1 << chance.randrange(board.holes)]), survivor=survivor)
        goal = chance.choice((hole, JumpGoal(counts=frozenset([1]), survivor=survivor)))
    else:
        goal = chance.choice((JumpGoal(exact), JumpGoal(exact), JumpGoal(counts=frozenset(numbers))))
    return JumpPuzzle(board, start, goal, tuple(opening))


def random_slides(chance: Random) -> SlidePuzzle:
    """A named shape or two parts, with one empty cell or some, and a goal that may leave cells free."""
    two_parts = board(7, [*ring_of(4), (4, 5), (5, 6)])
    place = chance.choice((*SHAPES.values(), two_parts, two_parts))
    empty, kinds = min(chance.choice((1, 1, 1, 2)), place.cells), chance.choice((2, 9, 9))
    pieces = [0] * empty + [1 + number % kinds for number in range(place.cells - empty)]
    start, goal = (chance.sample(pieces, place.cells) for _ in range(2))
    free = chance.choice((0, 0, 0.3))
    return SlidePuzzle(place, tuple(start), tuple(None if chance.random() < free else piece for piece in goal))


def random_blocks(chance: Random) -> Any:
    """A puzzle of blocks, whose JSON is kept."""
    drawn = random_puzzle(chance)
    while not drawn["goal"]["at"]:
        drawn = random_puzzle(chance)
    return of_blocks(drawn)


def of_blocks(drawn: dict[str, Any]) -> Any:
    """The puzzle of a JSON, which is kept."""
    puzzle = load_puzzle(drawn).puzzle
    DRAWN[puzzle] = drawn
    return puzzle


def searched(puzzle: Any) -> Proof | None:
    """The proof of a search."""
    return solve(puzzle, Want.ONE, Limits()).proof


def by_programs(puzzle: JumpPuzzle) -> Proof | None:
    """A proof by ends whose weights are not stored."""
    if puzzle.goal.survivor is not None or puzzle.goal.met(opened(puzzle)):
        return None
    return finish(prove_by_ends(puzzle, 1000, Budget(0), max_weights=-1))


def explained(proof: Proof, puzzle: JumpPuzzle) -> None:
    """Assert that the sentences of a proof by numbers of pegs speak of every goal."""
    said = " ".join(proof_sentences(puzzle, proof))
    more = [number for number in puzzle.goal.peg_numbers if number > proof["start"]]
    assert ("one peg is always left" in said) == (0 in puzzle.goal.peg_numbers)
    assert ("in other holes" in said) == (proof["start"] in puzzle.goal.peg_numbers)
    assert ("so no game" in said, "or more" in said) == (bool(more), len(more) > 1)


def test_sentences_are_true() -> None:
    """Every sentence about a proof is true, and every kind of sentence is among those tried."""
    tried = set[str]()
    for seed in seeds(4000):
        puzzle = random_jumps(Random(seed))
        for proof in (JumpKind().prove(puzzle) or searched(puzzle), by_programs(puzzle)):
            if proof is not None:
                tried |= says_true(puzzle, proof)
                if proof["by"] == "pegs":
                    explained(proof, puzzle)
    for seed in seeds(2000):
        pieces = random_slides(Random(seed))
        if (proof := slide_proofs.prove(pieces)) is not None:
            tried |= says_true(pieces, proof)
    for blocks in (of_blocks(POST), *(random_blocks(Random(seed)) for seed in seeds(400))):
        if (proof := searched(blocks)) is not None:
            tried |= says_true(blocks, proof)
    assert tried == set(CLAIMS)
