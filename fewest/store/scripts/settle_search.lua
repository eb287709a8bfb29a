#!lua flags=allow-oom
-- The last reader of a search deletes it.
local search = KEYS[1]
local search_jobs = KEYS[2]
local job = ARGV[1]
local memory = require('memory')

redis.call('SREM', search_jobs, job)
if redis.call('SCARD', search_jobs) > 0 or not redis.call('HGET', search, 'ended') then return end
redis.call('DEL', search)
redis.call('ZREM', store.keys.ENDED, search)
memory.count('work', search, 0)
