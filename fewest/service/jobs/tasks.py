"""The registry of tasks that the service runs."""

from __future__ import annotations

from typing import Any

from fewest.schemas.tasks import TASKS
from fewest.service.jobs.designing import Designing
from fewest.service.jobs.solving import Solving
from fewest.service.jobs.task import ServedTask


def served_tasks(solving: Solving) -> dict[str, ServedTask[Any]]:
    """Every kind of task by its name."""
    return {name: solving if name == solving.schema.name else Designing(schema) for name, schema in TASKS.items()}
