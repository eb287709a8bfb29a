"""Batches: many puzzles in one request, each with its own job or its own errors."""

from __future__ import annotations

import time

from schemas.errors import MAX_ERRORS, InvalidRequest
from schemas.job import load_batch
from schemas.settings import Settings
from service.acceptance import Acceptance, Caller, Outcome, new_id
from service.admission import Admission
from service.documents import Document, batch_document
from service.jobs import JobService
from service.problems import PROBLEMS, Problem
from store.groups import Groups

STEP = 20
"""Puzzles accepted at once."""

MOST_ERRORS = 1000
"""Errors of one batch. After the step with which it has so many, puzzles are not read, so it costs little."""

TOO_MANY_ERRORS = f"The puzzles before it have {MOST_ERRORS} errors or more; correct those first."


class Batches:
    """Submits batches and reports how they stand."""

    def __init__(
        self, settings: Settings, admission: Admission, acceptance: Acceptance, jobs: JobService, groups: Groups
    ) -> None:
        self._settings, self._admission, self._acceptance = settings, admission, acceptance
        self._jobs, self._groups = jobs, groups

    def submit(self, body: object, caller: Caller) -> Document:
        """Submit every puzzle of a batch.

        Raises
        ------
        InvalidRequest
            If the batch as a whole has errors; those of a puzzle are part of the batch's document.
        """
        parts = load_batch(body, self._settings)
        self._admission.rates.count_request(len(parts["puzzles"]))
        self._admission.check_store()
        if "webhook" in parts:
            self._acceptance.check_webhook(caller.owner, len(parts["puzzles"]))
        shared = {name: parts[name] for name in ("want", "limits", "webhook") if name in parts}
        items: list[Document] = []
        errors = 0
        for step in range(0, len(parts["puzzles"]), STEP):
            puzzles = parts["puzzles"][step : step + STEP]
            if errors >= MOST_ERRORS:
                items += [{"status": "refused", "detail": TOO_MANY_ERRORS}] * len(puzzles)
                continue
            outcomes = self._acceptance.accept_all([{"puzzle": puzzle} | shared for puzzle in puzzles], caller)
            items += map(_item, outcomes)
            errors = sum(len(item.get("errors", ())) for item in items)
        batch_id = new_id()
        batch = {"kind": "batch", "owner": caller.owner, "created": time.time(), "items": items}
        self._groups.keep(batch_id, batch)
        return self._document(batch_id, batch)

    def get(self, batch_id: str, owner: str) -> Document | None:
        """A batch as it stands; None if the client has no such batch."""
        batch = self._groups.load(batch_id, "batch", owner)
        return None if batch is None else self._document(batch_id, batch)

    def cancel(self, batch_id: str, owner: str) -> Document | None:
        """Cancel every job of a batch that has not ended."""
        batch = self._groups.load(batch_id, "batch", owner)
        if batch is None:
            return None
        document = self._document(batch_id, batch)
        if document["status"] != "running":
            return document
        for item in document["items"]:
            if item["status"] in ("queued", "running"):
                self._jobs.cancel(item["job_id"])
        batch["cancelled"] = True
        self._groups.keep(batch_id, batch)
        return self._document(batch_id, batch)

    def _document(self, batch_id: str, batch: Document) -> Document:
        job_ids = [item["job_id"] for item in batch["items"] if "job_id" in item]
        return batch_document(batch_id, batch, self._groups.summaries(job_ids))


def _item(outcome: Outcome) -> Document:
    """What is kept of one puzzle: its job, or why it has none."""
    if isinstance(outcome, InvalidRequest):
        listed = outcome.errors[:MAX_ERRORS]
        errors = [{"pointer": error.pointer.removeprefix("/puzzle"), "detail": error.detail} for error in listed]
        return {"status": "invalid", "errors": errors}
    if isinstance(outcome, Problem):
        return {"status": "refused", "detail": f"{PROBLEMS[outcome.code][1]} {outcome.detail}"}
    return {"job_id": outcome.job_id}
