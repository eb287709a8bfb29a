"""Scenes as SVG: a position with the move that led to it, or the whole solution, animated.

Colours keep a contrast of 4.5 to 1 for text and 3 to 1 for everything else, on the picture's own white ground.
The last move is marked by a line as well as by a colour.
"""

from __future__ import annotations

from html import escape

from service.drawing.scene import UNIT, Point, Scene, Token

GROUND, LINE, FILLED, MOVED, TEXT = "#ffffff", "#6b5d45", "#1f4e8c", "#b3261e", "#ffffff"
MARGIN = 0.8 * UNIT
PEG, HOLE, TILE = 0.34 * UNIT, 0.4 * UNIT, 0.84 * UNIT
STEP_SECONDS, MOVING_SECONDS, REST_SECONDS = 0.9, 0.5, 2.0


def position_picture(scene: Scene, move: int) -> str:
    """Draw the position after move ``move``; the last of them is marked."""
    step = scene.ends[move - 1] if move else 0
    path = scene.moves[move - 1] if move else ()
    parts = _board(scene)
    if path:
        corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in (scene.points[place] for place in path))
        parts.append(f'<polyline points="{corners}" fill="none" stroke="{MOVED}" stroke-width="3"/>')
        x, y = scene.points[path[0]]
        parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="5" fill="{MOVED}"/>')
    for token in scene.tokens:
        place = token.at(step)
        if place is not None:
            colour = MOVED if path and place == path[-1] else FILLED
            parts.append(f'<g transform="{_to(scene.points[place])}">{_token(token, colour)}</g>')
    when = f"after move {move} of {len(scene.moves)}" if move else "at the start"
    return _document(scene, f"The position {when}.", parts)


def animated_picture(scene: Scene) -> str:
    """Draw the whole solution, played again and again."""
    seconds = scene.steps * STEP_SECONDS + REST_SECONDS
    parts = _board(scene)
    for token in scene.tokens:
        motion = _motion(scene, token, seconds) if token.steps else ""
        place = _to(scene.points[token.place])
        parts.append(f'<g transform="{place}">{motion}{_token(token, FILLED)}</g>')
    return _document(scene, f"The solution, {len(scene.moves)} moves.", parts)


def _motion(scene: Scene, token: Token, seconds: float) -> str:
    """The animation of one peg or piece: its place over time, and its end."""
    times, points, parts = [0.0], [scene.points[token.place]], []
    for step, place in token.steps:
        begin = (step - 1) * STEP_SECONDS
        if place is None:
            when = _n((begin + MOVING_SECONDS) / seconds, 5)
            parts.append(
                f'<animate attributeName="opacity" calcMode="discrete" values="1;0" keyTimes="0;{when}" '
                f'dur="{_n(seconds)}s" repeatCount="indefinite"/>'
            )
            continue
        times += [begin, begin + MOVING_SECONDS]
        points += [points[-1], scene.points[place]]
    if len(points) > 1:
        places = ";".join(f"{_n(x)} {_n(y)}" for x, y in [*points, points[-1]])
        moments = ";".join(_n(time / seconds, 5) for time in [*times, seconds])
        parts.append(
            f'<animateTransform attributeName="transform" type="translate" values="{places}" keyTimes="{moments}" '
            f'dur="{_n(seconds)}s" repeatCount="indefinite"/>'
        )
    return "".join(parts)


def _board(scene: Scene) -> list[str]:
    if scene.kind == "jump":
        return [
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(HOLE)}" fill="{GROUND}" stroke="{LINE}" stroke-width="2"/>'
            for x, y in scene.points
        ]
    lines = [
        f'<line x1="{_n(a[0])}" y1="{_n(a[1])}" x2="{_n(b[0])}" y2="{_n(b[1])}" stroke="{LINE}" stroke-width="4"/>'
        for a, b in ((scene.points[a], scene.points[b]) for a, b in scene.edges)
    ]
    cells = [
        f'<rect x="{_n(x - TILE / 2 - 1)}" y="{_n(y - TILE / 2 - 1)}" width="{_n(TILE + 2)}" height="{_n(TILE + 2)}" '
        f'rx="5" fill="{GROUND}" stroke="{LINE}" stroke-width="2"/>'
        for x, y in scene.points
    ]
    return lines + cells


def _token(token: Token, colour: str) -> str:
    if not token.label:
        return f'<circle r="{_n(PEG)}" fill="{colour}"/>'
    size = min(16.0, 1.5 * TILE / max(1, len(token.label)))
    return (
        f'<rect x="{_n(-TILE / 2)}" y="{_n(-TILE / 2)}" width="{_n(TILE)}" height="{_n(TILE)}" rx="4" fill="{colour}"/>'
        f'<text font-size="{_n(size)}" fill="{TEXT}">{escape(token.label)}</text>'
    )


def _document(scene: Scene, title: str, parts: list[str]) -> str:
    width = max((x for x, _ in scene.points), default=0.0) + 2 * MARGIN
    height = max((y for _, y in scene.points), default=0.0) + 2 * MARGIN
    box = f"{_n(-MARGIN)} {_n(-MARGIN)} {_n(width)} {_n(height)}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{_n(width)}" height="{_n(height)}" role="img" '
        f'font-family="sans-serif" font-weight="bold" text-anchor="middle" dominant-baseline="central">'
        f"<title>{escape(title)}</title>"
        f'<rect x="{_n(-MARGIN)}" y="{_n(-MARGIN)}" width="{_n(width)}" height="{_n(height)}" fill="{GROUND}"/>'
        f"{''.join(parts)}</svg>"
    )


def _to(point: Point) -> str:
    return f"translate({_n(point[0])} {_n(point[1])})"


def _n(number: float, digits: int = 2) -> str:
    """A number in as few characters as possible."""
    return f"{number:.{digits}f}".rstrip("0").rstrip(".")
