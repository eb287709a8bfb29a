-- luacheck: what the server gives to a script, and `store`, whose constants the loader writes (fewest/store/scripting.py).
std = {read_globals = {
  "ARGV", "KEYS", "cjson", "error", "ipairs", "math", "pcall", "redis", "require", "setmetatable", "store", "string",
  "table", "tonumber", "type", "unpack",
}}
max_line_length = 120
