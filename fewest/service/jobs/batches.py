"""Batches: many puzzles in one request, each with its own job or its own errors."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from fewest.config.settings import Settings
from fewest.schemas.documents.batches import batch_document
from fewest.schemas.job import load_batch, load_job
from fewest.service.jobs.groups import GroupRequest, ServedGroup
from fewest.solver.errors import Message


class Batches(ServedGroup):
    """Reads batches, and sums them up."""

    kind, noun = Message("batch"), "batches"
    document = staticmethod(batch_document)

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def load(self, body: object, count: Callable[[int], object]) -> GroupRequest:
        """Validate a batch; the errors of a puzzle are part of the batch's document. Each puzzle is counted."""
        parts = load_batch(body, self._settings)
        puzzles = parts["puzzles"]
        count(len(puzzles))
        shared = {name: parts[name] for name in ("want", "limits", "webhook") if name in parts}
        requests = [partial(load_job, {"puzzle": puzzle} | shared, self._settings) for puzzle in puzzles]
        return GroupRequest(requests, [{} for _ in puzzles], {"created": time.time()}, webhook="webhook" in parts)
