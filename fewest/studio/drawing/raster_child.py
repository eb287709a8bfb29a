"""The program that rasterizes: SVG pictures in, a PNG of one of them or a GIF of several out.

It is run as a file (see :mod:`fewest.studio.drawing.raster`) and imports nothing of ours, so it starts quickly. It
runs at low priority, in bounded memory and time, and with the one font that Pillow brings, so its pictures are the same
on every machine.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
import tempfile
from itertools import chain
from typing import cast

import resvg_py
from PIL import Image, ImageFont

NICENESS = 5
"""Its priority: requests go first."""

MEMORY_BYTES = 1_000_000_000
"""Largest address space it may use."""

FONT = "Aileron"
"""The name of Pillow's font. It stands for any font with serifs, which pictures ask for where there is no Georgia."""

CPU_SECONDS = 30
"""Largest processor time it may use. The longest film takes about a third of it."""


def png(picture: str, font: str) -> bytes:
    """A picture in its own size, with the font of this file."""
    drawn = resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True, font_files=[font], serif_family=FONT)
    return bytes(drawn)


def gif(pictures: list[str], milliseconds: list[int], font: str) -> bytes:
    """Pictures of one size as a film that is played again and again.

    All frames have the same palette, or still parts would flicker: of the colours of the first and the last, each
    counted once, since a thin line matters as much as the board.
    """
    images = [Image.open(io.BytesIO(png(picture, font))).convert("RGB") for picture in pictures]
    used = {colour for image in (images[0], images[-1]) for colour in _colours(image)}
    swatch = Image.new("RGB", (len(used), 1))
    swatch.frombytes(bytes(chain.from_iterable(sorted(used))))
    palette = swatch.quantize()
    first, *others = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images)
    made = io.BytesIO()
    first.save(made, "GIF", save_all=True, append_images=others, duration=milliseconds, loop=0)
    return made.getvalue()


def _colours(image: Image.Image) -> set[tuple[int, int, int]]:
    pixels = image.tobytes()
    return set(zip(pixels[::3], pixels[1::3], pixels[2::3], strict=True))


def main() -> None:
    """Read pictures, and how long each is shown, as JSON; write the image."""
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    pictures, milliseconds = json.load(sys.stdin.buffer)
    # resvg reads fonts from files only; this one has no name, so nothing stays of it if the process is killed.
    with tempfile.TemporaryFile() as file:
        file.write(cast(ImageFont.FreeTypeFont, ImageFont.load_default(1)).font_bytes)
        file.flush()
        font = f"/dev/fd/{file.fileno()}"
        sys.stdout.buffer.write(gif(pictures, milliseconds, font) if milliseconds else png(pictures[0], font))


if __name__ == "__main__":
    main()
