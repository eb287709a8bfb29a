# One image, two commands: the service (gunicorn) and a worker (fewest worker).
# To build on one image and no other: --build-arg PYTHON_IMAGE=python:3.11-slim@sha256:…
ARG PYTHON_IMAGE=python:3.11-slim
FROM ${PYTHON_IMAGE}

RUN useradd --create-home --uid 10001 fewest \
    && install -d -o fewest -g fewest /data /cache
WORKDIR /app
COPY requirements/user.txt requirements/
RUN pip install --no-cache-dir --require-hashes --only-binary :all: --requirement requirements/user.txt
COPY pyproject.toml README.md LICENSE ./
COPY fewest fewest
COPY cli cli
# cli/fewest_client, and fewest.js and service.js in service/web/static, are links to the clients.
COPY clients/js clients/js
COPY clients/python clients/python
COPY service service
COPY workers workers
COPY store store
COPY schemas schemas
COPY solver solver
COPY boards boards
# service/web/guide is a link to them.
COPY docs docs
RUN pip install --no-cache-dir --no-deps --no-build-isolation .

USER 10001
WORKDIR /data
ENV FEWEST_DATA=/data \
    NUMBA_CACHE_DIR=/cache \
    PYTHONUNBUFFERED=1
# A new volume begins with what is compiled here. A worker on another kind of processor compiles again, into the volume.
RUN python -m fewest.workers.warm
VOLUME ["/data", "/cache"]
EXPOSE 8000
CMD ["python", "-P", "-m", "fewest.service", "-c", "python:fewest.service.gunicorn", "--bind", "0.0.0.0:8000", "fewest.service.wsgi:create()"]
