"""Pictures show the position the rules lead to, are well-formed, and keep their contrast."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest

from fewest.notation.puzzle import load_puzzle
from fewest.studio.drawing.looks import CASING, DARK, MARBLES, MOVED, TEXT, TILE, WOOD
from fewest.studio.drawing.scene import UNIT, Scene, scene_of, spread
from fewest.studio.drawing.svg import animated_picture, position_picture

SVG = "{http://www.w3.org/2000/svg}"
LINE_PUZZLE = {
    "kind": "jump",
    "board": {"holes": 5, "jumps": [[0, 1, 2], [2, 3, 4]]},
    "start": {"pegs": [0, 1, 3]},
    "goal": {"pegs": [4]},
}
ROW_PUZZLE = {"kind": "slide", "board": {"rows": 2, "columns": 2}, "start": [1, 0, 2, 12], "goal": [0, 1, 2, 12]}


def scene(puzzle: dict[str, Any], moves: Any, removed: Any = None) -> Scene:
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
    """Text has 4.5 to 1 on its tile; marbles have 3 to 1 on the wood, tiles in their tray, the last move around it."""
    assert contrast(TEXT, TILE) >= 4.5
    assert all(contrast(WOOD, marble) >= 3 for marble in MARBLES)
    assert contrast(DARK, TILE) >= 3
    assert contrast(MOVED, CASING) >= 3
    assert contrast(CASING, WOOD) >= 3


def position(picture: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(picture).findall(f"{SVG}g[@class='position']/{SVG}g")


def test_pegs_after_each_of_two_moves() -> None:
    """Exactly the pegs of the position are drawn, each at its hole: at the start, between two moves, and at the end."""
    puzzle = LINE_PUZZLE | {"board": {"holes": 6, "jumps": [[0, 1, 2], [3, 4, 5]]}, "start": {"pegs": [0, 1, 3, 4]}}
    two = scene(puzzle, [[0, 2], [3, 5]], [[1], [4]])
    for move, holes in ((0, {0, 1, 3, 4}), (1, {2, 3, 4}), (2, {2, 5})):
        groups = position(position_picture(two, move))
        assert {group.get("transform") for group in groups} == {
            f"translate({x:g} {y:g})" for x, y in (two.points[hole] for hole in holes)
        }


def test_last_move_is_marked() -> None:
    """The peg moved last has a ring, and a line shows its path, with an arc for every jump.

    Pegs taken off the board lie beside each other, off the holes.
    """
    picture = ElementTree.fromstring(position_picture(JUMP, 1))
    (line,) = [path for path in picture.findall(f"{SVG}path") if path.get("stroke") == MOVED]
    arcs = re.findall(r"M([-\d.]+) [-\d.]+Q([-\d.]+) [-\d.]+ ([-\d.]+) ", line.get("d") or "")
    assert [float(top) for _, top, _ in arcs] == [(float(a) + float(b)) / 2 for a, _, b in arcs]
    assert len(arcs) == 2
    assert [circle.get("stroke") for circle in picture.iter(f"{SVG}circle")].count(MOVED) == 1
    captured = picture.findall(f"{SVG}g[@class='captured']/{SVG}g")
    places = [re.findall(r"[-\d.]+", group.get("transform") or "")[:2] for group in captured]
    spots = [complex(float(x), float(y)) for x, y in places]
    assert len(spots) == 2
    assert abs(spots[0] - spots[1]) > UNIT / 4
    assert all(abs(spot - complex(*point)) > 0.8 * UNIT for spot in spots for point in JUMP.points)
    assert sorted(re.findall(r">(\d+)</text>", position_picture(SLIDE, 1))) == ["1", "12", "2"]


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
    # the jumping peg: its way and its hops; each of the two others: its way and its size; the piece: its way
    assert moving == (6 if drawn is JUMP else 1)


@pytest.mark.parametrize("layout", [[[0, 0]], [[1, 1], [1, 1]], [[0, 0], [1e-4, 0], [9000, 1]], []])
def test_strange_layouts(layout: list[list[float]]) -> None:
    """Points on top of each other, very close, or far apart give a drawing of bounded size."""
    for x, y in spread(layout):
        assert 0 <= x <= 61 * UNIT
        assert 0 <= y <= 61 * UNIT


def test_unsolvable_has_its_start_only() -> None:
    """A puzzle without a solution is drawn at its start, at computed points that are at least a unit apart."""
    assert load_puzzle(LINE_PUZZLE).layout is None
    drawn = scene(LINE_PUZZLE, None)
    assert (drawn.steps, drawn.points) == (0, JUMP.points)
    assert min(abs(complex(*p) - complex(*q)) for i, p in enumerate(JUMP.points) for q in JUMP.points[:i]) >= UNIT - 0.1
    ElementTree.fromstring(position_picture(drawn, 0))
    ElementTree.fromstring(animated_picture(drawn))
