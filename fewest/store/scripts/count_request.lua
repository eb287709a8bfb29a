-- Returns 'job', id and document of the job that has answered this request, or the count and how many milliseconds it
-- has left.
local counter = KEYS[1]
local names = {unpack(KEYS, 2)} -- of the response to this request, if there may be one
local seconds = ARGV[1]
local amount = ARGV[2]
local responses = require('responses')

local earlier = responses.find(names[1])
if earlier then return {'job', unpack(earlier)} end
local count = redis.call('INCRBY', counter, amount)
-- A count can outlive its time only if the clock of the server was set back meanwhile.
local left = redis.call('PTTL', counter)
if count == tonumber(amount) or left > seconds * 1000 then
  redis.call('EXPIRE', counter, seconds)
  left = redis.call('PTTL', counter)
end
return {count, left}
