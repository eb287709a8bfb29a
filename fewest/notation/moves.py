"""Lists of moves as text: read in the notations of the puzzle's kind, and judged by playing the plain rules.

A text may fit several notations, and a notation may be meant in several ways: ``R`` says where the empty cell goes, or
where the piece goes. That under which all moves are legal is taken; of several, one that reaches the goal, and then the
most usual. The sentence that comes with it names the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fewest.notation.errors import FieldError, InvalidRequest, Path, TextPlace, pointer
from fewest.notation.kinds import KINDS
from fewest.notation.move_lists import UNKNOWN, Misfit, Played
from fewest.notation.puzzle import ParsedPuzzle
from fewest.solver.errors import Message, ReplayError
from fewest.solver.kinds import kind_of
from fewest.solver.model import Solution
from fewest.solver.verify import Verdict

MAX_CHARACTERS = 20_000

TITLE = re.compile(r"^[ \t]*(?:MOVE[ ]*:\d+:|[A-Za-z]{2,20}[ ]?\d{0,5}[ ]?:|[A-Za-z]:[A-Za-z][ ]?=)", re.MULTILINE)
"""``Sol:``, ``Move 3:``, ``x:x =``, and what a saved game of Simon Tatham's puzzles has before each move."""

NUMBER = re.compile(
    r"^[ \t]*\d{1,5}[ \t]?[.):](?!\d)|(?<![\w.\-–—>→x×])(?<![\-–—>→x×] )(?<!to )(?<!hole )\d{1,5}\.(?=[ \t]*+[^\s.])",
    re.MULTILINE,
)
"""The number of a move, such as ``1.``; but not that of a hole at the end of a sentence."""

FILLER = re.compile(
    r"\b(?:pegs?|holes?|marbles?|pieces?|blocks?|cars?|trucks?|tiles?|cells?|steps?|squares?|moves?|from|by|then|and|the)\b",
    re.IGNORECASE,
)
"""Words around a move."""


@dataclass(frozen=True, slots=True)
class MovesRead:
    """A list of moves, read and judged; ``said`` tells how it was read. ``moves`` are empty if they are not legal."""

    verdict: Verdict
    said: Message
    fault: Message | None
    moves: Solution = ()


def read_moves(loaded: ParsedPuzzle, text: str, path: Path = ("moves",)) -> MovesRead:
    """Read and judge a list of moves.

    Raises
    ------
    InvalidRequest
        If the text is of no notation. The error has the place of the first characters that fit none.
    """
    puzzle = loaded.puzzle
    kind = kind_of(puzzle)
    rules = kind.rules(puzzle)
    found: list[Played] = []
    misfit = 0
    words = text
    for each in (TITLE, NUMBER, FILLER):
        words = each.sub(lambda match: " " * len(match[0]), words)  # as long as before: places stay the same
    for notation in KINDS[puzzle.kind].notations(puzzle, loaded.layout, words):
        try:
            found += notation()
        except Misfit as no:
            misfit = max(misfit, no.at)
    if not found:
        raise InvalidRequest([_error(text, misfit, path)])

    def rank(played: Played) -> tuple[bool, bool, float, bool]:
        legal = played.fault is None
        goal = legal and rules.is_goal(played.position)
        return legal, goal, played.legal / len(played.written), played.fault is not UNKNOWN

    best = max(found, key=rank)  # of equals the first, which is the most usual
    others = [each for each in found if each.fault is None and each.moves != best.moves] if best.fault is None else []
    said = Message("The moves are read as {how}.", how=best.said)
    if others:
        said = Message("{said} Read as {how}, they are legal, too.", said=said, how=others[0].said)
    if best.fault is not None:
        fault = _fault(text, best)
        return MovesRead(Verdict(False, None, fault, None), said, fault)
    try:
        # Single steps were all checked; chains of jumps also have an opening to keep, or a peg.
        position = best.position if kind.reversible else rules.play(best.moves)
    except ReplayError as error:  # such as an opening that is not kept
        return MovesRead(Verdict(False, None, str(error), None), said, None)
    moves = tuple(best.moves)
    return MovesRead(Verdict(rules.is_goal(position), len(moves), None, position), said, None, moves)


def _fault(text: str, played: Played) -> Message:
    """Why the first move that is not legal is not."""
    move = played.written[played.legal]
    line, column = _place(text, move.start)
    return Message(
        "move {number}, {move} (line {line}, column {column}), {why}",
        number=played.legal + 1,
        move=_quoted(text[move.start : move.end]),
        line=line,
        column=column,
        why=played.fault,
    )


def _error(text: str, at: int, path: Path) -> FieldError:
    """Where a text stops being a list of moves: the word there."""
    found = re.compile(r"[^\s,;]+").search(text, at)
    at, word = (0, "") if found is None else (found.start(), found[0])
    line, column = _place(text, at)
    detail = Message("no move was found")
    if word:
        template = "{word} is of no notation of moves for this puzzle, or of another than the moves before it"
        detail = Message(template, word=_quoted(word))
    return FieldError(pointer(path), detail, TextPlace(line, column, max(1, len(word))))


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column of a character, from 1."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def _quoted(word: str) -> str:
    return f'"{word}"' if len(word) <= 40 else f'"{word[:39]}…"'
