#!lua flags=allow-oom
-- Returns the document that stands.
local job = KEYS[1]
local document = ARGV[1]
local seconds = ARGV[2]
local id = ARGV[3]
local status = ARGV[4]
local memory = require('memory')
local webhooks = require('webhooks')

local stands, owner, task = unpack(redis.call('HMGET', job, 'document', 'owner', 'task'))
if stands then return stands end
if not owner or not task then return document end
redis.call('DEL', job)
redis.call('HSET', job, 'document', document, 'owner', owner, 'task', task)
memory.expire(job, seconds)
memory.measure('work', job)
webhooks.notify(id, status, true)
return document
