-- The order of a lane. All scripts that require this have these keys first.
local ready = KEYS[1] -- RQ's list
local waiting = KEYS[2] -- by turn: the number of arrival in 14 digits, and the id of the search's run
local members = KEYS[3] -- what `waiting` has of each id
local last_turns = KEYS[4] -- of each client
local turn_clock = KEYS[5]
local values = require('values')
local turns = {}

local ARRIVAL_DIGITS = 14

local function current() return values.number(redis.call('HGET', turn_clock, 'now')) end

function turns.next(client)
  return math.max(current(), tonumber(redis.call('ZSCORE', last_turns, client) or '-1') + 1)
end

-- Has a search wait for the next turn of a client.
function turns.wait(id, client)
  local turn = turns.next(client)
  local arrival = redis.call('HINCRBY', turn_clock, 'arrivals', 1)
  local member = string.format('%0' .. ARRIVAL_DIGITS .. 'd', arrival) .. id
  redis.call('ZADD', last_turns, turn, client)
  redis.call('ZADD', waiting, turn, member)
  redis.call('HSET', members, id, member)
end

-- Returns how many searches were removed from those that wait.
function turns.forget(id)
  local member = redis.call('HGET', members, id)
  redis.call('HDEL', members, id)
  return member and redis.call('ZREM', waiting, member) or 0
end

-- How many searches are ahead of this one; nothing if it is not queued.
function turns.position(id)
  local position = redis.call('LPOS', ready, id)
  if position then return position end
  local member = redis.call('HGET', members, id)
  local rank = member and redis.call('ZRANK', waiting, member)
  return rank and redis.call('LLEN', ready) + rank
end

-- Starts anew with the first turn if no search waits. Returns whether none does.
function turns.reset_if_empty()
  if redis.call('EXISTS', ready, waiting) > 0 then return false end
  redis.call('DEL', members, last_turns, turn_clock)
  return true
end

-- Moves the next search to RQ's list if that is empty.
function turns.move_up()
  if redis.call('EXISTS', ready) == 1 then return end
  local first, turn = unpack(redis.call('ZPOPMIN', waiting))
  if not first then return end
  local id = string.sub(first, ARRIVAL_DIGITS + 1)
  redis.call('HDEL', members, id)
  redis.call('RPUSH', ready, id)
  redis.call('HSET', turn_clock, 'now', turn)
  redis.call('ZREMRANGEBYSCORE', last_turns, '-inf', '(' .. turn)
end

-- Adds a search to the lane.
function turns.add(id, client)
  if turns.reset_if_empty() then
    redis.call('RPUSH', ready, id)
    redis.call('ZADD', last_turns, 0, client)
  else
    turns.wait(id, client)
    turns.move_up()
  end
end

return turns
