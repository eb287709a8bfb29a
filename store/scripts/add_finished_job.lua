-- Returns the id and the document of the job that stands.
local job = KEYS[1]
local names = {unpack(KEYS, 2)} -- of the responses to come
local max_bytes = ARGV[1]
local id = ARGV[2]
local document = ARGV[3]
local owner = ARGV[4]
local seconds = ARGV[5]
local response_seconds = ARGV[6]
local list = ARGV[7]
local webhook = ARGV[8]
local status = ARGV[9]
local want = ARGV[10]
local jobs = require('jobs')
local memory = require('memory')

local finished = {
  key = job, id = id, document = document, owner = owner, seconds = seconds, response_seconds = response_seconds,
  list = list, webhook = webhook, status = status, want = want,
}
return jobs.add_finished(finished, names, max_bytes) or memory.refuse()
