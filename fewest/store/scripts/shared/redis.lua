-- The server's `redis`, which every script gets. Errors of commands name their keys.
local server = redis
local redis = {}

function redis.call(...)
  local reply = server.pcall(...)
  if type(reply) ~= 'table' or not reply.err then return reply end
  local command, key, other = ...
  if command == 'LMOVE' then key = key .. ', ' .. other end
  reply.err = reply.err .. ' in <' .. (key or '') .. '>'
  error(reply)
end

return redis
