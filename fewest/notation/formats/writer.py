"""From a puzzle to a text in one of the formats that are also written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fewest.notation.errors import InvalidRequest, field_error
from fewest.notation.formats.registry import FORMATS
from fewest.notation.formats.written import block, jump, slide
from fewest.notation.formats.written.again import check_read
from fewest.notation.formats.written.subject import File, Subject, Write, refuse
from fewest.notation.puzzle import ParsedPuzzle
from fewest.solver.errors import Message
from fewest.solver.model import Solution

_KINDS = {each.KIND: each.WRITERS for each in (jump, slide, block)}

_WRITTEN = {
    each.name: {kind: known[each.name] for kind, known in _KINDS.items() if each.name in known} for each in FORMATS
}

WRITERS: Mapping[str, Mapping[str, Write]] = {name: kinds for name, kinds in _WRITTEN.items() if kinds}
"""What writes a puzzle, by the name of the format and the kind, in the order of the formats."""

READ_AGAIN = {"gnome-klotski", "rush-hour-line", "sgt-fifteen", "sgt-pegs"}
"""Their texts must be what this library reads in them. Drawings are chosen in this way, too."""


def write_text(loaded: ParsedPuzzle, to: str, solution: Solution | None = None) -> Sequence[File]:
    """Write a puzzle in a format.

    Parameters
    ----------
    to
        The name of the format; :data:`WRITERS` has those that are written.
    solution
        Legal moves from the start, to be written as well.

    Raises
    ------
    InvalidRequest
        If the format is not written, or cannot hold the puzzle or the solution, with a pointer to the part.
    """
    known = WRITERS.get(to)
    if known is None:
        raise InvalidRequest([field_error(("to",), _unknown(to))])
    kind = loaded.puzzle.kind
    if kind not in known:
        text = 'the format {format} is for puzzles of kind {kinds}, not "{kind}"'
        kinds = " or ".join(f'"{name}"' for name in known)
        raise refuse("kind", Message(text, format=to, kinds=kinds, kind=kind))
    files = known[kind](Subject(loaded, solution))
    if to in READ_AGAIN:
        check_read(files[0].text, loaded)
    return files


def _unknown(to: str) -> Message:
    names = ", ".join(WRITERS)
    return Message("puzzles are written as {names}, not as {name}", names=names, name=f'"{to[:40]}"')
