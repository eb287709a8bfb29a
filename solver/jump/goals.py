"""What a jump puzzle may end in."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class JumpGoal:
    """Met by every position in ``positions`` and by every position whose number of pegs is in ``counts``.

    One form for all goals a client may write: exact pegs, exact empty holes, a number of pegs, or any of these.
    """

    positions: frozenset[int] = field(default_factory=frozenset)
    counts: frozenset[int] = field(default_factory=frozenset)

    def met(self, position: int) -> bool:
        """Whether the position meets the goal."""
        return position in self.positions or position.bit_count() in self.counts

    @property
    def least_pegs(self) -> int:
        """The smallest number of pegs a goal position has."""
        return min([p.bit_count() for p in self.positions] + list(self.counts))
