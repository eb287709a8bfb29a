"""Proofs in sentences: what was shown, and how anyone can check it. What would help where a limit ended a search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fewest.schemas import JsonObject
from fewest.schemas.errors import Say
from fewest.solver.errors import Message
from fewest.solver.model import Proof

ENDS = {"start": Message("start"), "goal": Message("goal")}


def proof_sentences(proof: Proof) -> list[Message]:
    """What a proof says, and how to check it."""
    return _TEXTS[proof["by"]](proof)


def _pegs(proof: Proof) -> list[Message]:
    start, goal = proof["start"], proof["goal"]
    if goal == 0:
        return [Message("The peg that jumps stays on the board, so that one peg is always left.")]
    if start == goal:
        return [Message("Every jump takes off one peg, but the goal has as many as the start, in other holes.")]
    text = "Every jump takes one peg off the board, so from {start} pegs it cannot come to {goal}."
    return [Message(text, start=start, goal=goal)]


def _parity(proof: Proof) -> list[Message]:
    words = Message("even"), Message("odd")
    text = (
        "Count only the pegs in holes of weight 1. Every jump touches two of these holes or none, so the number stays "
        "even, or stays odd: it is {start} at the start, and the goal needs it to be {goal}."
    )
    return [Message(text, start=words[proof["start"] % 2], goal=words[proof["goal"] % 2])]


def _pagoda(proof: Proof) -> list[Message]:
    text = (
        "Add up the weights of the holes with a peg. No jump makes this sum larger; to check that, compare the weight "
        "of the hole in which each jump ends with those of the other two together. The sum is {start} at the start, "
        "and the goal needs at least {goal}."
    )
    return [Message(text, start=proof["start"], goal=proof["goal"])]


def _ends(proof: Proof) -> list[Message]:
    if not proof["pairs"]:
        return [Message("No jump is possible at the start, or no jump leads to the goal.")]
    text = (
        "Each position after a first jump was compared with each one before a last jump: {pairs} pairs. For every pair "
        "there are weights whose sum no jump makes larger, and which is too small already; or the jumps between the "
        "two are counted case by case, and in each case weights leave no number of jumps."
    )
    return [Message(text, pairs=proof["pairs"])]


def _programs(proof: Proof) -> list[Message]:
    text = (
        "{programs} linear programs excluded every last jump after every first one ({pairs} pairs). Their weights are "
        "too many to be kept, so there is nothing to check by hand."
    )
    return [Message(text, programs=proof["programs"], pairs=proof["pairs"])]


def _goals(proof: Proof) -> list[Message]:
    groups = proof["goals"]
    first = Message(
        "None of the goals can be reached. They are in {count} groups, each with a proof.", count=len(groups)
    )
    return [first, Message("Of the first group:"), *proof_sentences(groups[0]["proof"])] if groups else [first]


def _survivor(proof: Proof) -> list[Message]:
    text = "The peg that is to be the last one can only come to the holes {holes}."
    reach = Message(text, holes=", ".join(map(str, proof["reach"])))
    if "proof" not in proof:
        return [reach, Message("None of them is one in which it may end.")]
    marked = Message("On a board that has these holes once more, for this peg alone, the following holds.")
    return [reach, marked, *proof_sentences(proof["proof"])]


def _fewer(proof: Proof) -> list[Message]:
    text = "No game leaves fewer than {pegs} pegs: each smaller number has a proof of its own."
    return [Message(text, pegs=proof["pegs_left"])]


def _contents(proof: Proof) -> list[Message]:
    text = (
        "No piece ever leaves the part of the board with these {cells} cells, and it does not hold the pieces or the "
        "empty cells that the goal wants there."
    )
    return [Message(text, cells=len(proof["cells"]))]


def _permutation(proof: Proof) -> list[Message]:
    moved = Message("Move the empty cell along `way` to where the goal wants it.")
    if proof["rule"] == "parity":
        text = (
            "Colour the {cells} cells like a chessboard: every slide moves the empty cell to the other colour and is "
            "one exchange, so when it is back it has made an even number of exchanges. The pieces then need an odd one."
        )
    elif proof["rule"] == "ring":
        text = "The {cells} cells form a ring, where pieces cannot overtake each other; the goal wants another order."
    elif proof["rule"] == "theta":
        text = (
            "The {cells} cells are the one exception of Wilson's theorem, a ring of six with a cell in the middle. All "
            "arrangements that slides can reach were listed, and the goal is not among them."
        )
    else:
        text = "The part of the board with these {cells} cells does not hold the pieces that the goal wants there."
    return [moved, Message(text, cells=len(proof["cells"]))]


def _separation(_: Proof) -> list[Message]:
    text = "Even with all other pieces taken away, the piece could cover only the cells listed, which lack its goal."
    return [Message(text)]


def _exhaustion(proof: Proof) -> list[Message]:
    if "positions" in proof:
        text = (
            "All positions that can be reached from the {side} were visited ({positions}): no way leads from start to "
            "goal. There is no shorter argument to check by hand."
        )
        return [Message(text, positions=proof["positions"], side=ENDS[proof["side"]])]
    text = (
        "A search found no way to the goal; it left out only positions from which a bound excludes the goal. There is "
        "no shorter argument to check by hand."
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
    """What would help where a limit ended a search."""
    limit = result["limit"]
    if want == "any":
        return Message("Give it a larger limit on {limit}.", limit=limit)
    if want in ("count", "all") and result.get("optimal"):
        return Message("The length is proven; to count the solutions, give a larger limit on {limit}.", limit=limit)
    text = 'Give a larger limit on {limit}; or ask for "any", to get a solution without a proof that it is shortest.'
    return Message(text, limit=limit)


def explained(proof: Proof, say: Say = str) -> Proof:
    """A proof with its ``text``."""
    return {**proof, "text": " ".join(map(say, proof_sentences(proof)))}


def with_sentences(result: JsonObject, want: str, say: Say = str) -> JsonObject:
    """A result with the ``text`` of its proofs, and ``advice`` if a limit ended the search; ``say`` as before."""
    proofs = {name: explained(result[name], say) for name in ("proof", "pegs_proof") if result.get(name) is not None}
    return result | proofs | ({"advice": say(advice(result, want))} if "limit" in result else {})
