"""The common JSON of all kinds of puzzle: objects with several forms, boards by name, layouts."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from marshmallow import Schema, ValidationError, fields, validate

from fewest.boards import catalogue, similar_names
from fewest.notation import JsonObject, meanings
from fewest.notation.errors import FieldError, Path, field_error, pointer
from fewest.notation.fields import Points, quoted
from fewest.notation.meanings import describe
from fewest.solver.errors import Message

Layout: TypeAlias = list[list[float]]
"""A point ``[x, y]`` for every hole or cell, y downwards."""

Example: TypeAlias = Callable[[], JsonObject | None]
"""Makes the example of an error, which most requests do not need; None if there is none."""

NAME_TOO_LONG = Message("must have at most {max} characters")
LAYOUT = Points(metadata=describe(meanings.LAYOUT, meanings.ROW_LAYOUT))


def board_name(example: str) -> fields.String:
    """The field for the name of a board of the catalogue."""
    most = validate.Length(max=100, error=NAME_TOO_LONG)
    return fields.String(validate=most, metadata=describe(meanings.BOARD_NAME, example))


@dataclass(frozen=True, slots=True)
class Choice:
    """An object that is given in exactly one of several forms (``oneOf`` in JSON Schema).

    Attributes
    ----------
    name
        Its component in the OpenAPI document.
    shape
        The schema of the object, with the fields of all forms.
    forms
        The fields of each form, by the form's component in the OpenAPI document. All of them must be given.
    optional
        Fields any form may have.
    implied
        Fields that :mod:`fewest.notation.short_forms` fills in if they are left out.
    """

    name: str
    shape: type[Schema]
    forms: Mapping[str, tuple[str, ...]]
    optional: tuple[str, ...] = ()
    implied: tuple[str, ...] = ()

    def form_of(
        self, given: JsonObject, path: Path, errors: list[FieldError], example: Example = lambda: None
    ) -> str | None:
        """The first field of the given form; None, with an error that shows an ``example``, if no form is given."""
        names = set(given) - set(self.optional)
        for form in self.forms.values():
            if names == set(form):
                return form[0]
        place = pointer(path)
        # A field with an error of its own is missing in `given`: its form may be complete all the same.
        if not any(error.pointer == place or error.pointer.startswith(f"{place}/") for error in errors):
            forms = join_or([" + ".join(form) for form in self.forms.values()])
            values = {"forms": forms, "example": json.dumps(example() or self._example())}
            text = Message("needs exactly one of {forms}, such as {example}", **values)
            if names:
                found = ", ".join(sorted(names))
                text = Message("needs exactly one of {forms}, such as {example}; found {found}", found=found, **values)
            errors.append(field_error(path, text))
        return None

    def _example(self) -> JsonObject:
        """An object of the form whose example is the shortest."""
        members = self.shape().fields
        examples = [{name: members[name].metadata["examples"][0] for name in form} for form in self.forms.values()]
        return min(examples, key=lambda each: len(json.dumps(each)))


def join_or(names: Sequence[str]) -> str:
    """Names as a list in a sentence: "a, b or c"."""
    first, last = ", ".join(names[:-1]), names[-1]
    return Message("{first} or {last}", first=first, last=last) if first else last


def resolve_name(parts: JsonObject, kind: str, path: Path, errors: list[FieldError]) -> JsonObject:
    """Replace the name of a board by the catalogue's board. An unknown name is an error and leaves no board."""
    board = parts.get("board")
    if not isinstance(board, dict) or set(board) - {"layout"} != {"name"}:
        return parts
    entry = catalogue().get(board["name"])
    if entry is not None and entry["kind"] == kind:
        # The layout of the client comes last, so it replaces that of the catalogue.
        own = {key: value for key, value in board.items() if key == "layout"}
        return parts | {"board": {"layout": entry["layout"]} | entry["board"] | own}
    text = unknown_board(board["name"], kind)
    if entry is not None:
        values = {"name": quoted(board["name"]), "own": entry["kind"], "kind": kind}
        text = Message("the board {name} is for puzzles of kind {own}, not {kind}", **values)
    errors.append(field_error((*path, "board", "name"), text))
    return {key: value for key, value in parts.items() if key != "board"}


def board_in(document: Any, shape: Schema, kind: str) -> JsonObject | None:
    """A board by itself, read by its ``shape`` and with its name resolved; None if it has an error."""
    try:
        return resolve_name({"board": shape.load(document)}, kind, (), []).get("board")
    except ValidationError:
        return None


def unknown_board(name: str, kind: str | None = None) -> Message:
    """The message for a name that no board has: boards with similar names, of one ``kind`` if it is given."""
    near = similar_names(name, kind)
    if near:
        values = {"name": quoted(name), "near": join_or(list(map(quoted, near)))}
        return Message("there is no board {name}; did you mean {near}?", **values)
    return Message("there is no board {name}; /v1/boards lists them", name=quoted(name))


def check_layout(board: JsonObject, size: int, noun: Message, path: Path, errors: list[FieldError]) -> None:
    """Check that a board's layout, if it has one, has a point for every place; ``noun`` is "hole" or "cell"."""
    if "layout" in board and len(board["layout"]) != size:
        template = "must have {size|# point|# points}, one for each {noun}, not {given}"
        text = Message(template, size=size, noun=noun, given=len(board["layout"]))
        errors.append(field_error((*path, "layout"), text))


def points_of(places: Iterable[tuple[int, int]]) -> Layout:
    """The layout that puts places at their rows and columns."""
    return [[float(column), float(row)] for row, column in places]
