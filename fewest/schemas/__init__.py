"""The shape of everything that crosses a boundary, as marshmallow schemas."""

from __future__ import annotations

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as Python reads and writes it."""
