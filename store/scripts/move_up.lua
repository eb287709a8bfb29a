#!lua flags=allow-oom
local turns = require('turns')

turns.reset_if_empty()
turns.move_up()
