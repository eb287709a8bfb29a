"""Log lines: one JSON object each, the same from every process."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
from functools import lru_cache
from types import TracebackType
from typing import Any

from fewest.config.version import full_version

NAMES = (
    *("request_id", "client", "method", "path", "status", "milliseconds"),
    *("search", "kind", "want", "outcome", "nodes", "seconds", "queue_seconds", "units"),
    *("webhook", "host", "tries"),
)
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
        # A record has many more attributes: those of `logging` itself.
        given = record.__dict__
        line |= {name: given[name] for name in NAMES if name in given}
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return ENCODER.encode(line)


# Lines of the same second share the text.
@lru_cache(maxsize=2)
def _second(seconds: int) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


def log_lines() -> None:
    """Log JSON lines to standard error: records, warnings, and uncaught errors of the process or a thread.

    The first line names the version.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    # What the lines do not show need not be found out for each of them (named in Python's Logging HOWTO).
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging._srcfile = None  # type: ignore[attr-defined, unused-ignore]
    # Forced: a handler that another module has installed would write lines that are not JSON.
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_end
    threading.excepthook = lambda ended: _log_end(ended.exc_type, ended.exc_value, ended.exc_traceback)
    logging.getLogger("fewest").info("version %s", full_version())


def _log_end(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    # Both are ordinary ends: the user's, or an exit code.
    if error is not None and not issubclass(kind, KeyboardInterrupt | SystemExit):
        logging.getLogger("fewest").critical("ended by an error", exc_info=(kind, error, trace))


GUNICORN = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": JsonLines}},
    "handlers": {"json": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"level": "INFO", "handlers": ["json"]},
    "loggers": {
        "gunicorn.error": {"level": "WARNING", "handlers": ["json"], "propagate": False},
        "gunicorn.access": {"level": "WARNING", "handlers": ["json"], "propagate": False},
    },
}
"""The same for gunicorn, which sets up its own loggers (``logging.config``)."""
