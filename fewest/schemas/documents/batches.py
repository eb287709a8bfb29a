"""Batches."""

from __future__ import annotations

from collections.abc import Sequence

from marshmallow import fields, validate

from fewest.notation import JsonObject, meanings
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.groups import GroupAnswer, GroupLinksAnswer, JobLinkAnswer, group_fields, progress_of
from fewest.schemas.documents.problems import FaultAnswer
from fewest.schemas.documents.readings import JobReadingAnswer
from fewest.schemas.statuses import STATUSES
from fewest.schemas.summary import JobSummary


class ItemAnswer(AnswerSchema):
    """One puzzle of a batch."""

    index = fields.Integer(**always("Its place in the list of puzzles, from 0."))
    status = fields.String(
        validate=validate.OneOf([*STATUSES, "invalid", "refused", "expired"]),
        **always(
            "The status of its job, if it has one; or `invalid`, see `errors`; `refused`, see `detail`; "
            "`expired`, if its job is no longer stored."
        ),
    )
    reading = fields.Nested(JobReadingAnswer, metadata=describe("Of a batch in plain text: how the puzzle was read."))
    job_id = fields.String(metadata=describe(meanings.JOB_ID))
    length = fields.Integer(allow_none=True, metadata=describe(meanings.LENGTH_ONCE_SOLVED))
    detail = fields.String(metadata=describe(meanings.REFUSED))
    errors = fields.List(fields.Nested(FaultAnswer), metadata=describe("Its errors, if it is invalid."))
    links = fields.Nested(JobLinkAnswer, metadata=describe(meanings.LINKS))


class BatchAnswer(GroupAnswer):
    """Many puzzles submitted at once, and the state of each."""

    total = fields.Integer(**always("Number of items."))
    progress = fields.Dict(keys=fields.String(), values=fields.Integer(), **always("Number of items by status."))
    items = fields.List(fields.Nested(ItemAnswer), **always("The puzzles, in the order of the request."))
    links = fields.Nested(GroupLinksAnswer, **always(meanings.LINKS))


def batch_document(batch_id: str, batch: JsonObject, summaries: Sequence[JobSummary]) -> JsonObject:
    """The document of a stored batch.

    Parameters
    ----------
    batch
        As it is stored: when it was ``created``, whether it was ``cancelled``, and its ``items``. An item has a
        ``job_id``, or its status "invalid" or "refused" with the reason.
    summaries
        The states of its items, in their order.
    """
    items: list[JsonObject] = []
    for index, (stored, summary) in enumerate(zip(batch["items"], summaries, strict=True)):
        items.append({"index": index} | stored)
        # The status of any other item was final when the batch was stored.
        if "job_id" in stored:
            items[-1] |= {"status": summary.status, "length": summary.length}
            items[-1]["links"] = {"job": f"/v1/jobs/{stored['job_id']}"}
    path = f"/v1/batches/{batch_id}"
    return {
        **group_fields(batch_id, batch, running=any(summary.open for summary in summaries)),
        "total": len(items),
        "progress": progress_of(summaries),
        "items": items,
        "links": {"self": path, "sheet": f"{path}/sheet"},
    }
