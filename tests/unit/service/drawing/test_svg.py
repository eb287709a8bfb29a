"""Pictures show the position the rules lead to, are well-formed, and keep their contrast."""

from __future__ import annotations

import json
from itertools import combinations, pairwise
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


def numbers(text: str | None) -> list[float]:
    """The numbers of an attribute."""
    return [float(number) for number in (text or "").replace(",", " ").split()]


def place_of(text: str | None) -> list[float]:
    """Where a group is moved to."""
    return numbers((text or "").removeprefix("translate(").removesuffix(")"))


@pytest.mark.parametrize("drawn", [JUMP, SLIDE])
@pytest.mark.parametrize("draw", [lambda scene: position_picture(scene, 1), animated_picture])
def test_everything_is_in_the_picture(drawn: Scene, draw: Any) -> None:
    """The frame has the size of the picture and a white ground, and every hole, cell, peg and piece lies within it."""
    picture = ElementTree.fromstring(draw(drawn))
    left, top, width, height = numbers(picture.get("viewBox"))
    assert numbers(picture.get("width")) == [width]
    assert numbers(picture.get("height")) == [height]
    right, bottom = left + width, top + height
    ground, *shapes = picture.findall("*")[1:]
    assert ground.get("fill") == GROUND
    assert [float(ground.get(name) or "") for name in ("x", "y", "width", "height")] == [left, top, width, height]
    spaces = []
    for shape in shapes:
        x, y = place_of(shape.get("transform")) if shape.tag == f"{SVG}g" else (0.0, 0.0)
        for part in shape.iter():
            if part.tag == f"{SVG}circle":
                radius = float(part.get("r") or "")
                x, y = x + float(part.get("cx") or 0), y + float(part.get("cy") or 0)
                spaces.append((x - radius, x + radius, y - radius, y + radius))
            elif part.tag == f"{SVG}rect":
                a, b = x + float(part.get("x") or ""), y + float(part.get("y") or "")
                spaces.append((a, a + float(part.get("width") or ""), b, b + float(part.get("height") or "")))
    assert len(spaces) > len(drawn.points)
    margins = [
        min(one for one, _, _, _ in spaces) - left,
        right - max(other for _, other, _, _ in spaces),
        min(one for _, _, one, _ in spaces) - top,
        bottom - max(other for _, _, _, other in spaces),
    ]
    assert margins == pytest.approx([margins[0]] * 4, abs=0.1)
    assert 5 < margins[0] < UNIT


@pytest.mark.parametrize("drawn", [JUMP, SLIDE])
def test_every_place_has_its_hole_or_cell(drawn: Scene) -> None:
    """At every point there is a hole or a cell, apart from the others, and its peg or piece fits into it."""
    picture = ElementTree.fromstring(position_picture(drawn, 0))
    kind = "circle" if drawn.kind == "jump" else "rect"
    places = picture.findall(f"{SVG}{kind}")[0 if kind == "circle" else 1 :]
    centres, sizes = [], []
    for place in places:
        if kind == "circle":
            centres.append([float(place.get("cx") or ""), float(place.get("cy") or "")])
            sizes.append(2 * float(place.get("r") or ""))
        else:
            x, y, width, height = (float(place.get(name) or "") for name in ("x", "y", "width", "height"))
            assert width == height
            centres.append([x + width / 2, y + height / 2])
            sizes.append(width)
        assert (place.get("fill"), place.get("stroke")) == (GROUND, LINE)
    assert centres == [pytest.approx(list(point), abs=0.01) for point in drawn.points]
    assert UNIT / 2 < min(sizes) == max(sizes) < UNIT
    groups = picture.findall(f"{SVG}g")
    assert len(groups) == len(drawn.tokens)
    for group, token in zip(groups, drawn.tokens, strict=True):
        assert place_of(group.get("transform")) == pytest.approx(list(drawn.points[token.place]), abs=0.01)
        (shape,) = (part for part in group if part.tag in (f"{SVG}circle", f"{SVG}rect"))
        width = 2 * float(shape.get("r") or 0) or float(shape.get("width") or "")
        assert UNIT / 2 < width < min(sizes)
        assert shape.get("fill") == FILLED
        if shape.tag == f"{SVG}rect":
            assert [float(shape.get(name) or "") for name in ("x", "y", "height")] == [-width / 2, -width / 2, width]


def test_adjacent_cells_are_joined() -> None:
    """Between the centres of adjacent cells there is a line, and no other."""
    lines = ElementTree.fromstring(position_picture(SLIDE, 0)).findall(f"{SVG}line")
    drawn = [tuple(float(line.get(name) or "") for name in ("x1", "y1", "x2", "y2")) for line in lines]
    assert sorted(drawn) == sorted((*SLIDE.points[a], *SLIDE.points[b]) for a, b in SLIDE.edges)
    assert len(drawn) == 4
    assert not ElementTree.fromstring(position_picture(JUMP, 0)).findall(f"{SVG}line")


@pytest.mark.parametrize("length", [1, 2, 3, 6])
def test_long_numbers_fit_their_piece(length: int) -> None:
    """The number of a piece is not wider than the piece, and as large as it can be up to 16."""
    piece = 10**length - 1
    drawn = scene(ROW_PUZZLE | {"start": [1, 0, 2, piece], "goal": [0, 1, 2, piece]}, [[0, 1]])
    for group in ElementTree.fromstring(position_picture(drawn, 0)).findall(f"{SVG}g"):
        text, tile = group.find(f"{SVG}text"), group.find(f"{SVG}rect")
        assert text is not None
        assert tile is not None
        size, width = float(text.get("font-size") or ""), float(tile.get("width") or "")
        digits = len(text.text or "")
        assert 0.6 * size * digits < width  # digits of a bold sans-serif font are at most 0.6 em wide
        assert size == 16 or 0.8 * size * digits > 0.9 * width


def test_the_path_of_a_move_is_drawn() -> None:
    """The line goes through all places of the move, with a dot where it began; before the first move there is none."""
    picture = ElementTree.fromstring(position_picture(JUMP, 1))
    (line,) = picture.findall(f"{SVG}polyline")
    path = [JUMP.points[hole] for hole in (0, 2, 4)]
    assert numbers(line.get("points")) == pytest.approx([part for point in path for part in point], abs=0.01)
    (dot,) = [circle for circle in picture.findall(f"{SVG}circle") if circle.get("fill") == MOVED]
    assert [float(dot.get("cx") or ""), float(dot.get("cy") or "")] == pytest.approx(list(path[0]), abs=0.01)
    assert 0 < float(dot.get("r") or "") < UNIT / 4
    assert picture.findtext(f"{SVG}title") == "The position after move 1 of 1."
    start = ElementTree.fromstring(position_picture(JUMP, 0))
    assert start.findtext(f"{SVG}title") == "The position at the start."
    assert not start.findall(f"{SVG}polyline")
    assert MOVED not in position_picture(JUMP, 0)


def at(moment: float, moments: list[float], values: list[list[float]]) -> list[float]:
    """The value of an animation at a moment: in proportion between two of its values."""
    for (one, other), (value, next_value) in zip(pairwise(moments), pairwise(values), strict=True):
        if one <= moment <= other and one < other:
            share = (moment - one) / (other - one)
            return [(1 - share) * a + share * b for a, b in zip(value, next_value, strict=True)]
    raise AssertionError(moment)


LONG = scene(
    LINE_PUZZLE | {"board": {"holes": 6, "jumps": [[0, 1, 2], [2, 3, 4]]}, "start": {"pegs": [0, 1, 3, 5]}},
    [[0, 2, 4]],
    [[1, 3]],
)
WALK = scene(ROW_PUZZLE | {"start": [1, 0, 0, 2], "goal": [1, 0, 2, 0]}, [[0, 1], [3, 2], [1, 0]])


@pytest.mark.parametrize("drawn", [JUMP, SLIDE, LONG, WALK])
def test_an_animation_plays_the_moves(drawn: Scene) -> None:
    """After each step every peg or piece stands where it is then; steps take equal times, then the end is shown."""
    picture = ElementTree.fromstring(animated_picture(drawn))
    durations = {part.get("dur") for part in picture.iter() if part.get("dur")}
    (duration,) = (float((text or "").removesuffix("s")) for text in durations)
    assert {part.get("repeatCount") for part in picture.iter() if part.get("dur")} == {"indefinite"}
    groups = picture.findall(f"{SVG}g")
    for group, token in zip(groups, drawn.tokens, strict=True):
        motion, fading = group.find(f"{SVG}animateTransform"), group.find(f"{SVG}animate")
        assert (motion is not None) == any(place is not None for _, place in token.steps)
        assert (fading is not None) == (token.at(drawn.steps) is None)
        assert place_of(group.get("transform")) == pytest.approx(list(drawn.points[token.place]), abs=0.01)
        for step in range(drawn.steps + 1):
            place = token.at(step)
            for seconds in (step * 0.9, duration - 0.01 if step == drawn.steps else step * 0.9):
                if motion is not None and place is not None:
                    moments = [float(moment) for moment in (motion.get("keyTimes") or "").split(";")]
                    values = [numbers(value) for value in (motion.get("values") or "").split(";")]
                    assert (moments[0], moments[-1]) == (0, 1)
                    point = at(seconds / duration, moments, values)
                    assert point == pytest.approx(list(drawn.points[place]), abs=0.1)
        if fading is not None:
            (gone,) = [step for step, place in token.steps if place is None]
            _, moment = (float(part) for part in (fading.get("keyTimes") or "").split(";"))
            assert (gone - 1) * 0.9 < moment * duration < gone * 0.9
            assert fading.get("values") == "1;0"
    assert duration > drawn.steps * 0.9 + 1
    title = picture.findtext(f"{SVG}title")
    assert title == f"The solution, {len(drawn.moves)} moves."


def test_scenes_keep_their_distances() -> None:
    """The closest points of a layout come to lie a unit apart, the first row and column at the edge."""
    points = spread([[3, 7], [3, 9], [7, 7]])
    assert points == ((0.0, 0.0), (0.0, UNIT), (2 * UNIT, 0.0))
    assert min(abs(complex(*p) - complex(*q)) for p, q in combinations(points, 2)) == UNIT
    assert spread([[5, 5]]) == ((0.0, 0.0),)
    assert spread([[5, 5], [5, 5]]) == ((0.0, 0.0), (UNIT, 0.0))
    assert max(x for x, _ in spread([[0, 0], [1, 0], [1000, 0]])) == 60 * UNIT


def test_a_scene_counts_steps() -> None:
    """A move with two jumps is two steps; each peg is listed with what it does, and the moves are as written."""
    assert (JUMP.steps, JUMP.ends, JUMP.moves) == (2, (2,), ((0, 2, 4),))
    assert {token.place: token.steps for token in JUMP.tokens} == {
        0: ((1, 2), (2, 4)),
        1: ((1, None),),
        3: ((2, None),),
    }
    assert (WALK.steps, WALK.ends) == (3, (1, 2, 3))
    assert {token.place: token.steps for token in WALK.tokens} == {0: ((1, 1), (3, 0)), 3: ((2, 2),)}
    assert {token.place: token.label for token in WALK.tokens} == {0: "1", 3: "2"}
    assert [token.at(step) for token in WALK.tokens if token.place == 0 for step in range(4)] == [0, 1, 1, 0]
    assert (JUMP.edges, sorted(WALK.edges)) == ((), [(0, 1), (0, 2), (1, 3), (2, 3)])
