# `make` lists the commands. Everything goes into .venv, from the versions in constraints.txt.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: help run test check bench lock clean

help:
	@echo "make run    set up, start everything, solve a first puzzle over HTTP"
	@echo "make test   set up and run all tests"
	@echo "make check  formatting, lint, types, import contracts"
	@echo "make clean  remove what was set up (data/ stays)"

.venv/user: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "setting up .venv (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/dev: .venv/user
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

run: .venv/user
	@exec $(BIN)/fewest up --example

test: .venv/dev
	$(BIN)/python -m pytest

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

clean:
	rm -rf .venv *.egg-info build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

.PHONY: fuzz bench-http
fuzz: .venv/dev  # make fuzz ADDRESS=http://127.0.0.1:8000: the whole interface, for ten minutes
	$(BIN)/schemathesis --config-file tests/schemathesis.toml run $(ADDRESS)/openapi.json --max-examples 500 --max-time 600

bench-http: .venv/dev  # needs wrk
	$(BIN)/python -m benchmarks.http_routes
	$(BIN)/python -m benchmarks.http_jobs
