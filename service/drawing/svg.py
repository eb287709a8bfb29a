"""Scenes as SVG: a position with the move that led to it, or the whole solution, animated.

Boards look as on the page (service/web/static/draw.js): wood, marbles that hop, captured ones in the groove, tiles.
Text has a contrast of 4.5 to 1; marbles, tiles, holes and the line of the last move have 3 to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise

from service.drawing.digits import STROKES, digits
from service.drawing.goals import door_bars, goal_line
from service.drawing.outline import along, outline
from service.drawing.scene import UNIT, Point, Scene, Token

WOOD = "#dca968"
DARK = "#412813"
MARBLES = ("#1f55b5", "#12609e", "#3443ae")
TILE, TEXT = "#f3e7cd", "#3b2712"
MOVED, CASING = "#ffcf4d", "#2b1704"
BLOCK_EDGE = "#7a5a2b"
BLOCKS = ("#f3e7cd", "#e3cfa4", "#efd9b4", "#d9c193", "#f0dfc0")
AIM_EDGE, AIM = "#7d1f14", "#e2836b"
DOOR, DOOR_TEXT = "#b98a4e", "#fff0cf"
EDGE_HALF, FACE_HALF = 19.0, 17.0
"""Half the width of a cell of a block, with its edge and without."""
EDGE = {"jump": 50.0, "slide": 36.0}
GROOVE = 33.0
CAPTURED = 0.72
CAPTURED_GAP = 21.0
STEP_SECONDS = 0.9
MOVING_SECONDS = 0.6
REST_SECONDS = 2.0

GRADIENTS = (
    '<linearGradient id="w" x2=".6" y2="1"><stop stop-color="#eec68c"/><stop offset=".5" stop-color="#dca968"/>'
    '<stop offset="1" stop-color="#c08a4a"/></linearGradient>'
    '<linearGradient id="e" x2="0" y2="1"><stop stop-color="#fff3d6"/><stop offset="1" stop-color="#4d2c0d"/>'
    '</linearGradient><radialGradient id="h" cy=".36" r=".62"><stop stop-color="#5b3715"/>'
    '<stop offset="1" stop-color="#a87440"/></radialGradient>'
    '<radialGradient id="m0" cx=".36" cy=".3" r=".75"><stop stop-color="#d6ecff"/><stop offset=".22" '
    'stop-color="#6ea8f2"/><stop offset=".6" stop-color="#1f55b5"/><stop offset="1" stop-color="#0a2258"/>'
    '</radialGradient><radialGradient id="m1" cx=".36" cy=".3" r=".75"><stop stop-color="#d2f2ff"/><stop offset=".22" '
    'stop-color="#55aee0"/><stop offset=".6" stop-color="#12609e"/><stop offset="1" stop-color="#07284a"/>'
    '</radialGradient><radialGradient id="m2" cx=".36" cy=".3" r=".75"><stop stop-color="#e2e2ff"/><stop offset=".22" '
    'stop-color="#8795ee"/><stop offset=".6" stop-color="#3443ae"/><stop offset="1" stop-color="#131a55"/>'
    '</radialGradient><linearGradient id="t" x2=".4" y2="1"><stop stop-color="#fffdf4"/>'
    '<stop offset="1" stop-color="#e6d5b3"/></linearGradient>'
)


def position_picture(scene: Scene, move: int) -> str:
    """Draw the position after move ``move``; the last of them is marked."""
    step = scene.ends[move - 1] if move else 0
    path = scene.moves[move - 1] if move else ()
    marks = [_path(scene, path)] if path else []
    spots = _groove_spots(scene)
    drawn = []
    captured = []
    for token in scene.tokens:
        place = token.at(step)
        if place is None:
            captured.append(f"<g transform={_in_groove(spots[token])}>{_token(scene, token)}</g>")
            continue
        ring = _ring(scene, token) if path and place == path[-1] else ""
        drawn.append(f'<g transform="{_to(scene.points[place])}">{_token(scene, token)}{ring}</g>')
    when = f"after move {move} of {len(scene.moves)}" if move else "at the start"
    parts = [*marks, _group("captured", captured), _group("position", drawn), *_goals(scene)]
    return _document(scene, f"The position {when}.", parts)


def animated_picture(scene: Scene) -> str:
    """Draw the whole solution, played again and again."""
    seconds = scene.steps * STEP_SECONDS + REST_SECONDS
    spots = _groove_spots(scene)
    drawn = [
        f'<g transform="{_to(scene.points[token.place])}">{_motion(scene, token, spots, seconds)}</g>'
        for token in scene.tokens
    ]
    return _document(scene, f"The solution, {len(scene.moves)} moves.", [_group("position", drawn), *_goals(scene)])


def _motion(scene: Scene, token: Token, spots: dict[Token, Point], seconds: float) -> str:
    """A peg or piece with its animation: its place over time, its hops, and its way to the groove."""
    times = [0.0]
    points = [scene.points[token.place]]
    heights = [(0.0, 0.0)]
    scales = ""
    for step, place in token.steps:
        begin = (step - 1) * STEP_SECONDS
        end = (step - 1) * STEP_SECONDS + MOVING_SECONDS
        if place is None:
            begin = begin + 0.45 * MOVING_SECONDS
            end = end + 0.25 * MOVING_SECONDS
            small = _n(end / seconds, 5)
            scales = _animation("scale", f"1;1;{CAPTURED};{CAPTURED}", f"0;{_n(begin / seconds, 5)};{small};1", seconds)
        elif scene.kind == "jump":
            heights += [(begin, 0.0), ((begin + end) / 2, -16.0), (end, 0.0)]
        times += [begin, end]
        points += [points[-1], spots[token] if place is None else scene.points[place]]
    drawn = _token(scene, token)
    if not token.steps:
        return drawn
    if len(heights) > 1:
        values = ";".join(f"0 {_n(height)}" for _, height in [*heights, (0.0, 0.0)])
        moments = ";".join(_n(time / seconds, 5) for time in [*(time for time, _ in heights), seconds])
        drawn = f"<g>{_animation('translate', values, moments, seconds)}{drawn}</g>"
    if scales:
        drawn = f"<g>{scales}{drawn}</g>"
    places = ";".join(f"{_n(x)} {_n(y)}" for x, y in [*points, points[-1]])
    moments = ";".join(_n(time / seconds, 5) for time in [*times, seconds])
    return _animation("translate", places, moments, seconds) + drawn


def _animation(kind: str, values: str, moments: str, seconds: float) -> str:
    return (
        f'<animateTransform attributeName="transform" type="{kind}" values="{values}" keyTimes="{moments}" '
        f'dur="{_n(seconds)}s" repeatCount="indefinite"/>'
    )


def _groove_spots(scene: Scene) -> dict[Token, Point]:
    """Where in the groove each peg comes to lie that is taken off the board, in the order of the jumps."""
    taken = sorted((token.steps[-1][0], i) for i, token in enumerate(scene.tokens) if token.at(scene.steps) is None)
    spots = along(outline(scene.points, GROOVE), len(taken), CAPTURED_GAP) if taken else []
    return {scene.tokens[i]: spot for (_, i), spot in zip(taken, spots, strict=True)}


def _path(scene: Scene, path: Sequence[int]) -> str:
    """The way of a move: an arc for every jump, a line for a slide."""
    rise = 0.22 if scene.kind == "jump" else 0.0
    arcs = "".join(_arc(scene.points[a], scene.points[b], rise) for a, b in pairwise(path))
    look = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return (
        f'<path d="{arcs}" stroke="{CASING}" stroke-width="6" {look}/>'
        f'<path d="{arcs}" stroke="{MOVED}" stroke-width="3.5" {look}/>'
    )


def _arc(a: Point, b: Point, rise: float) -> str:
    """An arc that rises upwards, or to the side if the points are above each other."""
    dx = b[0] - a[0]
    dy = b[1] - a[1]
    side = 1 if dx > 0 or (dx == 0 and dy > 0) else -1
    x = (a[0] + b[0]) / 2 + rise * dy * side
    y = (a[1] + b[1]) / 2 - rise * dx * side
    return f"M{_n(a[0])} {_n(a[1])}Q{_n(x)} {_n(y)} {_n(b[0])} {_n(b[1])}"


def _board(scene: Scene) -> list[str]:
    edge = _line(outline(scene.points, EDGE.get(scene.kind, EDGE["slide"])))
    parts = [f'<path d="{edge}" fill="url(#w)" stroke="url(#e)" stroke-width="4"/>']
    if scene.kind == "jump":
        groove = _line(outline(scene.points, GROOVE))
        parts.append(f'<path d="{groove}" fill="none" stroke="#7d5126" stroke-width="17"/>')
        return parts + [
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="14.5" fill="url(#h)" stroke="#8a5a2a"/>' for x, y in scene.points
        ]
    if square_tiles(scene.points):
        parts += [
            f'<rect x="{_n(x - 21)}" y="{_n(y - 21)}" width="42" height="42" fill="{DARK}"/>' for x, y in scene.points
        ]
        return parts + _doors(scene)
    lines = [
        f'<path d="M{_n(a[0])} {_n(a[1])}L{_n(b[0])} {_n(b[1])}" stroke="{DARK}" stroke-width="7"/>'
        for a, b in ((scene.points[a], scene.points[b]) for a, b in scene.edges)
    ]
    return [*parts, *lines, *(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="19" fill="{DARK}"/>' for x, y in scene.points)]


def _doors(scene: Scene) -> list[str]:
    """Bars on the cells of doors, with the names of the blocks that may pass."""
    parts = []
    for cells, names in scene.doors:
        parts.append(f'<path d="{door_bars(scene.points, cells)}" stroke="{DOOR}" stroke-width="3" opacity=".8"/>')
        for x, y in (scene.points[cell] for cell in cells):
            parts.append(f'<text x="{_n(x)}" y="{_n(y)}" font-size="11" fill="{DOOR_TEXT}">{escape(names)}</text>')
    return parts


def _goals(scene: Scene) -> list[str]:
    """Lines around the cells that blocks shall cover, bright on what is dark and dark on what is bright."""
    if not scene.aims:
        return []
    line = "".join(goal_line(scene.points, cells) for _, cells in scene.aims)
    look = 'fill="none" stroke-linecap="round"'
    lines = [
        f'<path d="{line}" stroke="{CASING}" stroke-width="5" {look}/>',
        f'<path d="{line}" stroke="{MOVED}" stroke-width="2.5" {look}/>',
    ]
    return [_group("goals", lines)]


def square_tiles(points: Sequence[Point]) -> bool:
    """Whether square tiles on the points do not overlap; else they are round."""
    least = 0.95 * UNIT
    return all(max(abs(a[0] - b[0]), abs(a[1] - b[1])) > least for i, a in enumerate(points) for b in points[:i])


def _token(scene: Scene, token: Token) -> str:
    if token.cells:
        return _block(scene, token)
    if not token.label:
        glint = '<ellipse cx="-5" cy="-6" rx="4" ry="2.8" fill="#fff" opacity=".7" transform="rotate(-35 -5 -6)"/>'
        return f'<circle r="14.5" fill="url(#m{token.place % 3})"/>{glint}'
    size = min(20.0, 46.0 / len(token.label))
    shape = '<rect x="-18" y="-18" width="36" height="36" rx="5"' if square_tiles(scene.points) else '<circle r="16.5"'
    return f'{shape} fill="url(#t)" stroke="#a98d5c"/>{_label(token.label, size)}'


def _block(scene: Scene, token: Token) -> str:
    """A block: its cells and what lies between them, once for the edge and once, smaller, for the face."""
    size = 22.0
    offsets = _offsets(scene, token)
    edge, face = (f'<path d="{joined_cells(offsets, half)}"' for half in (EDGE_HALF, FACE_HALF))
    tint, line = BLOCKS[sum(map(ord, token.label)) % len(BLOCKS)], BLOCK_EDGE
    if token.label in dict(scene.aims):
        tint, line = AIM, AIM_EDGE
    x, y = middle_cell(offsets)
    label = f'<g transform="{_to((x, y))}">{_label(token.label, size)}</g>'
    return f'{edge} fill="{line}"/>{face} fill="{tint}"/>{label}'


def middle_cell(points: Sequence[Point]) -> Point:
    """The cell of a block that is nearest to all others: its name is there."""
    return min(points, key=lambda point: sum(math.dist(point, other) for other in points))


def joined_cells(offsets: Sequence[Point], half: float) -> str:
    """The cells of a block as squares of twice this size, and the gaps between adjacent ones, as one path."""
    boxes = [(x - half, y - half, 2 * half, 2 * half) for x, y in offsets]
    for index, (x, y) in enumerate(offsets):
        for u, v in offsets[:index]:
            if math.dist((x, y), (u, v)) < 1.05 * UNIT:
                left, top = min(x, u) - half, min(y, v) - half
                boxes.append((left, top, abs(x - u) + 2 * half, abs(y - v) + 2 * half))
    # Four cells in a square have a gap in their middle.
    for x, y in offsets:
        if {(x + UNIT, y), (x, y + UNIT), (x + UNIT, y + UNIT)} <= set(offsets):
            boxes.append((x, y, UNIT, UNIT))
    return "".join(f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z" for x, y, w, h in boxes)


def _offsets(scene: Scene, token: Token) -> list[Point]:
    """The cells of a block, seen from its first one."""
    x, y = scene.points[token.place]
    return [(scene.points[cell][0] - x, scene.points[cell][1] - y) for cell in token.cells]


def _label(label: str, size: float) -> str:
    """What a piece is called, ``size`` high with its leading; only a name that is no number needs a font."""
    if STROKES.keys() >= set(label):
        return digits(label, size / 20, TEXT)
    return f'<text font-size="{_n(size)}" fill="{TEXT}">{escape(label)}</text>'


def _ring(scene: Scene, token: Token) -> str:
    """The mark of the peg or piece that has moved."""
    if token.cells:
        return f'<path d="{joined_cells(_offsets(scene, token), 6.0)}" fill="{MOVED}" opacity=".55"/>'
    square = scene.kind == "slide" and square_tiles(scene.points)
    shape = '<rect x="-18" y="-18" width="36" height="36" rx="5"' if square else '<circle r="16"'
    return f'{shape} fill="none" stroke="{MOVED}" stroke-width="3"/>'


def _group(name: str, parts: Sequence[str]) -> str:
    return f'<g class="{name}">{"".join(parts)}</g>'


def box_of(scene: Scene) -> tuple[float, float, float, float]:
    """Left, top, width and height of a scene's pictures."""
    edge = outline(scene.points, EDGE.get(scene.kind, EDGE["slide"]) + 4)
    left = min(x for x, _ in edge)
    top = min(y for _, y in edge)
    return left, top, max(x for x, _ in edge) - left, max(y for _, y in edge) - top


def _document(scene: Scene, title: str, parts: Sequence[str]) -> str:
    left, top, width, height = box_of(scene)
    box = f"{_n(left)} {_n(top)} {_n(width)} {_n(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_n(width)}" height="{_n(height)}" role="img" '
        f'font-family="Georgia,serif" font-weight="bold" text-anchor="middle" dominant-baseline="central">'
        f"<title>{escape(title)}</title><defs>{GRADIENTS}</defs>"
        f"{_group('board', _board(scene))}{''.join(parts)}</svg>"
    )


def _line(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{_n(x, 1)} {_n(y, 1)}" for x, y in points) + "Z"


def _in_groove(point: Point) -> str:
    return f'"{_to(point)} scale({CAPTURED})"'


def _to(point: Point) -> str:
    return f"translate({_n(point[0])} {_n(point[1])})"


def _n(number: float, digits: int = 2) -> str:
    """A number in as few characters as possible."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
