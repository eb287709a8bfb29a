#!lua flags=allow-oom
-- Returns the earlier job and nothing else, or the answer.
local answer = KEYS[1]
local names = {unpack(KEYS, 2)} -- of the response to equal requests and to this one, if there may be any
local max_bytes = ARGV[1]
local response_seconds = ARGV[2]
local jobs = require('jobs')
local memory = require('memory')
local responses = require('responses')

memory.touch(answer)
local earlier = responses.find(names[1])
if not earlier then return redis.call('HMGET', answer, 'strength', 'result', 'exact_digest') end
if not memory.is_full(max_bytes) then jobs.remember({names[2]}, earlier[1], response_seconds) end
return earlier
