-- The time of the server: the only clock that all hosts share.
local clock = {}
local now

-- Seconds since the epoch, with six decimals; the same in all of a script.
function clock.now()
  if not now then
    local time = redis.call('TIME')
    now = time[1] .. '.' .. string.format('%06d', time[2])
  end
  return now
end

return clock
