"""The documents clients read: jobs and solutions."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any

from schemas.puzzle import load_puzzle
from schemas.result import carry_back
from store import Store
from store.jobs import Job
from store.results import Solution, grade_of
from store.searches import Search


def encode(document: Any) -> bytes:
    """A document as compact JSON."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "backslashreplace")


def stamp(seconds: float | None) -> str | None:
    """A moment as clients read it (RFC 3339, UTC)."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def solution_name(exact_digest: str, layout: list[list[float]] | None, *, optimal: bool = True) -> str:
    """The id of a puzzle's solution: it depends on the numbering and the layout only.

    A solution that is not proven optimal has an id of its own: what an id leads to never changes.
    """
    text = json.dumps([exact_digest, layout, optimal])
    return "p_" + hashlib.sha256(text.encode()).hexdigest()[:24]


def solution_links(name: str) -> dict[str, str]:
    """Where a solution can be read, seen and watched."""
    place = f"/v1/solutions/{name}"
    return {"solution": place, "picture": f"{place}/picture.svg", "embed": f"/embed/{name}"}


def job_document(
    job_id: str,
    *,
    status: str,
    kind: str,
    want: str,
    limits: dict[str, Any],
    created: float,
    started: float | None = None,
    ended: float | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A job as clients read it; ``more`` are the fields that depend on its status."""
    links = {"self": f"/v1/jobs/{job_id}", "events": f"/v1/jobs/{job_id}/events"}
    if more.get("solution_id"):
        links |= solution_links(more["solution_id"])
    return {
        "id": job_id,
        "status": status,
        "kind": kind,
        "want": want,
        "limits": limits,
        "created": stamp(created),
        "started": stamp(started),
        "ended": stamp(ended),
        **more,
        "links": links,
    }


def of_job(job: Job, search: Search, status: str, **more: Any) -> dict[str, Any]:
    """The document of a job with a search."""
    return job_document(
        job.id,
        status=status,
        kind=job.kind,
        want=job.want,
        limits=job.limits,
        created=job.created,
        started=search.started,
        **more,
    )


def open_document(store: Store, job: Job, search: Search) -> dict[str, Any]:
    """A job whose search is queued or running."""
    if search.status == "queued":
        return of_job(job, search, "queued", queue_position=store.queue.position(search.id, search.run) or 0)
    progress = search.progress or {"lower_bound": 0, "nodes": 0, "seconds": 0.0}
    return of_job(job, search, "running", progress=progress)


def cancelled_document(job: Job, search: Search, ended: float) -> dict[str, Any]:
    """A job its client took back."""
    return of_job(job, search, "cancelled", ended=ended, progress=search.progress or None)


def ended_document(store: Store, job: Job, search: Search) -> dict[str, Any]:
    """A job whose search has ended: its result in the client's own numbering, played once more, and kept."""
    if search.status in ("failed", "cancelled"):
        more = {"error": search.result.get("error")} if search.status == "failed" else {}
        return of_job(job, search, search.status, ended=search.ended, **more)
    puzzle = load_puzzle(job.raw_puzzle).puzzle
    result = carry_back(load_puzzle(search.puzzle).puzzle, search.result, puzzle, job.order)
    named = {}
    if search.status != "stopped":
        named["solution_id"] = keep_solution(store, job.raw_puzzle, job.exact_digest, job.layout, result, job.want)
    told = told_result(result, job.want, "miss")
    return of_job(job, search, search.status, ended=search.ended, **named, result=told)


def told_result(result: dict[str, Any], want: str, cache: str) -> dict[str, Any]:
    """A result as one job tells it: no count that was not asked for, and where the answer came from."""
    told = {key: value for key, value in result.items() if key != "count" or want in ("count", "all")}
    return told | {"statistics": result["statistics"] | {"cache": cache}}


def keep_solution(
    store: Store,
    raw_puzzle: dict[str, Any],
    exact_digest: str,
    layout: list[list[float]] | None,
    result: dict[str, Any],
    want: str,
) -> str:
    """Keep a puzzle with its result under the id of its solution."""
    proven = result["status"] == "unsolvable" or result["optimal"]
    name = solution_name(exact_digest, layout, optimal=proven)
    links = {"self": f"/v1/solutions/{name}"} | solution_links(name)
    del links["solution"]
    if want == "all" and result["status"] == "solved":
        links["all"] = f"/v1/solutions/{name}/all"
    body = encode({"id": name, "kind": raw_puzzle["kind"], "puzzle": raw_puzzle, "result": result, "links": links})
    etag = hashlib.sha256(body).hexdigest()[:32]
    store.results.keep_solution(name, grade_of(result, want), Solution(body, etag))
    return name
