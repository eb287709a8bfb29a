"""What one search has spent and proven so far."""

from __future__ import annotations

from dataclasses import dataclass

from solver.model import Progress, Solution


@dataclass
class Ledger:
    """The running totals of a search, shared by its parts.

    Attributes
    ----------
    limit
        Bytes the search may keep.
    bytes
        Bytes it keeps now.
    nodes
        Positions taken up so far.
    bound
        No solution is shorter; see :meth:`raise_bound`.
    best
        Shortest solution found so far, if any.
    """

    limit: int
    bytes: int = 0
    nodes: int = 0
    bound: int = 0
    best: Solution | None = None

    def take(self, size: int) -> None:
        """Book an allocation before it is made.

        Raises
        ------
        MemoryError
            If it would pass the limit; nothing is booked then.
        """
        if self.bytes + size > self.limit:
            raise MemoryError(f"{self.bytes} + {size} bytes pass the limit of {self.limit}")
        self.bytes += size

    def give_back(self, size: int) -> None:
        """Book that an allocation has ended."""
        self.bytes -= size

    def raise_bound(self, bound: int) -> None:
        """Note that no solution is shorter than `bound`."""
        self.bound = max(self.bound, bound)

    def progress(self) -> Progress:
        """The totals as they stand."""
        return Progress(self.bound, self.nodes, self.bytes, self.best)
