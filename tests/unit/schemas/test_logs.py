"""Log lines."""

from __future__ import annotations

import json
import logging

from schemas.logs import JsonLines


def test_a_line_has_the_given_fields_even_if_they_are_zero() -> None:
    """A record is one JSON object with UTC time to the millisecond and the extra fields it was given, no others."""
    record = logging.LogRecord("fewest.x", logging.INFO, "file", 1, "ended %s\n%d", ("ö", 2), None)
    record.created, record.msecs = 86400.007, 7.0
    record.__dict__.update(outcome="solved", nodes=0, colour="red")
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line) == {
        "time": "1970-01-02T00:00:00.007Z",
        "level": "INFO",
        "logger": "fewest.x",
        "message": "ended ö\n2",
        "outcome": "solved",
        "nodes": 0,
    }
