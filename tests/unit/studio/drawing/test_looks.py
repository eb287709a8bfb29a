"""Small and printed pictures show the position, its goal and, if asked for, the numbers of the places."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from fewest.notation import JsonObject
from fewest.studio.drawing.goals import goal_line
from fewest.studio.drawing.looks import NUMBERED, PRINTED, SMALL, WOODEN, Look
from fewest.studio.drawing.scene import Scene, still
from fewest.studio.drawing.svg import position_picture
from tests.unit.studio.drawing.test_svg import SVG, contrast, scene

LINE = {"holes": 3, "jumps": [[0, 1, 2]], "layout": [[0, 0], [1, 0], [2, 0]]}
ROW = scene({"kind": "jump", "board": LINE, "start": {"pegs": [0, 1]}, "goal": {"pegs": [2]}}, None)
TRAY = scene({"kind": "slide", "board": {"rows": 1, "columns": 3}, "start": [12, 0, 2], "goal": [12, 2, 0]}, None)
BLOCK = {"kind": "block", "start": {"picture": ["AA", ".B"]}, "goal": {"at": {"B": [1, 0]}}, "metric": "step"}
BLOCKS = scene(BLOCK | {"doors": [{"at": [[1, 0]], "pieces": ["B"]}]}, None)
STAR = {"adjacency": [[1], [0, 2], [1]], "layout": [[0, 0], [4, 7], [8, 0]]}
ROUND = scene({"kind": "slide", "board": STAR, "start": [1, 0, 1], "goal": [1, 1, 0]}, None)
flat = pytest.mark.parametrize("look", [SMALL, PRINTED])


def drawn(position: Scene, look: Look) -> ElementTree.Element:
    return ElementTree.fromstring(position_picture(position, 0, look, "A & B"))


def texts(picture: ElementTree.Element) -> list[str | None]:
    return [text.text for text in picture.iter(f"{SVG}text")]


def paths(picture: ElementTree.Element, group: str) -> list[ElementTree.Element]:
    return picture.findall(f"{SVG}g[@class='{group}']//{SVG}path")


def fill(attributes: str) -> str:
    return re.findall('fill="(.*?)"', attributes)[0]


def test_pegs_holes_and_goal() -> None:
    """Every hole is drawn once, pegs on theirs, and the goal has a ring; small pictures have no numbers."""
    picture = drawn(ROW, SMALL)
    holes, rings = picture.findall(f"{SVG}g[@class='board']/{SVG}g")
    assert [hole.get("cx") for hole in holes] == ["0", "40", "80"]
    assert [ring.get("cx") for ring in rings] == ["80"]
    pegs = picture.findall(f"{SVG}g[@class='position']/{SVG}g")
    assert [peg.get("transform") for peg in pegs] == ["translate(0 0)", "translate(40 0)"]
    assert texts(picture) == []
    assert picture.findtext(f"{SVG}title") == "A & B"


@pytest.mark.parametrize(
    ("position", "look", "written"),
    [
        (ROW, NUMBERED, ["0", "1", "2"]),
        (TRAY, SMALL, ["12", "2"]),
        (TRAY, PRINTED, ["12", "2"]),
        (ROUND, SMALL, ["1", "1"]),
        (ROUND, NUMBERED, ["1", "1", "0", "1", "2"]),
        (BLOCKS, PRINTED, ["B", "A", "B"]),
        (still(TRAY, [None, 0, 3]), SMALL, ["?", "3"]),
    ],
)
def test_names_and_numbers(position: Scene, look: Look, written: list[str]) -> None:
    """Pieces have their numbers, blocks and doors names, once each, and places numbers if they are asked for."""
    assert texts(drawn(position, look)) == written


def test_cells_are_square_where_there_is_room() -> None:
    """Cells in rows and columns are square; others are round, with lines between adjacent ones."""
    assert drawn(TRAY, SMALL).find(f".//{SVG}rect") is not None
    assert len(paths(drawn(TRAY, SMALL), "board")) == 1
    assert drawn(ROUND, SMALL).find(f".//{SVG}rect") is None
    assert paths(drawn(ROUND, SMALL), "board")[1].get("d") == "M0 0L20 35M20 35L40 0"


@flat
def test_goals_and_doors_of_blocks(look: Look) -> None:
    """A block with a goal has another colour, a line is around its goal, and a door has bars."""
    picture = drawn(BLOCKS, look)
    faces = [path.get("fill") for path in paths(picture, "position")]
    assert faces == [look.block_edge, look.blocks[0], *reversed(look.aim)]
    assert paths(picture, "board")[1].get("d") == "M-12 20v40M0 20v40M12 20v40"
    (goal,) = paths(picture, "goals")
    assert goal.get("d") == "M18 22L18 58M-18 58L18 58M-18 22L-18 58M-18 22L18 22"


@pytest.mark.parametrize(
    ("goal", "axis", "exits"),
    [
        ({"A": [1, 2]}, "long", ((7, (1, 0)),)),
        ({"A": [1, 2]}, {"A": "row"}, ((7, (1, 0)),)),
        ({"A": [1, 2]}, None, ()),
        ({"A": [1, 1]}, "long", ()),
        ({"B": [1, 3]}, "long", ((11, (0, 1)),)),
        ({"A": [1, 1], "B": [1, 3]}, "long", ()),
    ],
)
def test_exits_of_blocks(goal: JsonObject, axis: object, exits: object) -> None:
    """The only block with a goal leaves the board where its axis and its goal end at the edge, in each look."""
    puzzle = {"kind": "block", "start": {"picture": ["...B", "AA.B", "...."]}, "goal": {"at": goal}, "metric": "line"}
    found = scene(puzzle | ({"axis": axis} if axis else {}), None)
    assert found.exits == exits
    for look in (WOODEN, SMALL, PRINTED):
        gaps = [path for path in paths(drawn(found, look), "board") if path.get("stroke-width") == "40"]
        assert len(gaps) == len(found.exits)


def test_a_line_around_cells_has_no_inner_sides() -> None:
    """Cells side by side share their line, also around a corner that turns inwards."""
    points = [(0.0, 0.0), (40.0, 0.0), (0.0, 40.0)]
    assert goal_line(points, [0, 1]).count("M") == 6
    assert "M20 " not in goal_line(points, [0])
    line = goal_line(points, [0, 1, 2])
    assert line.count("M") == 8
    assert "M-18 -18L-18 20" in line


@flat
def test_contrast(look: Look) -> None:
    """Texts have 4.5 to 1 on what they are written on, blocks 1.5 to 1 beside empty cells."""
    for on in (fill(look.tile), look.blocks[0], look.aim[0]):
        assert contrast(on, look.text) >= 4.5
    assert contrast(fill(look.block_wells), look.door[1]) >= 4.5
    assert contrast(fill(look.block_wells), look.blocks[0]) >= 1.5
    assert contrast(fill(look.pegs[0]), look.on_peg) >= 4.5


def test_small_pegs_stand_out() -> None:
    """Pegs of small pictures have 3 to 1 on the board and beside empty holes."""
    assert contrast(fill(SMALL.board), fill(SMALL.pegs[0])) >= 3
    assert contrast(fill(SMALL.hole), fill(SMALL.pegs[0])) >= 3


def test_printed_pegs_are_outlines() -> None:
    """A printed peg is a bold ring and an empty hole a thin one; neither takes toner, and both have black numbers."""
    picture = drawn(ROW, NUMBERED)
    pegs = picture.findall(f"{SVG}g[@class='position']/{SVG}g/{SVG}circle")
    holes = picture.find(f"{SVG}g[@class='board']/{SVG}g")
    assert holes is not None
    assert [peg.get("fill") for peg in pegs] == ["#fff", "#fff"]
    assert holes.get("fill") == "#fff"
    assert float(pegs[0].get("stroke-width", 1)) >= 3 * float(holes.get("stroke-width", 1))
    assert {text.get("fill") for text in picture.iter(f"{SVG}text")} == {"#000"}


def test_cells_of_a_block_are_joined() -> None:
    """The cells of a block and the gaps between them are one shape, an edge around it."""
    edge, face, *_ = (path.get("d") for path in paths(drawn(BLOCKS, SMALL), "position"))
    assert edge == "M-19 -19h38v38h-38zM21 -19h38v38h-38zM-19 -19h78v38h-78z"
    assert face == "M-17 -17h34v34h-34zM23 -17h34v34h-34zM-17 -17h74v34h-74z"
