"""Objects in JSON whose fields can be read one by one."""

from __future__ import annotations

from marshmallow import Schema, ValidationError, fields, missing

from schemas import JsonObject


class Shape(Schema):
    """An object whose fields do not depend on each other: it has no hooks, no unknown keys, and no renamed ones.

    Nearly all objects are valid. ``load`` spends most of its time on collecting errors, so :meth:`load_valid` comes
    first, and ``load`` is left to those with errors.
    """

    def load_valid(self, value: object) -> JsonObject:
        """Load an object that has no error, with the same result as ``load``.

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
                if field.required or field.load_default is not missing:
                    loaded[name] = field.deserialize(part, name, value)
            elif type(field) is fields.Nested and isinstance(field.schema, Shape):
                loaded[name] = field.schema.load_valid(part)
            else:
                loaded[name] = field.deserialize(part, name, value)
        return loaded
