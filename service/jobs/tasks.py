"""The registry of tasks as the service does them."""

from __future__ import annotations

from typing import Any

from fewest.schemas.tasks import TASKS
from fewest.service.jobs.designing import Designing
from fewest.service.jobs.known_answers import KnownAnswers
from fewest.service.jobs.solving import Solving
from fewest.service.jobs.task import ServedTask


def served_tasks(known: KnownAnswers) -> dict[str, ServedTask[Any]]:
    """Every kind of task by its name."""
    solving = Solving(known)
    return {name: solving if name == solving.schema.name else Designing(schema) for name, schema in TASKS.items()}
