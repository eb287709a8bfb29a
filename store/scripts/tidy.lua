#!lua flags=allow-oom
-- Counts no longer what was damaged and has been dropped. The sums are made anew if they were damaged, or are no sums.
-- Returns the names of what was dropped.
local memory = require('memory')

local function is_result(name)
  for _, head in ipairs({store.keys.answer, store.keys.solution, store.keys.share}) do
    if string.sub(name, 1, #head) == head then return true end
  end
  return false
end

local names = redis.call('LRANGE', store.keys.DAMAGED_NAMES, 0, -1)
redis.call('UNLINK', store.keys.DAMAGED_NAMES)
local anew = false
for _, bytes in ipairs(redis.call('HVALS', store.keys.KEPT)) do anew = anew or not string.match(bytes, '^%d+$') end
for _, name in ipairs(names) do
  if name == store.keys.SIZES or name == store.keys.KEPT then anew = true end
  if redis.call('EXISTS', name) == 0 then
    memory.count(is_result(name) and 'results' or 'work', name, 0)
    redis.call('ZREM', store.keys.USED, name)
    redis.call('ZREM', store.keys.ENDED, name)
  end
end
if not anew then return names end
local sums = {work = 0, results = 0}
local sizes = redis.call('HGETALL', store.keys.SIZES)
for index = 1, #sizes, 2 do
  local group = is_result(sizes[index]) and 'results' or 'work'
  sums[group] = sums[group] + tonumber(sizes[index + 1])
end
redis.call('DEL', store.keys.KEPT)
redis.call('HSET', store.keys.KEPT,
  'work', string.format('%d', sums.work), 'results', string.format('%d', sums.results))
return names
