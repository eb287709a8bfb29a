"""All optimal solutions of a puzzle, stored as the positions on them.

Level k holds the sorted keys of all positions that some optimal solution reaches with move k, each with its path count:
the number of optimal ways to continue from it to the goal. The solutions themselves are not stored. A page of them is
enumerated by the plain rules, in the order of the rules, restricted to the positions of the levels; branches before the
offset of the page are skipped by their path counts.
"""

from __future__ import annotations

import json
import zlib
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

from solver.errors import WorkError
from solver.model import Rules, Solution

WORK = 300_000
"""Most moves tried for one page; they take some seconds."""


class Level:
    """Sorted keys of equal width and a path count for each, packed: big-endian counts of equal width."""

    def __init__(self, key_bytes: int, keys: bytes, count_bytes: int, counts: bytes) -> None:
        self.key_bytes, self.keys = key_bytes, keys
        self.count_bytes, self.counts = count_bytes, counts

    @classmethod
    def from_counts(cls, path_counts: Mapping[bytes, int]) -> Self:
        """Pack a mapping from key to path count."""
        keys = sorted(path_counts)
        key_bytes = len(keys[0]) if keys else 1
        count_bytes = (max(path_counts.values(), default=0).bit_length() + 7) // 8 or 1
        return cls(
            key_bytes, b"".join(keys), count_bytes, b"".join(path_counts[key].to_bytes(count_bytes) for key in keys)
        )

    def __len__(self) -> int:
        return len(self.keys) // self.key_bytes

    def __getitem__(self, index: int) -> bytes:
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.keys[index * self.key_bytes : (index + 1) * self.key_bytes]

    def path_count(self, key: bytes) -> int:
        """Number of optimal ways to continue from a position; 0 if no optimal solution goes through it."""
        index = bisect_left(self, key)
        if index == len(self) or self[index] != key:
            return 0
        return int.from_bytes(self.counts[index * self.count_bytes : (index + 1) * self.count_bytes])


@dataclass(frozen=True, slots=True)
class Listing:
    """The levels 0 … length of a puzzle's optimal solutions.

    The keys come from the kind's ``position_key`` function.

    Attributes
    ----------
    levels
        The positions after each number of moves.
    symmetries
        Permutations of the places up to which positions are stored; empty if there is only the identity. They are
        part of the listing because a reader might not find the same ones in the time it has.
    """

    levels: tuple[Level, ...]
    symmetries: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """Bytes of keys and counts in memory."""
        return sum(len(level.keys) + len(level.counts) for level in self.levels)

    def dumps(self) -> bytes:
        """Pack into bytes: a line of JSON with the widths and symmetries, then the levels, compressed."""
        head = [[len(level), level.key_bytes, level.count_bytes] for level in self.levels]
        body = b"".join(level.keys + level.counts for level in self.levels)
        return zlib.compress(json.dumps([head, self.symmetries]).encode() + b"\n" + body, 1)

    @classmethod
    def loads(cls, packed: bytes) -> Self:
        """Unpack the bytes that :meth:`dumps` returned."""
        head, _, body = zlib.decompress(packed).partition(b"\n")
        levels, at = [], 0
        widths, symmetries = json.loads(head)
        for size, key_bytes, count_bytes in widths:
            middle, end = at + size * key_bytes, at + size * (key_bytes + count_bytes)
            levels.append(Level(key_bytes, body[at:middle], count_bytes, body[middle:end]))
            at = end
        return cls(tuple(levels), tuple(map(tuple, symmetries)))

    def page(
        self, rules: Rules, key: Callable[[Any], bytes], offset: int, limit: int, work: int = WORK
    ) -> list[Solution]:
        """List solutions ``offset`` … ``offset + limit - 1`` in the fixed order of the rules.

        Parameters
        ----------
        rules
            The plain rules of the puzzle the levels were made from.
        key
            The function from a position to its key in the levels.
        offset, limit
            Which solutions; past the end the page is short or empty.
        work
            Most moves to try. On a board with many jumps, most of them may not be on an optimal solution.

        Raises
        ------
        WorkError
            If more moves would have to be tried.
        """
        page: list[Solution] = []
        stack: list[Iterator[tuple[tuple[Any, ...], Any]]] = [rules.roots()]
        while stack and len(page) < limit:
            moves, position = next(stack[-1], (None, None))
            work -= 1
            if work < 0:
                raise WorkError("the page takes more work than is allowed for it")
            if moves is None:
                stack.pop()
                continue
            depth = len(moves)
            count = self.levels[depth].path_count(key(position))
            if count <= offset:
                offset -= count
            elif depth == len(self.levels) - 1:
                page.append(moves)
            else:
                stack.append(_continuations(rules, moves, position))
        return page


def _continuations(rules: Rules, moves: tuple[Any, ...], position: Any) -> Iterator[tuple[tuple[Any, ...], Any]]:
    for move, after in rules.successors(position):
        yield (*moves, move), after
