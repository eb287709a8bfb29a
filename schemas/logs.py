"""The shape of a log line: one JSON object, the same from every process."""

from __future__ import annotations

import json
import logging
import time
from typing import Any

NAMES = ("request_id", "client", "method", "path", "status", "milliseconds", "search", "outcome", "nodes", "seconds")
"""What a record may carry beside its text."""


class JsonLines(logging.Formatter):
    """Formats records as JSON objects, one to a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {
            "time": f"{moment}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= {name: getattr(record, name) for name in NAMES if hasattr(record, name)}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_lines() -> None:
    """Have this process log in JSON lines on standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.getLogger("flask-limiter").setLevel(logging.WARNING)
