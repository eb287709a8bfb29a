"""Memory: how many bytes each entry takes, and which entry is dropped next.

Every script that writes an entry counts it in the same step, so the sums are right at any time, on any server. Entries
are in two groups: ``work`` (jobs, searches, batches, hints, responses) and ``results`` (answers and solutions). Open
work is counted, but never dropped. What may be dropped is in one of two sorted sets: ended work by the time it expires,
results by the time they were last used.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

from redis.exceptions import OutOfMemoryError as StoreFull

from store import keys

__all__ = ["ALLOW_FULL", "PRELUDE", "Memory", "StoreFull", "Usage"]

OVERHEAD_BYTES = 400
"""Counted for each entry in addition to its own size: its places in ``sizes`` and in the server's tables."""

FULL_SHARE = 0.95
"""New work is refused while more than this share of the memory is used; the rest is for the results of open work."""

SWEEP_SHARE, SWEPT_SHARE = 0.9, 0.8
"""A sweep begins above the first share and ends at the second."""

LEAST_SHARE = 0.25
"""Neither work nor results are dropped below this share, so that one cannot displace all of the other."""

STEP = 100
"""Entries dropped in one step; other clients are served between two steps."""

DISPLACED = 20
"""Most results that one new result displaces in a full store."""

ALLOW_FULL = "#!lua flags=allow-oom\n"
"""First line of a script that runs even if the server refuses writes because its memory is full."""

PRELUDE = f"""
local SIZES, KEPT, ENDED, USED = '{keys.SIZES}', '{keys.KEPT}', '{keys.ENDED}', '{keys.USED}'
local function now()
  local time = redis.call('TIME')
  return time[1] .. '.' .. string.format('%06d', time[2])
end
local function count(group, name, bytes)
  local before = tonumber(redis.call('HGET', SIZES, name) or '0')
  if bytes == before then return end
  if bytes == 0 then redis.call('HDEL', SIZES, name) else redis.call('HSET', SIZES, name, bytes) end
  redis.call('HINCRBY', KEPT, group, bytes - before)
end
local function measure(group, name, more)
  local bytes = redis.call('MEMORY', 'USAGE', name, 'SAMPLES', 0)
  count(group, name, bytes and bytes + (more or 0) + {OVERHEAD_BYTES} or 0)
end
local function full(most)
  local sum = 0
  for _, bytes in ipairs(redis.call('HVALS', KEPT)) do sum = sum + bytes end
  return sum >= tonumber(most)
end
local function refuse() return redis.error_reply('OOM the store is full') end
local function let_expire(name, seconds)
  redis.call('EXPIRE', name, seconds)
  redis.call('ZADD', ENDED, now() + seconds, name)
end
local function server_full()
  local memory = redis.call('INFO', 'memory')
  local most = tonumber(string.match(memory, 'maxmemory:(%d+)'))
  local buffers = string.match(memory, 'mem_not_counted_for_evict:(%d+)') or 0
  return most > 0 and string.match(memory, 'used_memory:(%d+)') - buffers >= {FULL_SHARE} * most
end
local function must_displace(most)
  if full(most) then return true end
  return tonumber(redis.call('HGET', KEPT, 'results') or '0') > {LEAST_SHARE} * most and server_full()
end
local function make_room(most)
  for _, name in ipairs(redis.call('ZRANGE', USED, 0, {DISPLACED - 1})) do
    if not must_displace(most) then return end
    redis.call('DEL', name)
    redis.call('ZREM', USED, name)
    count('results', name, 0)
  end
end
local function touch(name)
  local time = now()
  local last = redis.call('ZSCORE', USED, name)
  if last and time - last > 10 then redis.call('ZADD', USED, time, name) end
end
"""
"""Functions for scripts. Times are those of the server: the only clock that all hosts share."""

# A batch or a hint waits for its jobs: it counts as ended with the last of them.
# ARGV group, sorted set, largest score, bytes to free, most entries, seconds to keep
_DROP = (
    ALLOW_FULL
    + PRELUDE
    + f"""
local function is_open(name)
  if string.sub(name, 1, {len(keys.group(""))}) ~= '{keys.group("")}' then return false end
  local text = redis.call('GET', name)
  if not text then return false end
  for _, item in ipairs(cjson.decode(text)['items'] or {{}}) do
    local job = item['job_id'] and '{keys.job("")}' .. item['job_id']
    if job and redis.call('EXISTS', job) == 1 and not redis.call('ZSCORE', ENDED, job) then return true end
  end
  return false
end
local freed, dropped = 0, 0
for _, name in ipairs(redis.call('ZRANGEBYSCORE', ARGV[2], '-inf', ARGV[3], 'LIMIT', 0, ARGV[5])) do
  if freed >= tonumber(ARGV[4]) then break end
  if is_open(name) then
    let_expire(name, ARGV[6])
  else
    freed = freed + (redis.call('HGET', SIZES, name) or redis.call('MEMORY', 'USAGE', name) or 0)
    redis.call('UNLINK', name, name .. ':jobs', name .. ':events')
    redis.call('ZREM', ARGV[2], name)
    count(ARGV[1], name, 0)
  end
  dropped = dropped + 1
end
return {{freed, dropped}}
"""
)

ALL_BYTES = 1 << 62
"""More than there are."""

GROUPS = {"work": keys.ENDED, "results": keys.USED}

log = logging.getLogger("fewest.store")


@dataclass(frozen=True, slots=True)
class Usage:
    """Bytes used, and the most there may be."""

    bytes: int
    most: int

    @property
    def full_at(self) -> int:
        """Bytes from which on new work is refused."""
        return int(FULL_SHARE * self.most)

    @property
    def full(self) -> bool:
        """Whether new work is refused."""
        return self.bytes >= self.full_at

    def excess(self) -> int:
        """Bytes a sweep should free now."""
        return int(self.bytes - SWEPT_SHARE * self.most) if self.bytes > SWEEP_SHARE * self.most else 0


class Memory:
    """Keeps what is stored within its memory.

    Parameters
    ----------
    most
        Bytes that everything stored may take.
    seconds
        How long ended work is kept.
    """

    def __init__(self, redis: Any, most: int, seconds: int) -> None:
        self._redis, self._most, self._seconds = redis, most, seconds
        self._drop = redis.register_script(_DROP)

    @property
    def full_at(self) -> int:
        """Bytes from which on scripts refuse new work."""
        return Usage(0, self._most).full_at

    def usage(self) -> Usage:
        """Bytes used: by our own count, or of the server's memory if that is fuller."""
        return max(self._usages(), key=lambda usage: usage.bytes / usage.most)

    def sweep(self) -> int:
        """Drop what has expired; then, if memory is short, ended work and results, the oldest first.

        Returns
        -------
        int
            How many entries were dropped.
        """
        time = self._redis.time()[0]
        dropped = 0
        while count := self._drop_oldest("work", ALL_BYTES, time)[1]:
            dropped += count
        dropped += self._free(self._usages())
        if dropped:
            log.info("dropped %d entries", dropped)
        return dropped

    def _usages(self) -> list[Usage]:
        """What we keep within our memory, and what the server uses of its own, if that is limited."""
        memory, kept = self._redis.info("memory"), sum(self._kept().values())
        used = memory["used_memory"] - memory.get("mem_not_counted_for_evict", 0)
        ours = Usage(kept, self._most)
        return [ours, Usage(used, memory["maxmemory"])] if memory["maxmemory"] else [ours]

    def _free(self, usages: list[Usage]) -> int:
        """Drop the oldest of the larger group until memory is at its low mark, or both groups have only their least.

        So results stay although open work fills the store, and ours although others fill the server.
        """
        excess = max(usage.excess() for usage in usages)
        least = int(LEAST_SHARE * min(usage.most for usage in usages))
        dropped, unseen = 0, {group: self._redis.zcard(entries) for group, entries in GROUPS.items()}
        while excess > 0 and unseen:
            kept = self._kept()
            group = max(unseen, key=lambda name: kept.get(name, 0))
            freed, count = self._drop_oldest(group, min(excess, kept.get(group, 0) - least))
            excess, dropped, unseen[group] = excess - freed, dropped + count, unseen[group] - count
            if not count or unseen[group] <= 0:  # open batches go to the end, where they are not looked at again
                del unseen[group]
        return dropped

    def _drop_oldest(self, group: str, most_bytes: int, score: float | str = "+inf") -> tuple[int, int]:
        """Drop the oldest entries of a group, up to a score. Returns bytes freed and entries seen."""
        freed, count = self._drop(args=[group, GROUPS[group], score, most_bytes, STEP, self._seconds])
        return int(freed), int(count)

    def _kept(self) -> dict[str, int]:
        return {name.decode(): int(bytes_) for name, bytes_ in self._redis.hgetall(keys.KEPT).items()}
