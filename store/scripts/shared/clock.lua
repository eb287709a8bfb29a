-- The time of the server: the only clock that all hosts share.
local clock = {}

-- Seconds since the epoch, with six decimals.
function clock.now()
  local time = redis.call('TIME')
  return time[1] .. '.' .. string.format('%06d', time[2])
end

return clock
