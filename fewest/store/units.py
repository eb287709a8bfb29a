"""Units: parts of a running search, done by other workers.

A unit is itself a search, whose id is "unit-SEARCH-NUMBER": it has a record, is queued in the long lane, its runs are
numbered, it has a heartbeat, is put back when it is lost, and is given up after three deaths. Its result does not go to
a client but to the round of the search that has offered it: sums over all units that have ended. One script adds the
result and creates units for the remaining work, so every part counts exactly once, whichever process dies at any time.
Once the run of its search has ended or been replaced, a unit is dropped.

The search numbers its own steps (offering a unit, taking one back). A step that is sent again because its answer was
lost is not repeated, and a search learns if the server has lost steps, for example after a crash.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple, TypeVar

from fewest.notation import JsonObject
from fewest.solver.model import INFINITE
from fewest.store import keys
from fewest.store.damage import PARSE_ERRORS
from fewest.store.scripting import Value
from fewest.store.searches import Search

Raw = TypeVar("Raw")
Parsed = TypeVar("Parsed")

PREFIX = "unit-"
SEARCH_ID = 16
"""Prefix of the id of a unit, and length of the id of any other search."""

UNIT_SECONDS = 600
"""RQ's time limit for a unit: if tables must be built first, it may take minutes."""

UNIT_BYTES = 600_000_000
"""Memory of a unit. Its tables are mapped, but built if the folder lacks them."""

MAX_KEPT_BYTES = 300_000
"""Largest record of an iteration. A larger one is not stored, and the previous record stays."""

ROUND_SECONDS = 3600
"""A round whose search has not polled for this long is dropped."""


@dataclass(frozen=True, slots=True)
class RoundState:
    """The state of the units of a search.

    Attributes
    ----------
    open, running
        Number of units that have not ended, and number of those that run.
    steps
        The last step of the search that the server knows.
    nodes, count, next_limit, solution
        Results of the units that have ended, see :class:`fewest.solver.units.UnitResult`; no limit if there is none
        yet.
    ended
        Number of units that have ended.
    """

    open: int
    running: int
    steps: int
    nodes: int
    count: int
    next_limit: int | None
    solution: str
    ended: int


class Instruction(IntEnum):
    """The answer to the heartbeat of a unit.

    Attributes
    ----------
    ABORT
        End without a result: the search was cancelled or has found a solution, or another run has replaced this one.
    CONTINUE
        Go on.
    SPLIT
        End and return the rest: other workers are idle.
    """

    ABORT, CONTINUE, SPLIT = range(3)


class Owner(NamedTuple):
    """The run and the round of a search that units belong to. The round matters because a server may restore an old
    one."""

    search_id: str
    run: int
    round: int = 0


class Units:
    """The units in Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    # The search

    def offer(self, owner: Owner, step: int, units: Sequence[Mapping[str, Any]]) -> list[str] | None:
        """Create units of a running search. The first step opens a round.

        Parameters
        ----------
        step
            Number of this step in the round, from 1.

        Returns
        -------
        list or None
            Their ids, to be queued; None if another run has replaced this one, or if the server has lost steps.
        """
        requests = [_request(owner, unit) for unit in units]
        raw = self._run_script("offer_units", owner, step=step, requests=requests)
        return None if raw is None else self._parse(owner, raw, _ids)

    def take(self, owner: Owner, step: int) -> tuple[str, int, JsonObject] | None:
        """Take back a unit that is not running: its id, the number it is queued with, and the unit itself."""
        raw = self._run_script("take_unit", owner, step=step)
        if raw is None:
            return None
        return self._parse(owner, raw, _taken)

    def poll(self, owner: Owner, *, idle: bool) -> RoundState | None:
        """The state of the round; None if it does not exist.

        Parameters
        ----------
        idle
            Whether the search waits for its units. If so, the next unit that reports is asked to return the rest of its
            part.
        """
        raw = self._run_script("poll_units", owner, idle=int(idle))
        if raw is None:
            return None
        return self._parse(owner, raw, _state)

    def end_round(self, owner: Owner) -> list[tuple[str, int]]:
        """Drop all units of this run. Returns their ids and the numbers they are queued with."""
        return [(keys.decoded(unit_id), _number(run)) for unit_id, run in self._run_script("end_round", owner)]

    def keep(self, owner: Owner, steps: int, done: JsonObject) -> None:
        """Store the state of an iteration, with its units, for the search's next run.

        Nothing is stored if the server has lost some of the ``steps`` of the round, or if a unit has found a solution.
        """
        self._run_script("keep_left", owner, own=json.dumps(done), steps=steps)

    # The unit

    def start(self, owner: Owner, unit_id: str, last_run: int) -> int:
        """Start a run of a unit. Returns its number, or 0 if it must not start; see ``Searches.start``."""
        return int(self._run_script("start_unit", owner, unit=unit_id, last_run=last_run))

    def heartbeat(self, owner: Owner, unit_id: str, run: int) -> Instruction:
        """Report that a unit is running."""
        return Instruction(self._run_script("heartbeat_unit", owner, unit=unit_id, run=run))

    def end(
        self,
        owner: Owner,
        unit_id: str,
        run: int,
        *,
        nodes: int,
        count: int,
        next_limit: int,
        solution: str,
        left: Sequence[Mapping[str, Any]],
    ) -> list[str]:
        """End a unit with its result, and create units for the remaining work. Returns their ids, to be queued.

        Nothing is done if another run has replaced this one.
        """
        ids = self._run_script(
            "end_unit",
            owner,
            unit=unit_id,
            run=run,
            nodes=nodes,
            count=count,
            next_limit=next_limit,
            solution=solution,
            requests=[_request(owner, unit) for unit in left],
        )
        return list(map(keys.decoded, ids))

    def _parse(self, owner: Owner, raw: Raw, parse: Callable[[Raw], Parsed]) -> Parsed | None:
        """The state of a round as a script returned it; None if it is damaged, which ends the round."""
        parsed: Parsed | None = self._redis.parse(keys.round_of(owner.search_id), raw, parse)
        return parsed

    def _run_script(self, name: str, owner: Owner, **arguments: Value | Iterable[Value]) -> Any:
        search_id = owner.search_id
        return self._redis.run_script(
            name,
            search=keys.search(search_id),
            round=keys.round_of(search_id),
            waiting=keys.units_of(search_id),
            open=keys.OPEN,
            owner=f"{owner.run}.{owner.round}",
            search_id=search_id,
            **arguments,
        )


@dataclass(frozen=True, slots=True)
class Kept:
    """A stored iteration: the search's own work and that of its units, see :meth:`Units.keep`.

    Attributes
    ----------
    own
        The search's own record; empty if nothing is stored.
    next_limit, count
        Of the units that had ended.
    units
        Those that had not.
    """

    own: JsonObject
    next_limit: int
    count: int
    units: list[JsonObject]


NONE_KEPT = Kept({}, INFINITE, 0, [])


def kept_of(search: Search) -> Kept:
    """The stored iteration of a search; nothing if it is damaged."""
    left = search.left
    if not left:
        return NONE_KEPT
    try:
        # Lua writes an empty list as an object: {}.
        units = [json.loads(request)["unit"]["part"] for request in left["units"] or ()]
        return Kept(json.loads(left["own"]), int(left["next_limit"] or INFINITE), int(left["count"]), units)
    except PARSE_ERRORS:
        return NONE_KEPT


def _ids(raw: bytes) -> list[str]:
    return list(map(str, json.loads(raw)))


def _taken(raw: bytes) -> tuple[str, int, JsonObject]:
    unit_id, run, request = json.loads(raw)
    return unit_id, int(run), json.loads(request)["unit"]["part"]


def _state(raw: Sequence[Any]) -> RoundState:
    open_, running, steps, nodes, count, limit, solution, ended = raw
    next_limit = int(limit) if limit else None
    return RoundState(open_, running, int(steps), int(nodes), int(count), next_limit, solution.decode(), int(ended))


def _number(run: bytes) -> int:
    return int(run) if run.isdigit() else 0


def is_unit(search_id: str) -> bool:
    """Whether an id is that of a unit."""
    # A random id may begin like that of a unit, but it is shorter.
    return search_id.startswith(PREFIX) and len(search_id) > SEARCH_ID


def owner_of(unit: Search) -> Owner:
    """What a unit belongs to."""
    return Owner(*(unit.unit[name] for name in Owner._fields))


def _request(owner: Owner, unit: Mapping[str, Any]) -> str:
    """The stored fields of a unit. Its puzzle is that of its search."""
    limits = {"seconds": UNIT_SECONDS, "bytes": UNIT_BYTES}
    # Empty: a unit has no puzzle of its own, no client and no answer that requests could find.
    request = {"task": "", "work": {}, "want": "", "limits": limits, "key": "", "exact_digest": "", "request_id": ""}
    return json.dumps({**request, "client": owner.search_id, "unit": {**owner._asdict(), "part": unit}})
