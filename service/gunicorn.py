"""How gunicorn runs the service; ``GUNICORN_CMD_ARGS`` and its own options override it."""

worker_class = "gthread"
workers = 2
threads = 8
timeout = 60
graceful_timeout = 5
keepalive = 30
accesslog = None
loglevel = "warning"
limit_request_line = 8190
worker_tmp_dir = "/dev/shm"
