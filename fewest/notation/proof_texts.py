"""Proofs in sentences: the argument and how to check it. Also advice after a limit ended a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, cast

from fewest.notation import JsonObject
from fewest.notation.errors import Say
from fewest.solver.errors import Message
from fewest.solver.jump.board import mask_of
from fewest.solver.jump.ends import after_first_jump
from fewest.solver.jump.proofs import after_opening
from fewest.solver.jump.puzzle import JumpGoal, JumpPuzzle
from fewest.solver.jump.rules import follow_peg
from fewest.solver.jump.survivor import marked_puzzle
from fewest.solver.model import Proof, Puzzle
from fewest.solver.slide.labelling import labelled
from fewest.solver.slide.proofs import lacks_contents
from fewest.solver.slide.puzzle import SlidePuzzle

ENDS = {"start": Message("start"), "goal": Message("goal")}


def proof_sentences(puzzle: Puzzle, proof: Proof) -> list[Message]:
    """The argument of a proof that holds for a puzzle, and how to check it."""
    return _TEXTS[proof["by"]](puzzle, proof)


def _pegs(puzzle: JumpPuzzle, proof: Proof) -> list[Message]:
    start, numbers = proof["start"], puzzle.goal.peg_numbers
    more = sorted(number for number in numbers if number > start)
    said = []
    if 0 in numbers:
        said.append(Message("The peg that jumps stays on the board, so one peg is always left."))
    if start in numbers:
        text = "Every jump removes one peg, so none leads to as many pegs as {when}, in other holes."
        said.append(Message(text, when=_when(puzzle)))
    if len(more) == 1:
        text = "Every jump removes one peg, so no game leads from {start|# peg|# pegs} to {goal}."
        said.append(Message(text, start=start, goal=more[0]))
    elif more:
        text = "Every jump removes one peg, so no game leads from {start|# peg|# pegs} to {goal} or more."
        said.append(Message(text, start=start, goal=more[0]))
    return said


def _when(puzzle: JumpPuzzle) -> Message:
    """From when on any jump may be made."""
    return Message("after the opening") if puzzle.opening else Message("at the start")


def _parity(_: JumpPuzzle, proof: Proof) -> list[Message]:
    words = Message("even"), Message("odd")
    text = (
        "Count only the pegs in holes of weight 1. Every jump touches two of these holes or "
        "none, so the count stays even or stays odd. It is {start} at the start, but the "
        "goal needs it to be {goal}."
    )
    return [Message(text, start=words[proof["start"] % 2], goal=words[proof["goal"] % 2])]


def _pagoda(puzzle: JumpPuzzle, proof: Proof) -> list[Message]:
    text = (
        "Add up the weights of the holes that have a peg. No jump increases this sum: for "
        "each jump, the hole where it ends weighs at most as much as the other two together. "
        "The sum is {start} {when}, but the goal needs at least {goal}."
    )
    return [Message(text, start=proof["start"], when=_when(puzzle), goal=proof["goal"])]


def _ends(puzzle: JumpPuzzle, proof: Proof) -> list[Message]:
    if not proof["pairs"]:
        if after_first_jump(puzzle.board, after_opening(puzzle)):
            return [Message("No jump leads to the goal.")]
        return [Message("No jump is possible {when}.", when=_when(puzzle))]
    text = (
        "Each position after a first jump was paired with each position before a last jump: "
        "{pairs|# pair|# pairs}. Each pair is excluded in one of two ways. Either there are weights "
        "whose sum no jump increases, and the first position has a smaller sum than the "
        "second. Or the numbers of jumps between the two are divided into cases, and weights "
        "exclude each case."
    )
    return [Message(text, pairs=proof["pairs"])]


def _programs(_: JumpPuzzle, proof: Proof) -> list[Message]:
    text = (
        "Goals that numbers of pegs, parities or weights exclude were left aside. For the others, "
        "{programs|# linear program|# linear programs} excluded every pair of a position after a first jump and a "
        "position before a last jump: {pairs|# pair|# pairs}. The weights are too many to store, so this proof "
        "cannot be checked by hand."
    )
    return [Message(text, programs=proof["programs"], pairs=proof["pairs"])]


def _goals(puzzle: JumpPuzzle, proof: Proof) -> list[Message]:
    groups = proof["goals"]
    text = "No goal can be reached. The goals form {count|# group|# groups}, and each group has a proof."
    goal = JumpGoal(frozenset(mask_of(pegs) for pegs in groups[0]["pegs"]))
    return [
        Message(text, count=len(groups)),
        Message("The proof of the first group:"),
        *proof_sentences(replace(puzzle, goal=goal), groups[0]["proof"]),
    ]


def _survivor(puzzle: JumpPuzzle, proof: Proof) -> list[Message]:
    hole = cast(int, puzzle.goal.survivor)
    if not puzzle.start >> hole & 1:
        return [Message("Hole {hole} has no peg at the start, so none from there can be the last one.", hole=hole)]
    marked = marked_puzzle(puzzle)
    if marked is None and follow_peg(hole, puzzle.opening) is None:
        return [Message("The opening removes the peg that must be the last one.")]
    if proof["reach"] == [hole]:
        reach = Message("The peg that must be the last one cannot leave hole {hole}.", hole=hole)
    else:
        text = "The peg that must be the last one can reach only the holes {holes}."
        reach = Message(text, holes=", ".join(map(str, proof["reach"])))
    if marked is None:
        return [reach, Message("The goal needs it in another hole.")]
    added = Message(
        "Add a copy of each hole that it can reach, which only this peg can enter. The new board has this proof:"
    )
    return [reach, added, *proof_sentences(marked.puzzle, proof["proof"])]


def _fewer(_: JumpPuzzle, proof: Proof) -> list[Message]:
    text = "No game leaves fewer than {pegs} pegs: a proof excludes each smaller number."
    return [Message(text, pegs=proof["pegs_left"])]


def _contents(puzzle: SlidePuzzle, proof: Proof) -> list[Message]:
    if lacks_contents(labelled(puzzle), proof["cells"]):
        text = (
            "No piece can leave the part of the board with {cells|this cell|these # cells}, and this part "
            "does not have the pieces or empty cells that the goal needs there."
        )
    else:
        text = (
            "No piece can leave the part of the board with {cells|this cell|these # cells}, and no piece can move "
            "there, because no cell is empty. The goal needs the pieces in other places."
        )
    return [Message(text, cells=len(proof["cells"]))]


def _permutation(_: SlidePuzzle, proof: Proof) -> list[Message]:
    way = " → ".join(map(str, proof["way"]))
    text = "Move the empty cell along `way` to its place in the goal: {way}."
    moved = [Message(text, way=way)] * (len(proof["way"]) > 1)
    if proof["rule"] == "parity":
        text = (
            "Colour the {cells} cells like a chessboard. Every slide exchanges the empty cell "
            "with a piece and moves it to the other colour, so the empty cell returns after an "
            "even number of exchanges. The pieces need an odd number."
        )
    elif proof["rule"] == "ring":
        text = "The {cells} cells form a ring, where pieces cannot overtake each other. The goal needs another order."
    elif proof["rule"] == "theta":
        text = (
            "The {cells} cells are the one exception of Wilson's theorem, a ring of six with a cell in the middle. All "
            "arrangements that slides can reach were listed, and the goal is not among them."
        )
    else:
        text = (
            "Of the part of the board with these {cells} cells, leave out cell {entry}, where the empty cell enters "
            "it. The other cells do not have the pieces that the goal needs there, and never get others."
        )
        return [*moved, Message(text, cells=len(proof["cells"]), entry=proof["entry"])]
    return [*moved, Message(text, cells=len(proof["cells"]))]


def _separation(_: Puzzle, proof: Proof) -> list[Message]:
    if set(proof["target"]) <= set(proof["cells"]):
        text = (
            "Even if all other pieces were removed, the piece could not get into its place in the goal, "
            "although it could cover each cell of it."
        )
    else:
        text = (
            "Even if all other pieces were removed, the piece could cover only the cells listed, "
            "and its goal has others."
        )
    return [Message(text)]


def _exhaustion(_: Puzzle, proof: Proof) -> list[Message]:
    if "positions" in proof:
        text = (
            "All positions that can be reached from the {side} were visited ({positions}): the "
            "start and the goal are not connected. No short proof to check by hand was found."
        )
        return [Message(text, positions=proof["positions"], side=ENDS[proof["side"]])]
    text = (
        "A search found no solution. It skipped only positions from which a lower bound "
        "excludes the goal. No short proof to check by hand was found."
    )
    return [Message(text)]


_TEXTS: Mapping[str, Callable[[Any, Proof], list[Message]]] = {
    "pegs": _pegs,
    "parity": _parity,
    "pagoda": _pagoda,
    "ends": _ends,
    "programs": _programs,
    "goals": _goals,
    "survivor": _survivor,
    "fewer": _fewer,
    "contents": _contents,
    "permutation": _permutation,
    "separation": _separation,
    "exhaustion": _exhaustion,
}
"""By the argument of a proof."""


def advice(result: JsonObject, want: str) -> Message:
    """Advice after a limit ended a search."""
    limit = result["limit"]
    if want == "any":
        return Message("Raise the limit on {limit}.", limit=limit)
    if want in ("count", "all") and result.get("optimal"):
        return Message("The length is proven. To count the solutions, raise the limit on {limit}.", limit=limit)
    text = 'Raise the limit on {limit}, or ask for "any" to get a solution that is not proven shortest.'
    return Message(text, limit=limit)


def explained(puzzle: Puzzle, proof: Proof, say: Say = str) -> Proof:
    """A proof with its ``text``."""
    return {**proof, "text": " ".join(map(say, proof_sentences(puzzle, proof)))}


def with_sentences(puzzle: Puzzle, result: JsonObject, want: str, say: Say = str) -> JsonObject:
    """A result with the ``text`` of its proofs, and ``advice`` if a limit ended the search; ``say`` as before."""
    # A result has a second proof if its goal is the fewest pegs: that fewer cannot be left.
    names = [name for name in ("proof", "pegs_proof") if result.get(name) is not None]
    proofs = {name: explained(puzzle, result[name], say) for name in names}
    return result | proofs | ({"advice": say(advice(result, want))} if "limit" in result else {})
