"""Puzzles as they are given to a client: any mapping that is one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Puzzle: TypeAlias = Mapping[str, Any]
"""A puzzle in the format of the service: ``kind``, ``board``, ``start``, ``goal`` and, on jump boards, ``opening``."""
