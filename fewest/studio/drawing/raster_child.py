"""The program that rasterizes: SVG pictures in, a PNG of one of them or a GIF of several out.

It is run as a file (see :mod:`fewest.studio.drawing.raster`) and imports nothing of ours, so it starts quickly. It
runs at low priority, in bounded memory and time, and without fonts, so its pictures are the same on every machine.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
from itertools import chain

import resvg_py
from PIL import Image

NICENESS = 5
"""Its priority: requests go first."""

MEMORY_BYTES = 1_000_000_000
"""Largest address space it may use."""

CPU_SECONDS = 30
"""Largest processor time it may use. The longest film takes about a third of it."""


def png(picture: str) -> bytes:
    """A picture in its own size."""
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, skip_system_fonts=True))


def gif(pictures: list[str], milliseconds: list[int]) -> bytes:
    """Pictures of one size as a film that is played again and again.

    All frames have the same palette, or still parts would flicker: of the colours of the first and the last, each
    counted once, since a thin line matters as much as the board.
    """
    images = [Image.open(io.BytesIO(png(picture))).convert("RGB") for picture in pictures]
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
    sys.stdout.buffer.write(gif(pictures, milliseconds) if milliseconds else png(*pictures))


if __name__ == "__main__":
    main()
