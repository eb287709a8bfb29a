"""Answers by canonical key with their listings, solutions by id: a cache, from which the least used are dropped."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from typing import Any

from schemas import JsonObject
from store import keys
from store.memory import ALLOW_FULL, PRELUDE, Memory, StoreFull

GRADES = {"any": 0, "one": 1, "count": 2, "all": 3}
"""Answers in the order of what they can serve: an answer serves its own want and those of lower grade."""

GRADE_NAMES = {grade: name for name, grade in GRADES.items()}

# KEYS answer; ARGV most bytes, grade, result, exact digest, listing ('' for none). The result of an admitted search
# always finds room: in a full store it displaces the least used, since the next sweep may come too late. A listing may
# be too long: without it, the answer is one with a count.
_KEEP = (
    ALLOW_FULL
    + PRELUDE
    + f"""
make_room(ARGV[1])
local grade, listing = tonumber(ARGV[2]), ARGV[5]
if #listing > 0 and full(ARGV[1] - #listing) then
  listing = ''
  grade = math.min(grade, {GRADES["count"]})
end
if tonumber(redis.call('HGET', KEYS[1], 'grade') or '-1') < grade then
  redis.call('HSET', KEYS[1], 'grade', grade, 'result', ARGV[3], 'exact_digest', ARGV[4])
  if #listing > 0 then redis.call('HSET', KEYS[1], 'listing', listing) end
  measure('results', KEYS[1])
end
redis.call('ZADD', USED, now(), KEYS[1])
"""
)

# KEYS solution; ARGV most bytes, document, key and order of its numbering, whether it displaces others ('1')
_KEEP_SOLUTION = (
    PRELUDE
    + """
if redis.call('EXISTS', KEYS[1]) == 1 then return 1 end
if ARGV[5] == '1' then make_room(ARGV[1]) elseif full(ARGV[1]) then return refuse() end
redis.call('HSET', KEYS[1], 'document', ARGV[2], 'key', ARGV[3], 'order', ARGV[4])
measure('results', KEYS[1])
redis.call('ZADD', USED, now(), KEYS[1])
return 0
"""
)

# KEYS hash; ARGV fields
_READ = (
    ALLOW_FULL
    + PRELUDE
    + """
touch(KEYS[1])
return redis.call('HMGET', KEYS[1], unpack(ARGV))
"""
)


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
    """The answers and solutions in Redis. Reading one counts as a use of it, at most every ten seconds."""

    def __init__(self, redis: Any, memory: Memory) -> None:
        self._memory = memory
        self._keep, self._read = redis.register_script(_KEEP), redis.register_script(_READ)
        self._keep_solution = redis.register_script(_KEEP_SOLUTION)
        self._keep_admitted_solution = redis.register_script(ALLOW_FULL + _KEEP_SOLUTION)

    def keep(self, key: str, want: str, result: JsonObject, exact_digest: str, listing: bytes | None) -> None:
        """Store the result of a canonical puzzle, unless one of at least the same grade is stored."""
        grade = GRADES[grade_of(result, want)]
        args = [self._memory.full_at, grade, json.dumps(result), exact_digest, listing or b""]
        self._keep(keys=[keys.answer(key)], args=args)

    def find(self, key: str, want: str) -> Answer | None:
        """The result of a canonical puzzle, if one that serves ``want`` is stored."""
        grade, result, exact_digest = self._read(keys=[keys.answer(key)], args=["grade", "result", "exact_digest"])
        if grade is None or int(grade) < GRADES[want]:
            return None
        return Answer(json.loads(result), GRADE_NAMES[int(grade)], exact_digest.decode())

    def listing(self, key: str) -> bytes | None:
        """All optimal solutions of a canonical puzzle, packed."""
        (packed,) = self._read(keys=[keys.answer(key)], args=["listing"])
        return None if packed is None else bytes(packed)

    def keep_solution(self, solution_id: str, document: bytes, numbering: Numbering, *, admitted: bool = False) -> bool:
        """Store a solution, unless there is one of this id, or the store is full.

        Parameters
        ----------
        solution_id
            Digest of the document, so there is never another document of this id.
        admitted
            Whether it is the solution of a search, which always finds room.

        Returns
        -------
        bool
            Whether it was stored before.
        """
        keep = self._keep_admitted_solution if admitted else self._keep_solution
        args = [self._memory.full_at, document, numbering.key, json.dumps(numbering.order), int(admitted)]
        with contextlib.suppress(StoreFull):
            return bool(keep(keys=[keys.solution(solution_id)], args=args))
        return False

    def solution(self, solution_id: str) -> bytes | None:
        """The document of a stored solution."""
        (document,) = self._read(keys=[keys.solution(solution_id)], args=["document"])
        return None if document is None else bytes(document)

    def numbering(self, solution_id: str) -> Numbering | None:
        """Where the answer to a stored solution's puzzle is stored."""
        key, order = self._read(keys=[keys.solution(solution_id)], args=["key", "order"])
        return None if key is None else Numbering(key.decode(), tuple(json.loads(order)))
