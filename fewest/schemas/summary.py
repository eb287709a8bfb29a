"""The summary of a job in a group or a list, without its document."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class JobSummary:
    """The state of one job.

    Attributes
    ----------
    status
        One of :data:`fewest.schemas.statuses.STATUSES`, or "expired" if the job is no longer stored.
    length, pegs_left
        Number of moves of its solution, if any; number of pegs left, if its goal is about them.
    optimal
        Whether it is proven that no solution is shorter.
    lower_bound
        No solution has fewer moves; None if unknown, or if the puzzle has no solution.
    count
        Number of optimal solutions, if they were counted, whether or not the job asks for them.
    refuted_by
        Name of the proof that the puzzle has no solution; empty without a proof.
    solution_id
        Its solution; empty until the job is settled.
    """

    status: str
    length: int | None = None
    optimal: bool = False
    lower_bound: int | None = None
    count: int | None = None
    refuted_by: str = ""
    solution_id: str = ""
    pegs_left: int | None = None

    @property
    def open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ("queued", "running")

    @property
    def awaits_settling(self) -> bool:
        """Whether it has ended with an answer that is not stored as a solution yet."""
        return self.status in ("solved", "unsolvable") and not self.solution_id
