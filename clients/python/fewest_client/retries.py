"""Which requests are sent again, and when."""

from __future__ import annotations

from collections.abc import Mapping

from .problems import FewestProblem

AWAY = (429, 502, 503, 504)
"""Statuses that pass."""

NOTHING_ACCEPTED = ("/problems/no-worker", "/problems/busy", "/problems/queue-full")
"""Types of problems with status 503 that had no effect. Others may have: a part of a batch may be in the store that is
then unavailable, and a proxy knows nothing of what it has passed on.
"""

REPEATABLE_POSTS = tuple(
    f"/v1/{path}" for path in ("hints", "lookups", "puzzles/check", "readings", "replays", "sets", "shares")
)
"""POST requests that may arrive twice: they make nothing, or the same."""

FIRST_PAUSE, DOUBLINGS = 0.5, 4
"""Seconds before the second attempt, where the service names none; so many pauses are twice the one before."""


def is_repeatable(method: str, path: str, headers: Mapping[str, str]) -> bool:
    """Whether a request may arrive twice."""
    return method != "POST" or "Idempotency-Key" in headers or path in REPEATABLE_POSTS


def pause_before(attempt: int, error: FewestProblem | OSError, *, repeatable: bool) -> float | None:
    """Seconds to wait before a request is sent again after an error; None if it is not.

    Parameters
    ----------
    attempt
        Number of attempts made before the one that failed.
    repeatable
        Whether the request may arrive twice.
    """
    if isinstance(error, FewestProblem):
        if error.status not in AWAY or not (repeatable or _had_no_effect(error)):
            return None
        if error.retry_seconds is not None:
            return error.retry_seconds
    elif not repeatable:
        return None
    return FIRST_PAUSE * 2.0 ** min(attempt, DOUBLINGS)


def _had_no_effect(problem: FewestProblem) -> bool:
    return problem.status == 429 or (problem.status == 503 and problem.document.get("type") in NOTHING_ACCEPTED)
