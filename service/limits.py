"""Every limit of the service, as clients read it."""

from __future__ import annotations

from typing import Any

from schemas.jump import MAX_GOALS, MAX_JUMPS
from schemas.replay import MAX_CLAIM
from schemas.settings import Settings
from service.routes.solutions import PAGE, PAGE_MOST
from solver.jump.board import MAX_HOLES
from solver.slide.board import MAX_CELLS


def every_limit(settings: Settings) -> list[dict[str, Any]]:
    """List the limits: name, what is taken where the client says nothing, the most, unit, and what it bounds.

    The default is null where a client has nothing to say about it.
    """
    rows: list[tuple[str, float | None, float, str, str]] = [
        ("seconds", settings.seconds, settings.seconds_most, "seconds", "time of one search"),
        ("nodes", settings.nodes, settings.nodes_most, "nodes", "work of one search"),
        ("bytes", settings.bytes, settings.bytes_most, "bytes", "memory of one search"),
        ("holes", None, MAX_HOLES, "holes", "size of a jump board"),
        ("jumps", None, MAX_JUMPS, "jumps", "jumps of a jump board"),
        ("goals", None, MAX_GOALS, "goals", "goals in one any_of"),
        ("cells", None, MAX_CELLS, "cells", "size of a board for sliding pieces"),
        ("claim", None, MAX_CLAIM, "numbers", "length of a claimed solution"),
        ("body", None, settings.body_bytes, "bytes", "length of a request body"),
        ("batch", None, settings.batch_most, "puzzles", "puzzles in one batch"),
        ("batch_body", None, settings.batch_bytes, "bytes", "length of a batch's body"),
        ("hint_moves", None, settings.hint_moves, "moves", "next moves a hint looks at"),
        ("hint", None, settings.hint_seconds, "seconds", "how long a request for a hint is held"),
        ("page", PAGE, PAGE_MOST, "solutions", "solutions on one page"),
        ("wait", 0, settings.wait_seconds, "seconds", "how long Prefer: wait holds an answer"),
        ("waits", None, settings.waits, "requests", "requests held at once by one process; one more is told at once"),
        ("streams", None, settings.streams, "streams", "streams held at once by one process; one more is told once"),
        ("stream_seconds", None, settings.stream_seconds, "seconds", "age of a stream; it can be taken up again"),
        ("rate_requests", None, settings.rate_requests, "requests", "requests that take work, of a client in a minute"),
        ("rate_searches", None, settings.rate_searches, "searches", "searches a client begins in a minute"),
        ("queue", None, settings.queue_most, "searches", "searches queued at once"),
        ("kept", None, settings.job_seconds, "seconds", "how long a job is kept after its last change"),
        ("listing", None, settings.listing_bytes, "bytes", "packed length of a listing that is kept"),
    ]
    names = ("name", "default", "maximum", "unit", "bounds")
    return [dict(zip(names, row, strict=True)) for row in rows]
