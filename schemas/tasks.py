"""The registry of tasks: every kind of work that is more than one search, by its name."""

from __future__ import annotations

from typing import Any

from fewest.schemas.features import FeaturesSchema
from fewest.schemas.generation.task import GenerationSchema
from fewest.schemas.spaces import SpaceSchema
from fewest.schemas.task import TaskSchema

TASKS: dict[str, TaskSchema[Any]] = {}
"""Every kind of order by what it wants."""


def register(schema: TaskSchema[Any]) -> None:
    """Make a kind of task known."""
    TASKS[schema.want] = schema


register(SpaceSchema())
register(GenerationSchema())
register(FeaturesSchema())
