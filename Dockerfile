# One image, two commands: the service (gunicorn) and a worker (fewest worker).
FROM python:3.13-slim

RUN useradd --create-home --uid 10001 fewest \
    && install -d -o fewest -g fewest /data /cache
WORKDIR /app
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY cli cli
# The page serves the JavaScript client: service/web/static/fewest.js is a link to it.
COPY clients/js clients/js
COPY service service
COPY workers workers
COPY store store
COPY schemas schemas
COPY solver solver
COPY boards boards
RUN pip install --no-cache-dir --constraint constraints.txt .

USER 10001
WORKDIR /data
ENV FEWEST_DATA=/data \
    NUMBA_CACHE_DIR=/cache \
    PYTHONUNBUFFERED=1
VOLUME ["/data", "/cache"]
EXPOSE 8000
CMD ["gunicorn", "-c", "python:service.gunicorn", "--bind", "0.0.0.0:8000", "service.wsgi:create()"]
