#!lua flags=allow-oom
-- Returns 0 if the event was taken by another process, or replaced by a later one.
local job = ARGV[1]
local attempt = ARGV[2]
local seconds = ARGV[3] -- until the next attempt
local failed = ARGV[4] -- '1' if this one counts
local clock = require('clock')
local webhooks = require('webhooks')

local name = store.keys.webhook .. job
local current, origin = unpack(redis.call('HMGET', name, 'attempt', 'origin'))
if current ~= attempt then return 0 end
if failed == '1' then
  redis.call('HINCRBY', name, 'tries', 1)
  redis.call('HINCRBY', store.keys.WEBHOOK_TOTALS, 'retries', 1)
end
webhooks.schedule(job, origin or '', clock.now() + seconds)
return 1
