"""From a text to its readings: every format is asked, and the most exact readings come first."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest, TextPlace
from fewest.notation.formats.assumed import complete, is_refuted
from fewest.notation.formats.cleaned import cleaned
from fewest.notation.formats.draft import ROOT, Draft, Span, TextError
from fewest.notation.formats.drawing import DRAWING, UNKNOWN
from fewest.notation.formats.format import Format, Text
from fewest.notation.formats.many import texts_of
from fewest.notation.formats.registry import FORMATS
from fewest.notation.formats.steps import MAX_STEPS, StepsError, budget, spend
from fewest.notation.formats.words import RULE, remarks_of
from fewest.notation.puzzle import ParsedPuzzle, notices_of, read_puzzle
from fewest.solver.errors import Message
from fewest.solver.kinds import kind_of

MAX_READINGS = 6
"""Of one puzzle; also the number of drafts that are completed and checked."""

MAX_PUZZLES = 1000
"""Of one text, as in a batch."""

STEPS_OF_A_DRAFT = 5_000
"""Checking a puzzle takes some tenths of a millisecond."""

STEPS_OF_A_PUZZLE = 60_000
"""Of each of several, on average."""

REFUTED = Message("With what is assumed here there is no solution; the text may mean another puzzle.")


@dataclass(frozen=True, slots=True)
class Reading:
    """A reading of a text.

    Attributes
    ----------
    format
        The name of the format in which it was read.
    puzzle
        Its document, complete and valid.
    loaded
        The same, for the solver.
    sentences
        How the text was read, and what was assumed.
    assumed
        JSON Pointers to the parts that the text does not have.
    refuted
        Whether something was assumed and a simple argument proves that the puzzle has no solution.
    notices
        What is odd about the puzzle.
    unclear
        Whether lines were left out that were not understood.
    """

    format: str
    puzzle: JsonObject
    loaded: ParsedPuzzle
    sentences: tuple[Message, ...]
    assumed: tuple[str, ...]
    refuted: bool
    notices: tuple[FieldError, ...]
    unclear: bool = False

    @property
    def words(self) -> str:
        """The sentences in English."""
        return " ".join(self.sentences)


def read_text(text: str) -> list[Reading]:
    """Read a text with one puzzle in one of the forms in which people write puzzles.

    Returns
    -------
    list of Reading
        Every possible puzzle, at least one and at most six; the most exact first. See :func:`is_clear`.

    Raises
    ------
    InvalidRequest
        If no reading is valid, with the errors of the most exact one and their places in the text; if the text has
        several puzzles; or if reading takes too many steps.
    """
    puzzles = read_puzzles(text)
    if len(puzzles) > 1:
        several = Message(
            "this text has {puzzles} puzzles; give one, or read them with read_puzzles", puzzles=len(puzzles)
        )
        raise InvalidRequest([FieldError("", several, TextPlace(1, 1, 0))])
    return puzzles[0]


def read_puzzles(text: str, pause: Callable[[], object] = lambda: None) -> list[list[Reading]]:
    """Read a text with one puzzle or several: the readings of each, as :func:`read_text` gives them.

    Parameters
    ----------
    pause
        Called before each puzzle: a thousand take seconds, in which others wait.

    Raises
    ------
    InvalidRequest
        If one of them cannot be read.
    """
    plain = cleaned(text)
    try:
        with budget():
            texts = _split(Text(plain))
        if len(texts) > MAX_PUZZLES:
            many = Message("this text has more than {most} puzzles; give them in several texts", most=MAX_PUZZLES)
            raise InvalidRequest([FieldError("", many, TextPlace(1, 1, 0))])
        with budget(MAX_STEPS + STEPS_OF_A_PUZZLE * (len(texts) - 1)):
            readings = []
            for each in texts:
                pause()
                readings.append(_read(plain, each))
            return readings
    except StepsError:
        most = Message("reading this text takes more than {most} steps; write the puzzle alone", most=MAX_STEPS)
        raise InvalidRequest([FieldError("", most, TextPlace(1, 1, 0))]) from None


def _split(text: Text, deeper: int = 2) -> list[Text]:
    """The texts of the puzzles of a text, also where they stand below words."""
    texts = [Text(each.whole, text.begin + each.begin) for each in texts_of(text.whole)]
    inside = texts[0] if texts != [text] else text.bare
    if len(texts) > 1 or inside is None or not deeper:
        return texts
    parts = _split(inside, deeper - 1)
    return parts if len(parts) > 1 else texts


def is_clear(readings: list[Reading]) -> bool:
    """Whether the first reading can be taken without asking: its board and start are the only ones, nothing was
    assumed but a usual goal or start, and with that no simple argument proves that there is no solution.
    """
    first = readings[0]
    boards = [{name: each.puzzle.get(name) for name in ("kind", "board", "start")} for each in readings]
    certain = not first.refuted and not first.unclear
    return certain and f"{ROOT}/board" not in first.assumed and all(board == boards[0] for board in boards)


def _read(source: str, text: Text) -> list[Reading]:
    """The readings of one puzzle."""
    text, drafts, wrong = _drafts(source, text)
    refused: InvalidRequest | None = None
    found: list[tuple[Draft, Reading]] = []
    drafts.sort(key=lambda each: (not each[1].exact, each[1].rank))
    for format, draft in drafts[:MAX_READINGS]:
        for completed in complete(draft):
            spend(STEPS_OF_A_DRAFT)
            errors: list[FieldError] = []
            loaded = read_puzzle(completed.document, (ROOT[1:],), errors)
            if loaded is not None and not errors:
                found.append((completed, _reading(format.name, completed, loaded)))
            # Drafts are sorted: the first errors are those of the most exact reading.
            elif refused is None:
                # What was assumed follows from the board: its errors would only repeat those of the board.
                own = [error for error in errors if not _is_assumed(error, completed)] or errors
                placed = (replace(e, place=_place(source, text, completed.span(e.pointer))) for e in own)
                refused = InvalidRequest(placed, completed.document)
    if not found and wrong is not None:
        raise _refusal(source, text, wrong)
    if refused is not None and not found:
        raise refused
    # A board without jumps is a misread drawing, unless there is no other reading.
    found = [each for each in found if not _is_without_jumps(each[1])] or found
    found.sort(key=lambda each: _order(*each))
    readings: list[Reading] = []
    for _, reading in found:
        if all(reading.loaded.puzzle != other.loaded.puzzle for other in readings):
            readings.append(reading)
    return readings[:MAX_READINGS]


def _refusal(source: str, text: Text, error: TextError) -> InvalidRequest:
    return InvalidRequest([FieldError("", error.message, _place(source, text, error.span))])


def _drafts(source: str, text: Text) -> tuple[Text, list[tuple[Format, Draft]], TextError | None]:
    """The drafts of a text as it stands or, where no named format knows it for certain, without words around it."""
    drafts, wrong, refusal = list[tuple[Format, Draft]](), None, None
    try:
        drafts, wrong = drafts_of(text)
        refusal = None if drafts else wrong
    except TextError as error:
        refusal = error
    # A named format comes first, even where it does not exclude others.
    drafts = [(format, replace(draft, exact=draft.exact and not format.general)) for format, draft in drafts]
    if text.bare is not None and not any(draft.exact for _, draft in drafts):
        with suppress(TextError):
            bare, _ = drafts_of(text.bare)
            named = any(not format.general for format, _ in drafts)
            if any(not format.general and (draft.exact or not named) for format, draft in bare):
                return text.bare, [(format, _ignoring_words(draft)) for format, draft in bare], None
    # What is wrong in a format that surely is its own is told.
    if wrong is None and text.core is not None and all(format is DRAWING for format, _ in drafts):
        inside, spans = text.core
        with suppress(TextError, InvalidRequest):
            core, found, wrong = _drafts(source, inside)
            lines = [text.whole[span.begin : span.end].strip() for span in spans]
            ruling = next((span for span, line in zip(spans, lines, strict=True) if RULE.search(line)), None)
            if ruling is None:
                return core, [(format, _without_lines(draft, lines)) for format, draft in found], wrong
            said = Message("this line may be about the goal or the rules; draw a goal below the board, or leave it out")
            refusal = refusal and TextError(ruling, said)
    if refusal is not None:
        raise _refusal(source, text, refusal) from None
    if lines := _remarks(text):
        return text, [(format, _without_lines(draft, lines, exact=draft.exact)) for format, draft in drafts], wrong
    return text, drafts, wrong


def _remarks(text: Text) -> list[str]:
    """The lines beside the lists of a program that may be about the goal or the rules."""
    with suppress(TextError):
        return remarks_of(text.whole, [node.span for node in text.lists.nodes]) if text.has_lists else []
    return []


def _without_lines(draft: Draft, lines: list[str], *, exact: bool = False) -> Draft:
    text = Message('Not understood, and left out: "{lines}".', lines='", "'.join(line[:40] for line in lines[:4]))
    return replace(draft, assumptions=(text, *draft.assumptions), unclear=True, exact=exact)


def drafts_of(text: Text) -> tuple[list[tuple[Format, Draft]], TextError | None]:
    """Every puzzle that a text may be, with its format; and what is wrong with it in a format that surely is its own.

    Raises
    ------
    TextError
        If it is none, or wrong in the most exact format that knows it.
    """
    if not text.whole.strip():
        raise TextError(Span(0, 0), Message("the text is empty"))
    found: list[tuple[Format, Draft]] = []
    wrong: TextError | None = None
    surely = False
    for format in FORMATS:
        if format.general and (wrong is not None or any(draft.exact for _, draft in found)):
            break
        try:
            found += [(format, _told(text, format, draft)) for draft in format.read(text)]
        except TextError as error:
            # A format that reads the text as it stands knows more of it than one that looks for lists.
            wrong = error if wrong is None or (format.whole and not surely) else wrong
            surely = surely or format.whole
    if not found and not surely:
        raise wrong or TextError(Span(0, len(text.whole.rstrip())), UNKNOWN)
    return found, wrong if surely else None


def _told(text: Text, format: Format, draft: Draft) -> Draft:
    """The draft; where lines were left out, it says so."""
    return draft if format.whole or not text.captioned else _ignoring_words(draft)


def _ignoring_words(draft: Draft) -> Draft:
    return replace(draft, words=Message("{what}, ignoring the lines of words", what=draft.words))


def _order(draft: Draft, reading: Reading) -> tuple[bool, bool, int, int]:
    """What is certain, then what is not refuted, then by the formats' own order, then by oddities."""
    return not draft.exact, draft.guessed and is_refuted(reading.loaded.puzzle), draft.rank, len(reading.notices)


def _reading(format: str, draft: Draft, loaded: ParsedPuzzle) -> Reading:
    read = Message("Read as {what}.", what=draft.words)
    refuted = bool(draft.assumptions) and is_refuted(loaded.puzzle)
    sentences = (read, *draft.assumptions, *((REFUTED,) if refuted else ()))
    assumed = tuple(f"{ROOT}/{part}" for part in draft.assumed)
    return Reading(
        format, draft.document, loaded, sentences, assumed, refuted, tuple(notices_of(loaded)), draft.unclear
    )


def _is_assumed(error: FieldError, draft: Draft) -> bool:
    """Whether an error is about an assumed part, in which case the board has an error as well."""
    return any(f"{error.pointer}/".startswith(f"{ROOT}/{part}/") for part in draft.assumed)


def _is_without_jumps(reading: Reading) -> bool:
    """Whether its board is a jump board without jumps."""
    puzzle = reading.loaded.puzzle
    return kind_of(puzzle).sizes(puzzle).get("jumps") == 0


def _place(source: str, text: Text, span: Span) -> TextPlace:
    """The place in the whole text of a span in a part of it."""
    begin = text.begin + span.begin
    line = source.count("\n", 0, begin) + 1
    return TextPlace(line, begin - (source.rfind("\n", 0, begin) + 1) + 1, span.end - span.begin)
