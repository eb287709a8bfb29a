"""Answers and their listings by canonical key; solutions, shared puzzles and class sets by id.

A cache that drops the least recently used.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from fewest.notation import JsonObject
from fewest.store import keys
from fewest.store.memory import Memory, StoreFull
from fewest.store.steps import Steps, call, together

if TYPE_CHECKING:
    from fewest.solver.listing import Listing

STRENGTHS = {"any": 0, "one": 1, "count": 2, "all": 3}
"""Answers by strength: an answer serves its own want and all weaker ones."""

STRENGTH_NAMES = {strength: name for name, strength in STRENGTHS.items()}


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a canonical puzzle, or of a task.

    Attributes
    ----------
    strength
        The strongest want it serves: a key of ``STRENGTHS``.
    exact_digest
        Digest of the puzzle in the numbering it was first requested in.
    """

    result: JsonObject
    strength: str
    exact_digest: str


def strength_for(want: str) -> int:
    """The strength an answer needs to serve ``want``. The result of another task serves everything."""
    return STRENGTHS.get(want, STRENGTHS["all"])


def strength_of(result: JsonObject, want: str) -> str:
    """The strength of the result of a search for ``want``."""
    if want not in STRENGTHS:
        return "all"
    if result["status"] == "unsolvable":
        return "all"
    if not result["optimal"]:
        return "any"
    # An optimal answer serves more than was wanted.
    return "one" if want == "any" else want


@dataclass(frozen=True, slots=True)
class SolutionNumbering:
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


@dataclass(frozen=True, slots=True)
class NewSolution:
    """A solution that is not stored yet.

    Attributes
    ----------
    id
        A digest of the document, so no other document can have this id.
    numbering
        Where the answer to its puzzle is stored. Stored with the solution, since it might not be found in time again.
    """

    id: str
    document: bytes
    numbering: SolutionNumbering


class Results:
    """The answers and solutions in Redis. Reading one counts as a use, at most every ten seconds."""

    def __init__(self, redis: Any, memory: Memory) -> None:
        self._redis = redis
        self._memory = memory

    def store(self, key: str, want: str, result: JsonObject, exact_digest: str, listing: bytes | None) -> None:
        """Store the result of a canonical puzzle, unless one of at least the same strength is stored."""
        together(self._redis, [self.storing(key, want, result, exact_digest, listing)])

    def storing(self, key: str, want: str, result: JsonObject, exact_digest: str, listing: bytes | None) -> Steps[None]:
        """The same in steps."""
        strength = STRENGTHS[strength_of(result, want)]
        yield from call(
            "store_answer",
            answer=keys.answer(key),
            max_bytes=self._memory.full_at,
            strength=strength,
            # A listing that does not fit is left out, and the answer serves as a count.
            unlisted_strength=min(strength, STRENGTHS["count"]),
            result=json.dumps(result),
            exact_digest=exact_digest,
            listing=listing or b"",
        )

    def find(self, key: str, want: str) -> Answer | None:
        """The result of a canonical puzzle, if one that serves ``want`` is stored."""
        name = keys.answer(key)
        return answer_for(want, self._redis, name, self._read(name, "strength", "result", "exact_digest"))

    def discard(self, key: str, reason: object) -> None:
        """Drop the answer to a canonical puzzle after it proved invalid."""
        self._redis.drop(keys.answer(key), reason)

    def listing(self, key: str) -> Listing | None:
        """All optimal solutions of a canonical puzzle."""
        from fewest.solver.listing import Listing  # it needs numpy, which `fewest up` does not load

        name = keys.answer(key)
        (packed,) = self._read(name, "listing")
        return None if packed is None else self._redis.parse(name, packed, Listing.loads)

    def store_solution(self, solution: NewSolution, *, admitted: bool = False) -> bool:
        """Store a solution, unless the id exists or the store is full.

        Parameters
        ----------
        admitted
            Whether it is the solution of a search, which is stored even if the store is full.

        Returns
        -------
        bool
            Whether it was already stored.
        """
        with contextlib.suppress(StoreFull):
            return bool(
                self._redis.run_script(
                    "store_admitted_solution" if admitted else "store_solution",
                    name=keys.solution(solution.id),
                    max_bytes=self._memory.full_at,
                    document=solution.document,
                    key=solution.numbering.key,
                    order=json.dumps(solution.numbering.order),
                )
            )
        return False

    def solution(self, solution_id: str) -> bytes | None:
        """The document of a stored solution."""
        return self._document(keys.solution(solution_id), solution_id)

    def numbering(self, solution_id: str) -> SolutionNumbering | None:
        """Where the answer to a stored solution's puzzle is stored."""
        name = keys.solution(solution_id)
        found = self._read(name, "key", "order")
        return None if found[0] is None else self._redis.parse(name, found, _numbering)

    def store_share(self, share_id: str, document: bytes) -> None:
        """Store a shared puzzle; ``share_id`` is a digest of its document.

        Raises
        ------
        StoreFull
            If there is no room for it.
        """
        self._store_document(keys.share(share_id), document)

    def share(self, share_id: str) -> bytes | None:
        """The document of a shared puzzle."""
        return self._document(keys.share(share_id), share_id)

    def sizes(self, ids: Sequence[str]) -> list[int]:
        """Bytes of each of these solutions or shared puzzles, without reading any; 0 if it is not stored."""
        with self._redis.pipeline(transaction=False) as pipe:
            for each in ids:
                pipe.hstrlen(keys.solution(each), "document")
                pipe.hstrlen(keys.share(each), "document")
            found: list[int] = pipe.execute()
        return [solution or share for solution, share in zip(found[::2], found[1::2], strict=True)]

    def store_set(self, set_id: str, document: bytes) -> None:
        """Store a class set; ``set_id`` is a digest of its document. Raises ``StoreFull`` as :meth:`store_share`."""
        self._store_document(keys.class_set(set_id), document)

    def class_set(self, set_id: str) -> bytes | None:
        """The document of a class set."""
        return self._document(keys.class_set(set_id), set_id)

    def _store_document(self, name: str, document: bytes) -> None:
        self._redis.run_script("store_share", name=name, max_bytes=self._memory.full_at, document=document)

    def _document(self, name: str, document_id: str) -> bytes | None:
        (document,) = self._read(name, "document")
        return None if document is None else self._redis.parse(name, document, partial(parse_solution, document_id))

    def _read(self, name: str, *fields: str) -> list[Any]:
        found: list[Any] = self._redis.run_script("read_result", name=name, fields=fields)
        return found


def answer_for(want: str, redis: Any, name: str, fields: Sequence[bytes | None]) -> Answer | None:
    """The answer of a key, from its fields, if it serves ``want``. If it is damaged, it is dropped."""
    answer = None if fields[0] is None else redis.parse(name, fields, parse_answer)
    return None if answer is None or STRENGTHS[answer.strength] < strength_for(want) else answer


def parse_answer(fields: Sequence[bytes]) -> Answer:
    """An answer from its fields. Raises a parsing error if they are malformed."""
    strength, written, exact_digest = fields
    result = dict(json.loads(written))
    if not isinstance(result["status"], str):
        raise TypeError("its status is not a string")
    return Answer(result, STRENGTH_NAMES[int(strength)], exact_digest.decode())


def parse_solution(solution_id: str, document: bytes) -> bytes:
    """The document of a solution, a shared puzzle or a class set. Raises a parsing error if it is malformed."""
    if json.loads(document)["id"] != solution_id:
        raise ValueError("it is that of another one")
    return bytes(document)


def _numbering(fields: Sequence[bytes]) -> SolutionNumbering:
    key, order = fields
    return SolutionNumbering(key.decode(), tuple(map(int, json.loads(order))))
