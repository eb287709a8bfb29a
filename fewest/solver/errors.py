"""Everything this library raises.

FewestError
├── PuzzleError   the puzzle breaks a rule of its kind (bad input)
├── ReplayError   a solution breaks the plain rules, or a proof does not hold
├── WorkError     a single solution takes more work to list than allowed
├── CacheError    compiled code can be stored nowhere
└── DeadlineError compiled code took longer than allowed, or could not have been interrupted

A search that exceeds a limit raises nothing: its outcome is "stopped". ``Stop`` is not an error: it ends work at a
limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any


class _Numbers(Formatter):
    """Writes a field ``{name|# peg|# pegs}`` as a number with its noun."""

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> tuple[Any, int | str]:
        """The value of a field, or the words for it."""
        if "|" not in field_name:
            found: tuple[Any, int | str] = super().get_field(field_name, args, kwargs)
            return found
        name, one, several = field_name.split("|")
        number = kwargs[name]
        written = format(number, "g" if isinstance(number, float) else "")
        return (one if number == 1 else several).replace("#", written), name


class Message(str):
    """An English text for people that keeps its template, so that it can be translated.

    Parameters
    ----------
    template
        The text, with a field ``{name}`` for each value. A number may be written with its noun, in the singular and in
        the plural: ``{pegs|# peg|# pegs}``, in which ``#`` stands for the number.
    values
        The values of the fields; they may be messages, too.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Message:
        """Make a message; without values, the template is the text."""
        # The built-in formatter is much faster, and most messages have no noun.
        write = _Numbers().format if "|" in template else str.format
        message = super().__new__(cls, write(template, **values) if values else template)
        message.template, message.values = template, values
        return message

    def format(self, *_: object, **values: object) -> Message:
        """The message with values in its fields, as marshmallow's validators ask for it."""
        return Message(self.template, **values)


class FewestError(Exception):
    """Root of all errors of this library."""


class PuzzleError(FewestError, ValueError):
    """The puzzle breaks rules of its kind; ``errors`` lists all of them.

    Parameters
    ----------
    errors
        ``(path, text)`` pairs; a path is a tuple of keys and indices into the puzzle.
    """

    def __init__(self, errors: list[tuple[tuple[str | int, ...], Message]]) -> None:
        self.errors = errors
        super().__init__("; ".join(f"{'/'.join(map(str, path))}: {text}" for path, text in errors))


class ReplayError(FewestError):
    """A solution breaks the rules, or a proof does not hold."""


class WorkError(FewestError):
    """A single solution takes more work to list than allowed: its moves can be made in too many ways."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(message)


class CacheError(FewestError):
    """Compiled code can be stored nowhere."""


class DeadlineError(FewestError):
    """Compiled code took longer than allowed, or runs in a thread in which it cannot be interrupted."""


class Stop(BaseException):
    """Raised in work that has reached a limit. The work may catch it and return what it has found.

    It is not an ``Exception``, so that no part of the work handles it as an error.

    Parameters
    ----------
    limit
        The field of :class:`fewest.solver.model.Limits` that it has reached.
    """

    def __init__(self, limit: str) -> None:
        self.limit = limit
        super().__init__(limit)
