"""Digits as strokes, so that a picture looks the same with other fonts or without fonts."""

from __future__ import annotations

from html import escape

from fewest.service.web.drawing.outline import Point

STROKES = {
    "0": "M-4-2.5A4 4 0 0 1 4-2.5V2.5A4 4 0 0 1-4 2.5Z",
    "1": "M-3-3.8L.6-6.5V6.5",
    "2": "M-3.9-3.3A3.95 3.4 0 0 1 4-2.9C4 .6-4 2.6-4 6.5H4.2",
    "3": "M-3.8-4.6C-3-6-1.5-6.5 0-6.5A3.5 3 0 0 1 0-.5A4 3.5 0 0 1 0 6.5C-1.7 6.5-3.4 5.9-4.2 4.3M-1.2-.5H0",
    "4": "M1.8 6.5V-6.5L-4.4 3H4.4",
    "5": "M3.6-6.5H-3L-3.5-.9C-2.4-1.7-1-2 0-2A4.2 4.25 0 0 1 0 6.5C-1.8 6.5-3.4 5.8-4.2 4.4",
    "6": "M3.2-5.6C2.3-6.2 1.4-6.5.4-6.5C-3-6.5-4-2.5-4 2.3A4 4.2 0 1 0 0-1.9C-2.2-1.9-4 0-4 2.3",
    "7": "M-4-6.5H4.2L-1.2 6.5",
    "8": "M0-.6A3.3 2.95 0 1 1 0-6.5A3.3 2.95 0 1 1 0-.6A4 3.55 0 1 0 0 6.5A4 3.55 0 1 0 0-.6Z",
    "9": "M-3.2 5.6C-2.3 6.2-1.4 6.5-.4 6.5C3 6.5 4 2.5 4-2.3A4 4.2 0 1 0 0 1.9C2.2 1.9 4 0 4-2.3",
}
"""The path of each digit around its middle, 13 high, to be drawn 2.4 wide."""

ADVANCE = 11.0
"""From the middle of a digit to that of the next."""


def digits(number: str, scale: float, colour: str) -> str:
    """A number around the origin, as SVG; its digits are 13 high at a scale of 1."""
    first = -ADVANCE * (len(number) - 1) / 2
    paths = (
        f'<path d="{STROKES[digit]}" transform="translate({first + i * ADVANCE:g})"/>' for i, digit in enumerate(number)
    )
    return (
        f'<g class="number" transform="scale({scale:.3g})" fill="none" stroke="{colour}" stroke-width="2.4" '
        f'stroke-linecap="round" stroke-linejoin="round">{"".join(paths)}</g>'
    )


def label(point: Point, words: str, size: float, colour: str) -> str:
    """A text around a point. Only texts that are not numbers need a font."""
    if not STROKES.keys() >= set(words):
        return text(point, words, size, colour)
    return f'<g transform="translate({point[0]:.4g} {point[1]:.4g})">{digits(words, size / 20, colour)}</g>'


def text(point: Point, words: str, size: float, colour: str) -> str:
    """The same with a font; not all renderers know ``dominant-baseline``."""
    place = f'x="{point[0]:.4g}" y="{point[1] + 0.36 * size:.4g}"'
    return f'<text {place} font-size="{size:.3g}" fill="{colour}">{escape(words)}</text>'
