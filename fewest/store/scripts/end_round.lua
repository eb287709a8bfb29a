#!lua flags=allow-oom
-- Returns the ids of the units of this round and the numbers that they are queued with.
local units = require('units')

return units.is_current() and units.remove_all() or {}
