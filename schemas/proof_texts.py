"""Proofs in sentences: the argument and how to check it. Also advice after a limit ended a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fewest.schemas import JsonObject
from fewest.schemas.errors import Say
from fewest.solver.errors import Message
from fewest.solver.model import Proof

ENDS = {"start": Message("start"), "goal": Message("goal")}


def proof_sentences(proof: Proof) -> list[Message]:
    """The argument of a proof, and how to check it."""
    return _TEXTS[proof["by"]](proof)


def _pegs(proof: Proof) -> list[Message]:
    start, goal = proof["start"], proof["goal"]
    if goal == 0:
        return [Message("The peg that jumps stays on the board, so one peg is always left.")]
    if start == goal:
        return [Message("Every jump removes one peg, but the goal has as many pegs as the start, in other holes.")]
    text = "Every jump removes one peg, so no game leads from {start} pegs to {goal}."
    return [Message(text, start=start, goal=goal)]


def _parity(proof: Proof) -> list[Message]:
    words = Message("even"), Message("odd")
    text = (
        "Count only the pegs in holes of weight 1. Every jump touches two of these holes or "
        "none, so the count stays even or stays odd. It is {start} at the start, but the "
        "goal needs it to be {goal}."
    )
    return [Message(text, start=words[proof["start"] % 2], goal=words[proof["goal"] % 2])]


def _pagoda(proof: Proof) -> list[Message]:
    text = (
        "Add up the weights of the holes that have a peg. No jump increases this sum: for "
        "each jump, the hole where it ends weighs at most as much as the other two together. "
        "The sum is {start} at the start, but the goal needs at least {goal}."
    )
    return [Message(text, start=proof["start"], goal=proof["goal"])]


def _ends(proof: Proof) -> list[Message]:
    if not proof["pairs"]:
        return [Message("No jump is possible at the start, or no jump leads to the goal.")]
    text = (
        "Each position after a first jump was paired with each position before a last jump: "
        "{pairs} pairs. Each pair is excluded in one of two ways. Either there are weights "
        "whose sum no jump increases, and the first position has a smaller sum than the "
        "second. Or the numbers of jumps between the two are divided into cases, and weights "
        "exclude each case."
    )
    return [Message(text, pairs=proof["pairs"])]


def _programs(proof: Proof) -> list[Message]:
    text = (
        "{programs} linear programs excluded every pair of a first and a last jump ({pairs} "
        "pairs). Their weights are too many to store, so this proof cannot be checked by "
        "hand."
    )
    return [Message(text, programs=proof["programs"], pairs=proof["pairs"])]


def _goals(proof: Proof) -> list[Message]:
    groups = proof["goals"]
    first = Message(
        "No goal can be reached. The goals form {count} groups, and each group has a proof.", count=len(groups)
    )
    return (
        [first, Message("The proof of the first group:"), *proof_sentences(groups[0]["proof"])] if groups else [first]
    )


def _survivor(proof: Proof) -> list[Message]:
    text = "The peg that must be the last one can reach only the holes {holes}."
    reach = Message(text, holes=", ".join(map(str, proof["reach"])))
    if "proof" not in proof:
        return [reach, Message("The goal allows none of these holes.")]
    marked = Message("Add a second copy of these holes, which only this peg can enter. The new board has this proof:")
    return [reach, marked, *proof_sentences(proof["proof"])]


def _fewer(proof: Proof) -> list[Message]:
    text = "No game leaves fewer than {pegs} pegs: a proof excludes each smaller number."
    return [Message(text, pegs=proof["pegs_left"])]


def _contents(proof: Proof) -> list[Message]:
    text = (
        "No piece can leave the part of the board with these {cells} cells, and this part "
        "does not have the pieces or empty cells that the goal needs there."
    )
    return [Message(text, cells=len(proof["cells"]))]


def _permutation(proof: Proof) -> list[Message]:
    moved = Message("Move the empty cell along `way` to its place in the goal.")
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
        text = "The part of the board with these {cells} cells does not have the pieces that the goal needs there."
    return [moved, Message(text, cells=len(proof["cells"]))]


def _separation(_: Proof) -> list[Message]:
    text = (
        "Even if all other pieces were removed, the piece could cover only the cells listed, "
        "and its goal is not among them."
    )
    return [Message(text)]


def _exhaustion(proof: Proof) -> list[Message]:
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


_TEXTS: Mapping[str, Callable[[Proof], list[Message]]] = {
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


def explained(proof: Proof, say: Say = str) -> Proof:
    """A proof with its ``text``."""
    return {**proof, "text": " ".join(map(say, proof_sentences(proof)))}


def with_sentences(result: JsonObject, want: str, say: Say = str) -> JsonObject:
    """A result with the ``text`` of its proofs, and ``advice`` if a limit ended the search; ``say`` as before."""
    proofs = {name: explained(result[name], say) for name in ("proof", "pegs_proof") if result.get(name) is not None}
    return result | proofs | ({"advice": say(advice(result, want))} if "limit" in result else {})
