"""The state of the lanes: what waits in each, and whether a worker can take it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Lane(StrEnum):
    """A queue, and the workers that take searches from it."""

    QUICK = "quick"
    LONG = "long"


class Missing(StrEnum):
    """What a stalled lane is missing.

    Attributes
    ----------
    WORKER
        No worker that could take it is alive. The quick lane needs one even while nothing waits: every search begins
        there.
    PROGRESS
        Workers are alive and have nothing else to do, but do not take it.
    """

    WORKER = "worker"
    PROGRESS = "progress"


@dataclass(frozen=True, slots=True)
class LaneState:
    """The state of a lane.

    Attributes
    ----------
    workers
        Its workers that are alive.
    queued
        Searches that wait in it.
    oldest_seconds
        How long the next search has waited for a worker or for memory; 0 if none waits.
    missing
        What the lane is missing if it is stalled; None if it is not.
    """

    workers: int
    queued: int
    oldest_seconds: float
    missing: Missing | None
