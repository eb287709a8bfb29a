"""Digits and capital letters as strokes, so that a picture looks the same with other fonts or without fonts."""

from __future__ import annotations

from html import escape

from fewest.studio.drawing.outline import Point

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
    "A": "M-4.6 6.5L0-6.5L4.6 6.5M-2.9 1.9H2.9",
    "B": "M-3.8 6.5V-6.5H.4A3.1 3.1 0 0 1 .4-.3H-3.8M.4-.3H.9A3.4 3.4 0 0 1 .9 6.5H-3.8",
    "C": "M3.8-3.5A4.5 6.5 0 1 0 3.8 3.5",
    "D": "M-3.8-6.5V6.5H-1.2A5.4 6.5 0 0 0-1.2-6.5Z",
    "E": "M3.8-6.5H-3.6V6.5H3.8M-3.6-.3H2.6",
    "F": "M3.8-6.5H-3.4V6.5M-3.4-.3H2.6",
    "G": "M3.8-3.5A4.5 6.5 0 1 0 4.1 2.7V.6H.8",
    "H": "M-4-6.5V6.5M4-6.5V6.5M-4-.2H4",
    "I": "M0-6.5V6.5M-2.4-6.5H2.4M-2.4 6.5H2.4",
    "J": "M2.8-6.5V2.6A3.3 3.9 0 0 1-3.8 2.6",
    "K": "M-3.6-6.5V6.5M3.9-6.5L-3.6 1.4M-.9-1.5L4.2 6.5",
    "L": "M-3.2-6.5V6.5H3.9",
    "M": "M-4.8 6.5V-6.5L0 2.5L4.8-6.5V6.5",
    "N": "M-4 6.5V-6.5L4 6.5V-6.5",
    "O": "M0-6.5A5 6.5 0 0 1 0 6.5A5 6.5 0 0 1 0-6.5Z",
    "P": "M-3.6 6.5V-6.5H.4A3.55 3.55 0 0 1 .4.6H-3.6",
    "Q": "M0-6.5A5 6.5 0 0 1 0 6.5A5 6.5 0 0 1 0-6.5ZM1.2 3.2L4.6 6.7",
    "R": "M-3.6 6.5V-6.5H.4A3.55 3.55 0 0 1 .4.6H-3.6M.2.6L4.2 6.5",
    "S": "M3.7-4.3C2.9-5.8 1.6-6.5 0-6.5C-2.3-6.5-3.8-5.1-3.8-3.3"
    "C-3.8-1.4-2.2-.8 0-.2C2.4.4 4 1.2 4 3.2C4 5.2 2.3 6.5 0 6.5C-1.9 6.5-3.4 5.8-4.2 4.2",
    "T": "M-4.4-6.5H4.4M0-6.5V6.5",
    "U": "M-4-6.5V2.2A4 4.3 0 0 0 4 2.2V-6.5",
    "V": "M-4.6-6.5L0 6.5L4.6-6.5",
    "W": "M-5.2-6.5L-2.7 6.5L0-3.5L2.7 6.5L5.2-6.5",
    "X": "M-4.2-6.5L4.2 6.5M4.2-6.5L-4.2 6.5",
    "Y": "M-4.4-6.5L0 .2V6.5M4.4-6.5L0 .2",
    "Z": "M-4-6.5H4L-4.1 6.5H4.3",
}
"""The path of each digit and letter around its middle, 13 high, to be drawn 2.4 wide."""

ADVANCE = 11.0
"""From the middle of a digit or letter to that of the next."""


def strokes(words: str, scale: float, colour: str) -> str:
    """Digits and letters around the origin, as SVG; they are 13 high at a scale of 1."""
    first = -ADVANCE * (len(words) - 1) / 2
    paths = (
        f'<path d="{STROKES[sign]}" transform="translate({first + i * ADVANCE:g})"/>' for i, sign in enumerate(words)
    )
    return (
        f'<g class="number" transform="scale({scale:.3g})" fill="none" stroke="{colour}" stroke-width="2.4" '
        f'stroke-linecap="round" stroke-linejoin="round">{"".join(paths)}</g>'
    )


def label(point: Point, words: str, size: float, colour: str) -> str:
    """A text around a point. Only one of other signs needs a font."""
    if not STROKES.keys() >= set(words):
        return text(point, words, size, colour)
    return f'<g transform="translate({point[0]:.4g} {point[1]:.4g})">{strokes(words, size / 20, colour)}</g>'


def text(point: Point, words: str, size: float, colour: str) -> str:
    """The same with a font; not all renderers know ``dominant-baseline``."""
    place = f'x="{point[0]:.4g}" y="{point[1] + 0.36 * size:.4g}"'
    return f'<text {place} font-size="{size:.3g}" fill="{colour}">{escape(words)}</text>'
