"""Batches: many puzzles in one request, each with its own job or its own errors."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from fewest.config.settings import Settings
from fewest.notation import JsonObject
from fewest.schemas.documents.batches import batch_document
from fewest.schemas.job import Request, load_batch, load_job
from fewest.schemas.texts import TextBody
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
        readings: list[JsonObject] | None = None
        if isinstance(body, TextBody):
            body, readings = body.read_all()
        parts = load_batch(body, self._settings)
        puzzles = parts["puzzles"]
        count(len(puzzles))
        shared = {name: parts[name] for name in ("want", "limits", "webhook") if name in parts}
        items = [{} for _ in puzzles] if readings is None else [{"reading": reading} for reading in readings]
        requests = [
            partial(self._load_job, {"puzzle": puzzle} | shared, item.get("reading"))
            for puzzle, item in zip(puzzles, items, strict=True)
        ]
        return GroupRequest(requests, items, {"created": time.time()}, webhook="webhook" in parts)

    def _load_job(self, body: JsonObject, reading: JsonObject | None) -> Request:
        return replace(load_job(body, self._settings), reading=reading)
