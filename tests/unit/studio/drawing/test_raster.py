"""Pictures as pixels: their sizes, their frames, and what becomes of a rasterizer that fails."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

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
    image = image_of(png(card(shown)))
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
    """A rasterizer that dies or takes too long raises an error with the reason."""
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    with pytest.raises(RasterError, match=said):
        run(b"[]", program, 2.0)


def test_what_is_no_picture_is_an_error() -> None:
    """The rasterizer's own complaint is reported."""
    with pytest.raises(RasterError, match="ended with 1"):
        png("<svg")


@pytest.mark.parametrize("names", ["AK", "ak", "Aa", "19", "+*"])
def test_blocks_have_their_names_in_cards(names: str) -> None:
    """Whatever letter, digit or sign blocks and doors are called by can be read in cards, and so in films."""
    puzzle = {"kind": "block", "metric": "step", "start": {"picture": ["X.."]}, "goal": {"at": {"X": [0, 2]}}}
    # Blocks have the colour of the goal, so that only the names differ.
    blocks = [puzzle | {"start": {"picture": [f"{name}.."]}, "goal": {"at": {name: [0, 2]}}} for name in names]
    doors = [
        puzzle | {"start": {"picture": ["X..", f"{name}.."]}, "doors": [{"at": [[0, 1]], "pieces": [name]}]}
        for name in names
    ]
    for one, other in (blocks, doors):
        assert png(card(scene(one, None))) != png(card(scene(other, None)))
