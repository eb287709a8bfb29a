"""Pictures show the position the rules lead to, are well-formed, and keep their contrast."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from schemas.puzzle import load_puzzle
from service.drawing.scene import UNIT, Scene, scene_of, spread
from service.drawing.svg import FILLED, GROUND, LINE, MOVED, TEXT, animated_picture, position_picture

SVG = "{http://www.w3.org/2000/svg}"
LINE_PUZZLE = {
    "kind": "jump",
    "board": {"holes": 5, "jumps": [[0, 1, 2], [2, 3, 4]]},
    "start": {"pegs": [0, 1, 3]},
    "goal": {"pegs": [4]},
}
ROW_PUZZLE = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 0, 2, 12], "goal": [0, 1, 2, 12]}


def scene(puzzle: dict[str, Any], moves: Any, removed: Any = None) -> Scene:
    """The scene of a solution."""
    return scene_of(json.dumps({"puzzle": puzzle, "result": {"moves": moves, "removed": removed}}).encode())


JUMP = scene(LINE_PUZZLE, [[0, 2, 4]], [[1, 3]])
SLIDE = scene(ROW_PUZZLE, [[0, 1]])


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2)."""
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast of two colours (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_contrast() -> None:
    """Text has 4.5 to 1 on its tile; lines, pegs and tiles have 3 to 1 on the ground."""
    assert all(contrast(TEXT, tile) >= 4.5 for tile in (FILLED, MOVED))
    assert all(contrast(GROUND, colour) >= 3 for colour in (LINE, FILLED, MOVED))


@pytest.mark.parametrize(("move", "holes"), [(0, {0, 1, 3}), (1, {4})])
def test_pegs_after_a_move(move: int, holes: set[int]) -> None:
    """Exactly the pegs of the position are drawn, each at its hole."""
    groups = ElementTree.fromstring(position_picture(JUMP, move)).findall(f"{SVG}g")
    drawn = {group.get("transform") for group in groups}
    assert drawn == {f"translate({x:g} {y:g})" for x, y in (JUMP.points[hole] for hole in holes)}


def test_pegs_after_each_of_two_moves() -> None:
    """Between two moves, the position after the first is drawn."""
    puzzle = LINE_PUZZLE | {"board": {"holes": 6, "jumps": [[0, 1, 2], [3, 4, 5]]}, "start": {"pegs": [0, 1, 3, 4]}}
    two = scene(puzzle, [[0, 2], [3, 5]], [[1], [4]])
    for move, holes in ((0, {0, 1, 3, 4}), (1, {2, 3, 4}), (2, {2, 5})):
        groups = ElementTree.fromstring(position_picture(two, move)).findall(f"{SVG}g")
        assert {group.get("transform") for group in groups} == {
            f"translate({x:g} {y:g})" for x, y in (two.points[hole] for hole in holes)
        }


def test_last_move_is_marked() -> None:
    """The peg moved last has its own colour, and a line shows its path."""
    picture = ElementTree.fromstring(position_picture(JUMP, 1))
    (line,) = picture.findall(f"{SVG}polyline")
    assert len((line.get("points") or "").split()) == 3
    assert [circle.get("fill") for circle in picture.iter(f"{SVG}circle")].count(MOVED) == 2


def test_pieces_carry_their_numbers() -> None:
    """Pieces are drawn with their numbers."""
    texts = [text.text for text in ElementTree.fromstring(position_picture(SLIDE, 1)).iter(f"{SVG}text")]
    assert sorted(map(str, texts)) == ["1", "12", "2"]


@pytest.mark.parametrize("drawn", [JUMP, SLIDE])
def test_animation(drawn: Scene) -> None:
    """Moments of an animation rise from 0 to 1, one for each value."""
    moving = 0
    for element in ElementTree.fromstring(animated_picture(drawn)).iter():
        if element.tag in (f"{SVG}animate", f"{SVG}animateTransform"):
            moving += 1
            moments = [float(moment) for moment in (element.get("keyTimes") or "").split(";")]
            assert len(moments) == len((element.get("values") or "").split(";"))
            assert moments[0] == 0
            assert all(a <= b for a, b in pairwise(moments))
            assert moments[-1] <= 1
    assert moving == {"jump": 3, "slide": 1}[drawn.kind]


def test_layout_is_computed_where_none_is_given() -> None:
    """Without a layout, the computed points are at least a unit apart, and the same every time."""
    assert load_puzzle(LINE_PUZZLE).layout is None
    again = scene(LINE_PUZZLE, [], [])
    assert again.points == JUMP.points
    distances = [abs(complex(*p) - complex(*q)) for i, p in enumerate(JUMP.points) for q in JUMP.points[:i]]
    assert min(distances) >= UNIT - 0.1


@pytest.mark.parametrize("layout", [[[0, 0]], [[1, 1], [1, 1]], [[0, 0], [1e-4, 0], [9000, 1]], []])
def test_strange_layouts(layout: list[list[float]]) -> None:
    """Points on top of each other, very close, or far apart give a drawing of bounded size."""
    for x, y in spread(layout):
        assert 0 <= x <= 61 * UNIT
        assert 0 <= y <= 61 * UNIT


def test_unsolvable_has_its_start_only() -> None:
    """A puzzle without a solution is drawn at its start."""
    drawn = scene(LINE_PUZZLE, None)
    assert drawn.steps == 0
    ElementTree.fromstring(position_picture(drawn, 0))
    ElementTree.fromstring(animated_picture(drawn))
