-- Returns the digest that stands, '' for a job without.
local job = KEYS[1]
local reservation = KEYS[2]
local digest = ARGV[1]
local seconds = ARGV[2]
local memory = require('memory')

local stands = redis.call('GET', reservation)
if stands or redis.call('EXISTS', job) == 1 then return stands or '' end
redis.call('SET', reservation, digest)
memory.expire(reservation, seconds)
memory.measure('work', reservation)
return digest
