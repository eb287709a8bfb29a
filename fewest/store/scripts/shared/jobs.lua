-- Jobs: the list of those of an API key, and those that are finished as soon as they are made.
local clock = require('clock')
local memory = require('memory')
local responses = require('responses')
local webhooks = require('webhooks')
local jobs = {}

-- Most that the name of a response takes, with all that refers to it: 64 digits, and an id of up to 64 characters.
local NAME_BYTES = 700

-- Lists a job later than all others; the name of the list is '' without an API key.
function jobs.list(list, id, seconds)
  if list == '' then return end
  local last = redis.call('ZREVRANGE', list, 0, 0, 'WITHSCORES')[2]
  local time = tonumber(clock.now())
  if last and time <= tonumber(last) then time = tonumber(last) + 0.000001 end
  redis.call('ZADD', list, 'NX', string.format('%.6f', time), id)
  redis.call('ZREMRANGEBYRANK', list, 0, -store.jobs.MAX_LISTED - 1)
  redis.call('EXPIRE', list, seconds)
end

-- Has a job answer the requests of these names from now on.
function jobs.remember(names, id, seconds)
  for _, name in ipairs(names) do
    redis.call('SET', name, id)
    memory.expire(name, seconds)
    memory.count('work', name, NAME_BYTES)
  end
end

-- Stores a job that was answered at once (fields `key`, `id`, `document`, `owner`, `task`, `seconds`,
-- `response_seconds`, `list`, `webhook` and `status`) under the names of the responses to come. Returns the id and the
-- document of the job that stands, nil if there is no room.
function jobs.add_finished(job, names, max_bytes)
  local own = redis.call('HGET', job.key, 'document')
  if own then return {job.id, own} end
  if memory.is_full(max_bytes) then return nil end
  local earlier = responses.find(names[1])
  if earlier then
    jobs.remember(names, earlier[1], job.response_seconds)
    return earlier
  end
  redis.call('HSET', job.key, 'document', job.document, 'owner', job.owner, 'task', job.task)
  memory.expire(job.key, job.seconds)
  memory.measure('work', job.key)
  jobs.list(job.list, job.id, job.seconds)
  jobs.remember(names, job.id, job.response_seconds)
  webhooks.register(job.id, job.webhook)
  webhooks.notify(job.id, job.status, true)
  return {job.id, job.document}
end

return jobs
