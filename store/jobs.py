"""Job records: one for every request of a client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from schemas import JsonObject
from store import keys
from store.memory import ALLOW_FULL, PRELUDE, Memory, StoreFull
from store.webhooks import WEBHOOKS

RESPONSE_SECONDS = 3600
"""How long an equal request gets the same job."""

LISTED_MOST = 1000
"""Jobs of an API key that are listed: the last ones."""

LIST = f"""
local function list(name, id, seconds)
  if name == '' then return end
  local last = redis.call('ZREVRANGE', name, 0, 0, 'WITHSCORES')[2]
  local time = tonumber(now())
  if last and time <= tonumber(last) then time = tonumber(last) + 0.000001 end
  redis.call('ZADD', name, 'NX', string.format('%.6f', time), id)
  redis.call('ZREMRANGEBYRANK', name, 0, -{LISTED_MOST + 1})
  redis.call('EXPIRE', name, seconds)
end
"""
"""Function for scripts: list a job, later than all others, under the name of its client's list ('' for none)."""

# KEYS job; ARGV name of the list, id, seconds to keep, fields. A job that joined a search is admitted: it always finds
# room.
_ADD = (
    ALLOW_FULL
    + PRELUDE
    + LIST
    + """
if redis.call('EXISTS', KEYS[1]) == 1 then return end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
measure('work', KEYS[1])
list(ARGV[1], ARGV[2], ARGV[3])
"""
)

# KEYS job, reservation; ARGV digest, seconds to keep. Returns the digest that stands, '' for a job
# without.
_RESERVE = (
    PRELUDE
    + """
local exists = redis.call('EXISTS', KEYS[1])
local digest = redis.call('GET', KEYS[2])
if not digest and exists == 0 then
  digest = ARGV[1]
  redis.call('SET', KEYS[2], digest)
  let_expire(KEYS[2], ARGV[2])
  measure('work', KEYS[2])
end
return digest or ''
"""
)

# KEYS job, responses;
# ARGV most bytes, id, document, owner, seconds to keep jobs and responses, name of the list, webhook, status
_ADD_ENDED = (
    PRELUDE
    + WEBHOOKS
    + LIST
    + f"""
local function remember(id)
  for index = 2, #KEYS do
    if redis.call('GET', KEYS[index]) ~= id then
      redis.call('SET', KEYS[index], id)
      let_expire(KEYS[index], ARGV[6])
      measure('work', KEYS[index])
    end
  end
end
local own = redis.call('HGET', KEYS[1], 'document')
if own then return {{ARGV[2], own}} end
if full(ARGV[1]) then return refuse() end
local earlier = KEYS[2] and redis.call('GET', KEYS[2])
local document = earlier and redis.call('HGET', '{keys.job("")}' .. earlier, 'document')
if document then
  remember(earlier)
  return {{earlier, document}}
end
redis.call('HSET', KEYS[1], 'document', ARGV[3], 'owner', ARGV[4])
let_expire(KEYS[1], ARGV[5])
measure('work', KEYS[1])
list(ARGV[7], ARGV[2], ARGV[5])
remember(ARGV[2])
register(ARGV[2], ARGV[8])
notify(ARGV[2], ARGV[9], true)
return {{ARGV[2], ARGV[3]}}
"""
)

# KEYS response
_RESPONSE = f"""
local id = redis.call('GET', KEYS[1])
return id and redis.call('HGET', '{keys.job("")}' .. id, 'document')
"""

# KEYS job; ARGV document, seconds to keep, id, status
_END = (
    ALLOW_FULL
    + PRELUDE
    + WEBHOOKS
    + """
local document, owner = unpack(redis.call('HMGET', KEYS[1], 'document', 'owner'))
if document then return document end
if not owner then return ARGV[1] end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'document', ARGV[1], 'owner', owner)
let_expire(KEYS[1], ARGV[2])
measure('work', KEYS[1])
notify(ARGV[3], ARGV[4], true)
return ARGV[1]
"""
)


def _list_of(owner: str) -> str:
    return keys.jobs_of(owner) if owner else ""


@dataclass(frozen=True, slots=True)
class Job:
    """A client's request that is not answered yet.

    Attributes
    ----------
    search_id
        The search that answers it.
    raw_puzzle
        The puzzle as the client wrote it.
    order
        The client's hole or cell at each canonical place.
    key
        Digest of the canonical puzzle.
    owner
        The client whose API key it was made with; empty without keys.
    shared
        False if the canonical numbering was not found in time, so that ``order`` is the client's own.
    """

    id: str
    kind: str
    want: str
    limits: JsonObject
    created: float
    search_id: str
    raw_puzzle: JsonObject
    order: tuple[int, ...]
    key: str
    owner: str = ""
    shared: bool = True


@dataclass(frozen=True, slots=True)
class EndedJob:
    """A job that has ended. The document its client reads never changes again."""

    document: bytes
    owner: str


class Jobs:
    """The job records in Redis."""

    def __init__(self, redis: Any, seconds: int, memory: Memory) -> None:
        self._redis, self._seconds, self._memory = redis, seconds, memory
        self._add_ended = redis.register_script(_ADD_ENDED)
        self._reserve = redis.register_script(_RESERVE)
        self._response, self._end = redis.register_script(_RESPONSE), redis.register_script(_END)

    def add(self, *jobs: Job) -> None:
        """Store new jobs, in one round trip."""
        with self._redis.pipeline(transaction=False) as pipe:
            for job in jobs:
                pairs = ((name, json.dumps(getattr(job, name))) for name in job.__slots__ if name != "id")
                fields = [part for pair in pairs for part in pair]
                args = [_list_of(job.owner), job.id, self._seconds, *fields]
                pipe.eval(_ADD, 1, keys.job(job.id), *args)
            pipe.execute()

    def reserve(self, job_id: str, digest: str) -> bool:
        """Give an id that a client has chosen to its request, by a digest.

        Returns
        -------
        bool
            False if the id belongs to another request.
        """
        names = [keys.job(job_id), keys.reserved(job_id)]
        stands = self._reserve(keys=names, args=[digest, self._seconds])
        return bool(stands.decode() == digest)

    def listed(self, owner: str, before: float, limit: int) -> list[tuple[str, float]]:
        """Jobs of an API key that were made before a time, the last ones first: their ids, and when they were made."""
        found = self._redis.zrange(
            keys.jobs_of(owner), f"({before!r}", "-inf", byscore=True, desc=True, offset=0, num=limit, withscores=True
        )
        return [(name.decode(), score) for name, score in found]

    def forget(self, owner: str, *job_ids: str) -> None:
        """Take jobs off the list that are no longer kept."""
        if job_ids:
            self._redis.zrem(keys.jobs_of(owner), *job_ids)

    def add_ended(
        self, job_id: str, document: bytes, owner: str, *digests: str, webhook: str = "", status: str = ""
    ) -> tuple[str, bytes]:
        """Store a job that was answered at once, unless the store is full.

        Parameters
        ----------
        digests
            Digests of requests that shall get the same job from now on. If there is a job under the first already, it
            stands for this one.
        webhook, status
            Where to report with which status that it has ended (:func:`store.webhooks.registration`).

        Returns
        -------
        job_id, document
            The job that stands.

        Raises
        ------
        StoreFull
            If the store is full and the job has a webhook.
        """
        names = [keys.job(job_id), *map(keys.response, digests)]
        args = [self._memory.full_at, job_id, document, json.dumps(owner)]
        args += [self._seconds, min(RESPONSE_SECONDS, self._seconds), _list_of(owner), webhook, status]
        try:
            stored = self._add_ended(keys=names, args=args)
        except StoreFull:
            if webhook:
                raise
            return job_id, document
        return stored[0].decode(), bytes(stored[1])

    def response_to(self, request_digest: str) -> bytes | None:
        """The document of the ended job that answers exactly this request, by a digest of its body."""
        document = self._response(keys=[keys.response(request_digest)])
        return None if document is None else bytes(document)

    def load(self, job_id: str) -> Job | EndedJob | None:
        """An open or ended job; None if there is no such job."""
        fields: dict[bytes, bytes] = self._redis.hgetall(keys.job(job_id))
        if not fields:
            return None
        if b"document" in fields:
            return EndedJob(fields[b"document"], json.loads(fields.get(b"owner", b'""')))
        values = {name.decode(): json.loads(value) for name, value in fields.items() if name.decode() in Job.__slots__}
        values["order"] = tuple(values["order"])
        return Job(id=job_id, **values)

    def end(self, job_id: str, document: bytes, status: str = "") -> bytes:
        """End a job with its final document.

        Parameters
        ----------
        status
            What its webhook reports, unless the end of its search has done so.

        Returns
        -------
        bytes
            The document that is stored: the earlier one if the job had ended before.
        """
        return bytes(self._end(keys=[keys.job(job_id)], args=[document, self._seconds, job_id, status]))
