"""Plain pictures show the position, its goal and, to be printed, the numbers of the places."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from service.drawing.goals import goal_line
from service.drawing.plain import NUMBERED, PRINTED, SMALL, DrawnPosition, Look, plain_picture
from tests.unit.service.drawing.test_svg import SVG, contrast

ROW = DrawnPosition("jump", [(0.0, 0.0), (40.0, 0.0), (80.0, 0.0)], (), {0: "", 1: ""}, [2])
TRAY = DrawnPosition("slide", [(0.0, 0.0), (40.0, 0.0), (80.0, 0.0)], [(0, 1), (1, 2)], {0: "12", 2: "<"})
BLOCKS = DrawnPosition("block", [(0.0, 0.0), (40.0, 0.0), (0.0, 40.0), (40.0, 40.0)], (), {0: "A", 1: "A", 3: "B"})
ROUND = DrawnPosition("slide", [(0.0, 0.0), (20.0, 35.0), (40.0, 0.0)], [(0, 1), (1, 2)], {0: "1", 2: "1"})


def drawn(position: DrawnPosition, look: Look) -> ElementTree.Element:
    """A picture, parsed."""
    return ElementTree.fromstring(plain_picture(position, "A & B", look))


def places(picture: ElementTree.Element, colour: str) -> list[str | None]:
    """Where the discs of a colour are."""
    group = next(group for group in picture.iter(f"{SVG}g") if group.get("fill") == colour)
    return [disc.get("cx") for disc in group]


def texts(picture: ElementTree.Element) -> list[str | None]:
    """What is written on the places."""
    return [text.text for text in picture.iter(f"{SVG}text")]


def test_pegs_holes_and_goal() -> None:
    """Every hole is drawn once, with a peg or empty, and the goal has a ring; small pictures have no numbers."""
    picture = drawn(ROW, SMALL)
    assert places(picture, SMALL.peg) == ["0", "40"]
    assert places(picture, SMALL.hole) == ["80"]
    assert places(picture, "none") == ["80"]
    assert texts(picture) == []
    assert picture.findtext(f"{SVG}title") == "A & B"


def test_printed_boards_have_numbers() -> None:
    """A jump board to be printed has the number of every hole."""
    assert texts(drawn(ROW, NUMBERED)) == ["0", "1", "2"]


@pytest.mark.parametrize(
    ("position", "look", "written"),
    [
        (TRAY, SMALL, ["12", "<"]),
        (TRAY, PRINTED, ["12", "<"]),
        (ROUND, SMALL, ["1", "1"]),
        (ROUND, NUMBERED, ["1", "1", "0", "1", "2"]),
    ],
)
def test_pieces_have_their_numbers(position: DrawnPosition, look: Look, written: list[str]) -> None:
    """Pieces have their numbers, and so have cells if they are asked for."""
    assert texts(drawn(position, look)) == written


def test_cells_are_square_where_there_is_room() -> None:
    """Cells in rows and columns are square; others are round, with lines between adjacent ones."""
    assert drawn(TRAY, SMALL).find(f".//{SVG}rect") is not None
    assert drawn(TRAY, SMALL).find(f".//{SVG}path") is None
    assert drawn(ROUND, SMALL).find(f".//{SVG}rect") is None
    assert drawn(ROUND, SMALL).find(f".//{SVG}path").get("d") == "M0 0L20 35M20 35L40 0"  # type: ignore[union-attr]


@pytest.mark.parametrize("look", [SMALL, PRINTED])
def test_goals_and_doors_of_blocks(look: Look) -> None:
    """A block with a goal has another colour, a line is around its goal, and a door has bars with names."""
    plain = drawn(BLOCKS, look)
    marked = replace(BLOCKS, aims={"B": [2]}, doors={2: "B&"})
    picture = drawn(marked, look)
    fills = [path.get("fill") for path in picture.iter(f"{SVG}path")]
    assert fills == [None, look.edge, look.tile, look.aim, "none"]
    door, *_, goal = picture.iter(f"{SVG}path")
    assert door.get("d") == "M-12 20v40M0 20v40M12 20v40"
    assert goal.get("d") == "M18 22L18 58M-18 58L18 58M-18 22L-18 58M-18 22L18 22"
    assert texts(picture) == ["B&", *texts(plain)]
    assert contrast(look.aim, look.text) >= 4.5
    assert contrast(look.free, look.bar) >= 4.5
    assert contrast(look.free, look.tile) >= 1.5


def test_a_line_around_cells_has_no_inner_sides() -> None:
    """Cells side by side share their line, also around a corner that turns inwards."""
    points = [(0.0, 0.0), (40.0, 0.0), (0.0, 40.0)]
    assert goal_line(points, [0, 1]).count("M") == 6
    assert "M20 " not in goal_line(points, [0])
    line = goal_line(points, [0, 1, 2])
    assert line.count("M") == 8
    assert "M-18 -18L-18 20" in line


@pytest.mark.parametrize("look", [SMALL, PRINTED])
def test_contrast(look: Look) -> None:
    """Pegs have 3 to 1 on the board and beside empty holes, texts 4.5 to 1 on tiles."""
    assert contrast(look.board, look.peg) >= 3
    assert contrast(look.hole, look.peg) >= 3
    assert contrast(look.tile, look.text) >= 4.5


@pytest.mark.parametrize("look", [SMALL, PRINTED])
def test_blocks(look: Look) -> None:
    """The cells of a block are joined, an edge around all of them, and each block has its name once."""
    picture = drawn(BLOCKS, look)
    edge, face = (path for path in picture.iter(f"{SVG}path"))
    assert (edge.get("fill"), face.get("fill")) == (look.edge, look.tile)
    assert str(edge.get("d")).split("M")[1:] == [
        "-18 -18h36v36h-36z",
        "22 -18h36v36h-36z",
        "-18 -18h76v36h-76z",
        "22 22h36v36h-36z",
    ]
    assert texts(picture) == ["A", "B"]
