-- Which run of a search a script is called for.
local runs = {}

function runs.is_open(status) return status == 'queued' or status == 'running' end

-- Whether a number is that of the current run; '' stands for any.
function runs.is_current(current, run) return run == '' or (current or '0') == run end

-- Has equal requests no longer join a search.
function runs.forget_request(request_key, id)
  if request_key and redis.call('GET', store.keys.request .. request_key) == id then
    redis.call('DEL', store.keys.request .. request_key)
  end
end

return runs
