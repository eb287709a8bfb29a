"""The totals of one search: nodes, bytes, best solution and bound so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from fewest.solver.model import Findings, Notes, Progress, Solution


@dataclass(slots=True)
class Budget:
    """The running totals of one search, shared by all its parts, with its best solution and proven bound.

    Only bytes are enforced here, before they are allocated. Seconds and nodes are enforced by
    :func:`fewest.solver.solve.solve` between slices.

    Attributes
    ----------
    bytes_limit
        Bytes the search may hold at any one time.
    bytes
        Bytes it holds now.
    nodes
        Units of work so far; see the glossary, :mod:`solver`.
    lower_bound
        No solution has fewer moves.
    best
        The shortest solution found so far, if any.
    nodes_before
        Nodes of earlier runs of the search; not part of ``nodes``.
    notes
        Makes a later run faster.
    """

    bytes_limit: int
    bytes: int = 0
    nodes: int = 0
    lower_bound: int = 0
    best: Solution | None = None
    nodes_before: int = 0
    notes: Notes = field(default_factory=dict)

    @classmethod
    def after(cls, findings: Findings, bytes_limit: int) -> Self:
        """The totals of a search that continues from the findings of earlier runs."""
        return cls(bytes_limit, 0, 0, findings.lower_bound, findings.best, findings.nodes, findings.notes)

    def reserve(self, size: int) -> None:
        """Account for an allocation of ``size`` bytes before it is made.

        Raises
        ------
        MemoryError
            If it would exceed the limit. Nothing is reserved then.
        """
        if self.bytes + size > self.bytes_limit:
            raise MemoryError(f"{self.bytes} + {size} bytes exceed the limit of {self.bytes_limit}")
        self.bytes += size

    def release(self, size: int) -> None:
        """Account for ``size`` bytes that have been freed."""
        self.bytes -= size

    def raise_bound(self, bound: int) -> None:
        """Record that no solution has fewer than ``bound`` moves."""
        self.lower_bound = max(self.lower_bound, bound)

    def progress(self) -> Progress:
        """The totals as they stand."""
        return Progress(self.lower_bound, self.nodes, self.bytes, self.best, notes=self.notes)
