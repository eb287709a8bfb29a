"""The depths of a space as a bar chart: the number of positions at each, and how many of them are dead ends."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

WIDTH, HEIGHT = 640, 320
LEFT, RIGHT, TOP, BOTTOM = 70, 14, 34, 46
"""Margins for the scale, the title and the depths."""
BAR, DEAD, INK, GRID = "#1f55b5", "#c8501e", "#3b2712", "#d8cbb4"
PAPER = "#fffdf4"
MAX_TICKS = 20
"""Largest number of depths written below the bars."""


def depth_chart(
    depths: Sequence[int], title: str, axis: str, names: Sequence[int] | None = None, dead_ends: Sequence[int] = ()
) -> str:
    """Draw the numbers of positions by depth, as SVG.

    Parameters
    ----------
    depths
        Number of positions at each depth; at least one depth.
    title, axis
        Text above the chart, and below the depths.
    names
        Name of each depth, for example the pegs left. By default its number.
    dead_ends
        Number of dead ends at each depth; empty for none.

    Returns
    -------
    str
        A picture whose bars have their numbers as titles.
    """
    names = range(len(depths)) if names is None else names
    inner_width, inner_height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    step = _round_step(max(depths))
    top = -(-max(depths) // step) * step
    slot = inner_width / len(depths)
    base = TOP + inner_height
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="system-ui,sans-serif" font-size="11" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
        f'<text x="{WIDTH / 2:g}" y="20" font-size="14" text-anchor="middle">{escape(title)}</text>',
    ]
    for value in range(0, top + 1, step):
        y = base - inner_height * value / top
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:,}</text>')
    every = -(-len(depths) // MAX_TICKS)
    for depth, (number, name) in enumerate(zip(depths, names, strict=True)):
        x = LEFT + depth * slot
        dead = dead_ends[depth] if dead_ends else 0
        told = f"{name}: {number:,}" + (f" ({dead:,})" if dead_ends else "")
        parts.append(f"<g><title>{escape(told)}</title>")
        parts.append(_bar(x, slot, base, inner_height * number / top, BAR))
        if dead:
            parts.append(_bar(x, slot, base, inner_height * dead / top, DEAD))
        parts.append("</g>")
        if depth % every == 0:
            parts.append(f'<text x="{x + slot / 2:.1f}" y="{base + 15}" text-anchor="middle">{name}</text>')
    parts.append(f'<text x="{LEFT + inner_width / 2:g}" y="{HEIGHT - 10}" text-anchor="middle">{escape(axis)}</text>')
    return "".join([*parts, "</svg>"])


def _bar(x: float, slot: float, base: float, height: float, colour: str) -> str:
    """A bar, at least a line high, so that the rarest depths are visible."""
    height = max(1.0, height)
    return (
        f'<rect x="{x + 0.1 * slot:.1f}" y="{base - height:.1f}" width="{0.8 * slot:.1f}" height="{height:.1f}" '
        f'fill="{colour}"/>'
    )


def _round_step(largest: int) -> int:
    """A distance of 1, 2 or 5 times a power of ten, of which two to five reach the largest number."""
    power = 10 ** max(0, floor(log10(max(1, largest))))
    for step in (power // 2, power, 2 * power):
        if step and largest <= 5 * step:
            return int(step)
    return int(2 * power)
