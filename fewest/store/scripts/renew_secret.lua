local secrets = KEYS[1]
local owner = ARGV[1]
local secret = ARGV[2]
local seconds = ARGV[3] -- in which the secret before is used as well
local clock = require('clock')
local values = require('values')

local text = redis.call('HGET', secrets, owner)
local renewed = {secret = secret}
if text then
  renewed.before = values.object(text).secret
  renewed['until'] = clock.now() + seconds
end
redis.call('HSET', secrets, owner, cjson.encode(renewed))
