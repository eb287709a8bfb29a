local statistics = {}

-- Counts a time in a histogram.
function statistics.observe(name, seconds)
  local bucket = '+Inf'
  for _, bound in ipairs(store.statistics.BUCKETS) do
    if seconds <= tonumber(bound) then
      bucket = bound
      break
    end
  end
  redis.call('HINCRBY', store.keys.HISTOGRAMS, name .. ':' .. bucket, 1)
  redis.call('HINCRBYFLOAT', store.keys.HISTOGRAMS, name .. ':sum', seconds)
end

return statistics
