"""Puzzles as people write them: from a text to puzzles, each with a description of how it was read.

::

    read_text            what the text is: brackets, or lines
        brackets         nested lists of any language     tables    what they are
        rows             lines, strings, boxes            pegs, pieces, blocks, neighbours    what is drawn
    words                what stands around a drawing
    draft                a puzzle as it was understood, with the place of each of its parts in the text
    assumed              a start and a goal, where there is none
    steps                how much work a text may take

Several readings are possible if a text leaves something open, such as which mark is a peg. All valid readings are
returned, the most probable first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest, TextPlace
from fewest.notation.puzzle import ParsedPuzzle, notices_of, read_puzzle
from fewest.notation.text.assumed import complete
from fewest.notation.text.blocks import draft_of_cars, drafts_of_blocks
from fewest.notation.text.draft import ROOT, Draft, Span, TextError
from fewest.notation.text.neighbours import draft_of_neighbours
from fewest.notation.text.pegs import drafts_of_pegs, is_drawing_of_pegs, is_matrix_of_pegs, strange_mark, unlabelled
from fewest.notation.text.pieces import EMPTY, are_states, drafts_of_pieces, rows_of_pieces
from fewest.notation.text.rows import SEVERAL, Cell, Row, are_several, normalized, parts_of, rows_of, span_of, unboxed
from fewest.notation.text.steps import MAX_STEPS, StepsError, budget, counted, spend
from fewest.notation.text.tables import drafts_in_brackets
from fewest.notation.text.words import without_asides, without_captions
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of

__all__ = ["Reading", "read_text"]

MAX_READINGS = 4

ALIKE_ROWS = 3
"""Drawings with fewer rows may be two parts of one board."""

REFUTED = Message("What was assumed has no solution, so the text may mean another puzzle.")

FORMS = Message(
    "this is not a puzzle; write a picture (o a peg, . a hole, # a wall; or letters for "
    "blocks), rows of numbers, a jump table or lists of neighbours in brackets, or JSON "
    "of the API"
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of a text.

    Attributes
    ----------
    puzzle
        Its document, complete and valid.
    loaded
        The same, for the solver.
    sentences
        How the text was read, and what was assumed.
    assumed
        JSON Pointers to the parts that the text does not have.
    notices
        What is odd about the puzzle.
    """

    puzzle: JsonObject
    loaded: ParsedPuzzle
    sentences: tuple[Message, ...]
    assumed: tuple[str, ...]
    notices: tuple[FieldError, ...]

    @property
    def words(self) -> str:
        """The sentences in English."""
        return " ".join(self.sentences)


def read_text(text: str) -> list[Reading]:
    """Read a text in one of the forms in which people write puzzles, within the budget of :mod:`steps`.

    Returns
    -------
    list of Reading
        Every possible puzzle, at least one. Those with the fewest oddities come first, then those that no simple
        argument proves unsolvable.

    Raises
    ------
    InvalidRequest
        If no reading is valid, with the errors of the most probable one and their places in the text; or if reading
        takes too many steps.
    """
    try:
        with budget():
            return _read(normalized(text))
    except StepsError:
        most = Message("reading this text takes more than {most} steps; write the puzzle alone", most=MAX_STEPS)
        raise InvalidRequest([FieldError("", most, TextPlace(1, 1, 0))]) from None


def _read(text: str) -> list[Reading]:
    try:
        drafts = list(_drafts(text))
    except TextError as error:
        raise InvalidRequest([FieldError("", error.message, _place(text, error.span))]) from None
    refused: InvalidRequest | None = None
    groups: list[list[Reading]] = []
    for completed in map(complete, sorted(drafts, key=lambda draft: draft.rank)[:MAX_READINGS]):
        groups.append([])
        for draft in completed:
            errors: list[FieldError] = []
            loaded = read_puzzle(draft.document, (ROOT[1:],), errors)
            if loaded is not None and not errors:
                groups[-1].append(_reading(draft, loaded))
            # Drafts are sorted: the first errors are those of the most probable reading.
            elif refused is None:
                # What was assumed follows from the board: its errors would only repeat those of the board.
                own = [error for error in errors if not _is_assumed(error, draft)] or errors
                placed = (replace(error, place=_place(text, draft.span(error.pointer))) for error in own)
                refused = InvalidRequest(placed, draft.document)
    groups = list(filter(None, groups))
    if refused is not None and not groups:
        raise refused
    # A board without jumps is a misread drawing, unless there is no other reading.
    groups = [group for group in groups if not _is_without_jumps(group[0])] or groups
    groups.sort(key=_oddity)
    return list(chain.from_iterable(groups))[:MAX_READINGS]


def _drafts(text: str) -> Iterator[Draft]:
    """Every puzzle that a text may be."""
    if not text.strip():
        raise TextError(Span(0, 0), Message("the text is empty"))
    plain = without_asides(text)
    if re.search(r"[\[({]", plain) or not plain.strip():
        found = drafts_in_brackets(text)
        drawn = [row for row in found if isinstance(row, Row)]
        yield from [draft for draft in found if isinstance(draft, Draft)] or _drawn(drawn)
        return
    rows = rows_of(plain)
    drawing = without_captions(rows)
    drafts = _drawn(drawing)
    yield from drafts if len(drawing) == len(rows) else map(_without_words, drafts)


def _without_words(draft: Draft) -> Draft:
    return replace(draft, words=Message("{what}, ignoring the lines of words", what=draft.words))


@counted
def _drawn(rows: list[Row]) -> Iterator[Draft]:
    """The readings of the lines of a drawing: one drawing, or a start above a goal."""
    rows = unlabelled(rows)
    drawn = [row for row in rows if row.text.strip()]
    if not drawn:
        raise TextError(Span(0, 0), Message("the text is empty"))
    parts = parts_of(rows)
    # Side by side, both drawings have every row.
    beside = parts is not None and sum(map(len, parts)) > len(rows)
    if are_several(rows):
        raise TextError(span_of(rows), SEVERAL)
    if not beside and are_states(drawn):
        if len(drawn) > 2:
            raise TextError(drawn[2].span, SEVERAL)
        parts = (drawn[:1], drawn[1:])
    both = [] if parts is None else list(_pairs(*parts))
    if parts is not None and not beside and not both and _are_alike(*parts):
        raise TextError(span_of(parts[1]), Message("the drawing of the goal does not have the board of the start"))
    yield from both
    if any(_are_same_pieces(draft) for draft in both):
        return  # a board with every piece twice is unlikely
    try:
        drafts = list(_readings(rows))
    except TextError:
        if both:
            return
        raise
    if not drafts and not both:
        raise TextError(strange_mark(drawn) or drawn[0].span, FORMS)
    yield from (draft.ranked(draft.rank + (1 if both else 0)) for draft in drafts)


def _pairs(start: list[Row], goal: list[Row]) -> Iterator[Draft]:
    """The puzzles of two drawings, of a start and of a goal on the same board."""
    try:
        drafts = [list(_readings(part)) for part in (start, goal)]
    except TextError:
        return
    yield from (pair for a in drafts[0] for b in drafts[1] if (pair := _with_goal(a, b)) is not None)


def _are_alike(start: list[Row], goal: list[Row]) -> bool:
    """Whether two drawings are so similar that they must be a start and a goal, one with an error."""
    marks = [set("".join(row.text for row in part)) - {" "} for part in (start, goal)]
    return len(start) == len(goal) >= ALIKE_ROWS and not marks[0].isdisjoint(marks[1])


def _are_same_pieces(draft: Draft) -> bool:
    """Whether a start and a goal of sliding pieces have the same pieces."""
    start, goal = draft.document["start"], draft.document["goal"]
    return isinstance(start, list) and sorted(start) == sorted(goal)


@counted
def _readings(rows: list[Row]) -> Iterator[Draft]:
    """What one drawing may be."""
    neighbours = draft_of_neighbours(rows)
    if neighbours is not None:
        yield neighbours
        return
    inside = unboxed(rows)
    cells = [row for row in inside if not isinstance(row, Row) and row]
    if cells:
        yield from _in_cells(cells)
        return
    drawn = [row for row in inside if isinstance(row, Row)]
    if not any(row.text.strip() for row in drawn):
        return
    digits = is_matrix_of_pegs(drawn)
    if digits:
        yield from drafts_of_pegs(drawn)
    found = rows_of_pieces(drawn)
    if found is not None:
        # Behind all readings as pegs, where digits may be both.
        yield from (draft.ranked(draft.rank + MAX_READINGS * digits) for draft in drafts_of_pieces(found, drawn=True))
    elif is_drawing_of_pegs(drawn):
        yield from drafts_of_pegs(drawn)
        if (cars := draft_of_cars(drawn)) is not None:  # a board of Rush Hour may have the marks of pegs only
            yield cars
    elif not digits:
        yield from drafts_of_blocks(drawn)


@counted
def _in_cells(rows: list[list[Cell]]) -> Iterator[Draft]:
    """The readings of the cells of a table: numbered pieces, or marks."""
    contents = {cell.text for row in rows for cell in row}
    numbers = {content for content in contents if content.lower() not in EMPTY}
    if numbers and all(map(str.isdecimal, numbers)):
        yield from drafts_of_pieces(rows, drawn=False)
        return
    if any(len(content) > 1 for content in contents):
        return
    blank = "." if "." not in contents else " "
    drawn = []
    for row in rows:
        found = {cell.column: cell for cell in row}
        width = max(found) + 1
        spend(width)
        marks = [(found[c].text or blank) if c in found else "#" for c in range(width)]
        at = [found[c].span.begin if c in found else row[0].span.begin for c in range(width)]
        drawn.append(Row("".join(marks), at))
    yield from drafts_of_pegs(drawn) if is_drawing_of_pegs(drawn) else drafts_of_blocks(drawn)


def _with_goal(start: Draft, goal: Draft) -> Draft | None:
    """The puzzle whose goal is drawn like its start; None if both are not on the same board."""
    if "start" not in start.document or "start" not in goal.document or start.document["kind"] != goal.document["kind"]:
        return None
    if start.document.get("board") != goal.document.get("board") or start.rank != goal.rank:
        return None
    spans = dict(start.spans) | {
        pointer.replace("/start", "/goal", 1): span for pointer, span in goal.spans.items() if "/start" in pointer
    }
    words = Message("a start and a goal: {start}", start=start.words)
    return replace(start, document=start.document | {"goal": goal.document["start"]}, words=words, spans=spans)


def _reading(draft: Draft, loaded: ParsedPuzzle) -> Reading:
    read = Message("Read as {what}.", what=draft.words)
    refuted = (REFUTED,) if draft.assumptions and _is_refuted(loaded) else ()
    sentences = (read, *draft.assumptions, *refuted)
    assumed = tuple(f"{ROOT}/{part}" for part in draft.assumed)
    return Reading(draft.document, loaded, sentences, assumed, tuple(notices_of(loaded)))


def _is_assumed(error: FieldError, draft: Draft) -> bool:
    """Whether an error is about an assumed part, in which case the board has an error as well."""
    return any(f"{error.pointer}/".startswith(f"{ROOT}/{part}/") for part in draft.assumed)


def _is_without_jumps(reading: Reading) -> bool:
    """Whether its board is a jump board without jumps."""
    puzzle = reading.loaded.puzzle
    return kind_of(puzzle).sizes(puzzle).get("jumps") == 0


def _is_refuted(loaded: ParsedPuzzle) -> bool:
    """Whether a simple argument proves a puzzle unsolvable."""
    return kind_of(loaded.puzzle).prove(loaded.puzzle) is not None


def _oddity(group: Sequence[Reading]) -> tuple[int, bool]:
    """The oddities of the readings of a draft: the number of notices, and whether one is proven unsolvable."""
    return len(group[0].notices), any(_is_refuted(reading.loaded) for reading in group)


def _place(text: str, span: Span) -> TextPlace:
    line = text.count("\n", 0, span.begin) + 1
    column = span.begin - (text.rfind("\n", 0, span.begin) + 1) + 1
    return TextPlace(line, column, span.end - span.begin)
