#!lua flags=allow-oom
-- The result of an admitted search always finds room: in a full store it displaces the least used, since the next sweep
-- may come too late. A listing may be too long for it.
local answer = KEYS[1]
local max_bytes = ARGV[1]
local strength = tonumber(ARGV[2])
local unlisted_strength = tonumber(ARGV[3]) -- that of the answer without its listing
local result = ARGV[4]
local exact_digest = ARGV[5]
local listing = ARGV[6] -- '' for none
local clock = require('clock')
local memory = require('memory')
local values = require('values')

memory.make_room(max_bytes)
if #listing > 0 and memory.is_full(max_bytes - #listing) then
  listing = ''
  strength = unlisted_strength
end
if values.number(redis.call('HGET', answer, 'strength') or '-1') < strength then
  redis.call('HSET', answer, 'strength', strength, 'result', result, 'exact_digest', exact_digest)
  redis.call('HDEL', answer, 'findings')
  if #listing > 0 then redis.call('HSET', answer, 'listing', listing) end
  memory.measure('results', answer)
end
redis.call('ZADD', store.keys.USED, clock.now(), answer)
