"""Log lines."""

from __future__ import annotations

import json
import logging
import subprocess
import sys

from fewest.config.logs import JsonLines
from fewest.config.version import full_version


def test_a_line_has_the_given_fields_even_if_they_are_zero() -> None:
    """A record is a JSON object with the UTC time in milliseconds and the known extra fields it was given."""
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


PROGRAM = """
import threading, warnings
from fewest.config.logs import log_lines
log_lines()
warnings.warn("careful")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start()
thread.join()
raise ValueError("the end")
"""


def test_every_line_is_json() -> None:
    """The version, warnings, and the errors that end a thread or the process, are JSON lines, with the traceback."""
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["level"] for line in lines] == ["INFO", "WARNING", "CRITICAL", "CRITICAL"]
    assert lines[0]["message"] == f"version {full_version()}"
    assert "careful" in lines[1]["message"]
    assert "ZeroDivisionError" in lines[2]["error"]
    assert "ValueError: the end" in lines[3]["error"]
