"""Batches: many puzzles in one request, each with its own job or its own errors."""

from __future__ import annotations

import time

from schemas.errors import MAX_ERRORS, InvalidRequest
from schemas.job import load_batch
from schemas.settings import Settings
from service.admission import Rates
from service.documents import Document, batch_document
from service.jobs import Caller, JobService, new_id
from service.problems import PROBLEMS, Problem
from store.groups import Groups

MOST_ERRORS = 1000
"""Errors of one batch; puzzles after them are not read, so that a batch of errors costs little."""

TOO_MANY_ERRORS = f"The puzzles before it have {MOST_ERRORS} errors or more; correct those first."


class Batches:
    """Submits batches and reports how they stand."""

    def __init__(self, settings: Settings, jobs: JobService, groups: Groups, rates: Rates) -> None:
        self._settings, self._jobs, self._groups, self._rates = settings, jobs, groups, rates

    def submit(self, body: object, caller: Caller) -> Document:
        """Submit every puzzle of a batch.

        Raises
        ------
        InvalidRequest
            If the batch as a whole has errors; those of a puzzle are part of the batch's document.
        """
        parts = load_batch(body, self._settings)
        self._rates.count_request(len(parts["puzzles"]))
        self._jobs.check_store()
        if "webhook" in parts:
            self._jobs.check_webhook(caller.owner, len(parts["puzzles"]))
        shared = {name: parts[name] for name in ("want", "limits", "webhook") if name in parts}
        items: list[Document] = []
        errors = 0
        for puzzle in parts["puzzles"]:
            if errors >= MOST_ERRORS:
                items.append({"status": "refused", "detail": TOO_MANY_ERRORS})
                continue
            items.append(self._submit_item({"puzzle": puzzle} | shared, caller))
            errors += len(items[-1].get("errors", ()))
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

    def _submit_item(self, body: Document, caller: Caller) -> Document:
        """What is kept of one puzzle: its job, or why it has none."""
        try:
            return {"job_id": self._jobs.accept(body, caller).job_id}
        except InvalidRequest as invalid:
            listed = invalid.errors[:MAX_ERRORS]
            errors = [{"pointer": error.pointer.removeprefix("/puzzle"), "detail": error.detail} for error in listed]
            return {"status": "invalid", "errors": errors}
        except Problem as problem:
            return {"status": "refused", "detail": f"{PROBLEMS[problem.code][1]} {problem.detail}"}

    def _document(self, batch_id: str, batch: Document) -> Document:
        job_ids = [item["job_id"] for item in batch["items"] if "job_id" in item]
        return batch_document(batch_id, batch, self._groups.summaries(job_ids))
