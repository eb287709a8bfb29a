"""The JSON documents clients read, rendered from data: nothing here reads or writes the store.

Every document has a schema in :mod:`fewest.schemas.documents`, where those of groups are made, too;
tests/unit/service/test_documents.py proves that they agree.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from fewest.schemas.documents.base import encode, solution_links, timestamp
from fewest.schemas.errors import FieldError, dump_errors
from fewest.schemas.proof_texts import with_sentences
from fewest.schemas.tasks import TASKS
from fewest.service.translations import said
from fewest.solver.verify import Verdict

if TYPE_CHECKING:
    from fewest.schemas.summary import JobSummary
    from fewest.schemas.text import Reading
    from fewest.store.lanes import LaneState
    from fewest.store.queue import Lane

Document: TypeAlias = dict[str, Any]
"""A JSON object."""


@dataclass(frozen=True, slots=True)
class JobHeader:
    """What the document of every job has; ``want`` is empty but for puzzles. Times are seconds since the epoch."""

    id: str
    task: str
    kind: str
    want: str
    limits: Mapping[str, float]
    created: float
    started: float | None
    ended: float | None


def job_document(header: JobHeader, status: str, details: Document) -> Document:
    """A job; ``details`` are the fields that depend on its status."""
    path = f"/v1/{TASKS[header.task].noun}/{header.id}"
    links = {"self": path, "events": f"{path}/events"}
    if "depths" in details:
        links["picture"] = f"{path}/picture.svg"
    if "solution_id" in details:
        links |= solution_links(details["solution_id"])
    return {
        "id": header.id,
        "status": status,
        "kind": header.kind,
        **({"want": header.want} if header.want else {}),
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


def result_for_job(result: Document, want: str, cache: str, shared: bool, language: str) -> Document:
    """A result for one job: without the count unless it was asked for, and with the origin of the answer.

    ``shared`` says whether renumbered puzzles share the answer, as nearly all do; where not, the statistics say so.
    Sentences are in ``language``.
    """
    kept = {name: value for name, value in result.items() if name != "count" or want in ("count", "all")}
    origin: Document = {"cache": cache} if shared else {"cache": cache, "canonical": False}
    kept["statistics"] = result["statistics"] | origin
    return with_sentences(kept, want, partial(said, language=language))


def solution(raw_puzzle: Document, result: Document, want: str) -> tuple[str, bytes]:
    """A puzzle as its client wrote it, with its result: the id of the solution, and its document as JSON.

    The id is a digest of the document with an empty id, so the document of an id never changes. The cost of the search
    is left out: the same search finds the same solution again, but rarely in the same time.
    """
    found = {name: value for name, value in result.items() if name != "statistics"}
    listed = want == "all" and result["status"] == "solved"
    parts = encode(raw_puzzle["kind"]), encode(raw_puzzle), encode(found)
    name = "p_" + hashlib.sha256(_solution_document("", parts, listed=listed)).hexdigest()[:24]
    return name, _solution_document(name, parts, listed=listed)


def _solution_document(name: str, parts: tuple[bytes, bytes, bytes], *, listed: bool) -> bytes:
    """The document as JSON; ``parts`` are the kind, the puzzle and the result as JSON."""
    links = solution_links(name)
    links = {"self": links.pop("solution"), **links}
    if listed:
        links["all"] = f"/v1/solutions/{name}/all"
    ends = encode(name), *parts, encode(links)
    return b'{"id":%b,"kind":%b,"puzzle":%b,"result":%b,"links":%b}' % ends


def share(raw_puzzle: Document, game: Document | None) -> tuple[str, bytes]:
    """A puzzle as its client wrote it, to be passed on with a game that solves it, if any: its id and its document.

    The id is a digest of the rest, so the same content has the same id.
    """
    content: Document = {"kind": raw_puzzle["kind"], "puzzle": raw_puzzle, "game": game}
    name = "p_" + hashlib.sha256(encode(content)).hexdigest()[:24]
    links = {"self": f"/v1/shares/{name}", "page": f"/s/{name}", "card": f"/s/{name}/card.png"}
    return name, encode({"id": name} | content | {"links": links})


def page_document(name: str, count: int, offset: int, limit: int, solutions: Sequence[Document]) -> Document:
    """A page of all optimal solutions. The next one begins where it ends, which may be before its limit."""
    following = offset + len(solutions)
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


NOUNS = (
    "jobs",
    "batches",
    "surveys",
    "spaces",
    "generations",
    "features",
    "hints",
    "readings",
    "lookups",
    "replays",
    "shares",
    "boards",
    "limits",
)
"""What the API has addresses for."""


def overview_document(version: str) -> Document:
    """What the API offers: where to submit puzzles, what else there is, and where it is described."""
    links = {noun: f"/v1/{noun}" for noun in NOUNS} | {"check": "/v1/puzzles/check", "version": "/version"}
    links |= {
        "openapi": "/openapi.json",
        "reference": "/docs/",
        "live": "/livez",
        "ready": "/readyz",
        "metrics": "/metrics",
    }
    return {"name": "fewest", "version": version, "links": links}


def ready_document(missing: Sequence[str], workers: int, lanes: Mapping[Lane, LaneState]) -> Document:
    """Whether puzzles would be solved now, what is missing if not, and how each lane stands."""
    listed = [
        {
            "lane": lane,
            "workers": state.workers,
            "queued": state.queued,
            "oldest_seconds": round(state.oldest_seconds, 3),
            "missing": [] if state.lack is None else [state.lack],
        }
        for lane, state in lanes.items()
    ]
    return {"status": "not ready" if missing else "ready", "missing": missing, "workers": workers, "lanes": listed}


def problem_document(
    code: str, status: int, title: str, detail: str, request_id: str, more: Mapping[str, Any]
) -> Document:
    """A failure (RFC 9457), with ``more`` of what is wrong."""
    return problem_kind_document(code, status, title) | {"detail": detail, **more, "request_id": request_id}


def invalid_document(errors: Iterable[FieldError], puzzle: Document | None, language: str) -> Document:
    """What a failure tells of an invalid body: its errors, and the puzzle that a text was taken for."""
    written = dump_errors(errors, partial(said, language=language))
    return {"errors": written} | ({} if puzzle is None else {"puzzle": puzzle})


def readings_document(readings: Iterable[Reading], language: str) -> Document:
    """What a text was read as."""
    say = partial(said, language=language)
    return {
        "readings": [
            {
                "puzzle": each.puzzle,
                "text": " ".join(map(say, each.sentences)),
                "assumed": list(each.assumed),
                "notices": dump_errors(each.notices, say),
            }
            for each in readings
        ]
    }


def problem_kind_document(code: str, status: int, title: str) -> Document:
    """A kind of failure."""
    return {"type": f"/problems/{code}", "title": title, "status": status}
