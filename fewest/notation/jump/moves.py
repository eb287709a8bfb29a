"""How people write the moves of pegs: chains of holes by their numbers, letters and numbers, or rows and columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from fewest.notation.boards import Layout
from fewest.notation.move_lists import ILLEGAL, SEVERAL, UNKNOWN, Notation, Places, Played, Written, placed, play
from fewest.solver.errors import Message
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import Chain, JumpRules, moves_of
from fewest.solver.model import Jump

LETTERS = {33: "abcdefghijklmnopxPONMLKJIHGFEDCBA", 37: "abcydefzghijklmnopxPONMLKJIHGZFEDYCBA", 15: "ABCDEFGHIJKLMNO"}
"""The letters of the holes of the English and the French board, as on Wikipedia's page, and of a triangle."""


def notations(puzzle: JumpPuzzle, layout: Layout | None, text: str) -> Iterator[Notation]:
    """The notations of jumps."""
    yield partial(_chains, JumpRules(puzzle), layout, text)


def _chains(rules: JumpRules, layout: Layout | None, text: str) -> Iterator[Played]:
    """Chains of holes; if each has three, perhaps each is a jump, with the hole jumped over in the middle."""
    for named, moves in placed(text, holes := rules.puzzle.board.holes, layout, LETTERS.get(holes, "")):
        yield _play(rules, named, named.said, moves, width=2)
        if all(len(move.words) == 3 for move in moves):
            said = Message("from, over, to: {places}", places=named.said)
            yield _play(rules, named, said, moves, width=3)


def _play(rules: JumpRules, named: Places, said: Message, moves: Sequence[Written], width: int) -> Played:
    steps = [(move, partial(_chain, rules, [named.find(name) for name in move.words], width)) for move in moves]
    played = play(
        said,
        rules.puzzle.start,
        steps,
        lambda position, jump: rules.after(position, jump) if rules.legal(position, jump) else None,
    )
    return replace(played, moves=moves_of(played.moves))


def _chain(rules: JumpRules, holes: Sequence[int | None], width: int, position: int) -> Chain | Message:
    """The jumps of a peg through holes, or (``width`` 3) from the first over the second to the third."""
    if None in holes:
        return UNKNOWN
    chain: list[Jump] = []
    for start, *over, to in [holes] if width == 3 else pairwise(holes):
        jumps = [
            jump
            for jump in rules.jumps_from.get(start or 0, ())
            if jump[2] == to and over in ([], [jump[1]]) and rules.legal(position, jump)
        ]
        if len(jumps) != 1:
            return SEVERAL if jumps else ILLEGAL
        chain += jumps
        position = rules.after(position, jumps[0])
    return tuple(chain)
