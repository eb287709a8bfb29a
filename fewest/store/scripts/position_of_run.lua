#!lua flags=allow-oom
-- Returns how many searches are ahead of a run, nothing if it is not queued.
local id = ARGV[1]
local turns = require('turns')

return turns.position(id)
