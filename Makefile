# `make` lists the commands. Dependencies go into .venv, with the versions of constraints.txt.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
BENCH ?=
MUTANTS ?= 150
SEED ?= 1
ROOM ?=

.PHONY: help run test test-faults test-browser test-containers test-generators pictures check lint-openapi mutants fuzz \
	bench records tables clean

help:
	@echo "make run            install, start everything, solve a first puzzle over HTTP"
	@echo "make test           install and run all tests"
	@echo "make test-faults    kill, stop, starve and damage every part, at length; a table of what was lost"
	@echo "make check          check formatting, lint, types, import contracts and the Dockerfile"
	@echo "make lint-openapi   lint the OpenAPI document with redocly and spectral (needs npm)"
	@echo "make test-browser   test the pages in a real browser (installs chromium; needs root, on Debian)"
	@echo "make test-generators test clients made by three generators, and the client packages (needs npm)"
	@echo "make test-containers test docker-compose.yml with podman (installs it; needs root, on Debian)"
	@echo "make pictures       take the pictures of the page in docs/pictures anew (needs chromium)"
	@echo "make mutants        mutation tests: which small bugs do the tests notice? (MUTANTS=150 SEED=1 ROOM=store)"
	@echo "make fuzz ADDRESS=… fuzz the HTTP API of a running service for ten minutes"
	@echo "make bench          measure everything beside other programs, half an hour or so (BENCH=--http: the service, too)"
	@echo "make records        search the atlas for what is open, again with more time; can be ended at any time"
	@echo "make tables         build the large tables of the classical sliding boards (2.8 GB)"
	@echo "make clean          remove the environments and caches (data/ stays)"

.venv/user: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, not " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@echo "installing into .venv (first run only)"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable .
	@touch $@

.venv/dev: .venv/user
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,mcp]'
	@touch $@

.venv/containers: .venv/dev
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,mcp,containers]'
	@touch $@

.venv/plots: .venv/dev
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,mcp,plots]'
	@touch $@

.venv/mutants: .venv/dev
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev,mcp,mutants]'
	@touch $@

run: .venv/user
	@exec $(BIN)/fewest up --example

test: .venv/dev
	$(BIN)/python -m pytest -n 3 --dist loadfile

test-faults: .venv/dev
	$(BIN)/python -m pytest tests/faults -m "slow or not slow"

test-browser: .venv/dev
	@command -v chromium > /dev/null || { apt-get update -q && apt-get install -qy chromium; }
	FEWEST_BROWSER=required $(BIN)/python -m pytest tests/browser

tests/generators/node_modules: tests/generators/package-lock.json
	npm ci --prefix tests/generators --prefer-offline
	@touch $@

test-generators: .venv/dev tests/generators/node_modules
	FEWEST_GENERATORS=required $(BIN)/python -m pytest tests/integration/test_generators.py tests/integration/test_packages.py

# If podman cannot be installed, the tests say so in a line.
PODMAN := podman buildah runc netavark aardvark-dns iptables catatonit debootstrap
test-containers: .venv/containers
	-@command -v podman > /dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends $(PODMAN); }
	$(BIN)/python -m pytest tests/containers -s -m "slow or not slow"

pictures: .venv/dev
	$(BIN)/python -m tests.browser.pictures docs/pictures

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile

OPENAPI := import json, sys; from schemas.settings import Settings; from service.openapi import openapi; json.dump(openapi(Settings()), sys.stdout)
lint-openapi: .venv/dev tests/generators/node_modules
	@mkdir -p build
	$(BIN)/python -c "$(OPENAPI)" > build/openapi.json
	REDOCLY_TELEMETRY=off tests/generators/node_modules/.bin/redocly lint build/openapi.json
	tests/generators/node_modules/.bin/spectral lint --fail-severity=hint -r tests/spectral.yaml build/openapi.json

mutants: .venv/mutants
	$(BIN)/python -m tests.mutation --mutants $(MUTANTS) --seed $(SEED) --room "$(ROOM)"

fuzz: .venv/dev
	$(BIN)/schemathesis --config-file tests/schemathesis.toml run $(ADDRESS)/openapi.json --max-examples 500 --max-time 600

# Programs that only the benchmarks use, for comparison.
.venv-peers/made:
	$(PYTHON) -m venv .venv-peers
	-.venv-peers/bin/python -m pip install --quiet slidingpuzzle==0.1.5 up-fast-downward==1.0.0
	@touch $@

bench: .venv/plots .venv-peers/made
	$(BIN)/python -m benchmarks $(BENCH)

records: .venv/dev
	nice -n 10 $(BIN)/python -m benchmarks.atlas

tables: .venv/user
	$(BIN)/fewest tables

clean:
	rm -rf .venv .venv-peers *.egg-info build tests/generators/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
