"""How a puzzle is written: in JSON, as text, as graph6; from and to the solver's puzzle.

Knows no requests and no tasks: those are in :mod:`fewest.schemas` and :mod:`fewest.design`. Whoever works on searches
may leave it unread.
"""

from __future__ import annotations

from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
"""A JSON object as Python reads and writes it."""
