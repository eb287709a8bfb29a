"""The shape of a log line: one JSON object, the same from every process."""

from __future__ import annotations

import json
import logging
import time
from functools import lru_cache
from typing import Any

NAMES = ("request_id", "client", "method", "path", "status", "milliseconds", "search", "outcome", "nodes", "seconds")
"""The extra fields a record may have."""

ENCODER = json.JSONEncoder(ensure_ascii=False)


class JsonLines(logging.Formatter):
    """Formats records as JSON objects, one per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        line: dict[str, Any] = {
            "time": f"{_second(int(record.created))}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        given = record.__dict__
        line |= {name: given[name] for name in NAMES if name in given}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return ENCODER.encode(line)


@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


def log_lines() -> None:
    """Log JSON lines to standard error in this process."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
