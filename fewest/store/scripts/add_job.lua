#!lua flags=allow-oom
-- A job that has joined a search is admitted: it always finds room.
local job = KEYS[1]
local list = ARGV[1] -- its name, '' for none
local id = ARGV[2]
local seconds = ARGV[3]
local fields = {unpack(ARGV, 4)}
local jobs = require('jobs')
local memory = require('memory')

if redis.call('EXISTS', job) == 1 then return end
redis.call('HSET', job, unpack(fields))
memory.measure('work', job)
jobs.list(list, id, seconds)
