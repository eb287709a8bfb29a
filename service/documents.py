"""The JSON documents clients read, rendered from data: nothing here reads or writes the store.

Every document has a schema in :mod:`schemas.answers`; tests/unit/service/test_documents.py proves that they agree.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeAlias

from schemas.errors import FieldError
from solver.describe import Description
from solver.model import Puzzle
from solver.verify import Verdict

if TYPE_CHECKING:
    from store.groups import JobSummary

Document: TypeAlias = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class JobHeader:
    """What every job's document has. Times are seconds since the epoch."""

    id: str
    kind: str
    want: str
    limits: Mapping[str, float]
    created: float
    started: float | None
    ended: float | None


def encode(document: Mapping[str, object]) -> bytes:
    """A document as compact JSON."""
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "backslashreplace")


def timestamp(seconds: float | None) -> str | None:
    """A time as clients read it (RFC 3339, UTC)."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def solution_links(name: str) -> dict[str, str]:
    """Addresses of a solution, of its picture, and of a page that plays it."""
    place = f"/v1/solutions/{name}"
    return {"solution": place, "picture": f"{place}/picture.svg", "embed": f"/embed/{name}"}


def job_document(header: JobHeader, status: str, details: Document) -> Document:
    """A job; ``details`` are the fields that depend on its status."""
    links = {"self": f"/v1/jobs/{header.id}", "events": f"/v1/jobs/{header.id}/events"}
    if "solution_id" in details:
        links |= solution_links(details["solution_id"])
    return {
        "id": header.id,
        "status": status,
        "kind": header.kind,
        "want": header.want,
        "limits": header.limits,
        "created": timestamp(header.created),
        "started": timestamp(header.started),
        "ended": timestamp(header.ended),
        **details,
        "links": links,
    }


def job_item(job_id: str, created: float, summary: JobSummary) -> Document:
    """A job in a list."""
    item = {"id": job_id, "status": summary.status, "created": timestamp(created), "length": summary.length}
    return item | {"links": {"self": f"/v1/jobs/{job_id}"}}


def job_list_document(items: Sequence[Document], cursor: str, status: str, limit: int) -> Document:
    """A page of a client's jobs; ``cursor`` is where it ends, empty for the last page."""
    following = f"/v1/jobs?cursor={cursor}&limit={limit}" + (f"&status={status}" if status else "")
    return {"jobs": items, "next": following if cursor else None}


def result_for_job(result: Document, want: str, cache: str, shared: bool) -> Document:
    """A result for one job: without the count unless it was asked for, and with the origin of the answer.

    ``shared`` says whether renumbered puzzles share the answer, as nearly all do; where not, the statistics say so.
    """
    kept = {name: value for name, value in result.items() if name != "count" or want in ("count", "all")}
    origin: Document = {"cache": cache} if shared else {"cache": cache, "canonical": False}
    return kept | {"statistics": result["statistics"] | origin}


def solution(raw_puzzle: Document, result: Document, want: str) -> tuple[str, bytes]:
    """A puzzle as its client wrote it, with its result: the id of the solution, and its document as JSON.

    The id is a digest of the document with an empty id, so the document of an id never changes. The cost of the search
    is left out: the same search finds the same solution again, but rarely in the same time.
    """
    found = {name: value for name, value in result.items() if name != "statistics"}
    name = "p_" + hashlib.sha256(encode(_solution_document("", raw_puzzle, found, want))).hexdigest()[:24]
    return name, encode(_solution_document(name, raw_puzzle, found, want))


def _solution_document(name: str, raw_puzzle: Document, result: Document, want: str) -> Document:
    links = solution_links(name)
    links = {"self": links.pop("solution"), **links}
    if want == "all" and result["status"] == "solved":
        links["all"] = f"/v1/solutions/{name}/all"
    return {"id": name, "kind": raw_puzzle["kind"], "puzzle": raw_puzzle, "result": result, "links": links}


def page_document(name: str, count: int, offset: int, limit: int, solutions: Sequence[Document]) -> Document:
    """A page of all optimal solutions."""
    following = offset + limit
    more = f"/v1/solutions/{name}/all?offset={following}&limit={limit}" if following < count else None
    return {"id": name, "count": count, "offset": offset, "limit": limit, "solutions": solutions, "next": more}


def lookup_document(kind: str, want: str, name: str, result: Document) -> Document:
    """A known answer."""
    return {
        "status": result["status"],
        "kind": kind,
        "want": want,
        "solution_id": name,
        "result": result,
        "links": solution_links(name),
    }


def batch_document(batch_id: str, batch: Document, summaries: Sequence[JobSummary]) -> Document:
    """A batch; ``summaries`` are those of its items that have a job, in their order."""
    items, following = [], iter(summaries)
    for index, kept in enumerate(batch["items"]):
        item = {"index": index} | kept
        if "job_id" in kept:
            summary = next(following)
            item |= {"status": summary.status, "length": summary.length}
            item["links"] = {"job": f"/v1/jobs/{kept['job_id']}"}
        items.append(item)
    ended = "cancelled" if batch.get("cancelled") else "ended"
    return {
        "id": batch_id,
        "status": "running" if any(summary.open for summary in summaries) else ended,
        "created": timestamp(batch["created"]),
        "total": len(items),
        "progress": dict(Counter(str(item["status"]) for item in items)),
        "items": items,
        "links": {"self": f"/v1/batches/{batch_id}"},
    }


def hint_document(hint_id: str, hint: Document, summaries: Sequence[JobSummary]) -> Document:
    """A hint; ``summaries`` are those of its next moves. The distance is one more than the least of theirs."""
    moves = [
        {name: item[name] for name in ("move", "removed", "piece") if name in item}
        | {"status": summary.status, "distance": summary.length if summary.optimal else None}
        for item, summary in zip(hint["items"], summaries, strict=True)
    ]
    certain = all(summary.optimal or summary.status == "unsolvable" for summary in summaries)
    distances = [summary.length for summary in summaries if summary.optimal and summary.length is not None]
    distance, solvable = None, None
    if hint["met"]:
        distance, solvable = 0, True
    elif certain:
        distance, solvable = (1 + min(distances), True) if distances else (None, False)
    return {
        "id": hint_id,
        "status": "running" if any(summary.open for summary in summaries) else "ended",
        "distance": distance,
        "solvable": solvable,
        "moves": moves,
        "links": {"self": f"/v1/hints/{hint_id}"},
    }


def check_document(puzzle: Puzzle, key: str, sizes: Mapping[str, int], found: Description) -> Document:
    """A valid puzzle, described without a search."""
    return {
        "kind": puzzle.kind,
        "key": key,
        **sizes,
        "symmetries": found.symmetries,
        "solvable": None if found.proof is None else False,
        "proof": None if found.proof is None else dict(found.proof),
        "lower_bound": found.lower_bound,
    }


def replay_document(verdict: Verdict, position: Document | None) -> Document:
    """A claimed solution, judged by the rules; ``position`` is where it ends, in JSON."""
    return {
        "legal": verdict.legal,
        "reaches_goal": verdict.reaches_goal,
        "length": verdict.length,
        "fault": verdict.error,
        "position": position,
    }


def catalogue_document(entries: Mapping[str, Document]) -> Document:
    """The boards of the catalogue, without their layouts and examples."""
    boards = [
        {field: entry[field] for field in ("name", "kind", "title", "source")}
        | {"size": len(entry["layout"]), "links": {"self": f"/v1/boards/{entry['name']}"}}
        for entry in entries.values()
    ]
    return {"boards": boards}


def ready_document(missing: Sequence[str], workers: int) -> Document:
    """Whether puzzles would be solved now, and what is missing if not."""
    return {"status": "not ready" if missing else "ready", "missing": missing, "workers": workers}


def problem_document(
    code: str, status: int, title: str, detail: str, errors: Iterable[FieldError], request_id: str
) -> Document:
    """A failure (RFC 9457); ``errors`` are those of the request's body, if it has any."""
    listed = [{"pointer": error.pointer, "detail": error.detail} for error in errors]
    document = problem_kind_document(code, status, title) | {"detail": detail}
    return document | ({"errors": listed} if listed else {}) | {"request_id": request_id}


def problem_kind_document(code: str, status: int, title: str) -> Document:
    """A kind of failure."""
    return {"type": f"/problems/{code}", "title": title, "status": status}
