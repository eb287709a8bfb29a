"""Searches: the work behind jobs. Equal requests share one.

A search is queued, then running, then ended (solved, unsolvable, stopped, failed, cancelled). Every run of it
has a number; what a run that was given up for lost still has to say is not listened to.
"""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import dataclass
from typing import Any

from store import keys
from store.results import GRADES

EVENTS_MOST = 200

# KEYS flight search members open begun answer; ARGV id, seconds, job, search prefix, grade, fields of the new search
_JOIN = """
local id = redis.call('GET', KEYS[1])
if id then
  local at = ARGV[4] .. id
  local status = redis.call('HGET', at, 'status')
  if (status == 'queued' or status == 'running') and redis.call('HGET', at, 'cancel') ~= '1' then
    redis.call('SADD', at .. ':jobs', ARGV[3])
    redis.call('EXPIRE', at .. ':jobs', ARGV[2])
    return id
  end
end
if tonumber(redis.call('HGET', KEYS[6], 'grade') or '-1') >= tonumber(ARGV[5]) then return '' end
redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
redis.call('HSET', KEYS[2], unpack(ARGV, 6))
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.call('SADD', KEYS[3], ARGV[3])
redis.call('EXPIRE', KEYS[3], ARGV[2])
redis.call('SADD', KEYS[4], ARGV[1])
redis.call('INCR', KEYS[5])
return ARGV[1]
"""

# KEYS search members events; ARGV job, flight prefix, id, seconds to keep
_LEAVE = """
redis.call('SREM', KEYS[2], ARGV[1])
if redis.call('EXISTS', KEYS[1]) == 1 then
  redis.call('XADD', KEYS[3], '*', 'left', ARGV[1])
  redis.call('EXPIRE', KEYS[3], ARGV[4])
end
if redis.call('SCARD', KEYS[2]) > 0 then return 0 end
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'cancel', '1')
local flight = redis.call('HGET', KEYS[1], 'flight')
if flight and redis.call('GET', ARGV[2] .. flight) == ARGV[3] then redis.call('DEL', ARGV[2] .. flight) end
return 1
"""

# KEYS search; ARGV now
_START = """
if redis.call('HGET', KEYS[1], 'status') ~= 'queued' then return 0 end
local run = redis.call('HINCRBY', KEYS[1], 'run', 1)
redis.call('HSET', KEYS[1], 'status', 'running', 'beat', ARGV[1])
redis.call('HSETNX', KEYS[1], 'started', ARGV[1])
return run
"""

# KEYS search events; ARGV run, now, progress, seconds to keep, most events
_REPORT = """
if redis.call('HGET', KEYS[1], 'run') ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
if redis.call('HGET', KEYS[1], 'cancel') == '1' then return 0 end
redis.call('HSET', KEYS[1], 'beat', ARGV[2], 'progress', ARGV[3])
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], '*', 'progress', ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[4])
return 1
"""

# KEYS search events open spent; ARGV run ('' for any), now, status, result, seconds to keep, id, flight prefix,
# seconds and nodes it took
_FINISH = """
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then return 0 end
if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'run') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[3], 'ended', ARGV[2], 'result', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[5])
redis.call('SREM', KEYS[3], ARGV[6])
local flight = redis.call('HGET', KEYS[1], 'flight')
if flight and redis.call('GET', ARGV[7] .. flight) == ARGV[6] then redis.call('DEL', ARGV[7] .. flight) end
redis.call('HINCRBY', KEYS[4], ARGV[3], 1)
redis.call('HINCRBYFLOAT', KEYS[4], 'seconds', ARGV[8])
redis.call('HINCRBYFLOAT', KEYS[4], 'nodes', ARGV[9])
redis.call('XADD', KEYS[2], '*', 'status', ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[5])
return 1
"""


@dataclass(frozen=True, slots=True)
class Search:
    """One search as it stands.

    Attributes
    ----------
    puzzle
        The canonical puzzle as JSON.
    exact_digest
        Digest of the puzzle as the client who began it numbers it.
    progress
        ``lower_bound``, ``nodes``, ``seconds``, and ``length`` of the best solution so far; empty at first.
    beat
        When its worker was last heard of, in seconds since the epoch.
    run
        How often it was started.
    result
        Once ended: the result in canonical numbering, or ``{"error": …}`` of a failed one.
    """

    id: str
    status: str
    puzzle: dict[str, Any]
    want: str
    limits: dict[str, Any]
    key: str
    flight: str
    exact_digest: str
    request_id: str
    created: float
    started: float | None
    ended: float | None
    beat: float | None
    run: int
    cancel: bool
    progress: dict[str, Any]
    result: dict[str, Any]

    @property
    def open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ("queued", "running")


class Searches:
    """The searches in Redis."""

    def __init__(self, redis: Any, seconds: int) -> None:
        self._redis, self._seconds = redis, seconds
        self._join = redis.register_script(_JOIN)
        self._leave = redis.register_script(_LEAVE)
        self._start = redis.register_script(_START)
        self._report = redis.register_script(_REPORT)
        self._finish = redis.register_script(_FINISH)

    def join(
        self,
        job_id: str,
        *,
        puzzle: dict[str, Any],
        want: str,
        limits: dict[str, Any],
        key: str,
        flight: str,
        exact_digest: str,
        request_id: str,
    ) -> tuple[str, bool]:
        """Join the search under way for equal requests, or begin one.

        Returns
        -------
        search_id, begun
            ``begun``: the search is new, and the caller must put it into the queue. No id, if a search ended just
            now and the answer is kept.
        """
        new = secrets.token_urlsafe(12)
        fields = {
            "status": "queued",
            "puzzle": json.dumps(puzzle),
            "want": want,
            "limits": json.dumps(limits),
            "key": key,
            "flight": flight,
            "exact_digest": exact_digest,
            "request_id": request_id,
            "created": repr(time.time()),
        }
        pairs = [part for pair in fields.items() for part in pair]
        names = [keys.flight(flight), keys.search(new), keys.members(new), keys.OPEN, keys.BEGUN, keys.answer(key)]
        args = [new, self._seconds, job_id, keys.search(""), GRADES[want], *pairs]
        search_id: str = self._join(keys=names, args=args).decode()
        return search_id, search_id == new

    def leave(self, search_id: str, job_id: str) -> bool:
        """Take a job off a search. Returns True if it was the last one: then the search is to end."""
        names = [keys.search(search_id), keys.members(search_id), keys.events(search_id)]
        return bool(self._leave(keys=names, args=[job_id, keys.flight(""), search_id, self._seconds]))

    def load(self, search_id: str) -> Search | None:
        """A search as it stands, or None for an unknown one."""
        raw: dict[bytes, bytes] = self._redis.hgetall(keys.search(search_id))
        if not raw:
            return None
        fields = {name.decode(): value.decode() for name, value in raw.items()}
        times: dict[str, Any] = {
            name: float(fields[name]) if name in fields else None for name in ("started", "ended", "beat")
        }
        objects: dict[str, Any] = {
            name: json.loads(fields.get(name, "{}")) for name in ("puzzle", "limits", "progress", "result")
        }
        texts: dict[str, Any] = {
            name: fields[name] for name in ("status", "want", "key", "flight", "exact_digest", "request_id")
        }
        return Search(
            id=search_id,
            created=float(fields["created"]),
            run=int(fields.get("run", 0)),
            cancel=fields.get("cancel") == "1",
            **texts,
            **times,
            **objects,
        )

    def start(self, search_id: str) -> int:
        """Begin a run of a queued search. Returns its number, or 0 if the search is not queued any more."""
        return int(self._start(keys=[keys.search(search_id)], args=[repr(time.time())]))

    def report(self, search_id: str, run: int, progress: dict[str, Any]) -> bool:
        """Say how far a run is. Returns False if it is to end: cancelled, or another run has taken over."""
        names = [keys.search(search_id), keys.events(search_id)]
        args = [run, repr(time.time()), json.dumps(progress), self._seconds, EVENTS_MOST]
        return bool(self._report(keys=names, args=args))

    def finish(self, search_id: str, run: int | None, status: str, result: dict[str, Any]) -> bool:
        """End a search. Returns False if it had ended or another run has taken over."""
        names = [keys.search(search_id), keys.events(search_id), keys.OPEN, keys.SPENT]
        spent = result.get("statistics", {})
        number = "" if run is None else run
        now = repr(time.time())
        args = [number, now, status, json.dumps(result), self._seconds, search_id, keys.flight("")]
        args += [spent.get("seconds", 0), spent.get("nodes", 0)]
        return bool(self._finish(keys=names, args=args))

    def put_back(self, search_id: str) -> int:
        """Make a lost search queued again; the run that was lost is not listened to any more.

        Returns
        -------
        int
            The number of its next run less one.
        """
        with self._redis.pipeline() as pipe:
            pipe.hincrby(keys.search(search_id), "run", 1)
            pipe.hset(keys.search(search_id), mapping={"status": "queued", "beat": repr(time.time())})
            return int(pipe.execute()[0])

    def open_ids(self) -> list[str]:
        """All searches queued or running."""
        return [member.decode() for member in self._redis.smembers(keys.OPEN)]

    def forget(self, search_id: str) -> None:
        """Drop the name of a search whose record has expired."""
        self._redis.srem(keys.OPEN, search_id)

    def spent(self) -> dict[str, float]:
        """How many searches ended by outcome, and the ``seconds`` and ``nodes`` they took."""
        return {name.decode(): float(number) for name, number in self._redis.hgetall(keys.SPENT).items()}

    def begun(self) -> int:
        """How many searches were ever begun."""
        return int(self._redis.get(keys.BEGUN) or 0)

    def wait(self, search_id: str, after: str, seconds: float) -> str:
        """Wait for news of a search.

        Parameters
        ----------
        after
            The last event known, "0" for none.
        seconds
            How long to wait at most.

        Returns
        -------
        str
            The newest event known now.
        """
        block = max(1, int(seconds * 1000))
        news = self._redis.xread({keys.events(search_id): after}, block=block)
        newest: str = news[0][1][-1][0].decode() if news else after
        return newest
