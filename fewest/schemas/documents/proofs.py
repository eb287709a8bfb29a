"""Proofs that there is no solution."""

from __future__ import annotations

from marshmallow import fields

from fewest.notation import meanings
from fewest.notation.fields import Integers
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import PLACE, AnswerSchema

KINDS_OF_PROOF = """The argument, which says what other fields there are. Jump boards: `pegs` (the numbers `start` and
`goal`), `parity` and `pagoda` (`weights`, with the sums `start` and `goal`), `goals` (a proof for each group of
`goals`), `ends` (no last jump can follow any first one: `pairs`, `functions`, `trees`), `survivor` (the peg can reach
only the holes in `reach`; with `proof`, a proof for the board that has a second copy of these holes for this peg),
`fewer` (a proof for each number of pegs below `pegs_left`). Sliding puzzles: `contents` (`cells`), `permutation`
(`rule`, `cells`, `entry`, `way`). Sliding blocks: `separation` (the `piece`, all `cells` that it can cover alone, and
its `target`). There is nothing to check in `programs` (like `ends`, but with too many weights to store) and
`exhaustion` (a search of `nodes`; for sliding blocks of all `positions` that can be reached from one `side`, the start
or the goal)."""

TREE = """Jump boards: cases by the number of times a jump is made, for pairs that no function refutes. `{"jump": [from,
over, to], "at_most": n, "then": tree, "else": tree}`, or `{"weights": [...]}` that refute all numbers of jumps of a
case."""


PART = """`contents`: a part of the board that no piece can leave. `permutation`: a part that stays connected if any one
cell is removed. `separation`: all cells that the block can cover if it is alone."""

RULES = """Why no walk of the empty cell puts the pieces on `cells` into their goal. `contents`: the goal has other
pieces there. `ring`: their cyclic order never changes. `parity`: the goal needs an odd permutation, and every walk
makes an even one. `theta`: the graph of seven cells on which not every arrangement can be reached."""


class ProofPartAnswer(AnswerSchema):
    """Some of the goals of a jump puzzle, with the proof that they cannot be reached."""

    pegs = Integers(2, json_schema=PLACE, **always(f"The holes that have a peg, goal by goal. {meanings.HOLES}"))
    proof = fields.Dict(**always("A proof of another kind than `goals`."))


class FewerPegsAnswer(AnswerSchema):
    """A number of pegs, with a proof that no game leaves so few."""

    pegs = fields.Integer(**always("The number of pegs."))
    proof = fields.Dict(**always("A proof that the goal `count` with this number has no solution."))


class ProofAnswer(AnswerSchema):
    """Why there is no solution, or no better one."""

    by = fields.String(**always(KINDS_OF_PROOF))
    text = fields.String(
        metadata=describe(
            "The argument and how to check it, in the language of the request, English or Japanese. "
            "Solutions do not have it."
        )
    )
    start = fields.Integer(metadata=describe("Number of pegs, or their weight, at the start, after the opening."))
    goal = fields.Integer(metadata=describe("Number of pegs, or their weight, at the goal, at least."))
    weights = Integers(1, metadata=describe("A weight for each hole, in the order of their numbers."))
    goals = fields.List(fields.Nested(ProofPartAnswer), metadata=describe("All goals, in groups, each with a proof."))
    pairs = fields.Integer(
        metadata=describe("Number of positions after a first jump, times the number of positions before a last jump.")
    )
    functions = Integers(2, metadata=describe("Weights of the holes that no jump increases, each for some pairs."))
    trees = fields.List(fields.Dict(), metadata=describe(TREE))
    programs = fields.Integer(metadata=describe("Number of linear programs that were solved."))
    nodes = fields.Integer(metadata=describe(meanings.NODES))
    reach = Integers(
        1, json_schema=PLACE, metadata=describe(f"Holes that the surviving peg can reach. {meanings.HOLES}")
    )
    proof = fields.Dict(metadata=describe("A proof for the holes and then those in `reach`, by their index."))
    pegs_left = fields.Integer(metadata=describe("The fewest pegs that can be left."))
    fewer = fields.List(
        fields.Nested(FewerPegsAnswer),
        metadata=describe("A proof for each number of pegs from 1 to below `pegs_left`."),
    )
    cells = Integers(1, json_schema=PLACE, metadata=describe(f"{PART} {meanings.CELLS}"))
    rule = fields.String(metadata=describe(RULES))
    entry = fields.Integer(metadata=describe(f"The cell of `cells` nearest to the last one of `way`. {meanings.CELLS}"))
    way = Integers(
        1, json_schema=PLACE, metadata=describe(f"Cells that the empty cell visits, up to its goal. {meanings.CELLS}")
    )
    piece = Integers(1, json_schema=PLACE, metadata=describe(f"The cells of a block at the start. {meanings.CELLS}"))
    target = Integers(1, json_schema=PLACE, metadata=describe(f"The cells that it must cover. {meanings.CELLS}"))
    side = fields.String(metadata=describe("The side where the search began: `start` or `goal`."))
    positions = fields.Integer(metadata=describe("All positions that can be reached from there."))
