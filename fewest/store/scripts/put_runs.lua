-- Queues runs of searches, with the records that RQ keeps of its jobs.
local ready = KEYS[1]
local queues = KEYS[6] -- the names of RQ's queues
local client = ARGV[1]
local run = ARGV[2]
local record = ARGV[3] -- of every job: names and values in turn as a JSON array, with a mark in place of the search
local searches = {unpack(ARGV, 4)}
local turns = require('turns')

local fields = cjson.decode(record)
redis.call('SADD', queues, ready)
for _, search in ipairs(searches) do
  local own = {}
  for index, value in ipairs(fields) do own[index] = string.gsub(value, store.queue.MARK, search) end
  local id = search .. '-' .. run
  redis.call('HSET', store.turns.RQ_JOB .. id, unpack(own))
  turns.add(id, client)
end
