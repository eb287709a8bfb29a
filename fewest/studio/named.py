"""Problems with ids: those of the atlas, the solutions and shared puzzles that are stored, and those of class sets."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from fewest.boards import catalogue
from fewest.boards.atlas import atlas
from fewest.notation import JsonObject
from fewest.notation.atlas import written_puzzle
from fewest.schemas.documents.base import encode
from fewest.service.http.problems import Problem
from fewest.service.limits import MAX_PRINTED_BYTES
from fewest.solver.errors import Message
from fewest.store.results import Results


@dataclass(frozen=True, slots=True)
class Named:
    """A problem that has an id.

    Attributes
    ----------
    id
        Its id, such as ``english/0-15`` in the atlas, or ``p_0123…`` of what is stored.
    board_title
        The title of its board if only the atlas has that; otherwise empty.
    puzzle
        The puzzle in a form that clients write.
    result
        What is known of it; None if nothing is.
    """

    id: str
    board_title: str
    puzzle: JsonObject
    result: JsonObject | None

    @property
    def board(self) -> tuple[str, str] | None:
        """The id and the title of its board; None if it has no name."""
        if self.board_title:
            return self.id.partition("/")[0], self.board_title
        entry = catalogue().get(self.puzzle.get("board", {}).get("name", ""))
        return None if entry is None else (entry["name"], entry["title"])

    @property
    def document(self) -> bytes:
        """The puzzle with its result, in the form of a stored solution."""
        return encode({"puzzle": self.puzzle, "result": self.result})

    def in_set(self, aim: str) -> JsonObject:
        """The problem as a class set has it."""
        fields = {"id": self.id, "aim": aim, "board_title": self.board_title}
        return fields | {"puzzle": self.puzzle, "result": self.result}


def of_set(problem: JsonObject) -> Named:
    """A problem of a class set."""
    return Named(problem["id"], problem["board_title"], problem["puzzle"], problem["result"])


def in_atlas(name: str) -> Named | None:
    """The problem of the atlas that has this id; None if there is none."""
    problem = atlas().problems.get(name)
    return None if problem is None else of_atlas(atlas().boards[problem["board"]], problem)


def of_atlas(board: JsonObject, problem: JsonObject) -> Named:
    """A problem of an atlas. A board of the catalogue is written by its name."""
    puzzle = written_puzzle(board, problem)
    if board["id"] in catalogue():
        return Named(problem["id"], "", puzzle | {"board": {"name": board["id"]}}, problem["result"])
    return Named(problem["id"], board["title"], puzzle, problem["result"])


def stored(document: bytes) -> Named:
    """A solution or a shared puzzle."""
    found = json.loads(document)
    return Named(found["id"], "", found["puzzle"], found.get("result"))


def named(results: Results, names: Sequence[str], refusal: str) -> dict[str, Named]:
    """The problems of these ids, each loaded once, without those that do not exist.

    Parameters
    ----------
    refusal
        The code of the problem if they are too large.

    Raises
    ------
    Problem
        If those that are stored are too large together; then none is loaded.
    """
    found = {name: in_atlas(name) for name in names}
    # The sizes first: whatever is asked for, no more than the limit is loaded.
    given = sum(results.sizes([name for name in names if found[name] is None]))
    if given > MAX_PRINTED_BYTES:
        text = "The stored puzzles have {given} bytes; the limit is {most} bytes."
        raise Problem(refusal, Message(text, given=given, most=MAX_PRINTED_BYTES))
    for name in found:
        if found[name] is None and (document := results.solution(name) or results.share(name)) is not None:
            found[name] = stored(document)
    return {name: problem for name, problem in found.items() if problem is not None}
