#!lua flags=allow-oom
-- Returns 0 if the event was taken by another process, or replaced by a later one.
local job = ARGV[1]
local attempt = ARGV[2]
local outcome = ARGV[3] -- '' for none
local webhooks = require('webhooks')

local name = store.keys.webhook .. job
local current, origin, last = unpack(redis.call('HMGET', name, 'attempt', 'origin', 'last'))
if current ~= attempt then return 0 end
if outcome ~= '' then redis.call('HINCRBY', store.keys.WEBHOOK_TOTALS, outcome, 1) end
if last == '1' then
  webhooks.finish(job)
else
  webhooks.unschedule(job, origin)
  redis.call('HINCRBY', name, 'attempt', 1)
end
return 1
