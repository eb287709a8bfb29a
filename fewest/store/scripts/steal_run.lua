#!lua flags=allow-oom
-- Takes the next run of the long lane for a worker of the quick one, if no worker of the long lane is alive, and moves
-- up the one after it. What is taken is of the quick lane from then on.
local ready = KEYS[1]
local taken = KEYS[6] -- the list of what workers of the quick lane have taken
local workers = KEYS[7] -- of the long lane
local queue = ARGV[1] -- RQ's name of the quick lane
local turns = require('turns')

for _, worker in ipairs(redis.call('SMEMBERS', workers)) do
  if redis.call('EXISTS', worker) == 1 then return false end
end
turns.move_up()
local id = redis.call('LMOVE', ready, taken, 'LEFT', 'RIGHT')
if not id then return false end
turns.move_up()
local job = store.turns.RQ_JOB .. id
if redis.call('EXISTS', job) == 1 then redis.call('HSET', job, 'origin', queue) end
local search = store.keys.search .. string.gsub(id, '%-%d+$', '')
if redis.call('EXISTS', search) == 1 then redis.call('HSET', search, 'lane', '"' .. store.queue.Lane.QUICK .. '"') end
return id
