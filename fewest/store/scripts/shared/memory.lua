-- How many bytes each entry takes, and which one is dropped next.
local clock = require('clock')
local values = require('values')
local memory = {}

-- Counted for each entry in addition to its own size: its places in `sizes` and in the server's tables.
local OVERHEAD_BYTES = 400
-- Most results that one new result displaces in a full store.
local MAX_DISPLACED = 20
-- Reading counts as a use at most this often.
local TOUCH_SECONDS = 10

function memory.count(group, name, bytes)
  local before = values.number(redis.call('HGET', store.keys.SIZES, name))
  if bytes == before then return end
  if bytes == 0 then
    redis.call('HDEL', store.keys.SIZES, name)
  else
    redis.call('HSET', store.keys.SIZES, name, bytes)
  end
  redis.call('HINCRBY', store.keys.KEPT, group, bytes - before)
end

-- Counts what an entry takes now; `more` bytes are counted in addition.
function memory.measure(group, name, more)
  local bytes = redis.call('MEMORY', 'USAGE', name, 'SAMPLES', 0)
  memory.count(group, name, bytes and bytes + (more or 0) + OVERHEAD_BYTES or 0)
end

-- The bytes of work and of results.
local function kept()
  local work, results = unpack(redis.call('HMGET', store.keys.KEPT, 'work', 'results'))
  return values.number(work), values.number(results)
end

function memory.is_full(max_bytes)
  local work, results = kept()
  return work + results >= tonumber(max_bytes)
end

-- The reply of a script that has found no room.
function memory.refuse() return {err = 'OOM the store is full'} end

function memory.expire(name, seconds)
  redis.call('EXPIRE', name, seconds)
  redis.call('ZADD', store.keys.ENDED, clock.now() + seconds, name)
end

-- The bytes that the server uses, those of buffers among them that it does not count against its limit, and this limit;
-- 0 if it has none.
function memory.of_server()
  local info = redis.call('INFO', 'memory')
  local function number(name) return tonumber(string.match(info, '\n' .. name .. ':(%d+)') or 0) end
  return number('used_memory'), number('mem_not_counted_for_evict'), number('maxmemory')
end

local function is_server_full()
  local used, buffers, max_bytes = memory.of_server()
  return max_bytes > 0 and used - buffers >= store.memory.FULL_SHARE * max_bytes
end

local function must_displace(max_bytes)
  local work, results = kept()
  return work + results >= tonumber(max_bytes) or results > store.memory.MIN_SHARE * max_bytes and is_server_full()
end

-- Drops the least used results until there is room for another.
function memory.make_room(max_bytes)
  for _ = 1, MAX_DISPLACED do
    local name = must_displace(max_bytes) and redis.call('ZPOPMIN', store.keys.USED)[1]
    if not name then return end
    redis.call('DEL', name)
    memory.count('results', name, 0)
  end
end

function memory.is_result(name)
  for _, head in ipairs({store.keys.answer, store.keys.solution, store.keys.share, store.keys.class_set}) do
    if string.sub(name, 1, #head) == head then return true end
  end
  return false
end

-- Counts the reading of a result as a use.
function memory.touch(name)
  local last = redis.call('ZSCORE', store.keys.USED, name)
  if last and clock.now() - last > TOUCH_SECONDS then redis.call('ZADD', store.keys.USED, clock.now(), name) end
end

return memory
