-- Stored values may be damaged: a bad number counts as 0, a bad JSON object or array as an empty one.
local values = {}

function values.number(text) return tonumber(text or '') or 0 end

function values.object(text)
  local sound, value = pcall(cjson.decode, text)
  return sound and type(value) == 'table' and value or {}
end

return values
