#!lua flags=allow-oom
-- Takes the next run of a lane and begins it, in the process of a job that has ended a run: only the first run of a
-- search of the same task with the same limits. Returns the id and the fields of the search, or nothing.
local ready = KEYS[1]
local job = KEYS[6] -- RQ's record of the job
local task = ARGV[1]
local written = ARGV[2] -- the limits as JSON
local runs = require('runs')
local turns = require('turns')
local values = require('values')

local limits = values.object(written)
local function are_same(others)
  if type(others) ~= 'table' then return false end
  for _, name in ipairs({'seconds', 'nodes', 'bytes'}) do
    if others[name] ~= limits[name] then return false end
  end
  return true
end

turns.move_up()
local name = redis.call('LINDEX', ready, 0)
local id = name and string.match(name, '^(.+)%-0$')
if not id or redis.call('EXISTS', job) == 0 then return false end
local search = store.keys.search .. id
local status, run, cancel, request = unpack(redis.call('HMGET', search, 'status', 'run', 'cancel', 'request'))
local asked = values.object(request)
if status ~= 'queued' or run or cancel == 'true' then return false end
if asked.task ~= task or not are_same(asked.limits) then return false end
redis.call('LPOP', ready)
turns.move_up()
redis.call('DEL', store.turns.RQ_JOB .. name)
redis.call('HSET', job, store.queue.CURRENT, name)
return {id, runs.start(search, asked.key)}
