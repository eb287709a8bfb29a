"""The registry of orders: every kind of work that is more than one search, by its name."""

from __future__ import annotations

from typing import Any

from schemas.features import FeaturesSchema
from schemas.generation import GenerationSchema
from schemas.order import OrderSchema
from schemas.spaces import SpaceSchema

ORDERS: dict[str, OrderSchema[Any]] = {}
"""Every kind of order by what it wants."""


def register(schema: OrderSchema[Any]) -> None:
    """Make a kind of order known."""
    ORDERS[schema.want] = schema


register(SpaceSchema())
register(GenerationSchema())
register(FeaturesSchema())
