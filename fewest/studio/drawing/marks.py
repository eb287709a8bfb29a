"""The marks of a survey's problems, in shades by their numbers of moves, and the legend that explains them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from fewest.notation import JsonObject
from fewest.studio.drawing.looks import EDGE
from fewest.studio.drawing.outline import Point
from fewest.studio.drawing.svg import text

PAPER, WOOD, INK, FAINT = "#fffaf0", "#e9d3a4", "#3b2712", "#8a6a4a"
SHADES = ("#fdf0c8", "#f9d98f", "#f2b75c", "#dd8a3c", "#b85c2a", "#8a3420", "#5e1a1c")
"""From few moves to many; text on the last three is white."""

FIRST_DARK = 4

SIDE = 22.0
"""From a hole of a small board to the next one, in SVG units."""

GAP = 16.0

CHARACTER = 6.8
"""Width of a character of text, about."""


@dataclass(frozen=True, slots=True)
class Mark:
    """The mark of a problem: a text, and the number of moves that shades it, if proven."""

    text: str
    length: int | None = None


NO_SOLUTION = Mark("")


def mark_of(problem: JsonObject) -> Mark:
    """The mark of a problem of a survey."""
    length, bound = problem.get("length"), problem.get("lower_bound")
    if problem["status"] == "unsolvable":
        return NO_SOLUTION
    if length is not None:
        return Mark(str(length), length) if problem["optimal"] else Mark(f"≤{length}")
    return Mark(f"≥{bound}" if bound else "?")


class Shades:
    """The colours of numbers of moves: shades from the fewest to the most."""

    def __init__(self, marks: Iterable[Mark]) -> None:
        self.lengths = sorted({mark.length for mark in marks if mark.length is not None})

    def index(self, length: int) -> int:
        """The shade of a number of moves."""
        low, high = self.lengths[0], self.lengths[-1]
        return 0 if low == high else round((length - low) / (high - low) * (len(SHADES) - 1))

    def colours(self, mark: Mark) -> tuple[str, str]:
        """The colours of a mark's place and of its text."""
        if mark.length is None:
            return ("none", FAINT) if mark == NO_SOLUTION else (PAPER, INK)
        index = self.index(mark.length)
        return SHADES[index], "#fff" if index >= FIRST_DARK else INK


def place_of(point: Point, mark: Mark, shade: Shades, *, square: bool, side: float = SIDE) -> str:
    """A hole of a small board, or a field of a table, with its mark."""
    fill, colour = shade.colours(mark)
    look = f'fill="{fill}" stroke="{EDGE}" stroke-width=".7"'
    size = min(0.68 * side, 2 * side / (len(mark.text) + 1))
    x, y = point
    shape = shape_of(point, 0.5 * side - 0.75, square=square, look=look)
    if mark == NO_SOLUTION:
        return f'{shape}<circle cx="{x:.1f}" cy="{y:.1f}" r="1.3" fill="{colour}"/>'
    return shape + text(point, mark.text, size, colour)


def shape_of(point: Point, reach: float, *, square: bool, look: str) -> str:
    """A square or a circle around a point."""
    x, y = point
    if not square:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{reach:.1f}" {look}/>'
    side = 2 * reach
    return f'<rect x="{x - reach:.1f}" y="{y - reach:.1f}" width="{side:.1f}" height="{side:.1f}" rx="3" {look}/>'


def words_at(x: float, y: float, words: str, anchor: str) -> str:
    """A line of text."""
    return f'<text x="{x:.0f}" y="{y:.0f}" font-size="14" text-anchor="{anchor}" fill="{INK}">{escape(words)}</text>'


def _legend(left: float, top: float, shade: Shades) -> tuple[list[str], float]:
    """The legend: numbers of moves in their shades, then the other marks. Also returns its right end."""
    side = SIDE * 1.3
    parts = [
        place_of((left + (index + 0.5) * side, top), Mark(str(length), length), shade, square=True, side=side)
        for index, length in enumerate(shade.lengths)
    ]
    x = left + len(shade.lengths) * side + 8
    return [*parts, words_at(x, top + 5, "moves; · no solution; ? not known yet", "start")], x + 280


def document(box: tuple[float, float, float, float], drawn: Sequence[str], text: str, shade: Shades) -> str:
    """A picture with a legend below; ``box`` is left, top, right and bottom of what is drawn."""
    left, top, right, bottom = box
    legend, far = _legend(left + GAP, bottom + 46, shade)
    right, bottom = max(right, far, left + 2 * GAP + CHARACTER * len(text)), bottom + 76
    explained = [words_at(left + GAP, bottom - 56, text, "start")] if text else []
    view = f"{left:.0f} {top:.0f} {right - left:.0f} {bottom - top:.0f}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" role="img" font-family="Georgia,serif" '
        f'text-anchor="middle"><title>The fewest moves of every problem.</title>'
        f'<rect x="{left:.0f}" y="{top:.0f}" width="{right - left:.0f}" height="{bottom - top:.0f}" fill="{PAPER}"/>'
        f"{''.join(drawn)}{''.join(explained)}{''.join(legend)}</svg>"
    )
