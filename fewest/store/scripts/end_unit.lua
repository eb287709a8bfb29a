#!lua flags=allow-oom
-- Returns the ids of the new units.
local round = KEYS[2]
local unit = ARGV[3]
local run = ARGV[4]
local nodes = ARGV[5]
local count = ARGV[6]
local next_limit = ARGV[7]
local solution = ARGV[8] -- '' for none
local requests = {unpack(ARGV, 9)} -- of new units
local units = require('units')
local values = require('values')

if not units.is_own(unit, run) then return {} end
units.remove(unit)
if not units.is_running() or not units.is_current() then return {} end
redis.call('HINCRBY', round, 'nodes', nodes)
redis.call('HINCRBY', round, 'count', count)
redis.call('HINCRBY', round, 'ended', 1)
local least = redis.call('HGET', round, 'next_limit')
if not least or tonumber(next_limit) < values.number(least) then redis.call('HSET', round, 'next_limit', next_limit) end
if solution ~= '' then redis.call('HSETNX', round, 'solution', solution) end
return units.create(requests)
