"""The registry of tasks: every kind of work that clients can ask for, by its name.

:mod:`fewest.design.forms.tasks` adds those of designers.
"""

from __future__ import annotations

from typing import Any

from fewest.schemas.job import SolveSchema
from fewest.schemas.task import TaskSchema

TASKS: dict[str, TaskSchema[Any, Any]] = {}
"""Every kind of task by its name."""


def register(schema: TaskSchema[Any, Any]) -> None:
    """Make a kind of task known under its name; the service then has routes for it, under its noun."""
    TASKS[schema.name] = schema


register(SolveSchema())
