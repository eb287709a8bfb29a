#!lua flags=allow-oom
local turns = require('turns')

if not turns.reset_if_empty() then turns.move_up() end
