"""JSON objects whose fields can be read one by one, and the messages for wrong ones."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches

from marshmallow import Schema, ValidationError, fields, missing
from marshmallow.exceptions import SCHEMA

from fewest.notation import JsonObject
from fewest.notation.fields import quoted
from fewest.solver.errors import Message


class Shape(Schema):
    """An object whose fields do not depend on each other: it has no hooks, no unknown keys, and no renamed ones.

    Nearly all objects are valid, and ``load`` spends most of its time on collecting errors. So :meth:`load_valid` comes
    first, and only objects with errors reach ``load``.
    """

    def load_valid(self, value: object) -> JsonObject:
        """Load an object without errors, with the same result as ``load``.

        Raises
        ------
        ValidationError
            If there are errors; ``load`` finds them all.
        """
        if not isinstance(value, dict) or not value.keys() <= self.load_fields.keys():
            raise ValidationError("must be an object with these fields")
        loaded: JsonObject = {}
        for name, field in self.load_fields.items():
            part = value.get(name, missing)
            if part is missing:
                # Raises that it is missing, or fills in the default.
                if field.required or field.load_default is not missing:
                    loaded[name] = field.deserialize(part, name, value)
            elif type(field) is fields.Nested and isinstance(field.schema, Shape):
                loaded[name] = field.schema.load_valid(part)
            else:
                loaded[name] = field.deserialize(part, name, value)
        return loaded

    def handle_error(self, error: ValidationError, data: object, **_: object) -> None:
        """Raise errors in words that name the value, and the field that was perhaps meant."""
        if not isinstance(error.messages, dict):
            return
        messages = {name: self._in_own_words(name, inner, data) for name, inner in error.messages.items()}
        for name in [name for name, inner in messages.items() if inner == [UNKNOWN]]:
            meant = get_close_matches(str(name), self.load_fields, 1)
            messages[name] = [unknown_field(str(name), meant, self.load_fields)]
            for each in meant:  # then it is not missing: it is the same mistake
                if error.messages.get(each) == [MISSING]:
                    del messages[each]
        error.messages = messages

    def example(self, name: str, _: JsonObject) -> object:
        """A value for a field of an object, which may have any errors; None if there is none."""
        examples = self.load_fields[name].metadata.get("examples")
        return examples[0] if isinstance(examples, list) else None

    def _in_own_words(self, name: object, messages: object, data: object) -> object:
        """The messages about a member of an object; with an example if it is missing, or no object."""
        value = _part(data, name)
        no_object = isinstance(messages, dict) and messages.keys() == {SCHEMA} and not isinstance(value, dict)
        if not no_object and messages != [MISSING]:
            return in_own_words(messages, value)
        found = self.example(str(name), data if isinstance(data, dict) else {})
        example = None if found is None else json.dumps(found)
        if no_object and example is None:
            return messages
        if no_object:
            text = "must be an object, not {value}; for example {example}"
            return [Message(text, value=quoted(value), example=example)]
        if example is None:
            return [Message("{name} is missing", name=quoted(str(name)))]
        return [Message("{name} is missing; for example {example}", name=quoted(str(name)), example=example)]


MISSING, UNKNOWN = "Missing data for required field.", "Unknown field."

OWN_WORDS: dict[str, Callable[[object], Message]] = {
    "Field may not be null.": lambda _: Message("must not be null"),
    "Invalid input type.": lambda value: Message("must be an object, not {value}", value=quoted(value)),
    "Invalid type.": lambda value: Message("must be an object, not {value}", value=quoted(value)),
    "Not a valid string.": lambda value: Message("must be a string, not {value}", value=quoted(value)),
    "Not a valid list.": lambda value: Message("must be a list, not {value}", value=quoted(value)),
    "Not a valid number.": lambda value: Message("must be a number, not {value}", value=quoted(value)),
    "Not a valid boolean.": lambda value: Message("must be true or false, not {value}", value=quoted(value)),
}
"""marshmallow's messages, and ours."""


def in_own_words(messages: object, value: object) -> object:
    """marshmallow's nested messages about a value, in our words, except for unknown fields."""
    if isinstance(messages, list):
        return [OWN_WORDS[each](value) if each in OWN_WORDS else each for each in messages]
    if not isinstance(messages, dict):
        return messages
    return {part: in_own_words(inner, _part(value, part)) for part, inner in messages.items()}


def _part(value: object, part: object) -> object:
    """A member of a value; the value itself for messages about the whole value."""
    if part == SCHEMA:
        return value
    if isinstance(value, dict):
        return value.get(part)
    return value[part] if isinstance(value, list) and isinstance(part, int) and part < len(value) else None


def unknown_field(name: str, meant: Sequence[str], known: Collection[str]) -> Message:
    """The message for an unknown field: names the field that was perhaps ``meant``, or all fields."""
    if meant:
        text = "there is no field {name} here; did you mean {near}?"
        return Message(text, name=quoted(name), near=quoted(meant[0]))
    return Message("there is no field {name} here, only {known}", name=quoted(name), known=", ".join(known))
