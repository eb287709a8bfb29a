-- What is damaged counts as absent: of the wrong type, no number, or no JSON. It is dropped where it is met, and noted.
local server, json, number = redis, cjson, tonumber
local damage = {server = server}

-- Counts a damaged value by the kind of its key, and notes its name for the next sweep.
function damage.note(name)
  local kind = string.match(name, '^' .. store.keys.VERSION .. '([a-z]+)') or string.match(name, '^%a+') or 'other'
  local commands = {{'HINCRBY', store.keys.DAMAGED, kind, 1}, {'LPUSH', store.keys.DAMAGED_NAMES, name}}
  for _, command in ipairs(commands) do
    local reply = server.pcall(unpack(command))
    if type(reply) == 'table' and reply.err then
      server.call('UNLINK', command[2])
      server.call(unpack(command))
    end
  end
  server.call('LTRIM', store.keys.DAMAGED_NAMES, 0, store.damage.MAX_NAMES - 1)
end

-- If the API keys themselves are damaged, the service is closed rather than open to everyone.
function damage.drop(name)
  server.call('UNLINK', name)
  if name == store.keys.CLIENTS or name == store.keys.ACCESS then
    server.call('SET', store.keys.ACCESS, 'closed')
  end
  damage.note(name)
end

local function call(...)
  local reply = server.pcall(...)
  local failure = type(reply) == 'table' and reply.err
  if not failure then return reply end
  local _, name, field = ...
  local function says(texts)
    for _, text in ipairs(texts) do
      if string.find(failure, text, 1, true) then return true end
    end
    return false
  end
  if says({store.damage.NO_NUMBER_IN_HASH}) then
    server.call('HDEL', name, field)
    damage.note(name)
  elseif says({store.damage.OTHER_TYPE}) or says(store.damage.NO_NUMBER) then
    damage.drop(name)
  else
    error(reply)
  end
  return server.call(...)
end

local function decode(text)
  local sound, value = pcall(json.decode, text)
  return sound and type(value) == 'table' and value or {}
end

damage.redis = setmetatable({call = call}, {__index = server})
damage.cjson = setmetatable({decode = decode}, {__index = json})
function damage.tonumber(value) return number(value) or 0 end

return damage
