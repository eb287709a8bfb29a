-- Returns the id of the search that the job has joined or that is created for it, '' if the answer is stored already.
local request_key = KEYS[1]
local search = KEYS[2]
local search_jobs = KEYS[3]
local open = KEYS[4]
local created = KEYS[5]
local answer = KEYS[6]
local max_bytes = ARGV[1]
local id = ARGV[2]
local seconds = ARGV[3]
local job = ARGV[4]
local strength = tonumber(ARGV[5])
local webhook = ARGV[6]
local fields = {unpack(ARGV, 7)} -- of the new search
local clock = require('clock')
local memory = require('memory')
local runs = require('runs')
local values = require('values')
local webhooks = require('webhooks')

if memory.is_full(max_bytes) then return memory.refuse() end
local known = redis.call('GET', request_key) -- a cancelled search has forgotten it
if known then
  local shared = store.keys.search .. known
  local status = redis.call('HGET', shared, 'status')
  if runs.is_open(status) then
    redis.call('SADD', shared .. ':jobs', job)
    webhooks.register(job, webhook)
    if status == 'running' then webhooks.notify(job, 'running', false) end
    return known
  end
end
if values.number(redis.call('HGET', answer, 'strength') or '-1') >= strength then return '' end
redis.call('HSET', search, 'created', clock.now(), unpack(fields))
redis.call('SADD', search_jobs, job)
webhooks.register(job, webhook)
redis.call('SADD', open, id)
redis.call('INCR', created)
memory.measure('work', search, store.searches.ROOM_BYTES)
redis.call('SET', request_key, id, 'EX', seconds)
return id
