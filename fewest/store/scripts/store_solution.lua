-- Returns 1 if it was stored before.
local name = KEYS[1]
local max_bytes = ARGV[1]
local document = ARGV[2]
local key = ARGV[3]
local order = ARGV[4]
local memory = require('memory')
local results = require('results')

local solution = {document = document, key = key, order = order}
return results.store_solution(name, solution, max_bytes, false) or memory.refuse()
