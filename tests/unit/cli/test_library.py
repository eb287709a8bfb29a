"""The operations of a service in this process; test_mcp_server.py has their answers."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import click
import pytest

from fewest.boards import catalogue
from fewest.cli.library import Library
from fewest.config.settings import Settings
from fewest.solver.model import Limits, Result
from tests.hang import HANG_SECONDS
from tests.integration.test_jobs import hard

BODY = {"puzzle": catalogue()["hoppers"]["examples"][0]["puzzle"], "want": "count"}

HINT = {"puzzle": BODY["puzzle"]}
LEVELS = {"kind": "slide", "board": {"rows": 2, "columns": 3}, "seed": 7, "number": 2}


def watched(library: Library, name: str, observe: Callable[[Any], object]) -> Any:
    """The result of a search, of a hint or of levels."""
    if name == "levels":
        return library.run("generation", LEVELS, observe)
    return library.solve(BODY, observe) if name == "solve" else library.hint(HINT, observe)


@pytest.mark.parametrize("name", ["solve", "hint", "levels"])
def test_work_can_be_watched_and_ended(name: str) -> None:
    """The observer sees states of running work; if it raises, the work ends, and the next one can begin."""
    library, states = Library(Settings()), list[dict[str, Any]]()

    def leave(_: object) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        watched(library, name, leave)
    result = watched(library, name, states.append)
    assert {state["status"] for state in states} == {"running"}
    if name == "solve":
        bounds = [state["progress"]["lower_bound"] for state in states]
        assert bounds == sorted(bounds)
        assert bounds[-1] <= result["result"]["length"] == 7
    elif name == "levels":
        assert states[-1]["progress"]["found"] <= len(result["puzzles"]) == 2


def test_a_hint_can_be_watched() -> None:
    """The states of a hint have all next moves, each with its distance once its search has ended."""
    states = list[dict[str, Any]]()
    hint = Library(Settings()).hint(HINT, lambda state: states.append(deepcopy(state)))
    ended = [sum(move["status"] == "solved" for move in state["moves"]) for state in states]
    assert ended[0] == 0
    assert ended == sorted(ended)
    assert {len(state["moves"]) for state in states} == {len(hint["moves"])}
    assert min(move["distance"] for move in hint["moves"]) == 6


def test_a_hint_names_the_block_that_moves() -> None:
    """Moves of sliding blocks name the block: after B makes room, A is one move from its goal; after its own, three."""
    puzzle = {"kind": "block", "start": {"picture": ["AB", ".."]}, "goal": {"at": {"A": [0, 1]}}, "metric": "line"}
    hint = Library(Settings()).hint({"puzzle": puzzle, "limits": {"seconds": HANG_SECONDS}})
    assert [(move["block"], move["distance"]) for move in hint["moves"]] == [("B", 1), ("A", 3)]


def test_the_seconds_of_a_hint_are_those_of_all_its_searches() -> None:
    """The limit on the seconds of a hint is divided among its searches."""
    given = list[float]()

    class Noting(Library):
        """Notes the seconds of each search."""

        def _search(self, puzzle: Any, want: Any, limits: Limits, *others: Any) -> Result:
            given.append(limits.seconds)
            return super()._search(puzzle, want, limits, *others)

    moves = Noting(Settings()).hint({"puzzle": hard(1), "limits": {"seconds": 0.001}})["moves"]
    assert [(move["status"], move["distance"]) for move in moves] == [("stopped", None)] * 2
    assert given == [0.0005] * 2


def test_a_survey_solves_each_of_its_problems() -> None:
    """Every row of a survey agrees with a search for that problem alone."""
    board = {"grid": ["...."], "lines": "orthogonal"}
    library, states = Library(Settings()), list[dict[str, Any]]()
    rows = library.survey({"kind": "jump", "board": board, "want": "count"}, states.append)["problems"]
    assert [state["progress"]["ended"] for state in states] == list(range(8))
    assert sum(row["members"] for row in rows) == 16
    for row in rows:
        puzzle = {"kind": "jump", "board": board, "start": row["start"], "goal": row["goal"]}
        result = library.solve({"puzzle": puzzle, "want": "count"})["result"]
        assert (row["status"], row["length"], row.get("count")) == tuple(
            result.get(name) for name in ("status", "length", "count")
        )
    with pytest.raises(click.ClickException, match="/board/name: there is no board"):
        library.survey({"kind": "jump", "board": {"name": "none"}})
