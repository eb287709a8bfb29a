#!lua flags=allow-oom
local waiting = KEYS[2]
local members = KEYS[3]
local id = ARGV[1]
local client = ARGV[2]
local turns = require('turns')

local member = redis.call('HGET', members, id)
local turn = member and redis.call('ZSCORE', waiting, member)
if not turn or tonumber(turn) <= turns.next(client) then return end
turns.forget(id)
turns.wait(id, client)
