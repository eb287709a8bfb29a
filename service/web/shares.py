"""The preview of a link on other sites, and the content of the page that it opens."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.boards import catalogue
from fewest.schemas import JsonObject
from fewest.service.web.atlas import SHOWN

NAMES = {"jump": "Peg solitaire", "slide": "A sliding puzzle", "block": "Sliding blocks"}
"""Titles of puzzles whose board has no name."""


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link on other sites: a title, and a sentence or two."""

    title: str
    text: str


def preview_of(document: JsonObject) -> Preview:
    """The preview of a solution or a shared puzzle."""
    name = name_of(document["puzzle"])
    if "result" in document:
        return _solved(name, document["result"])
    if document["game"] is not None:
        made = moves(document["game"]["length"])
        return Preview(f"{name}: {made}. Can you beat it?", "All moves were checked against the rules. Now play it.")
    return Preview(f"{name}: can you solve it?", "Play it, get hints, or have it solved in the fewest moves.")


def name_of(puzzle: JsonObject) -> str:
    """What the catalogue calls a puzzle's board, without its size; of others, what kind of puzzle it is."""
    entry: JsonObject = catalogue().get(puzzle.get("board", {}).get("name", ""), {})
    title: str = entry.get("title", NAMES.get(puzzle["kind"], "A puzzle"))
    return title.partition(",")[0]


def moves(number: int) -> str:
    """A number of moves, in words."""
    return f"{number} move{'' if number == 1 else 's'}"


def opened(document: JsonObject) -> JsonObject:
    """What the page opens: the puzzle and the moves of its solution, to watch, or a puzzle to play.

    The moves of a game that is to be beaten are left out.
    """
    result = document.get("result") or {"moves": None}
    game = document.get("game") or {"length": None}
    shown = {name: result[name] for name in SHOWN if name in result} | {"id": document["id"]}
    return {
        "puzzle": document["puzzle"],
        "solution": shown if result["moves"] is not None else None,
        "mode": "watch" if result["moves"] is not None else "play",
        "shared": {"id": document["id"], "length": game["length"]},
    }


def _solved(name: str, result: JsonObject) -> Preview:
    length = result["length"]
    if length is None:
        return Preview(f"{name}: no solution exists", "See the proof, or change the puzzle and try again.")
    if not result["optimal"]:
        return Preview(f"{name}: {moves(length)}", "Watch the solution move by move, or look for a shorter one.")
    text = "Proven: no solution is shorter. Watch it move by move, or play it yourself."
    return Preview(f"{name}: {moves(length)}, the fewest", text)
