"""Looks of boards in pictures: as on the page, small in lists, or in black on white for print.

Text has a contrast of 4.5 to 1; marbles, tiles, holes and the line of the last move have 3 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

WOOD = "#dca968"
DARK = "#412813"
MARBLES = ("#1f55b5", "#12609e", "#3443ae")
TILE, TEXT = "#f3e7cd", "#3b2712"
MOVED, CASING = "#ffcf4d", "#2b1704"
BLOCKS = ("#f3e7cd", "#e3cfa4", "#efd9b4", "#d9c193", "#f0dfc0")
AIM = "#e2836b"
EDGE = "#8a5a2a"
DOOR_TEXT = "#fff0cf"
ROUNDED = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What shapes look like: SVG attributes, but colours of texts and blocks.

    Pegs take turns in their looks, blocks in their colours. A groove, where captured pegs lie, makes a board larger; a
    glint lies on each peg. ``on_peg`` is the colour of numbers on pegs. ``ring`` is around a hole that is the goal,
    ``goals`` are the lines around that of a block. Cells are ``wells``, joined by ``links`` if they are round. ``aim``
    has the colours of blocks that have a goal, face and edge. ``door`` is the size and colour of names on doors,
    ``exit`` the gap in a rim and the arrow in it. Detailed pictures have a size of their own.
    """

    defs: str = ""
    margin: float = 30.0
    board: str
    groove: str = ""
    hole: str
    pegs: tuple[str, ...]
    glint: str = ""
    on_peg: str = "#fff"
    ring: str = ""
    wells: str
    block_wells: str
    links: str
    tile: str
    text: str
    blocks: tuple[str, ...]
    block_edge: str
    aim: tuple[str, str]
    bars: str
    door: tuple[int, str]
    goals: tuple[str, ...]
    exit: tuple[str, str]
    detailed: bool = False
    numbered: bool = False


def _exit(gap: str, arrow: str) -> tuple[str, str]:
    return f'stroke="{gap}" stroke-width="40"', f'stroke="{arrow}" stroke-width="3" {ROUNDED}'


WOODEN = Look(
    defs=GRADIENTS,
    margin=36.0,
    board='fill="url(#w)" stroke="url(#e)" stroke-width="4"',
    groove='fill="none" stroke="#7d5126" stroke-width="17"',
    hole=f'fill="url(#h)" stroke="{EDGE}"',
    pegs=('fill="url(#m0)"', 'fill="url(#m1)"', 'fill="url(#m2)"'),
    glint='<ellipse cx="-5" cy="-6" rx="4" ry="2.8" fill="#fff" opacity=".7" transform="rotate(-35 -5 -6)"/>',
    wells=f'fill="{DARK}" stroke="{DARK}" stroke-width="2"',
    block_wells=f'fill="{DARK}" stroke="{DARK}" stroke-width="2"',
    links=f'stroke="{DARK}" stroke-width="7"',
    tile='fill="url(#t)" stroke="#a98d5c"',
    text=TEXT,
    blocks=BLOCKS,
    block_edge="#7a5a2b",
    aim=(AIM, "#7d1f14"),
    bars='stroke="#b98a4e" stroke-width="3" opacity=".8"',
    door=(11, DOOR_TEXT),
    goals=(f'stroke="{CASING}" stroke-width="5" {ROUNDED}', f'stroke="{MOVED}" stroke-width="2.5" {ROUNDED}'),
    exit=_exit(DARK, DOOR_TEXT),
    detailed=True,
)


def _flat(
    board: str,
    edge: str,
    hole: str,
    peg: str,
    goal: tuple[str, int],
    tile: str,
    text: str,
    wells: tuple[str, str],
    aim: str,
    door: str,
) -> Look:
    """A look of plain colours: ``goal`` is that and the width of rings, ``wells`` those for pieces and for blocks."""
    line = f'stroke="{edge}"'
    well, block_well = (f'fill="{colour}" {line}' for colour in wells)
    return Look(
        board=f'fill="{board}" {line} stroke-width="2"',
        hole=f'fill="{hole}" {line}',
        pegs=(f'fill="{peg}" {line}',),
        ring=f'fill="none" stroke="{goal[0]}" stroke-width="{goal[1]}"',
        wells=well,
        block_wells=block_well,
        links=f'{line} stroke-width="4"',
        tile=f'fill="{tile}" {line}',
        text=text,
        blocks=(tile,),
        block_edge=edge,
        aim=(aim, edge),
        bars=f'{line} stroke-width="2"',
        door=(14, door),
        goals=(f'fill="none" stroke="{goal[0]}" stroke-width="4" stroke-dasharray="7 5"',),
        exit=_exit(wells[1], door),
    )


SMALL = _flat(WOOD, EDGE, "#fff8e6", MARBLES[0], ("#ffe14d", 7), TILE, TEXT, (DARK, DARK), AIM, DOOR_TEXT)
PRINTED = replace(
    _flat("#fff", "#000", "#fff", "#fff", ("#000", 2), "#fff", "#000", ("#fff", "#d0d0d0"), "#b5b5b5", "#000"),
    # Outlines: discs would take toner, and nobody could write on them.
    pegs=('fill="#fff" stroke="#000" stroke-width="3.5"',),
    ring='fill="none" stroke="#000" stroke-width="2" stroke-dasharray="4 3"',
    on_peg="#000",
)
NUMBERED = replace(PRINTED, numbered=True)
