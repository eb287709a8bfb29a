"""Webhooks: the outbox of events that are to be sent, and the secrets that sign them.

A webhook is registered in the same step that joins its job to a search, or stores the job with its end. The steps that
change the state of a job put the event into the outbox (``notify``), so that no event is lost, whatever dies when.

An event is in the sorted set of its host by the time of its next attempt. Whoever takes it moves that time to the end
of a lease, and gets a number (a fencing token, as in :mod:`store.searches`) with which it reports how the attempt
ended; if it dies, the next one takes the event when the lease has ended. A webhook has one event at a time: the end of
a job replaces an event before it that is not sent yet.
"""

from __future__ import annotations

import base64
import json
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from schemas import JsonObject
from store import keys
from store.memory import ALLOW_FULL, PRELUDE

OLD_SECRET_SECONDS = 86_400
"""How long a secret signs beside the one that has replaced it."""

SECRET_BYTES = 32

LOOK = 100
"""Hosts looked at in one step, beyond those that are busy."""

WEBHOOKS = f"""
local WEBHOOK, DUE = '{keys.webhook("")}', '{keys.webhooks_due("")}'
local ORIGINS, WEBHOOK_TOTALS = '{keys.WEBHOOK_ORIGINS}', '{keys.WEBHOOK_TOTALS}'
local function schedule(job, origin, time)
  redis.call('ZADD', DUE .. origin, time, job)
  redis.call('ZADD', ORIGINS, 'LT', time, origin)
end
local function unschedule(job, origin)
  if redis.call('ZREM', DUE .. origin, job) == 1 then redis.call('HINCRBY', WEBHOOK_TOTALS, 'waiting', -1) end
end
local function end_webhook(job)
  local name = WEBHOOK .. job
  unschedule(job, redis.call('HGET', name, 'origin'))
  redis.call('DEL', name)
  count('work', name, 0)
  redis.call('HINCRBY', WEBHOOK_TOTALS, 'registered', -1)
end
local function register(job, text)
  if text == '' or redis.call('EXISTS', WEBHOOK .. job) == 1 then return end
  local webhook = cjson.decode(text)
  local events = ',' .. table.concat(webhook.events, ',') .. ','
  redis.call('HSET', WEBHOOK .. job, 'url', webhook.url, 'origin', webhook.origin, 'events', events,
    'owner', webhook.owner, 'message', webhook.message)
  redis.call('HINCRBY', WEBHOOK_TOTALS, 'registered', 1)
  measure('work', WEBHOOK .. job)
end
local function notify(job, status, last)
  local name = WEBHOOK .. job
  local origin, events, final = unpack(redis.call('HMGET', name, 'origin', 'events', 'last'))
  if not origin or final == '1' then return end
  if string.find(events, ',' .. status .. ',', 1, true) then
    if not redis.call('ZSCORE', DUE .. origin, job) then redis.call('HINCRBY', WEBHOOK_TOTALS, 'waiting', 1) end
    redis.call('HSET', name, 'event', status, 'last', last and 1 or 0, 'time', now(), 'tries', 0)
    redis.call('HINCRBY', name, 'attempt', 1)
    schedule(job, origin, now())
    measure('work', name)
  elseif last then
    end_webhook(job)
  end
end
"""
"""Functions for scripts, after those of ``store.memory``. ``register`` takes a webhook as JSON, '' for none."""

# ARGV lease in seconds, hosts that are busy
_TAKE = (
    ALLOW_FULL
    + PRELUDE
    + WEBHOOKS
    + f"""
local busy = {{}}
for index = 2, #ARGV do busy[ARGV[index]] = true end
local time = now()
for _, origin in ipairs(redis.call('ZRANGEBYSCORE', ORIGINS, '-inf', time, 'LIMIT', 0, #ARGV + {LOOK})) do
  if not busy[origin] then
    local job = redis.call('ZRANGEBYSCORE', DUE .. origin, '-inf', time, 'LIMIT', 0, 1)[1]
    if job then redis.call('ZADD', DUE .. origin, time + ARGV[1], job) end
    local first = redis.call('ZRANGE', DUE .. origin, 0, 0, 'WITHSCORES')
    if first[2] then redis.call('ZADD', ORIGINS, first[2], origin) else redis.call('ZREM', ORIGINS, origin) end
    if job then
      redis.call('HINCRBY', WEBHOOK .. job, 'attempt', 1)
      return {{job, redis.call('HGETALL', WEBHOOK .. job)}}
    end
  end
end
"""
)

# ARGV job, number of the attempt, seconds until the next one, whether this one counts ('1')
_POSTPONE = (
    ALLOW_FULL
    + PRELUDE
    + WEBHOOKS
    + """
local name = WEBHOOK .. ARGV[1]
local attempt, origin = unpack(redis.call('HMGET', name, 'attempt', 'origin'))
if attempt ~= ARGV[2] then return 0 end
if ARGV[4] == '1' then
  redis.call('HINCRBY', name, 'tries', 1)
  redis.call('HINCRBY', WEBHOOK_TOTALS, 'retries', 1)
end
schedule(ARGV[1], origin, now() + ARGV[3])
return 1
"""
)

# ARGV job, number of the attempt, outcome ('' for none)
_CLOSE = (
    ALLOW_FULL
    + PRELUDE
    + WEBHOOKS
    + """
local name = WEBHOOK .. ARGV[1]
local attempt, origin, last = unpack(redis.call('HMGET', name, 'attempt', 'origin', 'last'))
if attempt ~= ARGV[2] then return 0 end
if ARGV[3] ~= '' then redis.call('HINCRBY', WEBHOOK_TOTALS, ARGV[3], 1) end
if last == '1' then
  end_webhook(ARGV[1])
else
  unschedule(ARGV[1], origin)
  redis.call('HINCRBY', name, 'attempt', 1)
end
return 1
"""
)

# KEYS secrets; ARGV API key, new secret, seconds in which the one before is used, too
_RENEW = (
    PRELUDE
    + """
local text = redis.call('HGET', KEYS[1], ARGV[1])
local renewed = {secret = ARGV[2]}
if text then renewed.before, renewed['until'] = cjson.decode(text).secret, now() + ARGV[3] end
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(renewed))
"""
)


@dataclass(frozen=True, slots=True)
class Delivery:
    """An event of a job that is to be sent now.

    Attributes
    ----------
    message
        Its id, the same in every attempt.
    status
        The status of the job that it reports.
    last
        Whether it is the end of the job.
    time
        When it happened, in seconds since the epoch.
    tries
        How many attempts have failed.
    attempt
        Number of this attempt, to report how it ended.
    """

    job_id: str
    url: str
    origin: str
    owner: str
    message: str
    status: str
    last: bool
    time: float
    tries: int
    attempt: int


class Webhooks:
    """The outbox of webhooks in Redis."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis
        self._take, self._postpone = redis.register_script(_TAKE), redis.register_script(_POSTPONE)
        self._close, self._renew = redis.register_script(_CLOSE), redis.register_script(_RENEW)

    def take(self, lease_seconds: float, busy: Iterable[str] = ()) -> Delivery | None:
        """Take the event that has waited longest, if one is due.

        Parameters
        ----------
        lease_seconds
            How long no other process takes it.
        busy
            Hosts whose events are left alone.
        """
        found = self._take(args=[lease_seconds, *busy])
        if found is None:
            return None
        job_id, pairs = found
        fields = {name.decode(): value.decode() for name, value in zip(pairs[::2], pairs[1::2], strict=True)}
        return Delivery(
            job_id=job_id.decode(),
            url=fields["url"],
            origin=fields["origin"],
            owner=fields["owner"],
            message=f"msg_{fields['message']}_{fields['event']}",
            status=fields["event"],
            last=fields["last"] == "1",
            time=float(fields["time"]),
            tries=int(fields["tries"]),
            attempt=int(fields["attempt"]),
        )

    def postpone(self, delivery: Delivery, seconds: float, *, failed: bool = True) -> bool:
        """Have an event sent again later.

        Parameters
        ----------
        failed
            Whether this attempt counts.

        Returns
        -------
        bool
            False if the event was taken by another process, or replaced by a later one.
        """
        return bool(self._postpone(args=[delivery.job_id, delivery.attempt, seconds, int(failed)]))

    def close(self, delivery: Delivery, outcome: str) -> bool:
        """Take an event out of the outbox.

        Parameters
        ----------
        outcome
            "delivered", "failed", or empty if it need not be sent any more.

        Returns
        -------
        bool
            False if the event was taken by another process, or replaced by a later one.
        """
        return bool(self._close(args=[delivery.job_id, delivery.attempt, outcome]))

    def totals(self) -> dict[str, int]:
        """Numbers: webhooks ``registered``, events ``waiting``, ``delivered`` and ``failed``, and ``retries``."""
        return {name.decode(): int(number) for name, number in self._redis.hgetall(keys.WEBHOOK_TOTALS).items()}

    def registered(self) -> int:
        """Number of webhooks whose job has not ended, or whose last event is not sent."""
        return int(self._redis.hget(keys.WEBHOOK_TOTALS, "registered") or 0)

    def has_secret(self, owner: str) -> bool:
        """Whether the webhooks of an API key can be signed; the empty one stands for clients without a key."""
        return bool(self._redis.hexists(keys.WEBHOOK_SECRETS, owner))

    def secrets_of(self, owner: str) -> list[str]:
        """The secrets that sign the webhooks of an API key now: the last one first."""
        text = self._redis.hget(keys.WEBHOOK_SECRETS, owner)
        if text is None:
            return []
        kept = json.loads(text)
        return [kept["secret"], *([kept["before"]] if kept.get("until", 0) > self._redis.time()[0] else [])]

    def renew_secret(self, owner: str) -> str:
        """Make a new secret for an API key. The one before is used beside it for a day."""
        secret = "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
        self._renew(keys=[keys.WEBHOOK_SECRETS], args=[owner, secret, OLD_SECRET_SECONDS])
        return secret


def registration(url: str, origin: str, events: Iterable[str], owner: str) -> str:
    """A webhook as the scripts take it that register it with its job."""
    webhook: JsonObject = {"url": url, "origin": origin, "events": list(events), "owner": owner}
    return json.dumps(webhook | {"message": secrets.token_hex(12)})
