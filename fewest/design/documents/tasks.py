"""Tasks: the common part of their documents, and the documents of each kind."""

from __future__ import annotations

from copy import copy

from marshmallow import fields, validate

from fewest.design.documents import features, levels, spaces
from fewest.notation import meanings
from fewest.notation.meanings import always, describe
from fewest.schemas.documents.base import AnswerSchema
from fewest.schemas.documents.jobs import WorkAnswer
from fewest.schemas.statuses import FAILED
from fewest.schemas.task import ENDED

STATUSES = ["queued", "running", *ENDED, *FAILED]


class TaskProgressAnswer(AnswerSchema):
    """Progress of a task."""

    nodes = fields.Integer(**always(meanings.NODES))
    seconds = fields.Float(**always(meanings.SECONDS))


class TaskLinksAnswer(AnswerSchema):
    """Addresses of a task."""

    self = fields.String(**always(meanings.SELF))
    events = fields.String(**always(meanings.EVENTS))
    picture = fields.String(metadata=describe("Of a space: its depths as a chart, as SVG."))


class TaskAnswer(WorkAnswer):
    """A task and its state. Once it has ended, it has the fields of its result."""

    status = fields.String(validate=validate.OneOf(STATUSES), **always(meanings.TASK_STATUS))
    progress = fields.Nested(
        TaskProgressAnswer, allow_none=True, metadata=describe("Progress, while the task is running or queued again.")
    )
    links = fields.Nested(TaskLinksAnswer, **always(meanings.LINKS))


def _document(want: str, result: type[AnswerSchema]) -> type[AnswerSchema]:
    """The document of a task with this result, whose fields it has once it has ended."""
    members: dict[str, object] = {"__doc__": result.__doc__, "__module__": __name__}
    for name, declared in result._declared_fields.items():
        if name != "status":
            field = copy(declared)
            # Until the task has ended, no field of its result is there.
            field.required = False
            members[name] = field
    return type(f"{want.title()}Answer", (TaskAnswer,), members)


RESULTS = {
    "space": spaces.SpaceResultAnswer,
    "generation": levels.LevelsAnswer,
    "features": features.FeaturesAnswer,
}
"""The result of each kind of task."""

DOCUMENTS = {want: _document(want, result) for want, result in RESULTS.items()}
"""The document of each kind of task."""
