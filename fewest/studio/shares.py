"""The preview of a link on other sites, and the content of the page that it opens."""

from __future__ import annotations

from dataclasses import dataclass

from fewest.boards import catalogue
from fewest.notation import JsonObject
from fewest.service.translations import ENGLISH, translate, translations
from fewest.solver.errors import Message
from fewest.studio.atlas import shown_result
from fewest.studio.kinds import style_of


@dataclass(frozen=True, slots=True)
class Preview:
    """The preview of a link on other sites: a title, and a sentence or two."""

    title: str
    text: str


def preview_of(document: JsonObject, language: str = ENGLISH) -> Preview:
    """The preview of a solution or a shared puzzle in a language."""
    name = name_of(document["puzzle"], language)
    return Preview(*(translate(said, language) for said in _said(name, document)))


def _said(name: str, document: JsonObject) -> tuple[Message, Message]:
    if "result" in document:
        return _solved(name, document["result"])
    if document["game"] is not None:
        title = Message("{name}: {moves}. Can you beat it?", name=name, moves=moves(document["game"]["length"]))
        return title, Message("All moves were checked against the rules. Now play it.")
    title = Message("{name}: can you solve it?", name=name)
    return title, Message("Play it, get hints, or have it solved in the fewest moves.")


def name_of(puzzle: JsonObject, language: str = ENGLISH) -> str:
    """What a puzzle's board is called, without its size; if it has no name, what kind of puzzle it is."""
    name = puzzle.get("board", {}).get("name", "")
    if name not in catalogue():
        return translate(style_of(puzzle["kind"]).title, language)
    title: str = catalogue()[name]["title"]
    known = {} if language == ENGLISH else translations(language, "page")
    return known.get(f"boards\4{name}", title.partition(",")[0])


def moves(number: int) -> Message:
    """A number of moves, in words."""
    return Message("{number|# move|# moves}", number=number)


def opened(document: JsonObject) -> JsonObject:
    """What the page opens: the puzzle and the moves of its solution, to watch, or a puzzle to play.

    The moves of a game that is to be beaten are left out.
    """
    result = document.get("result") or {"moves": None}
    game = document.get("game") or {"length": None}
    shown = shown_result(result) | {"id": document["id"]}
    return {
        "puzzle": document["puzzle"],
        "solution": shown if result["moves"] is not None else None,
        "mode": "watch" if result["moves"] is not None else "play",
        "shared": {"id": document["id"], "length": game["length"]},
    }


def _solved(name: str, result: JsonObject) -> tuple[Message, Message]:
    length = result["length"]
    if length is None:
        title = Message("{name}: no solution exists", name=name)
        return title, Message("See the proof, or change the puzzle and try again.")
    if not result["optimal"]:
        title = Message("{name}: {moves}", name=name, moves=moves(length))
        return title, Message("Watch the solution move by move, or look for a shorter one.")
    title = Message("{name}: {moves}, the fewest", name=name, moves=moves(length))
    return title, Message("Proven: no solution is shorter. Watch it move by move, or play it yourself.")
