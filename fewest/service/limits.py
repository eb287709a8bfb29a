"""Every limit of the service, as clients read it."""

from __future__ import annotations

from fewest.config.settings import Settings
from fewest.design.forms.levels import MAX_LEVELS_BYTES
from fewest.design.forms.surveys import MAX_VALUES
from fewest.notation import JsonObject
from fewest.notation.jump.board import MAX_JUMPS
from fewest.notation.jump.goals import MAX_GOALS
from fewest.schemas.replay import MAX_CLAIM
from fewest.schemas.sets import MAX_SET
from fewest.solver.block.board import MAX_CELLS as MAX_BLOCK_CELLS
from fewest.solver.jump.board import MAX_HOLES, WORD_HOLES
from fewest.solver.slide.board import MAX_CELLS, WORD_CELLS
from fewest.store.jobs import MAX_LISTED

DEFAULT_PAGE = 100
MAX_PAGE = 1000
"""Solutions on a page of all optimal solutions."""

MIN_EMBED = 200
MAX_EMBED = 10_000
"""Width and height of an embedded solution, in pixels."""

DEFAULT_JOBS = 20
MAX_JOBS = 100
"""Jobs on a page of a client's jobs."""

MAX_SHARE_BYTES = 100_000
"""Largest document of a shared puzzle or a class set. The store drops it when it is the least used."""

MAX_FILM_MOVES = 100
"""Largest number of moves in a film: drawing a move takes about 0.05 s of processor time."""

MAX_PRINTED = MAX_SET
"""Problems on a sheet, which may become a class set."""

MAX_PRINTED_BYTES = 1_000_000
"""Size of the stored problems of a sheet or a class set, each as often as it is named. Beyond it, none is loaded."""

MAX_OFFSET = 10**29
MAX_MOVE = 10_000


def limits_document(settings: Settings) -> JsonObject:
    """Every limit: name, default, maximum, unit, and what it limits. The default is null if clients cannot choose."""
    rows: list[tuple[str, float | None, float, str, str]] = [
        ("seconds", settings.seconds, settings.max_seconds, "seconds", "time of one search"),
        ("nodes", settings.nodes, settings.max_nodes, "nodes", "nodes of one search"),
        ("bytes", settings.bytes, settings.max_bytes, "bytes", "memory of one search"),
        ("holes", None, MAX_HOLES, "holes", "size of a jump board"),
        ("table_holes", None, WORD_HOLES, "holes", "size of a jump board for spaces and levels"),
        ("jumps", None, MAX_JUMPS, "jumps", "jumps of a jump board"),
        ("goals", None, MAX_GOALS, "goals", "goals in one any_of"),
        ("cells", None, MAX_CELLS, "cells", "size of a sliding board"),
        ("block_cells", None, MAX_BLOCK_CELLS, "cells", "size of a board of blocks"),
        ("table_cells", None, WORD_CELLS, "cells", "size of a board of cells for spaces and levels"),
        ("claim", None, MAX_CLAIM, "numbers", "length of a claimed solution"),
        ("share", None, MAX_SHARE_BYTES, "bytes", "size of a shared puzzle with its game, or of a class set"),
        ("set", None, MAX_SET, "problems", "problems of a class set or on a sheet"),
        ("printed", None, MAX_PRINTED_BYTES, "bytes", "size of the stored problems of a class set or on a sheet"),
        ("film", None, MAX_FILM_MOVES, "moves", "length of a solution that is drawn as a GIF"),
        ("body", None, settings.body_bytes, "bytes", "length of a request body"),
        ("batch", None, settings.max_batch, "puzzles", "puzzles in one batch"),
        ("batch_body", None, settings.batch_bytes, "bytes", "length of a batch's body"),
        ("survey", None, settings.max_survey, "problems", "problems in one survey, symmetric ones counted once"),
        ("survey_values", None, MAX_VALUES, "values", "values in boards, starts and goals; an object counts 100"),
        ("hint_moves", None, settings.max_hint_moves, "moves", "next moves of a hint's position"),
        ("hint", None, settings.hint_seconds, "seconds", "time a request for a hint is held"),
        ("page", DEFAULT_PAGE, MAX_PAGE, "solutions", "solutions on one page"),
        ("wait", 0, settings.wait_seconds, "seconds", "time a response is held for Prefer: wait"),
        ("waits", None, settings.max_waits, "requests", "waiting requests of one process; others are answered at once"),
        ("streams", None, settings.max_streams, "streams", "open streams of one process; others close after one event"),
        ("computations", None, settings.max_computations, "requests", "requests computed at once, half for one client"),
        ("header_seconds", None, settings.header_seconds, "seconds", "time for the headers to arrive"),
        ("body_seconds", None, settings.body_seconds, "seconds", "time for a body to arrive"),
        ("idle_seconds", None, settings.idle_seconds, "seconds", "time a connection may be idle"),
        ("stream_seconds", None, settings.stream_seconds, "seconds", "age of a stream; it can be resumed"),
        ("rate_requests", None, settings.rate_requests, "requests", "requests that cost work, per client and minute"),
        (
            "rate_searches",
            None,
            settings.rate_searches,
            "searches",
            "searches begun, per client and minute; a space: one per 20 MB",
        ),
        (
            "rate_local",
            None,
            settings.rate_local,
            "requests",
            "both rates, if higher, for clients on the service's machine, where only they can reach it, without keys",
        ),
        ("queue", None, settings.max_queue, "searches", "searches in the queue"),
        ("jobs_listed", None, MAX_LISTED, "jobs", "jobs listed for an API key, the newest"),
        ("webhooks", None, settings.max_webhooks, "webhooks", "pending webhooks"),
        ("webhook_seconds", None, settings.webhook_seconds, "seconds", "time of an attempt to deliver an event"),
        ("webhook_attempts", None, settings.webhook_attempts, "attempts", "attempts to deliver an event"),
        ("retention", None, settings.job_retention_seconds, "seconds", "time a job is retained if memory allows"),
        ("store", None, settings.store_bytes, "bytes", "everything stored; the oldest is dropped"),
        ("levels", None, MAX_LEVELS_BYTES, "bytes", "boards and goals of all levels of one generation"),
        ("listing", None, settings.listing_bytes, "bytes", "size of a list of all solutions, before compression"),
    ]
    names = ("name", "default", "maximum", "unit", "bounds")
    return {"limits": [dict(zip(names, row, strict=True)) for row in rows]}
