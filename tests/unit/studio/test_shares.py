"""What a link shows on other sites, and what its page opens."""

from __future__ import annotations

from typing import Any

import pytest

from fewest.studio.shares import opened, preview_of
from tests.unit.studio.drawing.test_svg import LINE_PUZZLE, ROW_PUZZLE

NAMED = {"kind": "jump", "board": {"name": "hoppers"}, "start": {"empty": [6]}, "goal": {"pegs": [6]}}
GAME = {"moves": [[0, 2, 4]], "length": 1}
RESULT = {"status": "solved", "moves": [[0, 2, 4]], "length": 1, "optimal": True}


@pytest.mark.parametrize(
    ("document", "title"),
    [
        ({"puzzle": NAMED, "game": None}, "Hoppers: can you solve it?"),
        ({"puzzle": LINE_PUZZLE, "game": GAME}, "Peg solitaire: 1 move. Can you beat it?"),
        ({"puzzle": ROW_PUZZLE, "game": GAME | {"length": 20}}, "A sliding puzzle: 20 moves. Can you beat it?"),
        ({"puzzle": {"kind": "frogs"}, "game": None}, "A puzzle: can you solve it?"),
        ({"puzzle": NAMED, "result": RESULT | {"length": 7}}, "Hoppers: 7 moves, the fewest"),
        ({"puzzle": NAMED, "result": RESULT | {"length": 9, "optimal": False}}, "Hoppers: 9 moves"),
        ({"puzzle": NAMED, "result": {"length": None, "moves": None}}, "Hoppers: no solution exists"),
    ],
)
def test_titles(document: Any, title: str) -> None:
    """The title names the board and says what is known: only what is proven is called the fewest."""
    preview = preview_of(document)
    assert preview.title == title
    assert preview.text.endswith(".")


@pytest.mark.parametrize(
    ("document", "title"),
    [
        ({"puzzle": NAMED | {"board": {"name": "english"}}, "game": None}, "英国盤：解けますか？"),
        ({"puzzle": NAMED, "result": RESULT | {"length": 7}}, "ホッパーズ：最少7手"),
        ({"puzzle": LINE_PUZZLE, "game": GAME}, "ペグソリティア：1手で解けました。もっと短く解けますか？"),
    ],
)
def test_titles_in_japanese(document: Any, title: str) -> None:
    """Boards have the names that they have on the page."""
    preview = preview_of(document, "ja")
    assert preview.title == title
    assert preview.text.endswith("。")


def test_the_moves_to_beat_stay_secret() -> None:
    """The page of a challenge gets the puzzle and the number of moves, not the moves."""
    shown = opened({"id": "p_1", "puzzle": LINE_PUZZLE, "game": GAME})
    assert shown == {"puzzle": LINE_PUZZLE, "solution": None, "mode": "play", "shared": {"id": "p_1", "length": 1}}


@pytest.mark.parametrize(("moves", "mode"), [([[0, 2, 4]], "watch"), (None, "play")])
def test_a_solution_is_watched(moves: Any, mode: str) -> None:
    """A solution opens to be watched; a puzzle that has none opens to be tried."""
    shown = opened({"id": "p_1", "puzzle": LINE_PUZZLE, "result": RESULT | {"moves": moves, "statistics": {}}})
    assert shown["mode"] == mode
    assert shown["solution"] == (RESULT | {"id": "p_1"} if moves else None)
    assert shown["shared"] == {"id": "p_1", "length": None}
