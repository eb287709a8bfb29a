-- The outbox of events, in the same step as what they report.
local clock = require('clock')
local memory = require('memory')
local webhooks = {}

-- The events of a host are due by time, and so are the hosts by that of their first event.
function webhooks.schedule(job, origin, time)
  redis.call('ZADD', store.keys.webhooks_due .. origin, time, job)
  redis.call('ZADD', store.keys.WEBHOOK_ORIGINS, 'LT', time, origin)
end

function webhooks.unschedule(job, origin)
  if redis.call('ZREM', store.keys.webhooks_due .. (origin or ''), job) == 1 then
    redis.call('HINCRBY', store.keys.WEBHOOK_TOTALS, 'waiting', -1)
  end
end

-- Removes the webhook of a job.
function webhooks.finish(job)
  local name = store.keys.webhook .. job
  webhooks.unschedule(job, redis.call('HGET', name, 'origin'))
  redis.call('DEL', name)
  memory.count('work', name, 0)
  redis.call('HINCRBY', store.keys.WEBHOOK_TOTALS, 'registered', -1)
end

-- Registers a webhook with its job, as JSON; '' for none.
function webhooks.register(job, text)
  local name = store.keys.webhook .. job
  if text == '' or redis.call('EXISTS', name) == 1 then return end
  local webhook = cjson.decode(text)
  local events = ',' .. table.concat(webhook.events, ',') .. ','
  redis.call('HSET', name, 'url', webhook.url, 'origin', webhook.origin, 'events', events,
    'owner', webhook.owner, 'message', webhook.message)
  redis.call('HINCRBY', store.keys.WEBHOOK_TOTALS, 'registered', 1)
  memory.measure('work', name)
end

-- Puts the event into the outbox that a job has a new status, if its webhook asks for it. `last`: the job has ended.
function webhooks.notify(job, status, last)
  local name = store.keys.webhook .. job
  local origin, events, final = unpack(redis.call('HMGET', name, 'origin', 'events', 'last'))
  if not origin or final == '1' then return end
  if string.find(events or '', ',' .. status .. ',', 1, true) then
    if not redis.call('ZSCORE', store.keys.webhooks_due .. origin, job) then
      redis.call('HINCRBY', store.keys.WEBHOOK_TOTALS, 'waiting', 1)
    end
    redis.call('HSET', name, 'event', status, 'last', last and 1 or 0, 'time', clock.now(), 'tries', 0)
    redis.call('HINCRBY', name, 'attempt', 1)
    webhooks.schedule(job, origin, clock.now())
    memory.measure('work', name)
  elseif last then
    webhooks.finish(job)
  end
end

return webhooks
