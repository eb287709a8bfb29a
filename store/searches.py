"""Searches: the work behind jobs. Equal requests share one.

A search is queued, then running, then ended (solved, unsolvable, stopped, failed, cancelled). Every run of it
has a number. Reports from an abandoned run are ignored: its number is not the current one (a fencing token, see
M. Kleppmann: How to do distributed locking, 2016).
"""

from __future__ import annotations

import json
import secrets
from dataclasses import dataclass, field
from typing import Any

from schemas import JsonObject
from store import keys
from store.events import EVENTS_MOST, EVENTS_SECONDS
from store.memory import ALLOW_FULL, PRELUDE, Memory
from store.queue import Lane
from store.results import GRADES
from store.statistics import OBSERVE
from store.webhooks import WEBHOOKS

ROOM_BYTES = 8000
"""Counted for an open search in addition to its size: room for progress, events, its place in the queue, its result."""

# KEYS flight search jobs open created answer;
# ARGV most bytes, id, seconds, job, search prefix, grade, webhook, fields of the new search
_JOIN_OR_CREATE = (
    PRELUDE
    + WEBHOOKS
    + f"""
if full(ARGV[1]) then return refuse() end
local id = redis.call('GET', KEYS[1])
if id then
  local search = ARGV[5] .. id
  local status = redis.call('HGET', search, 'status')
  if (status == 'queued' or status == 'running') and redis.call('HGET', search, 'cancel') ~= 'true' then
    redis.call('SADD', search .. ':jobs', ARGV[4])
    register(ARGV[4], ARGV[7])
    if status == 'running' then notify(ARGV[4], status, false) end
    return id
  end
end
if tonumber(redis.call('HGET', KEYS[6], 'grade') or '-1') >= tonumber(ARGV[6]) then return '' end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
redis.call('HSET', KEYS[2], 'created', now(), unpack(ARGV, 8))
redis.call('SADD', KEYS[3], ARGV[4])
register(ARGV[4], ARGV[7])
redis.call('SADD', KEYS[4], ARGV[2])
redis.call('INCR', KEYS[5])
measure('work', KEYS[2], {ROOM_BYTES})
return ARGV[2]
"""
)

# KEYS search jobs events; ARGV job, flight prefix, id
_REMOVE_JOB = (
    ALLOW_FULL
    + f"""
redis.call('SREM', KEYS[2], ARGV[1])
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then return 0 end
redis.call('XADD', KEYS[3], 'MAXLEN', {EVENTS_MOST}, '*', 'left', ARGV[1])
if redis.call('SCARD', KEYS[2]) > 0 then return 0 end
redis.call('HSET', KEYS[1], 'cancel', 'true')
local flight = redis.call('HGET', KEYS[1], 'flight')
if flight and redis.call('GET', ARGV[2] .. flight) == ARGV[3] then redis.call('DEL', ARGV[2] .. flight) end
return 1
"""
)

# KEYS search jobs; ARGV job. Whoever reads the search last deletes it.
_SETTLE = (
    ALLOW_FULL
    + PRELUDE
    + """
redis.call('SREM', KEYS[2], ARGV[1])
if redis.call('SCARD', KEYS[2]) > 0 or not redis.call('HGET', KEYS[1], 'ended') then return end
redis.call('DEL', KEYS[1])
redis.call('ZREM', ENDED, KEYS[1])
count('work', KEYS[1], 0)
"""
)

# KEYS search jobs; ARGV number of the run before it ('' for any)
_START_RUN = (
    ALLOW_FULL
    + PRELUDE
    + WEBHOOKS
    + OBSERVE
    + """
if redis.call('HGET', KEYS[1], 'status') ~= 'queued' then return {0, {}} end
if ARGV[1] ~= '' and (redis.call('HGET', KEYS[1], 'run') or '0') ~= ARGV[1] then return {0, {}} end
local run = redis.call('HINCRBY', KEYS[1], 'run', 1)
redis.call('HSET', KEYS[1], 'status', 'running', 'heartbeat', now())
if redis.call('HSETNX', KEYS[1], 'started', now()) == 1 then
  observe('queue', now() - redis.call('HGET', KEYS[1], 'created'))
  for _, job in ipairs(redis.call('SMEMBERS', KEYS[2])) do notify(job, 'running', false) end
end
return {run, redis.call('HGETALL', KEYS[1])}
"""
)

# KEYS search; ARGV run
_HOLD = (
    ALLOW_FULL
    + PRELUDE
    + """
if redis.call('HGET', KEYS[1], 'status') ~= 'queued' then return 0 end
if (redis.call('HGET', KEYS[1], 'run') or '0') ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[1], 'cancel') == 'true' then return 0 end
redis.call('HSET', KEYS[1], 'heartbeat', now())
return redis.call('HGET', KEYS[1], 'request')
"""
)

# KEYS search; ARGV run ('' for any), whether a death counts ('1'), lane ('' for the same)
_REQUEUE = (
    ALLOW_FULL
    + PRELUDE
    + """
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then return 0 end
if ARGV[1] ~= '' and (redis.call('HGET', KEYS[1], 'run') or '0') ~= ARGV[1] then return 0 end
if status == 'running' and ARGV[2] == '1' then redis.call('HINCRBY', KEYS[1], 'deaths', 1) end
redis.call('HSET', KEYS[1], 'status', 'queued', 'heartbeat', now())
if ARGV[3] ~= '' then redis.call('HSET', KEYS[1], 'lane', ARGV[3]) end
return redis.call('HINCRBY', KEYS[1], 'run', 1)
"""
)

# KEYS search events; ARGV run, progress
_RECORD_PROGRESS = (
    ALLOW_FULL
    + PRELUDE
    + f"""
if redis.call('HGET', KEYS[1], 'run') ~= ARGV[1] then return 0 end
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
if redis.call('HGET', KEYS[1], 'cancel') == 'true' then return 0 end
redis.call('HSET', KEYS[1], 'heartbeat', now(), 'progress', ARGV[2])
redis.call('XADD', KEYS[2], 'MAXLEN', {EVENTS_MOST}, '*', 'progress', '')
return 1
"""
)

# KEYS search events open totals jobs; ARGV run ('' for any), status, result, seconds to keep, id, flight prefix,
# seconds and nodes it took. Its jobs end with it, though each gets its document only when it is read.
_FINISH = (
    ALLOW_FULL
    + PRELUDE
    + WEBHOOKS
    + OBSERVE
    + f"""
local status = redis.call('HGET', KEYS[1], 'status')
if status ~= 'queued' and status ~= 'running' then return 0 end
if ARGV[1] ~= '' and (redis.call('HGET', KEYS[1], 'run') or '0') ~= ARGV[1] then return 0 end
redis.call('SREM', KEYS[3], ARGV[5])
local flight = redis.call('HGET', KEYS[1], 'flight')
if flight and redis.call('GET', ARGV[6] .. flight) == ARGV[5] then redis.call('DEL', ARGV[6] .. flight) end
redis.call('HSET', KEYS[1], 'status', ARGV[2], 'ended', now(), 'result', ARGV[3])
redis.call('HINCRBY', KEYS[4], ARGV[2], 1)
redis.call('HINCRBYFLOAT', KEYS[4], 'seconds', ARGV[7])
redis.call('HINCRBYFLOAT', KEYS[4], 'nodes', ARGV[8])
local started = redis.call('HGET', KEYS[1], 'started')
if started then observe('solve', now() - started) end
redis.call('XADD', KEYS[2], 'MAXLEN', 1, '*', 'status', ARGV[2])
let_expire(KEYS[2], {EVENTS_SECONDS})
measure('work', KEYS[2])
for _, job in ipairs(redis.call('SMEMBERS', KEYS[5])) do
  let_expire('{keys.job("")}' .. job, ARGV[4])
  notify(job, ARGV[2], true)
end
redis.call('EXPIRE', KEYS[5], ARGV[4])
let_expire(KEYS[1], ARGV[4])
measure('work', KEYS[1])
return 1
"""
)

# KEYS search open; ARGV id
_REMOVE_EXPIRED = (
    ALLOW_FULL
    + PRELUDE
    + """
redis.call('SREM', KEYS[2], ARGV[1])
count('work', KEYS[1], 0)
"""
)


@dataclass(frozen=True, slots=True)
class Search:
    """The state of one search.

    Attributes
    ----------
    puzzle
        The canonical puzzle as JSON.
    exact_digest
        Digest of the puzzle as the first client numbers it.
    client
        Whose turn it takes in the queue: a digest of the first client.
    progress
        ``lower_bound``, ``nodes``, ``seconds``, and ``length`` of the best solution so far; empty at first.
    heartbeat
        When its worker last reported. Like all times here, it is in seconds since the epoch by the clock of the server.
    run
        Number of the current run; starting and requeueing both raise it.
    lane
        Where it is queued or runs.
    deaths
        How many of its runs ended because their process or its host died.
    result
        Once ended: the result in canonical numbering, or ``{"error": …}`` if it failed.
    units
        Number of units it has been divided into so far.
    unit
        If it is itself a unit: ``search_id``, ``run`` and ``round`` that it belongs to, and the ``part`` to be done.
    """

    id: str
    status: str
    puzzle: JsonObject
    want: str
    limits: JsonObject
    key: str
    exact_digest: str
    request_id: str
    created: float
    started: float | None = None
    ended: float | None = None
    heartbeat: float | None = None
    run: int = 0
    deaths: int = 0
    client: str = ""
    lane: str = Lane.QUICK
    cancel: bool = False
    progress: JsonObject = field(default_factory=dict)
    result: JsonObject = field(default_factory=dict)
    units: int = 0
    unit: JsonObject = field(default_factory=dict)

    @property
    def queue_seconds(self) -> float:
        """How long it waited for its first run, in seconds; 0 before that."""
        return 0.0 if self.started is None else max(0.0, self.started - self.created)

    @property
    def open(self) -> bool:
        """Whether it is queued or running."""
        return self.status in ("queued", "running")


class Searches:
    """The searches in Redis."""

    def __init__(self, redis: Any, seconds: int, memory: Memory) -> None:
        self._redis, self._seconds, self._memory = redis, seconds, memory
        self._join_or_create = redis.register_script(_JOIN_OR_CREATE)
        self._remove_job = redis.register_script(_REMOVE_JOB)
        self._start_run = redis.register_script(_START_RUN)
        self._hold = redis.register_script(_HOLD)
        self._requeue = redis.register_script(_REQUEUE)
        self._record_progress = redis.register_script(_RECORD_PROGRESS)
        self._finish = redis.register_script(_FINISH)
        self._settle = redis.register_script(_SETTLE)
        self._remove_expired = redis.register_script(_REMOVE_EXPIRED)

    def join_or_create(
        self,
        job_id: str,
        *,
        puzzle: JsonObject,
        want: str,
        limits: JsonObject,
        key: str,
        flight: str,
        exact_digest: str,
        request_id: str,
        client: str = "",
        webhook: str = "",
    ) -> tuple[str, bool]:
        """Add a job to the open search for equal requests, or create a search for it.

        Parameters
        ----------
        webhook
            Where to report what becomes of the job (:func:`store.webhooks.registration`).

        Returns
        -------
        search_id, created
            ``created``: the search is new, and the caller must put it into the queue. The id is empty if a search has
            just ended and its answer is stored.

        Raises
        ------
        StoreFull
            If there is no room for new work.
        """
        new = secrets.token_urlsafe(12)
        request = {
            "puzzle": puzzle,
            "want": want,
            "limits": limits,
            "key": key,
            "exact_digest": exact_digest,
            "request_id": request_id,
            "client": client,
        }
        fields = ["status", "queued", "flight", flight, "request", json.dumps(request)]
        own = [keys.search(new), keys.search_jobs(new)]
        names = [keys.flight(flight), *own, keys.OPEN, keys.CREATED, keys.answer(key)]
        args = [self._memory.full_at, new, self._seconds, job_id, keys.search(""), GRADES[want], webhook, *fields]
        search_id: str = self._join_or_create(keys=names, args=args).decode()
        return search_id, search_id == new

    def under_way(self, flight: str) -> bool:
        """Whether there is an open search that equal requests join."""
        search_id = self._redis.get(keys.flight(flight))
        search = None if search_id is None else self.load(search_id.decode())
        return search is not None and search.open and not search.cancel

    def remove_job(self, search_id: str, job_id: str) -> bool:
        """Remove a job from a search. Returns True if it was the last one: then the search is marked as cancelled."""
        names = [keys.search(search_id), keys.search_jobs(search_id), keys.events(search_id)]
        return bool(self._remove_job(keys=names, args=[job_id, keys.flight(""), search_id]))

    def settle(self, search_id: str, job_id: str) -> None:
        """Remove a job that has its final document from an ended search, which is deleted with its last job."""
        self._settle(keys=[keys.search(search_id), keys.search_jobs(search_id)], args=[job_id])

    def load(self, search_id: str) -> Search | None:
        """The state of a search; None if there is no such search."""
        raw: dict[bytes, bytes] = self._redis.hgetall(keys.search(search_id))
        return _search(search_id, raw) if raw else None

    def begin(self, search_id: str, last_run: int | None = None) -> Search | None:
        """Start a run of a queued search.

        Parameters
        ----------
        last_run
            Number of the last run when the search was queued. If it was queued again since, this run is abandoned.

        Returns
        -------
        Search or None
            The search, whose run this is; None if it must not start.
        """
        args = ["" if last_run is None else last_run]
        run, fields = self._start_run(keys=[keys.search(search_id), keys.search_jobs(search_id)], args=args)
        return _search(search_id, dict(zip(fields[::2], fields[1::2], strict=True))) if run else None

    def start(self, search_id: str, last_run: int | None = None) -> int:
        """:meth:`begin` a run; returns its number, or 0 if it must not start."""
        search = self.begin(search_id, last_run)
        return 0 if search is None else search.run

    def take(self, search_id: str, last_run: int) -> int:
        """Record that a worker has taken a search off the queue: it is not lost, though it has not started.

        Returns
        -------
        int
            The bytes it asks for; 0 if it need not run, as for :meth:`hold`.
        """
        request = self._hold(keys=[keys.search(search_id)], args=[last_run])
        return int(json.loads(request)["limits"]["bytes"]) if request else 0

    def hold(self, search_id: str, last_run: int) -> bool:
        """Record that a worker has taken a search off the queue and waits until it can run.

        Returns
        -------
        bool
            False if it need not wait any longer: the search was cancelled, has ended, or was queued again.
        """
        return bool(self._hold(keys=[keys.search(search_id)], args=[last_run]))

    def report(self, search_id: str, run: int, progress: JsonObject) -> bool:
        """Record the progress of a run. Returns False if it must end: cancelled, or replaced by another run."""
        names = [keys.search(search_id), keys.events(search_id)]
        args = [run, json.dumps(progress)]
        return bool(self._record_progress(keys=names, args=args))

    def finish(self, search_id: str, run: int | None, status: str, result: JsonObject) -> bool:
        """End a search. Returns False if it had ended before, or if another run has replaced this one."""
        names = [keys.search(search_id), keys.events(search_id), keys.OPEN, keys.TOTALS, keys.search_jobs(search_id)]
        statistics = result.get("statistics", {})
        number = "" if run is None else run
        args = [number, status, json.dumps(result), self._seconds, search_id, keys.flight("")]
        args += [statistics.get("seconds", 0), statistics.get("nodes", 0)]
        return bool(self._finish(keys=names, args=args))

    def requeue(self, search_id: str, run: int | None = None, *, died: bool = True, lane: str = "") -> int:
        """Mark a search as queued whose run has ended without a result; its reports are ignored from now on.

        Parameters
        ----------
        run
            The number of this run; None for the current one.
        died
            Whether its process died, and was not ended by its worker.
        lane
            Where it goes; by default it stays where it is.

        Returns
        -------
        int
            The number to queue it with; the next run has the number after it. 0 if another run has replaced this one.
        """
        args = ["" if run is None else run, int(died), lane and json.dumps(lane)]
        return int(self._requeue(keys=[keys.search(search_id)], args=args))

    def open_ids(self) -> list[str]:
        """The ids of all searches that are queued or running."""
        return [member.decode() for member in self._redis.smembers(keys.OPEN)]

    def remove_expired(self, search_id: str) -> None:
        """Remove a search whose record has expired from the open ones."""
        self._remove_expired(keys=[keys.search(search_id), keys.OPEN], args=[search_id])


def _search(search_id: str, raw: dict[bytes, bytes]) -> Search:
    fields = {name.decode(): value for name, value in raw.items()}
    status, request = fields.pop("status").decode(), json.loads(fields.pop("request"))
    del fields["flight"]
    return Search(search_id, status, **request, **{name: json.loads(value) for name, value in fields.items()})
