-- Returns the digest that stands, '' for the id of a job or group that no client chose.
local job = KEYS[1]
local group = KEYS[2]
local reservation = KEYS[3]
local digest = ARGV[1]
local seconds = ARGV[2]
local memory = require('memory')

local stands = redis.call('GET', reservation)
if stands or redis.call('EXISTS', job, group) > 0 then return stands or '' end
redis.call('SET', reservation, digest)
memory.expire(reservation, seconds)
memory.measure('work', reservation)
return digest
