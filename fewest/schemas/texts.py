"""Requests in plain text: what their JSON would be, from the puzzles of the text and from the query."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fewest.notation import JsonObject
from fewest.notation.errors import FieldError, InvalidRequest, Say, TextPlace
from fewest.notation.formats import read_puzzles
from fewest.schemas.documents.readings import job_reading
from fewest.solver.errors import Message


@dataclass(frozen=True, slots=True)
class TextBody:
    """The body of a request in plain text.

    Attributes
    ----------
    others
        The other fields of the request, which its query gives.
    number
        Which reading of its puzzle is meant; the first is 1.
    say
        Translates the sentences of readings.
    pause
        Called before each puzzle of the text is read.
    """

    text: str
    others: JsonObject
    number: int
    say: Say
    pause: Callable[[], object] = lambda: None

    def written(self) -> JsonObject:
        """What equal requests have in common."""
        return self.others | {"text": self.text, "reading": self.number}

    def read_one(self) -> tuple[JsonObject, JsonObject]:
        """The request for its puzzle as JSON, and how the text was read.

        Raises
        ------
        InvalidRequest
            If the text is not one puzzle, or has no such reading.
        """
        puzzles = read_puzzles(self.text, self.pause)
        readings = puzzles[0]
        if len(puzzles) > 1:
            text = "this text has {puzzles} puzzles; send it to /v1/batches"
            raise _refused(Message(text, puzzles=len(puzzles)))
        if self.number > len(readings):
            text = "there is no reading {number} of this text; it has {most}"
            raise _refused(Message(text, number=self.number, most=len(readings)))
        chosen = readings[self.number - 1]
        return self.others | {"puzzle": chosen.puzzle}, job_reading(readings, chosen, self.say)

    def read_all(self) -> tuple[JsonObject, list[JsonObject]]:
        """The batch of its puzzles as JSON, and how each was read: the first reading of each.

        Raises
        ------
        InvalidRequest
            If a puzzle cannot be read.
        """
        puzzles = read_puzzles(self.text, self.pause)
        document = self.others | {"puzzles": [readings[0].puzzle for readings in puzzles]}
        return document, [job_reading(readings, readings[0], self.say) for readings in puzzles]


def _refused(message: Message) -> InvalidRequest:
    return InvalidRequest([FieldError("", message, TextPlace(1, 1, 0))])
