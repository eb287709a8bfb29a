"""The places of the parts of a full form in the short form (see :mod:`fewest.notation.short_forms`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fewest.notation.errors import FieldError

Rest: TypeAlias = tuple[str, ...]
"""Parts of a JSON Pointer below a place."""

Moves: TypeAlias = dict[str, Callable[[Rest], str]]
"""Maps the pointer of a place in the full form to a function that makes a pointer from the parts below it."""


def all_at(pointer: str) -> Callable[[Rest], str]:
    """All parts of a full form are one value in the short form."""
    return lambda _: pointer


def moved(errors: Sequence[FieldError], path: str, moves: Moves) -> list[FieldError]:
    """The errors of a full form, moved to their places in the short form."""
    return [_moved(error, path, moves) for error in errors] if moves else list(errors)


def _moved(error: FieldError, path: str, moves: Moves) -> FieldError:
    below = error.pointer.removeprefix(path)
    for place in sorted(moves, key=len, reverse=True):
        if below == place or below.startswith(f"{place}/"):
            rest = tuple(below.removeprefix(place).split("/")[1:])
            return FieldError(path + moves[place](rest), error.detail, error.place)
    return error
