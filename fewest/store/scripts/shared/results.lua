local clock = require('clock')
local memory = require('memory')
local results = {}

-- Stores a solution (`document`, `key` and `order` of its numbering). An admitted one displaces others. Returns 1 if it
-- was stored before, nil if there is no room for it.
function results.store_solution(name, solution, max_bytes, is_admitted)
  if redis.call('EXISTS', name) == 1 then return 1 end
  if is_admitted then
    memory.make_room(max_bytes)
  elseif memory.is_full(max_bytes) then
    return nil
  end
  redis.call('HSET', name, 'document', solution.document, 'key', solution.key, 'order', solution.order)
  memory.measure('results', name)
  redis.call('ZADD', store.keys.USED, clock.now(), name)
  return 0
end

return results
