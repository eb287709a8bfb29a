"""The common part of batches and surveys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.meanings import always
from fewest.schemas.documents.base import AnswerSchema, LinkAnswer, timestamp
from fewest.schemas.summary import JobSummary


class JobLinkAnswer(AnswerSchema):
    """Address of an item's job."""

    job = fields.String(**always(meanings.JOB_LINK))


class GroupLinksAnswer(LinkAnswer):
    """Its own address, and that of a sheet of its puzzles to print."""

    sheet = fields.String(**always(meanings.SHEET))


class GroupAnswer(AnswerSchema):
    """The common part of batches and surveys."""

    id = fields.String(**always(meanings.ID))
    status = fields.String(validate=validate.OneOf(["running", "ended", "cancelled"]), **always(meanings.GROUP_STATUS))
    created = fields.DateTime(**always(meanings.CREATED))


def group_fields(group_id: str, group: JsonObject, *, running: bool) -> JsonObject:
    """The fields of a stored batch or survey that :class:`GroupAnswer` has."""
    ended = "cancelled" if group.get("cancelled") else "ended"
    return {"id": group_id, "status": "running" if running else ended, "created": timestamp(group["created"])}


def progress_of(summaries: Sequence[JobSummary]) -> dict[str, int]:
    """Number of items by status, such as ``{"solved": 2, "queued": 1}``; a status that none has is left out."""
    return dict(Counter(summary.status for summary in summaries))
