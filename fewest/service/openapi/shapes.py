"""All shapes, for the OpenAPI document."""

from __future__ import annotations

from fewest.design.documents import surveys, tasks
from fewest.schemas.documents import (
    base,
    batches,
    checks,
    conversions,
    groups,
    hints,
    jobs,
    lookups,
    problems,
    readings,
    replays,
    service,
    sets,
    shares,
    solutions,
)

NOT_DOCUMENTS = {base.AnswerSchema, groups.GroupAnswer, jobs.WorkAnswer, tasks.TaskAnswer, service.NamedBoardAnswer}
NOT_DOCUMENTS |= set(tasks.RESULTS.values())
"""Parts of several documents, or of the documents of tasks."""

SHAPES = [
    shape
    for module in (
        base,
        problems,
        jobs,
        batches,
        groups,
        surveys,
        hints,
        lookups,
        solutions,
        shares,
        checks,
        replays,
        readings,
        conversions,
        sets,
        service,
        tasks,
    )
    for shape in vars(module).values()
    if isinstance(shape, type)
    and issubclass(shape, base.AnswerSchema)
    and shape.__module__ == module.__name__
    and shape not in NOT_DOCUMENTS
]
SHAPES += tasks.DOCUMENTS.values()
"""All shapes."""
