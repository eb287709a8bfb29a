#!lua flags=allow-oom
-- RQ has put the run of a search at the end of its list.
local ready = KEYS[1]
local id = ARGV[1]
local client = ARGV[2]
local turns = require('turns')

if redis.call('LINDEX', ready, -1) == id then
  redis.call('RPOP', ready)
elseif redis.call('LREM', ready, -1, id) == 0 then -- sent again by itself, as the server did not have this script
  return -- and a worker was quicker
end
turns.add(id, client)
