#!lua flags=allow-oom
-- Returns the number to queue the search with, 0 if another run has replaced this one.
local search = KEYS[1]
local run = ARGV[1] -- '' for the current one
local died = ARGV[2] -- '1' if that counts
local lane = ARGV[3] -- '' for the same
local short = ARGV[4] -- '1' if there was no memory for it
local clock = require('clock')
local runs = require('runs')

local status, current = unpack(redis.call('HMGET', search, 'status', 'run'))
if not runs.is_open(status) or not runs.is_current(current, run) then return 0 end
if died == '1' and status == 'running' then redis.call('HINCRBY', search, 'deaths', 1) end
redis.call('HSET', search, 'status', 'queued', 'heartbeat', clock.now())
if short == '1' then redis.call('HSETNX', search, 'short_since', clock.now()) end
if lane ~= '' then redis.call('HSET', search, 'lane', lane) end
return redis.call('HINCRBY', search, 'run', 1)
