"""Batches: many puzzles in one request, each with its own job or its own errors."""

from __future__ import annotations

from fewest.schemas.documents.batches import batch_document
from fewest.schemas.job import load_batch
from fewest.schemas.settings import Settings
from fewest.service.documents import Document
from fewest.service.jobs.bodies import Bodies
from fewest.service.jobs.job_groups import JobGroups
from fewest.service.jobs.requests import Caller


class Batches:
    """Submits batches and reports their state.

    Parameters
    ----------
    groups
        Groups of the kind ``batch``.
    """

    def __init__(self, settings: Settings, bodies: Bodies, groups: JobGroups) -> None:
        self._settings = settings
        self._bodies = bodies
        self._groups = groups

    def submit(self, body: bytes, caller: Caller) -> Document:
        """Submit every puzzle of a batch; each counts as a request, the first as the one that was counted.

        Raises
        ------
        InvalidRequest
            If the batch as a whole has errors; those of a puzzle are part of the batch's document.
        Problem
            If the client exceeds its rate.
        """
        parts = self._bodies.read(body, lambda document: load_batch(document, self._settings))
        self._bodies.count_more(len(parts["puzzles"]) - 1)
        shared = {name: parts[name] for name in ("want", "limits", "webhook") if name in parts}
        requests = [{"puzzle": puzzle} | shared for puzzle in parts["puzzles"]]
        return self._document(*self._groups.submit(requests, caller, {}, webhook="webhook" in parts))

    def get(self, batch_id: str, owner: str) -> Document | None:
        """The current state of a batch; None if the client has no such batch."""
        batch = self._groups.load(batch_id, owner)
        return None if batch is None else self._document(batch_id, batch)

    def wait(self, batch_id: str, owner: str, seconds: float) -> bool:
        """Wait for the jobs of a batch (see :meth:`fewest.service.jobs.job_groups.JobGroups.wait`)."""
        return self._groups.wait(batch_id, owner, seconds)

    def solutions(self, batch_id: str, owner: str) -> list[str] | None:
        """The solutions of those of its puzzles that are solved; None if the client has no such batch."""
        batch = self._groups.load(batch_id, owner)
        if batch is None:
            return None
        return [
            each.solution_id for each in self._groups.settled(batch) if each.status == "solved" and each.solution_id
        ]

    def cancel(self, batch_id: str, owner: str) -> Document | None:
        """Cancel every job of a batch that has not ended."""
        batch = self._groups.cancel(batch_id, owner)
        return None if batch is None else self._document(batch_id, batch)

    def _document(self, batch_id: str, batch: Document) -> Document:
        return batch_document(batch_id, batch, self._groups.summaries(batch))
