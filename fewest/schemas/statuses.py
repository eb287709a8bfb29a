"""The statuses of jobs, in the order in which a job passes through them, and what webhooks report.

A job is ``queued``, then ``running`` (and perhaps queued again), then in one of ``ENDED``: solved, unsolvable or
stopped with a result, failed or cancelled without one.
"""

from __future__ import annotations

from enum import StrEnum

from fewest.solver.model import Status


class WaitsFor(StrEnum):
    """What a queued search may wait for besides its turn: the compilation of its solver, or memory."""

    COMPILATION = "compilation"
    MEMORY = "memory"


FAILED = ["failed", "cancelled"]
"""Ends without a result."""

ENDED = [status.value for status in Status] + FAILED
STATUSES = ["queued", "running", *ENDED]
"""Of jobs."""

EVENTS = ["running", *ENDED, "finished", "refused"]
"""Statuses that a webhook reports; the last two only for tasks other than solving."""
