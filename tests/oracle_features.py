"""Features by brute force, in plain Python: every position a dictionary's key, every move one by one, exact fractions.

The twin of :mod:`fewest.design.features`. The walk is solved by elimination, so boards must be small.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations
from typing import Any

from fewest.solver.jump.puzzle import JumpPuzzle
from fewest.solver.jump.rules import JumpRules
from fewest.solver.slide.board import SlideBoard
from fewest.solver.slide.puzzle import SlidePuzzle
from fewest.solver.slide.rules import SlideRules
from tests import oracle_block

Rules = JumpRules | SlideRules


def rules_of(puzzle: JumpPuzzle | SlidePuzzle) -> Rules:
    """The plain rules."""
    return JumpRules(puzzle) if isinstance(puzzle, JumpPuzzle) else SlideRules(puzzle)


def blur(puzzle: JumpPuzzle | SlidePuzzle) -> JumpPuzzle | SlidePuzzle:
    """Pieces that the goal does not ask for are all the same: no solution can tell them apart."""
    if isinstance(puzzle, JumpPuzzle):
        return puzzle
    asked = {piece for piece in puzzle.goal if piece}
    other = max((*puzzle.start, *asked), default=0) + 1
    start = tuple(piece if piece in asked or piece == 0 else other for piece in puzzle.start)
    return SlidePuzzle(puzzle.board, start, puzzle.goal)


class BlockRules:
    """Sliding blocks by the oracle; interchangeable pieces are the same. ``alone``: moves of pieces without others."""

    def __init__(self, written: dict[str, Any]) -> None:
        self.oracle = oracle_block.Oracle(written)
        self.pieces = {self.oracle.state(self.oracle.start): self.oracle.start}
        self.alone = {name: self._distances(name, cells) for name, cells in self.oracle.goal.items()}

    def roots(self) -> list[tuple[tuple[()], Any]]:
        """The start, without an opening."""
        return [((), self.oracle.state(self.oracle.start))]

    def successors(self, position: Any) -> Iterator[tuple[None, Any]]:
        """What each move leads to."""
        for pieces in self.oracle.moves(self.pieces[position]):
            after = self.oracle.state(pieces)
            self.pieces.setdefault(after, pieces)
            yield None, after

    def is_goal(self, position: Any) -> bool:
        """Whether the goal is met."""
        return self.oracle.met(self.pieces[position])

    def plain_distance(self, position: Any) -> int:
        """The moves that the pieces with a goal would take alone, added up."""
        return sum(far[self.pieces[position][name]] for name, far in self.alone.items())

    def _distances(self, name: str, goal: frozenset[oracle_block.Point]) -> dict[Any, int]:
        far = {goal: 0}
        for cells in (found := [goal]):
            after = [pieces[name] for pieces in self.oracle.moves({name: cells})]
            found += (new := [each for each in after if each not in far])
            far |= dict.fromkeys(new, far[cells] + 1)
        return far


class Play:
    """All positions that can be reached, their moves, and the moves each is from a goal; a block puzzle is its JSON."""

    def __init__(self, puzzle: JumpPuzzle | SlidePuzzle | dict[str, Any]) -> None:
        self.puzzle = puzzle if isinstance(puzzle, dict) else blur(puzzle)
        self.rules: Any = BlockRules(self.puzzle) if isinstance(self.puzzle, dict) else rules_of(self.puzzle)
        self.ways = list(self.rules.roots())
        self.roots = [position for _, position in self.ways]
        self.moves: dict[Any, list[Any]] = {}
        stack = list(self.roots)
        while stack:
            position = stack.pop()
            if position not in self.moves:
                self.moves[position] = [after for _, after in self.rules.successors(position)]
                stack += self.moves[position]
        self.distance: dict[Any, int] = {}
        level = {position for position in self.moves if self.rules.is_goal(position)}
        while level:
            self.distance.update(dict.fromkeys(level, max(self.distance.values(), default=-1) + 1))
            level = {
                position
                for position, after in self.moves.items()
                if position not in self.distance and not self.distance.keys().isdisjoint(after)
            }

    @property
    def opening(self) -> int:
        """Moves of the opening."""
        return len(self.ways[0][0])

    @property
    def length(self) -> int | None:
        """The fewest moves."""
        far = [self.distance[root] for root in self.roots if root in self.distance]
        return min(far) + self.opening if far else None

    def best(self, positions: list[Any]) -> list[Any]:
        """Those of some positions that are nearest to a goal, as often as they are given."""
        near = min((self.distance[p] for p in positions if p in self.distance), default=None)
        return [p for p in positions if self.distance.get(p) == near] if near is not None else []

    def optimal(self) -> list[Any]:
        """The positions on optimal solutions that are not goals."""
        found: list[Any] = []
        level = set(self.best(self.roots))
        while level:
            level = {position for position in level if self.distance[position]}
            found += level
            level = {after for position in level for after in self.best(self.moves[position])}
        return found

    def features(self) -> dict[str, Fraction | None]:
        """Exact values; None where there is no position to move from."""
        positions = self.optimal()
        moves = [after for position in positions for after in self.moves[position]]
        if not positions:
            return dict.fromkeys(("forced", "choices", "traps"))
        forced = sum(len(self.best(self.moves[position])) == 1 for position in positions)
        return {
            "forced": Fraction(forced, len(positions)),
            "choices": Fraction(len(moves), len(positions)),
            "traps": Fraction(sum(after not in self.distance for after in moves), len(moves)),
        }

    def solutions(self) -> list[list[Any]]:
        """All optimal solutions of a sliding puzzle, as the positions they go through."""
        paths = [[root] for root in self.best(self.roots)]
        while paths and self.distance[paths[0][-1]]:
            paths = [[*path, after] for path in paths for after in self.best(self.moves[path[-1]])]
        return paths

    def plain_distance(self, position: Any) -> int:
        """The least sum of distances of the pieces to the cells where the goal of a sliding puzzle wants them."""
        if isinstance(self.rules, BlockRules):
            return self.rules.plain_distance(position)
        assert isinstance(self.puzzle, SlidePuzzle)
        board, total = self.puzzle.board, 0
        for piece in {piece for piece in self.puzzle.goal if piece}:
            want = [cell for cell, other in enumerate(self.puzzle.goal) if other == piece]
            have = [cell for cell, other in enumerate(position) if other == piece]
            total += min(
                sum(_path(board, a, b) for a, b in zip(chosen, want, strict=True))
                for chosen in permutations(have, len(want))
            )
        return total

    def walk(self, p: Fraction) -> Fraction:
        """The expected number of moves of a walk: the equations of all positions, by elimination.

        ``again`` stands for the number from the start, with which a position without a move goes on.
        """
        index = {position: number for number, position in enumerate(self.moves)}
        again = len(index)
        rows: list[dict[int, Fraction]] = []
        for position, after in self.moves.items():
            row = {index[position]: Fraction(1), -1: Fraction(0)}
            if self.rules.is_goal(position):
                pass
            elif not after:
                row[again] = Fraction(-1)
            else:
                row[-1] = Fraction(1)
                self._add(row, [index[each] for each in after], [index[each] for each in self.best(after)], p)
            rows.append(row)
        row = {again: Fraction(1), -1: Fraction(self.opening)}
        self._add(row, [index[root] for root in self.roots], [index[root] for root in self.best(self.roots)], p)
        rows.append(row)
        return _last(rows)

    @staticmethod
    def _add(row: dict[int, Fraction], after: list[int], best: list[int], p: Fraction) -> None:
        """Subtract what the walk goes on with, each with its probability."""
        q = p if best else Fraction(0)
        for each in after:
            row[each] = row.get(each, Fraction(0)) - (1 - q) / len(after)
        for each in best:
            row[each] = row.get(each, Fraction(0)) - q / len(best)


@cache
def _path(board: SlideBoard, start: int, goal: int) -> int:
    """Edges between two cells; far more than any path has if there is none."""
    level, seen, edges = {start}, {start}, 0
    while goal not in seen:
        level = {other for cell in level for other in board.adjacency[cell]} - seen
        if not level:
            return 1000
        seen |= level
        edges += 1
    return edges


def _last(rows: list[dict[int, Fraction]]) -> Fraction:
    """The last unknown of linear equations: coefficients by unknown, the right side at -1.

    Unknown i is eliminated by row i, from the rows that follow.
    """
    for pivot, row in enumerate(rows):
        scale = row.pop(pivot)
        scaled = {unknown: value / scale for unknown, value in row.items() if value}
        for other in rows[pivot + 1 :]:
            factor = other.pop(pivot, None)
            if factor:
                for unknown, value in scaled.items():
                    other[unknown] = other.get(unknown, Fraction(0)) - factor * value
    return scaled.get(-1, Fraction(0))
