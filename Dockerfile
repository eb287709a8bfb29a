# One image, two commands: the service (gunicorn) and a worker (fewest worker).
# To build on one image and no other: --build-arg PYTHON_IMAGE=python:3.11-slim@sha256:…
ARG PYTHON_IMAGE=python:3.11-slim
FROM ${PYTHON_IMAGE} AS packages
COPY requirements/user.txt /tmp/
RUN pip install --no-cache-dir --no-compile --require-hashes --only-binary :all: --requirement /tmp/user.txt

FROM packages AS wheel
WORKDIR /tree
COPY . .
# The tree comes without .git, which setup.py would ask.
ARG COMMIT=
RUN if [ -n "$COMMIT" ]; then echo "$COMMIT" > fewest/COMMIT; fi \
    && pip wheel --no-deps --no-build-isolation --wheel-dir /tmp .

FROM packages
RUN useradd --create-home --uid 10001 fewest \
    && install -d -o fewest -g fewest /data /cache
COPY --from=wheel /tmp/*.whl /tmp/
# What is imported of the packages is compiled now, while it can be stored; most never is.
RUN pip install --no-cache-dir --no-deps /tmp/*.whl \
    && python -c "import fewest.wsgi, fewest.workers.parent, fewest.solver.jump.search.warm, gunicorn.app.wsgiapp"

USER 10001
WORKDIR /data
ENV FEWEST_DATA=/data \
    NUMBA_CACHE_DIR=/cache \
    PYTHONUNBUFFERED=1
# A new volume begins with what is compiled here. A worker on another kind of processor compiles again, into the volume.
RUN python -m fewest.workers.warm
VOLUME ["/data", "/cache"]
EXPOSE 8000
CMD ["python", "-P", "-m", "fewest.service", "-c", "python:fewest.service.gunicorn", "--bind", "0.0.0.0:8000", "fewest.wsgi:create()"]
