"""Pictures in frames of a fixed size, to be rasterized: the card that a link unfurls to, and the film of a solution."""

from __future__ import annotations

from fewest.studio.drawing.scene import Scene
from fewest.studio.drawing.svg import box_of, position_picture

CARD_WIDTH, CARD_HEIGHT = 1200, 630
"""Size of a card, in pixels: what Open Graph and its readers ask for."""

MARGIN = 30
PAPER = "#efe6d6"

FILM_SIDE = 400
"""The longer side of a film, in pixels."""

MOVE_MILLISECONDS = 900
REST_MILLISECONDS = 2500


def card(scene: Scene) -> str:
    """The start, in the middle of a card."""
    return _framed(scene, position_picture(scene), CARD_WIDTH, CARD_HEIGHT, MARGIN)


def film(scene: Scene) -> tuple[list[str], list[int]]:
    """The start and the position after every move, and how many milliseconds each is shown."""
    _, _, width, height = box_of(scene)
    scale = FILM_SIDE / max(width, height)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    last = len(scene.moves)
    frames = [_framed(scene, position_picture(scene, move), *size, 0) for move in range(last + 1)]
    return frames, [MOVE_MILLISECONDS] * last + [REST_MILLISECONDS]


def _framed(scene: Scene, picture: str, width: int, height: int, margin: int) -> str:
    """A picture of a scene, as large as possible, on paper of this size."""
    _, _, inner_width, inner_height = box_of(scene)
    scale = min((width - 2 * margin) / inner_width, (height - 2 * margin) / inner_height)
    x = (width - scale * inner_width) / 2
    y = (height - scale * inner_height) / 2
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>'
        f'<g transform="translate({x:.2f} {y:.2f}) scale({scale:.4f})">{picture}</g></svg>'
    )
