"""Digits drawn as strokes."""

from __future__ import annotations

import io

from PIL import Image

from service.drawing.digits import ADVANCE, digits
from service.drawing.raster_child import png


def drawn(number: str) -> Image.Image:
    """A number in black on white, 20 units high."""
    width = 20 + ADVANCE * (len(number) - 1)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{-width / 2} -10 {width} 20" width="{4 * width}">'
        f'<rect x="-99" y="-99" width="198" height="198" fill="#fff"/>{digits(number, 1.0, "#000")}</svg>'
    )
    return Image.open(io.BytesIO(png(picture))).convert("L")


def inked(image: Image.Image) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is dark."""
    box = image.point([255] * 128 + [0] * 128).getbbox()
    assert box is not None
    return box


def test_numbers_are_centred() -> None:
    """The middle of a number is the origin, however many digits it has."""
    for number in ("8", "88", "808"):
        image = drawn(number)
        left, top, right, bottom = inked(image)
        assert abs(left + right - image.width) <= 2
        assert abs(top + bottom - image.height) <= 2
