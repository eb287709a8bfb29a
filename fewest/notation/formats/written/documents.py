"""Documents of this API: a puzzle, or the body of a request to replay its solution; and with the board in graph6."""

from __future__ import annotations

import json

from fewest.notation import JsonObject
from fewest.notation.formats.written.subject import File, Subject
from fewest.notation.graph6 import format_graph6
from fewest.notation.kinds import KINDS
from fewest.solver.slide.puzzle import SlidePuzzle


def write_document(subject: Subject) -> list[File]:
    """The puzzle as it was given, in full forms; with a solution, the body of a request to ``/v1/replays``."""
    return _file(subject, subject.loaded.document)


def write_graph6(subject: Subject) -> list[File]:
    """The same with the adjacent cells in graph6."""
    puzzle: SlidePuzzle = subject.puzzle
    plain = KINDS[puzzle.kind].dump(puzzle)
    return _file(subject, plain | {"board": {"graph6": format_graph6(plain["board"]["adjacency"])}})


def _file(subject: Subject, document: JsonObject) -> list[File]:
    if subject.solution is not None:
        written = KINDS[subject.puzzle.kind].dump_solution(subject.puzzle, subject.solution)
        document = {"puzzle": document} | {name: written[name] for name in ("moves", "removed") if name in written}
    return [File("puzzle.json", json.dumps(document, ensure_ascii=False))]
