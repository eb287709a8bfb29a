#!lua flags=allow-oom
-- The solution of an admitted search always finds room. Returns 1 if it was stored before.
local name = KEYS[1]
local max_bytes = ARGV[1]
local document = ARGV[2]
local key = ARGV[3]
local order = ARGV[4]
local results = require('results')

local solution = {document = document, key = key, order = order}
return results.store_solution(name, solution, max_bytes, true)
