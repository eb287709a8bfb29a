"""Pictures as pixels: their sizes, their frames, and what becomes of a rasterizer that fails."""

from __future__ import annotations

import io
from itertools import pairwise
from pathlib import Path
from string import ascii_uppercase, digits
from typing import Any

import pytest
from PIL import Image

from fewest.studio.drawing.digits import ADVANCE, STROKES, strokes
from fewest.studio.drawing.frames import CARD_HEIGHT, CARD_WIDTH, FILM_SIDE, PAPER, card, film
from fewest.studio.drawing.looks import MOVED
from fewest.studio.drawing.raster import RasterError, gif, png, run
from tests.unit.studio.drawing.test_svg import JUMP, LINE_PUZZLE, SLIDE, scene


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def image_of(data: bytes) -> Any:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


@pytest.mark.parametrize("shown", [JUMP, SLIDE])
def test_a_card_is_as_large_as_other_sites_ask_for(shown: Any) -> None:
    """A card is a PNG of 1200 by 630 pixels, with the board within its margins and paper around it."""
    image = image_of(png(card(shown, 0)))
    assert (image.format, image.size) == ("PNG", (CARD_WIDTH, CARD_HEIGHT))
    pixels = image.convert("RGB")
    corners = {pixels.getpixel((x, y)) for x in (0, CARD_WIDTH - 1) for y in (0, CARD_HEIGHT - 1)}
    assert corners == {rgb(PAPER)}
    assert pixels.getpixel((CARD_WIDTH // 2, CARD_HEIGHT // 2)) != rgb(PAPER)


def test_a_film_has_every_position() -> None:
    """A film has a frame for the start and for every move, the last one shown longest, and is played for ever."""
    puzzle = LINE_PUZZLE | {"board": {"holes": 6, "jumps": [[0, 1, 2], [3, 4, 5]]}, "start": {"pegs": [0, 1, 3, 4]}}
    two = scene(puzzle, [[0, 2], [3, 5]], [[1], [4]])
    image = image_of(gif(*film(two)))
    assert (image.format, image.n_frames, max(image.size), image.info["loop"]) == ("GIF", 3, FILM_SIDE, 0)
    frames, durations = [], []
    for frame in range(image.n_frames):
        image.seek(frame)
        frames.append(image.convert("RGB").tobytes())
        durations.append(image.info["duration"])
    assert len(set(frames)) == 3
    assert durations[0] == durations[1] < durations[2]


def test_thin_lines_keep_their_colour() -> None:
    """The mark of a move is as bright in a film as in the pictures, though it covers few pixels."""
    image = image_of(gif(*film(JUMP)))
    image.seek(1)
    pixels = image.convert("RGB").tobytes()
    found = set(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))
    assert any(max(abs(a - b) for a, b in zip(colour, rgb(MOVED), strict=True)) < 40 for colour in found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("raise SystemExit('no memory')", "no memory"),
        ("import os; os.abort()", "-6"),
        ("while True: pass", "timed out"),
    ],
)
def test_a_rasterizer_that_fails_is_an_error(tmp_path: Path, text: str, said: str) -> None:
    """A rasterizer that dies or takes too long is an error that says why, and nothing of it stays."""
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    with pytest.raises(RasterError, match=said):
        run(b"[]", program, 2.0)


def test_what_is_no_picture_is_an_error() -> None:
    """The rasterizer's own complaint is reported."""
    with pytest.raises(RasterError, match="ended with 1"):
        png("<svg")


def number_drawn(number: str) -> Any:
    """A number in black on white, 20 units high."""
    width = 20 + ADVANCE * (len(number) - 1)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-width / 2} -10 {width} 20" width="{4 * width}">'
        f'<rect x="-99" y="-99" width="198" height="198" fill="#fff"/>{strokes(number, 1.0, "#000")}</svg>'
    )
    return image_of(png(picture)).convert("L")


def inked(image: Any) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is dark."""
    left, top, right, bottom = image.point([255] * 128 + [0] * 128).getbbox()
    return left, top, right, bottom


def test_digits_and_letters_differ_and_have_one_height() -> None:
    """Every digit and capital letter is drawn, no two alike, all from the same line to the same line."""
    assert set(STROKES) == set(digits + ascii_uppercase)
    images = [number_drawn(sign) for sign in STROKES]
    assert len({image.tobytes() for image in images}) == len(STROKES)
    boxes = [inked(image) for image in images]
    for one, other in pairwise(boxes):
        assert abs(one[1] - other[1]) <= 2
        assert abs(one[3] - other[3]) <= 2


def test_numbers_are_centred() -> None:
    """The middle of a number is the origin, however many digits it has."""
    for number in ("8", "88", "808"):
        image = number_drawn(number)
        left, top, right, bottom = inked(image)
        assert abs(left + right - image.width) <= 2
        assert abs(top + bottom - image.height) <= 2


def test_blocks_have_their_letters_in_cards() -> None:
    """What blocks and doors are called can be seen without any font, in cards and so in films."""
    puzzle = {"kind": "block", "metric": "step", "start": {"picture": ["A.."]}, "goal": {"at": {"A": [0, 2]}}}
    named = [
        scene(puzzle | {"start": {"picture": [f"{name}.."]}, "goal": {"at": {name: [0, 2]}}}, None) for name in "AK"
    ]
    # Both have the colours of the goal, so that only the letters differ.
    one, other = (png(card(each, 0)) for each in named)
    assert one != other
    doors = [puzzle | {"doors": [{"at": [[0, 1]], "pieces": pieces}]} for pieces in (["A"], ["B"])]
    two = [each | {"start": {"picture": ["A..", "B.."]}} for each in doors]
    assert len({png(card(scene(each, None), 0)) for each in two}) == 2
