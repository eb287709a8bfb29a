"""The plain rules of a jump puzzle: slow and obvious; every answer is verified by them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise
from typing import TypeAlias, cast

from fewest.solver.errors import ReplayError
from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.model import Jump, Solution

Chain: TypeAlias = tuple[Jump, ...]


class JumpRules:
    """Positions and moves of one puzzle."""

    def __init__(self, puzzle: JumpPuzzle) -> None:
        self.puzzle = puzzle

    @cached_property
    def jumps_from(self) -> Mapping[int, tuple[Jump, ...]]:
        """The jumps of the board, in order, by the hole they start in."""
        table: dict[int, list[Jump]] = {}
        for jump in self.puzzle.board.jumps:
            table.setdefault(jump[0], []).append(jump)
        return {hole: tuple(jumps) for hole, jumps in table.items()}

    def legal(self, position: int, jump: Jump) -> bool:
        """Whether a jump is legal: pegs in ``from`` and ``over``, none in ``to``."""
        start, over, to = jump
        return bool(position >> start & 1) and bool(position >> over & 1) and not position >> to & 1

    def after(self, position: int, jump: Jump) -> int:
        """The position after a legal jump."""
        start, over, to = jump
        return position & ~(1 << start) & ~(1 << over) | 1 << to

    def chains(self, position: int, hole: int) -> Iterator[tuple[Chain, int]]:
        """Every chain of one or more jumps by the peg in ``hole``, each with the position after it."""
        for jump in self.jumps_from.get(hole, ()):
            if self.legal(position, jump):
                then = self.after(position, jump)
                yield (jump,), then
                # It ends, because every jump removes a peg.
                for rest, end in self.chains(then, jump[2]):
                    yield (jump, *rest), end

    def successors(self, position: int) -> Iterator[tuple[Chain, int]]:
        """Every move, in a fixed order, with the position after it."""
        for hole in range(self.puzzle.board.holes):
            if position >> hole & 1:
                yield from self.chains(position, hole)

    def roots(self) -> Iterator[tuple[tuple[Chain, ...], int]]:
        """Every beginning: the opening's moves, the last one possibly continued, and the position after them.

        Without an opening there is one: no moves, and the start.

        Raises
        ------
        ReplayError
            If a jump of the opening is not legal.
        """
        position = self.puzzle.start
        moves = moves_of(self.puzzle.opening)
        for index, jump in enumerate(self.puzzle.opening):
            if not self.legal(position, jump):
                raise ReplayError(f"jump {index} of the opening, {list(jump)}, is not legal")
            position = self.after(position, jump)
        yield moves, position
        if moves:
            for more, end in self.chains(position, moves[-1][-1][2]):
                yield (*moves[:-1], moves[-1] + more), end

    def is_goal(self, position: int) -> bool:
        """Whether the position, reached by legal moves, meets the goal.

        If the goal is to leave the fewest pegs or the most, it is met when no jump is left; the number of pegs is the
        quality of the game.
        """
        goal = self.puzzle.goal
        if goal.pegs_left is not None:
            return not any(self.legal(position, jump) for jump in self.puzzle.board.jumps)
        return goal.met(position) and (goal.survivor is None or bool(self.puzzle.start >> goal.survivor & 1))

    def play(self, solution: Solution) -> int:
        """Play a solution from the start.

        Returns
        -------
        int
            The last position.

        Raises
        ------
        ReplayError
            If a jump is not on the board or not legal, if a move is not a chain of one peg, if two moves in a row are
            by the same peg, if the opening is not kept, or if the peg that must survive is removed.
        """
        position = self.puzzle.start
        moves = tuple(cast(Chain, move) for move in solution)
        for number, move in enumerate(moves, 1):
            if not move:
                raise ReplayError(f"move {number}: a move is one jump at least")
            for index, jump in enumerate(move):
                if jump not in self.jumps_from.get(jump[0], ()):
                    raise ReplayError(f"move {number}: {list(jump)} is not a jump of this board")
                if index and move[index - 1][2] != jump[0]:
                    raise ReplayError(f"move {number}: another peg continues in the middle of the move")
                if not self.legal(position, jump):
                    raise ReplayError(f"move {number}: the jump {list(jump)} is not legal here")
                position = self.after(position, jump)
        self._check_opening(moves)
        for number, (move, after) in enumerate(pairwise(moves), 1):
            # Such a solution would count one move twice, and seem longer than it is.
            if move[-1][2] == after[0][0]:
                raise ReplayError(f"move {number + 1}: the same peg as before jumps on, so they are one move")
        self._check_survivor(moves)
        return position

    def _check_opening(self, moves: Iterable[Chain]) -> None:
        """Check that the jumps begin with the opening."""
        made = ((number, jump) for number, move in enumerate(moves, 1) for jump in move)
        for jump in self.puzzle.opening:
            number, found = next(made, (0, None))
            if found is None:
                raise ReplayError("the solution ends before the opening does")
            if found != jump:
                raise ReplayError(f"move {number}: the opening makes the jump {list(jump)} here")

    def _check_survivor(self, moves: Iterable[Chain]) -> None:
        """Check that the peg that must survive is not removed."""
        hole = self.puzzle.goal.survivor
        for number, move in enumerate(moves, 1):
            hole = None if hole is None else follow_peg(hole, move)
            if hole is None and self.puzzle.goal.survivor is not None:
                raise ReplayError(f"move {number}: the peg that must survive is removed")


def follow_peg(hole: int, jumps: Iterable[Jump]) -> int | None:
    """Where the peg of a hole is after some jumps; None if one of them removes it."""
    for start, over, to in jumps:
        if hole == over:
            return None
        if hole == start:
            hole = to
    return hole


def moves_of(jumps: tuple[Jump, ...]) -> tuple[Chain, ...]:
    """Group a sequence of jumps into moves: a jump that starts where the one before ended continues its move."""
    moves: list[Chain] = []
    for jump in jumps:
        if moves and moves[-1][-1][2] == jump[0]:
            moves[-1] += (jump,)
        else:
            moves.append((jump,))
    return tuple(moves)
