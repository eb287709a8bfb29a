#!lua flags=allow-oom
-- Returns job, webhook and host of the event that has waited longest; nothing if none is due.
local lease_seconds = ARGV[1]
local busy_origins = {unpack(ARGV, 2)}
local clock = require('clock')

local busy = {}
for _, origin in ipairs(busy_origins) do busy[origin] = true end
local time = clock.now()
local limit = store.webhooks.MAX_ORIGINS + #busy_origins
for _, origin in ipairs(redis.call('ZRANGEBYSCORE', store.keys.WEBHOOK_ORIGINS, '-inf', time, 'LIMIT', 0, limit)) do
  if not busy[origin] then
    local due = store.keys.webhooks_due .. origin
    local job = redis.call('ZRANGEBYSCORE', due, '-inf', time, 'LIMIT', 0, 1)[1]
    if job then redis.call('ZADD', due, time + lease_seconds, job) end
    local next_time = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')[2]
    if next_time then
      redis.call('ZADD', store.keys.WEBHOOK_ORIGINS, next_time, origin)
    else
      redis.call('ZREM', store.keys.WEBHOOK_ORIGINS, origin)
    end
    if job then
      local name = store.keys.webhook .. job
      redis.call('HINCRBY', name, 'attempt', 1)
      return {job, redis.call('HGETALL', name), origin}
    end
  end
end
