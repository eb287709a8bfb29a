"""Answers by canonical key, solutions by id, listings: a cache, from which the least recently used are dropped."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Any

from schemas import JsonObject
from store import keys

GRADES = {"any": 0, "one": 1, "count": 2, "all": 3}
"""Answers in the order of what they can serve: an answer serves its own want and those of lower grade."""

GRADE_NAMES = {grade: name for name, grade in GRADES.items()}

# KEYS hash; ARGV grade, fields to set if the grade is higher than the stored one
_SET_IF_BETTER = """
if tonumber(redis.call('HGET', KEYS[1], 'grade') or '-1') >= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'grade', unpack(ARGV))
return 1
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a canonical puzzle.

    Attributes
    ----------
    grade
        What it can serve: a key of ``GRADES``.
    exact_digest
        Digest of the puzzle in the numbering it was first requested in.
    """

    result: JsonObject
    grade: str
    exact_digest: str


@dataclass(frozen=True, slots=True)
class Solution:
    """A solution: the document clients read, and its entity tag."""

    document: bytes
    etag: str


def grade_of(result: JsonObject, want: str) -> str:
    """The grade of the result of a search for ``want``."""
    if result["status"] == "unsolvable":
        return "all"
    if not result["optimal"]:
        return "any"
    return "one" if want == "any" else want


@dataclass(frozen=True, slots=True)
class Numbering:
    """Where the answer to a solution's puzzle is stored.

    Attributes
    ----------
    key
        Canonical key of the answer and of the listing.
    order
        ``order[i]`` is the solution's hole or cell at place i of the answer.
    """

    key: str
    order: tuple[int, ...]


class Results:
    """The answers, listings and solutions in Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._set_if_better = redis.register_script(_SET_IF_BETTER)

    def keep(self, key: str, want: str, result: JsonObject, exact_digest: str, listing: bytes | None) -> None:
        """Store the result of a canonical puzzle, unless one of at least the same grade is stored."""
        grade = GRADES[grade_of(result, want)]
        if listing is not None:
            self._redis.set(keys.listing(key), listing)
            self._use(keys.listing(key))
        self._set_if_better(
            keys=[keys.answer(key)], args=[grade, "result", json.dumps(result), "exact_digest", exact_digest]
        )
        self._use(keys.answer(key))

    def find(self, key: str, want: str) -> Answer | None:
        """The result of a canonical puzzle, if one that serves ``want`` is stored."""
        with self._redis.pipeline(transaction=False) as pipe:
            pipe.hmget(keys.answer(key), "grade", "result", "exact_digest")
            pipe.zadd(keys.USED, {keys.answer(key): time.time()}, xx=True)
            grade, result, exact_digest = pipe.execute()[0]
        if grade is None or int(grade) < GRADES[want]:
            return None
        return Answer(json.loads(result), GRADE_NAMES[int(grade)], exact_digest.decode())

    def listing(self, key: str) -> bytes | None:
        """All optimal solutions of a canonical puzzle, packed."""
        packed = self._redis.get(keys.listing(key))
        return None if packed is None else bytes(packed)

    def keep_solution(self, solution_id: str, grade: str, solution: Solution, numbering: Numbering) -> None:
        """Store a solution, unless one of at least the same grade is stored."""
        name = keys.solution(solution_id)
        fields = ["document", solution.document, "etag", solution.etag]
        fields += ["key", numbering.key, "order", json.dumps(numbering.order)]
        self._set_if_better(keys=[name], args=[GRADES[grade], *fields])
        self._use(name)

    def solution(self, solution_id: str) -> Solution | None:
        """A stored solution."""
        document, etag = self._redis.hmget(keys.solution(solution_id), "document", "etag")
        return None if document is None else Solution(document, etag.decode())

    def numbering(self, solution_id: str) -> Numbering | None:
        """Where the answer to a stored solution's puzzle is stored."""
        key, order = self._redis.hmget(keys.solution(solution_id), "key", "order")
        return None if key is None else Numbering(key.decode(), tuple(json.loads(order)))

    def trim(self, share: float = 0.8, batch: int = 200) -> int:
        """Drop the least recently used entries while more than this share of the server's memory is used.

        Returns
        -------
        int
            How many entries were dropped.
        """
        dropped = 0
        for _ in range(1000):
            memory = self._redis.info("memory")
            if not memory["maxmemory"] or memory["used_memory"] < share * memory["maxmemory"]:
                break
            oldest = [name for name, _ in self._redis.zpopmin(keys.USED, batch)]
            if not oldest:
                break
            dropped += int(self._redis.unlink(*oldest))
        return dropped

    def _use(self, name: str) -> None:
        self._redis.zadd(keys.USED, {name: time.time()})
