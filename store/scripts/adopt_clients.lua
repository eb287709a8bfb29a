#!lua flags=allow-oom
-- Takes over the API keys of the first version that has any, unless there have been keys here. Returns the prefix it
-- took them from, '' if there have been some, nothing otherwise.
local clients = KEYS[1]
local access = KEYS[2]
local secrets = KEYS[3]
local prefixes = {unpack(ARGV, 1)}
local damage = require('damage')

local server = damage.server -- what another version has stored is no damage, whatever its type
if redis.call('EXISTS', clients, access) > 0 then return '' end
for _, prefix in ipairs(prefixes) do
  local has_clients = server.call('TYPE', prefix .. 'clients').ok == 'hash'
  local closed = server.call('TYPE', prefix .. 'access').ok == 'string'
    and server.call('GET', prefix .. 'access') == 'closed'
  if has_clients or closed then
    if has_clients then redis.call('COPY', prefix .. 'clients', clients) end
    redis.call('SET', access, 'closed')
    if redis.call('EXISTS', prefix .. 'webhooks:secrets') == 1 then
      redis.call('COPY', prefix .. 'webhooks:secrets', secrets)
    end
    return prefix
  end
end
