"""Units: parts of a running search, done by other workers.

A unit is itself a search, whose id is "unit-SEARCH-NUMBER": it has a record, is queued in the long lane, its runs are
numbered, it has a heartbeat, is put back when it is lost, and is given up after three deaths. Its result does not go to
a client but to the round of the search that has offered it: sums over all units that have ended. One script adds the
result and creates units of what is left, so every part counts exactly once, whatever dies when. Once the run of its
search has ended or been replaced, a unit is dropped.

The search numbers its own steps (offering a unit, taking one back). A step that is sent again because its answer was
lost is not done again, and a search learns if the server has lost steps, as after a crash.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from schemas import JsonObject
from store import keys
from store.memory import ALLOW_FULL, PRELUDE
from store.queue import Lane
from store.searches import Search

PREFIX = "unit-"
SEARCH_ID = 16
"""How the id of a unit begins, and how long that of any other search is."""

UNIT_SECONDS = 600
"""Time limit of a unit for RQ: with tables to be built first, it may take minutes."""

UNIT_BYTES = 600_000_000
"""Memory of a unit: its tables are mapped, but where a folder lacks them, they are built."""

ROUND_SECONDS = 3600
"""A round whose search has not polled for this long is dropped."""

# Every script has KEYS search round units open; ARGV run of the search and number of the round ("RUN.ROUND"), its id.
_PRELUDE = (
    ALLOW_FULL
    + PRELUDE
    + f"""
local SEARCH, ROUND, UNITS, OPEN = unpack(KEYS)
local function is_current()
  local search = redis.call('HMGET', SEARCH, 'run', 'status', 'cancel')
  return search[1] == string.match(ARGV[1], '^%d+') and search[2] == 'running' and search[3] ~= 'true'
end
local function record_of(id) return '{keys.search("")}' .. id end
local function create(request)
  local id = '{PREFIX}' .. ARGV[2] .. '-' .. redis.call('HINCRBY', SEARCH, 'units', 1)
  local name = record_of(id)
  redis.call('HSET', name, 'status', 'queued', 'flight', '', 'created', now(), 'heartbeat', now(),
    'lane', '"{Lane.LONG}"', 'request', request)
  redis.call('SADD', UNITS, id)
  redis.call('EXPIRE', UNITS, {ROUND_SECONDS})
  redis.call('SADD', OPEN, id)
  measure('work', name)
  return id
end
local function remove(id)
  local name = record_of(id)
  local run = redis.call('HGET', name, 'run') or '0'
  redis.call('SREM', UNITS, id)
  redis.call('SREM', OPEN, id)
  for _, own in ipairs({{name, name .. ':events'}}) do
    redis.call('UNLINK', own)
    redis.call('ZREM', ENDED, own)
    count('work', own, 0)
  end
  return run
end
local function drop()
  local dropped = {{}}
  for _, id in ipairs(redis.call('SMEMBERS', UNITS)) do dropped[#dropped + 1] = {{id, remove(id)}} end
  redis.call('UNLINK', ROUND)
  return dropped
end
"""
)

# ARGV … step, requests of new units. Returns their ids, or nothing if the run has been replaced.
_OFFER = (
    _PRELUDE
    + f"""
if not is_current() then return false end
if redis.call('HGET', ROUND, 'run') ~= ARGV[1] then
  drop()
  redis.call('HSET', ROUND, 'run', ARGV[1], 'steps', 0, 'nodes', 0, 'count', 0, 'ended', 0)
end
local steps = tonumber(redis.call('HGET', ROUND, 'steps'))
if steps == tonumber(ARGV[3]) then return redis.call('HGET', ROUND, 'last') end
if steps + 1 ~= tonumber(ARGV[3]) then return false end
local ids = {{}}
for index = 4, #ARGV do ids[#ids + 1] = create(ARGV[index]) end
local last = cjson.encode(ids)
redis.call('HSET', ROUND, 'steps', ARGV[3], 'last', last)
redis.call('EXPIRE', ROUND, {ROUND_SECONDS})
return last
"""
)

# ARGV … step. Returns id, run and request of a unit that is not being done, or nothing.
_TAKE = (
    _PRELUDE
    + """
if redis.call('HGET', ROUND, 'run') ~= ARGV[1] then return false end
local steps = tonumber(redis.call('HGET', ROUND, 'steps'))
if steps == tonumber(ARGV[3]) then return redis.call('HGET', ROUND, 'last') end
if steps + 1 ~= tonumber(ARGV[3]) then return false end
for _, id in ipairs(redis.call('SMEMBERS', UNITS)) do
  local unit = redis.call('HMGET', record_of(id), 'status', 'request')
  if unit[1] == 'queued' or unit[1] == 'failed' then
    local last = cjson.encode({id, remove(id), unit[2]})
    redis.call('HSET', ROUND, 'steps', ARGV[3], 'last', last)
    return last
  end
end
return false
"""
)

# ARGV … whether the search has nothing else to do ('1'). Returns the numbers of units that have not ended, and of those
# that run, and the fields of the round.
_POLL = (
    _PRELUDE
    + f"""
if redis.call('HGET', ROUND, 'run') ~= ARGV[1] then return false end
redis.call('EXPIRE', ROUND, {ROUND_SECONDS})
redis.call('EXPIRE', UNITS, {ROUND_SECONDS})
local open, running = 0, 0
for _, id in ipairs(redis.call('SMEMBERS', UNITS)) do
  open = open + 1
  if redis.call('HGET', record_of(id), 'status') == 'running' then running = running + 1 end
end
if ARGV[3] == '1' and open == running then
  redis.call('HSET', ROUND, 'idle', 1)
else
  redis.call('HDEL', ROUND, 'idle')
end
local fields = redis.call('HMGET', ROUND, 'steps', 'nodes', 'count', 'next_limit', 'solution', 'ended')
return {{open, running, fields[1], fields[2], fields[3], fields[4] or '', fields[5] or '', fields[6]}}
"""
)

_END_ROUND = (
    _PRELUDE
    + """
if redis.call('HGET', ROUND, 'run') ~= ARGV[1] then return {} end
return drop()
"""
)

# ARGV … id of the unit, number of its run before this one
_START = (
    _PRELUDE
    + """
local name = record_of(ARGV[3])
local unit = redis.call('HMGET', name, 'status', 'run')
if unit[1] ~= 'queued' or (unit[2] or '0') ~= ARGV[4] then return 0 end
if not is_current() or redis.call('HGET', ROUND, 'run') ~= ARGV[1] then
  remove(ARGV[3])
  return 0
end
redis.call('HSET', name, 'status', 'running', 'heartbeat', now())
return redis.call('HINCRBY', name, 'run', 1)
"""
)

_IS_OWN = """
local name = record_of(ARGV[3])
local unit = redis.call('HMGET', name, 'status', 'run')
if unit[1] ~= 'running' or unit[2] ~= ARGV[4] then return 0 end
"""

# ARGV … id of the unit, its run. Returns an ``Answer``.
_BEAT = (
    _PRELUDE
    + _IS_OWN
    + """
if not is_current() or redis.call('HGET', ROUND, 'run') ~= ARGV[1] or redis.call('HGET', ROUND, 'solution') then
  remove(ARGV[3])
  return 0
end
redis.call('HSET', name, 'heartbeat', now())
return 1 + redis.call('HDEL', ROUND, 'idle')
"""
)

# ARGV … id of the unit, its run, nodes, count, next limit, solution, requests of new units. Returns the ids of these.
_END_UNIT = (
    _PRELUDE
    + _IS_OWN
    + """
remove(ARGV[3])
if not is_current() or redis.call('HGET', ROUND, 'run') ~= ARGV[1] then return {} end
redis.call('HINCRBY', ROUND, 'nodes', ARGV[5])
redis.call('HINCRBY', ROUND, 'count', ARGV[6])
redis.call('HINCRBY', ROUND, 'ended', 1)
local limit = redis.call('HGET', ROUND, 'next_limit')
if not limit or tonumber(ARGV[7]) < tonumber(limit) then redis.call('HSET', ROUND, 'next_limit', ARGV[7]) end
if ARGV[8] ~= '' then redis.call('HSETNX', ROUND, 'solution', ARGV[8]) end
local ids = {}
for index = 9, #ARGV do ids[#ids + 1] = create(ARGV[index]) end
return ids
"""
)


@dataclass(frozen=True, slots=True)
class RoundState:
    """How the units of a search stand.

    Attributes
    ----------
    open, running
        Units that have not ended; those of them that a worker does.
    steps
        The last step of the search that the server knows.
    nodes, count, next_limit, solution
        Results of the units that have ended, see :class:`solver.units.UnitResult`; no limit if there is none yet.
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


class Answer(IntEnum):
    """What the beat of a unit is answered.

    Attributes
    ----------
    DROP
        End without a result: the search was cancelled or has found a solution, or another run has replaced this one.
    GO_ON
        Go on.
    LEAVE
        End and leave the rest: others have nothing to do.
    """

    DROP, GO_ON, LEAVE = range(3)


class Owner(NamedTuple):
    """The run of a search that units belong to, and which of its rounds: a server may bring an old one back."""

    search_id: str
    run: int
    round: int = 0


class Units:
    """The units in Redis."""

    def __init__(self, redis: Any) -> None:
        self._offer = redis.register_script(_OFFER)
        self._take = redis.register_script(_TAKE)
        self._poll = redis.register_script(_POLL)
        self._end_round = redis.register_script(_END_ROUND)
        self._start = redis.register_script(_START)
        self._beat = redis.register_script(_BEAT)
        self._end = redis.register_script(_END_UNIT)

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
        raw = self._send(self._offer, owner, step, *(_request(owner, unit) for unit in units))
        return None if raw is None else list(json.loads(raw))

    def take(self, owner: Owner, step: int) -> tuple[str, int, JsonObject] | None:
        """Take back a unit that is not being done: its id, the number it is queued with, and the unit itself."""
        raw = self._send(self._take, owner, step)
        if raw is None:
            return None
        unit_id, run, request = json.loads(raw)
        return unit_id, int(run), json.loads(request)["unit"]["part"]

    def poll(self, owner: Owner, *, idle: bool) -> RoundState | None:
        """How the round stands; None if there is none.

        Parameters
        ----------
        idle
            Whether the search waits for its units: then the next that beats is asked to leave the rest of its part.
        """
        raw = self._send(self._poll, owner, int(idle))
        if raw is None:
            return None
        open_, running, steps, nodes, count, limit, solution, ended = raw
        next_limit = int(limit) if limit else None
        return RoundState(open_, running, int(steps), int(nodes), int(count), next_limit, solution.decode(), int(ended))

    def end_round(self, owner: Owner) -> list[tuple[str, int]]:
        """Drop all units of this run. Returns their ids and the numbers they are queued with."""
        return [(unit_id.decode(), int(run)) for unit_id, run in self._send(self._end_round, owner)]

    # The unit

    def start(self, owner: Owner, unit_id: str, last_run: int) -> int:
        """Start a run of a unit. Returns its number, or 0 if it must not start; see ``Searches.start``."""
        return int(self._send(self._start, owner, unit_id, last_run))

    def beat(self, owner: Owner, unit_id: str, run: int) -> Answer:
        """Report that a unit is being done."""
        return Answer(self._send(self._beat, owner, unit_id, run))

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
        """End a unit with its result, and create units of what is left. Returns their ids, to be queued.

        Nothing is done if another run has replaced this one.
        """
        results = [nodes, count, next_limit, solution]
        requests = (_request(owner, unit) for unit in left)
        ids = self._send(self._end, owner, unit_id, run, *results, *requests)
        return [] if isinstance(ids, int) else [new.decode() for new in ids]

    def _send(self, script: Any, owner: Owner, *arguments: Any) -> Any:
        search_id = owner.search_id
        names = [keys.search(search_id), keys.round_of(search_id), keys.units_of(search_id), keys.OPEN]
        return script(keys=names, args=[f"{owner.run}.{owner.round}", search_id, *arguments])


def is_unit(search_id: str) -> bool:
    """Whether an id is that of a unit."""
    return search_id.startswith(PREFIX) and len(search_id) > SEARCH_ID


def owner_of(unit: Search) -> Owner:
    """What a unit belongs to."""
    return Owner(*(unit.unit[name] for name in Owner._fields))


def _request(owner: Owner, unit: Mapping[str, Any]) -> str:
    """What a record keeps of a unit; its puzzle is that of its search."""
    limits = {"seconds": UNIT_SECONDS, "bytes": UNIT_BYTES}
    request = {"puzzle": {}, "want": "", "limits": limits, "key": "", "exact_digest": "", "request_id": ""}
    return json.dumps({**request, "client": owner.search_id, "unit": {**owner._asdict(), "part": unit}})
