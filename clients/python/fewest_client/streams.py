"""Event streams: server-sent events from their lines."""

from __future__ import annotations


class EventReader:
    """Puts lines together to events."""

    def __init__(self) -> None:
        self._fields: dict[str, str] = {}

    def read(self, line: str) -> dict[str, str] | None:
        """Take the next line, without its end; returns the fields of an event once it is complete."""
        if line:
            name, _, value = line.partition(": ")
            self._fields[name] = value
            return None
        fields, self._fields = self._fields, {}
        return fields
