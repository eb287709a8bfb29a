# `make` lists the commands. Everything goes into .venv, from the versions in constraints.txt.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PEER_SECONDS ?= 0
MUTANTS ?= 150
SEED ?= 1
ROOM ?=

.PHONY: help run test test-browser check mutants fuzz bench-http bench-slide bench-jump tables clean

help:
	@echo "make run            set up, start everything, solve a first puzzle over HTTP"
	@echo "make test           set up and run all tests"
	@echo "make check          formatting, lint, types, import contracts"
	@echo "make test-browser   the pages in a real browser (installs chromium, as root on Debian)"
	@echo "make mutants        do the tests notice small changes? (MUTANTS=150 SEED=1 ROOM=store; half an hour)"
	@echo "make fuzz ADDRESS=… the whole interface of a running service, for ten minutes"
	@echo "make bench-http     what answers cost (needs wrk)"
	@echo "make bench-slide    what sliding puzzles take, beside other programs"
	@echo "make bench-jump     what jump puzzles take, on one thread and two (PEER_SECONDS=200: and other programs)"
	@echo "make tables         large tables of the classical sliding boards, into data/tables (1.2 GB)"
	@echo "make clean          remove what was set up (data/ stays)"

.venv/user: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "setting up .venv (once)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/dev: .venv/user
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	@touch $@

.venv/mutants: .venv/dev
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,mutants]'
	@touch $@

run: .venv/user
	@exec $(BIN)/fewest up --example

test: .venv/dev
	$(BIN)/python -m pytest

test-browser: .venv/dev
	@command -v chromium > /dev/null || { apt-get update -q && apt-get install -qy chromium; }
	$(BIN)/python -m pytest tests/browser

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

mutants: .venv/mutants
	$(BIN)/python -m tests.mutation --mutants $(MUTANTS) --seed $(SEED) --room "$(ROOM)"

fuzz: .venv/dev
	$(BIN)/schemathesis --config-file tests/schemathesis.toml run $(ADDRESS)/openapi.json --max-examples 500 --max-time 600

bench-http: .venv/dev
	$(BIN)/python -m benchmarks.http_routes
	$(BIN)/python -m benchmarks.http_jobs

# What the solver is compared with; nothing else needs it.
.venv-peers/made:
	$(PYTHON) -m venv .venv-peers
	-.venv-peers/bin/python -m pip install --quiet slidingpuzzle==0.1.5 up-fast-downward==1.0.0
	@touch $@

bench-slide: .venv/dev .venv-peers/made
	$(BIN)/python -m benchmarks.slide
	$(BIN)/python -m benchmarks.slide_cases

bench-jump: .venv/dev .venv-peers/made
	$(BIN)/python -m benchmarks.jump --peers $(PEER_SECONDS)

tables: .venv/user
	$(BIN)/python -m solver.slide.search.driver.prebuild data/tables

clean:
	rm -rf .venv .venv-peers *.egg-info build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
