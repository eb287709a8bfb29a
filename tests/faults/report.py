"""What a failure did: jobs accepted, lost, wrong, seconds until all was well again, and how long others waited."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass
class Report:
    """A line of the table of failures.

    Attributes
    ----------
    others
        The 99th percentile of what another client waited for small puzzles meanwhile, in seconds
        (:mod:`tests.faults.neighbour`).
    """

    HEAD: ClassVar[str] = f"{'failure':64} {'accepted':>8} {'lost':>5} {'wrong':>5} {'seconds':>8} {'others':>7}"

    name: str
    accepted: int = 0
    lost: int = 0
    wrong: int = 0
    seconds: float = 0.0
    others: float = 0.0
    _began: float = field(default_factory=time.monotonic)

    def broken(self) -> None:
        """Start the clock: the failure happens now."""
        self._began = time.monotonic()

    def healed(self) -> None:
        """Stop the clock: all is well again."""
        self.seconds = max(self.seconds, time.monotonic() - self._began)

    def __str__(self) -> str:
        others = f"{self.others:7.2f}" if self.others else ""
        return f"{self.name[5:69]:64} {self.accepted:8} {self.lost:5} {self.wrong:5} {self.seconds:8.1f} {others:>7}"
