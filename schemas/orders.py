"""The registry of orders: every kind of work that is more than one search, by its name."""

from __future__ import annotations

from typing import Any

from fewest.schemas.features import FeaturesSchema
from fewest.schemas.generation.order import GenerationSchema
from fewest.schemas.order import OrderSchema
from fewest.schemas.spaces import SpaceSchema

ORDERS: dict[str, OrderSchema[Any]] = {}
"""Every kind of order by what it wants."""


def register(schema: OrderSchema[Any]) -> None:
    """Make a kind of order known."""
    ORDERS[schema.want] = schema


register(SpaceSchema())
register(GenerationSchema())
register(FeaturesSchema())
