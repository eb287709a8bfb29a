#!lua flags=allow-oom
-- Of a webhook that is damaged.
local job = ARGV[1]
local origin = ARGV[2]
local webhooks = require('webhooks')

webhooks.unschedule(job, origin)
webhooks.finish(job)
