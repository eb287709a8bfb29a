#!lua flags=allow-oom
-- Drops the first entries of a sorted set. Returns bytes freed and entries seen.
local entries = KEYS[1]
local group = ARGV[1]
local max_score = ARGV[2]
local bytes = tonumber(ARGV[3]) -- to be freed
local max_entries = ARGV[4]
local seconds = ARGV[5] -- to keep a batch whose jobs are open
local memory = require('memory')
local values = require('values')

local function is_open_job(item)
  local job = type(item) == 'table' and type(item.job_id) == 'string' and store.keys.job .. item.job_id
  return job and redis.call('EXISTS', job) == 1 and not redis.call('ZSCORE', store.keys.ENDED, job)
end

-- A batch or a hint waits for its jobs: it counts as ended with the last of them.
local function is_open(name)
  if string.sub(name, 1, #store.keys.group) ~= store.keys.group then return false end
  local text = redis.call('GET', name)
  local items = text and values.object(text).items
  for _, item in ipairs(type(items) == 'table' and items or {}) do
    if is_open_job(item) then return true end
  end
  return false
end

local freed, seen = 0, 0
for _, name in ipairs(redis.call('ZRANGEBYSCORE', entries, '-inf', max_score, 'LIMIT', 0, max_entries)) do
  if freed >= bytes then break end
  if is_open(name) then
    memory.expire(name, seconds)
  else
    freed = freed + values.number(redis.call('HGET', store.keys.SIZES, name) or redis.call('MEMORY', 'USAGE', name))
    redis.call('UNLINK', name, name .. ':jobs', name .. ':events')
    redis.call('ZREM', entries, name)
    memory.count(group, name, 0)
  end
  seen = seen + 1
end
return {freed, seen}
