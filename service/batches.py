"""Batches: many puzzles in one request, each with its own job or its own errors."""

from __future__ import annotations

import time
from collections import Counter
from typing import Any

from schemas.errors import MAX_ERRORS, InvalidRequest
from schemas.job import load_batch
from service.desk import Asker, Desk, new_id
from service.documents import stamp
from service.problems import PROBLEMS, Problem

Document = dict[str, Any]


class Batches:
    """Takes batches in and tells how they stand."""

    def __init__(self, desk: Desk) -> None:
        self._desk, self._groups = desk, desk.store.groups

    def submit(self, body: Any, asker: Asker) -> Document:
        """Ask for every puzzle of a batch.

        Raises
        ------
        InvalidRequest
            If the batch as a whole has errors; a puzzle's own are told in its place.
        """
        parts = load_batch(body, self._desk.settings)
        self._desk.rates.work(len(parts["puzzles"]))
        others = {name: parts[name] for name in ("want", "limits")}
        items = [self._item({"puzzle": puzzle} | others, asker) for puzzle in parts["puzzles"]]
        batch_id = new_id()
        group = {"kind": "batch", "owner": asker.owner, "created": time.time(), "items": items}
        self._groups.keep(batch_id, group)
        return self._document(batch_id, group)

    def look(self, batch_id: str, owner: str) -> Document | None:
        """How a batch stands; None if the client has no such batch."""
        group = self._groups.load(batch_id, "batch", owner)
        return None if group is None else self._document(batch_id, group)

    def cancel(self, batch_id: str, owner: str) -> Document | None:
        """Cancel every job of a batch that has not ended."""
        group = self._groups.load(batch_id, "batch", owner)
        if group is None:
            return None
        document = self._document(batch_id, group)
        if document["status"] == "running":
            for item in document["items"]:
                if item["status"] in ("queued", "running"):
                    self._desk.cancel(item["job_id"])
            group["cancelled"] = True
            self._groups.keep(batch_id, group)
        return self._document(batch_id, group)

    def _item(self, body: Any, asker: Asker) -> Document:
        """What is kept of one puzzle: its job, or why it has none."""
        try:
            return {"job_id": self._desk.submit(body, asker).job_id}
        except InvalidRequest as error:
            listed = error.errors[:MAX_ERRORS]
            errors = [{"pointer": each.pointer.removeprefix("/puzzle"), "detail": each.detail} for each in listed]
            return {"status": "invalid", "errors": errors}
        except Problem as problem:
            return {"status": "refused", "detail": f"{PROBLEMS[problem.code][1]} {problem.detail}"}

    def _document(self, batch_id: str, group: Document) -> Document:
        standings = iter(self._groups.summaries([item["job_id"] for item in group["items"] if "job_id" in item]))
        items, open_items = [], 0
        for index, item in enumerate(group["items"]):
            told = {"index": index} | item
            if "job_id" in item:
                standing = next(standings)
                open_items += standing.open
                told |= {"status": standing.status, "length": standing.length}
                told["links"] = {"job": f"/v1/jobs/{item['job_id']}"}
            items.append(told)
        ended = "cancelled" if group.get("cancelled") else "ended"
        return {
            "id": batch_id,
            "status": "running" if open_items else ended,
            "created": stamp(group["created"]),
            "total": len(items),
            "progress": dict(Counter(str(item["status"]) for item in items)),
            "items": items,
            "links": {"self": f"/v1/batches/{batch_id}"},
        }
