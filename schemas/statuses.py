"""The statuses of jobs and of orders."""

from __future__ import annotations

from solver.model import Status

FAILED = ["failed", "cancelled"]
"""Ends without a result."""

ENDED = [status.value for status in Status] + FAILED
STATUSES = ["queued", "running", *ENDED]
"""Of jobs."""

EVENTS = ["running", *ENDED, "finished", "refused"]
"""What a webhook reports; the last two are ends of orders."""
