#!lua flags=allow-oom
-- Returns for each job its final document, or the status of its search with its result, if it has ended, or else its
-- progress; nothing for a job that is no longer stored.
local ids = {unpack(ARGV, 1)}

local summaries = {}
for index, id in ipairs(ids) do
  local document, search_id = unpack(redis.call('HMGET', store.keys.job .. id, 'document', 'search_id'))
  local summary = {document}
  if not document and search_id then
    -- The id is stored as JSON.
    local search = store.keys.search .. string.sub(search_id, 2, -2)
    local status, ended = unpack(redis.call('HMGET', search, 'status', 'ended'))
    summary = {false, status, redis.call('HGET', search, ended and 'result' or 'progress')}
  end
  summaries[index] = summary
end
return summaries
