"""The outline of a drawn board: a disc if its holes fill one nearly, else a rounded hull; and places along it.

The page draws boards by the same rules (``outline`` and ``along`` in fewest/studio/static/rules/geometry.js).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]

ROUND = [(math.cos(k * math.pi / 24), math.sin(k * math.pi / 24)) for k in range(48)]

DISC_SHARE = 0.7
"""Share of the disc around the holes that their hull must fill, for the board to be drawn as a disc."""

MIN_DISC_POINTS = 7
LENGTH = 8.0
"""Longest edge of an outline."""


def outline(points: Sequence[Point], margin: float) -> list[Point]:
    """The closed line at a margin around the points."""
    if not points:
        return outline([(0.0, 0.0)], margin)
    hull = _convex_hull(points)
    xs = [x for x, _ in points]
    ys = [y for _, y in points]
    middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    radius = max(math.dist(point, middle) for point in points)
    if len(points) >= MIN_DISC_POINTS and _area(hull) > DISC_SHARE * math.pi * radius**2:
        reach = radius + margin
        turns = [k * math.pi / 60 - math.pi / 2 for k in range(120)]
        return [(middle[0] + reach * math.cos(turn), middle[1] + reach * math.sin(turn)) for turn in turns]
    return _divided(_convex_hull([(x + margin * c, y + margin * s) for x, y in hull for c, s in ROUND]))


def along(line: Sequence[Point], count: int, gap: float) -> list[Point]:
    """Points on a closed line, from the middle of its bottom to both sides in turn, at most ``gap`` apart."""
    lengths = [math.dist(a, b) for a, b in pairwise([*line, line[0]])]
    total = sum(lengths)
    space = min(gap, total / max(1, count))
    bottom = max(y for _, y in line)
    centre = (min(x for x, _ in line) + max(x for x, _ in line)) / 2
    origin = min(range(len(line)), key=lambda i: abs(line[i][0] - centre) + 2 * (bottom - line[i][1]))
    found = []
    for number in range(count):
        left = ((-1) ** number * math.ceil(number / 2) * space) % total
        i = origin
        while left > lengths[i]:
            left -= lengths[i]
            i = (i + 1) % len(line)
        (x, y), (u, v), part = line[i], line[(i + 1) % len(line)], left / (lengths[i] or 1)
        found.append((x + (u - x) * part, y + (v - y) * part))
    return found


def _divided(line: list[Point]) -> list[Point]:
    divided = []
    for (x, y), (u, v) in pairwise([*line, line[0]]):
        parts = math.ceil(math.dist((x, y), (u, v)) / LENGTH)
        divided += [(x + (u - x) * k / parts, y + (v - y) * k / parts) for k in range(parts)]
    return divided


def _convex_hull(points: Sequence[Point]) -> list[Point]:
    """The corners of the convex hull (Andrew's monotone chain, 1979)."""
    ordered = sorted(set(points))
    if len(ordered) < 3:
        return ordered
    return _half_hull(ordered) + _half_hull(ordered[::-1])


def _half_hull(ordered: Sequence[Point]) -> list[Point]:
    chain: list[Point] = []
    for point in ordered:
        while len(chain) > 1 and _cross(chain[-2], chain[-1], point) <= 0:
            chain.pop()
        chain.append(point)
    return chain[:-1]


def _cross(origin: Point, a: Point, b: Point) -> float:
    return (a[0] - origin[0]) * (b[1] - origin[1]) - (a[1] - origin[1]) * (b[0] - origin[0])


def _area(corners: Sequence[Point]) -> float:
    return abs(sum(_cross((0.0, 0.0), a, b) for a, b in pairwise([*corners, *corners[:1]]))) / 2
