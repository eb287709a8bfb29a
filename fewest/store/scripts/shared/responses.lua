-- The jobs that answer equal requests.
local values = require('values')
local responses = {}

-- Id and document of the finished job under the name of a response; nil if there is none, or if its solution is gone.
function responses.find(name)
  local id = name and redis.call('GET', name)
  local document = id and redis.call('HGET', store.keys.job .. id, 'document')
  local solution = document and values.object(document).solution_id
  if type(solution) == 'string' and redis.call('EXISTS', store.keys.solution .. solution) == 0 then return nil end
  return document and {id, document}
end

return responses
