-- Returns whether the answer is a hit (1), and the job that stands unless there is no room for it.
local job = KEYS[1]
local solution = KEYS[2]
local names = {unpack(KEYS, 3)} -- of the responses to requests answered by symmetry, to hits, and to this one
local max_bytes = ARGV[1]
local id = ARGV[2]
local hit_document = ARGV[3]
local symmetry_document = ARGV[4]
local owner = ARGV[5]
local seconds = ARGV[6]
local response_seconds = ARGV[7]
local list = ARGV[8]
local webhook = ARGV[9]
local status = ARGV[10]
local document = ARGV[11] -- of the solution; '' if the answer is none
local key = ARGV[12]
local order = ARGV[13]
local is_hit = ARGV[14] -- '1' if it is one even if the solution is new
local task = ARGV[15]
local jobs = require('jobs')
local results = require('results')

local numbered = {document = document, key = key, order = order}
local stored = document ~= '' and results.store_solution(solution, numbered, max_bytes, false) == 1
local hit = stored or is_hit == '1'
local finished = {
  key = job, id = id, document = hit and hit_document or symmetry_document, owner = owner, seconds = seconds,
  response_seconds = response_seconds, list = list, webhook = webhook, status = status,
  task = task,
}
local response_names = hit and {names[2], names[3]} or {names[1]}
local stands = jobs.add_finished(finished, response_names, max_bytes) or {}
return {hit and 1 or 0, unpack(stands)}
