"""Pictures of surveys: every problem has its place and its mark, and small boards do not overlap."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any
from xml.etree import ElementTree

import pytest

from fewest.boards import catalogue
from fewest.config.settings import MAX_PAIRS, Settings
from fewest.design.forms.surveys import load_survey
from fewest.studio.drawing.marks import FIRST_DARK, INK, SHADES, mark_of
from fewest.studio.drawing.survey import survey_picture
from tests.unit.studio.drawing.test_svg import SVG, contrast

SOLVED = {"status": "solved", "length": 12, "optimal": True, "lower_bound": 12}


def drawn(body: Any, *rows: dict[str, Any]) -> ElementTree.Element:
    """The picture of a survey whose problems all have one state, or each its own."""
    survey = load_survey(body, Settings())
    stored = {
        "puzzles": survey.puzzles,
        "starts": survey.starts,
        "goals": survey.goals,
        "rows": survey.rows,
    }
    states = rows if len(rows) > 1 else rows * len(survey.problems)
    return ElementTree.fromstring(survey_picture(stored, states))


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (SOLVED, "12"),
        (SOLVED | {"optimal": False}, "≤12"),
        ({"status": "unsolvable", "length": None}, ""),
        ({"status": "stopped", "length": None, "lower_bound": 7}, "≥7"),
        ({"status": "queued", "length": None, "lower_bound": None}, "?"),
        ({"status": "refused"}, "?"),
    ],
)
def test_marks(problem: dict[str, Any], text: str) -> None:
    """A proven length is a number; others say what is known."""
    assert mark_of(problem).text == text


@pytest.mark.parametrize(
    "name",
    [name for name, board in catalogue().items() if board["kind"] == "jump" and len(board["layout"]) ** 2 <= MAX_PAIRS],
)
def test_small_boards_in_the_places_of_the_holes(name: str) -> None:
    """There is a small board for every hole, with a mark for every hole, and none of them overlaps another."""
    picture = drawn({"kind": "jump", "board": {"name": name}}, SOLVED)
    boards = [group for group in picture.findall(f"{SVG}g") if group.find(f"{SVG}use") is not None]
    holes = len(catalogue()[name]["layout"])
    assert [group.findtext(f"{SVG}title") for group in boards] == [f"hole {hole} empty" for hole in range(holes)]
    assert all(len(group.findall(f"{SVG}text")) == holes for group in boards)
    outline = picture.find(f"{SVG}defs/{SVG}polygon")
    assert outline is not None
    corners = [tuple(map(float, corner.split(","))) for corner in str(outline.get("points")).split()]
    width, height = (max(c[axis] for c in corners) - min(c[axis] for c in corners) for axis in (0, 1))
    places = [tuple(map(float, re.findall(r"-?\d+", str(group.get("transform"))))) for group in boards]
    assert all(abs(a[0] - b[0]) >= width or abs(a[1] - b[1]) >= height for a, b in combinations(places, 2))


def test_symmetric_problems_have_the_same_mark() -> None:
    """Each of the problems that a row stands for is drawn."""
    body = {"kind": "jump", "board": {"grid": ["...."], "lines": "orthogonal"}}
    rows = [SOLVED | {"length": length} for length in range(10, 18)]
    picture = drawn(body, *rows)
    first, *_, last = [group for group in picture.findall(f"{SVG}g") if group.find(f"{SVG}use") is not None]
    fills = [[each.get("fill") for each in group.findall(f"{SVG}rect")][:-1] for group in (first, last)]
    assert fills[0] == fills[1][::-1]
    assert len(set(fills[0])) > 1


def test_other_surveys_are_drawn_by_their_starts() -> None:
    """Every start has a small picture, and below it a mark for each goal; the goals come first."""
    body = {
        "kind": "slide",
        "board": {"rows": 2, "columns": 2},
        "starts": [[1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 1, 2]],
        "goals": [[1, 2, 3, 0], [None, 2, None, None]],
    }
    picture = drawn(body, SOLVED)
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert (titles.count("A start."), titles.count("A goal.")) == (3, 2)
    assert [text.text for text in picture.iter(f"{SVG}text")].count("12") == 3 * 2 + 1  # and one in the legend
    assert len(drawn({"kind": "jump", "board": {"name": "hoppers"}, "goals": [{"count": 1}]}, SOLVED)) > 0


def test_a_board_for_each_block() -> None:
    """Where each goal is about one block, it has a small board with a mark at each place; else starts have marks."""
    body = {"kind": "block", "metric": "step", "starts": [{"picture": ["AAB", "..B"]}, {"picture": ["..B", "AAB"]}]}
    picture = drawn(body, SOLVED)
    boards = [group for group in picture.findall(f"{SVG}g") if group.find(f"{SVG}use") is not None]
    assert [group.findtext(f"{SVG}title") for group in boards] == ["block A", "block B"] * 2
    assert [len(group.findall(f"{SVG}text")) for group in boards] == [4, 3] * 2
    assert [each.text for each in picture.findall(f"{SVG}text")][:4] == ["A", "B"] * 2
    picture = drawn(body | {"goals": [{"at": {"A": [1, 0], "B": [0, 2]}}, {"at": {"A": [0, 0]}}]}, SOLVED)
    titles = [title.text for title in picture.iter(f"{SVG}title")]
    assert (titles.count("A start."), titles.count("A goal.")) == (2, 2)


def test_contrast() -> None:
    """Numbers have 4.5 to 1 on their shades."""
    for index, shade in enumerate(SHADES):
        assert contrast(shade, "#ffffff" if index >= FIRST_DARK else INK) >= 4.5
