"""What a client is given: puzzles, limits, and the ids or documents of work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias
from urllib.parse import quote, urlencode

from .documents import Job, JobReading, Limits, Result, Webhook

Puzzle: TypeAlias = Mapping[str, Any]
"""A puzzle in the format of the service: ``kind``, ``board``, ``start``, ``goal`` and, on jump boards, ``opening``."""


class LimitKeywords(Limits, total=False):
    """Limits of a search, all as ``limits={"seconds": 60}``, as the service has them, or each as ``seconds=60``."""

    limits: Limits


class TextResult(Result, total=False):
    """A result; that of a text has how the text was read, and what was assumed."""

    reading: JobReading


def result_of(job: Job) -> Any:
    """The result of a job that has ended, with its reading if it was submitted as text."""
    return job["result"] | ({"reading": job["reading"]} if "reading" in job else {})


def limits_of(given: LimitKeywords) -> dict[str, Any]:
    """The limits that were given as keywords, in either way."""
    return {**given.get("limits", {}), **{name: value for name, value in given.items() if name != "limits"}}


def body_of(puzzles: dict[str, Any], want: str, webhook: Webhook | None, limits: LimitKeywords) -> dict[str, Any]:
    """The body of a request for solutions, without what is None."""
    body = puzzles | {"want": want, "limits": limits_of(limits), "webhook": webhook}
    return {name: value for name, value in body.items() if value is not None}


def asked(path: str, puzzles: Any, body: dict[str, Any], reading: int = 1) -> tuple[str, Any]:
    """The address and the body of a request for solutions. If the puzzles are a text, the query has all else.

    Raises
    ------
    ValueError
        If a text comes with a webhook or a limit other than seconds, which the query cannot have.
    """
    if not isinstance(puzzles, str):
        return path, body
    if "webhook" in body or body["limits"].keys() - {"seconds"}:
        raise ValueError("a text takes want, seconds and reading, no webhook and no other limit")
    query = {"want": body["want"], **body["limits"], **({"reading": reading} if reading > 1 else {})}
    return f"{path}?{urlencode(query)}", puzzles


def segment(given: str | Mapping[str, Any]) -> str:
    """A name, or the id of a document, as a part of a path."""
    return quote(given if isinstance(given, str) else given["id"], safe="")
