# `make` lists the commands. Dependencies go into .venv, with the versions of requirements/.
PYTHON ?= python3
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
BENCH ?=
COLLECTIONS ?=
BASE ?=

.PHONY: help run test test-all test-failed test-faults test-browser test-containers test-generators clients estimates settings formats pictures check check-web check-oldest check-latest lint-openapi fuzz \
	bench bench-compare collections records tables requirements packages dist audit clean

help:
	@echo "make run            install, start everything, solve a first puzzle over HTTP (PORT=9000: at that port)"
	@echo "make test           install and run the tests of the rooms and of a whole service; about five minutes"
	@echo "make test-all       all tests, but for the long ones of failures, and which took longest; part of .ci/run"
	@echo "make test-failed    those that failed last, once more, one by one"
	@echo "make test-faults    kill, stop, starve and damage every part, at length; 100,000 texts with noise"
	@echo "make check          check formatting, lint, types, import contracts, the Dockerfile and the scripts of Redis"
	@echo "make check-web      check formatting, lint and types of the page's modules (needs npm); part of make check"
	@echo "make check-oldest   start and run the tests with the oldest allowed version of every package, in an environment of its own"
	@echo "make check-latest   the same with the newest version of every package, also beyond the bounds"
	@echo "make lint-openapi   lint the OpenAPI document with redocly and spectral (needs npm)"
	@echo "make test-browser   test the pages in a real browser (installs chromium; needs root, on Debian)"
	@echo "make test-generators test clients made by four generators, and the client packages (needs npm, Java)"
	@echo "make test-containers test docker-compose.yml with podman (installs it; needs root, on Debian)"
	@echo "make clients        make the types of the clients of the OpenAPI document, and the blocking Python client (needs npm)"
	@echo "make estimates      write what the atlas and the benchmarks measured into fewest/notation/measured.py"
	@echo "make settings       write the settings of fewest/config/settings.py into .env.example and docs/08-operating.md"
	@echo "make formats        write the page of the formats of texts, docs/12-formats.md"
	@echo "make pictures       take the pictures of the page in docs/pictures anew (needs chromium)"
	@echo "make fuzz ADDRESS=… fuzz the HTTP API of a running service for ten minutes"
	@echo "make bench          measure everything beside other programs, half an hour or so"
	@echo "make bench-compare BASE=… this tree beside another one: processor time of every puzzle and of small things"
	@echo "make collections    solve the levels of public packages and compare them with what is published; parts of 20 minutes"
	@echo "make records        search the atlas for what is open, again with more time; can be ended at any time"
	@echo "make tables         build the large tables of the classical sliding boards (3.1 GB)"
	@echo "make requirements   upgrade the pinned packages in requirements/"
	@echo "make dist           build the packages of a release in dist/, install and try each, list what they contain (needs npm)"
	@echo "make audit          look the pinned packages up in the database of known vulnerabilities"
	@echo "make clean          remove the environments and caches (data/ stays)"

# The Pythons that the project names: numbers of pyproject.toml.
PYTHONS := $(shell sed -n 's/^requires-python = //p' pyproject.toml)
CHECK_PYTHON := import importlib.util, re, sys; low, end = map(int, re.findall(r"3\.(\d+)", sys.argv[1])); \
	minor = sys.version_info[1]; range = "Python 3.%d to 3.%d is needed" % (low, end - 1); \
	sys.exit("%s, not 3.%d; name one that is installed: make run PYTHON=python3.12" % (range, minor) \
	if not low <= minor < end else None if all(map(importlib.util.find_spec, ("venv", "ensurepip"))) else \
	"Python has no module ensurepip, which makes environments; on Debian and Ubuntu: apt install python3-venv")

# Wheels only, each with the hash that requirements/*.txt gives; the project itself needs nothing more. Modules are
# compiled when they are first imported: two thirds never are, and all of them take half of the time and 58 MB.
INSTALL := $(BIN)/python -m pip install --quiet --no-compile
PINNED := $(INSTALL) --require-hashes --only-binary :all: --requirement
PROJECT := $(INSTALL) --no-deps --no-build-isolation --editable .

.venv/user: pyproject.toml requirements/user.txt
	@$(PYTHON) -c '$(CHECK_PYTHON)' '$(PYTHONS)'
	@echo "installing into .venv (first run only)"
	@# an environment without pip was left half-made
	@began=$$(date +%s); $(BIN)/python -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear .venv && \
		echo $$began > .venv/began
	@$(BIN)/python -m pip uninstall --quiet --yes fewest 2> /dev/null  # an older one would be said to need older packages
	@$(PINNED) requirements/user.txt
	@$(PROJECT)
	@touch $@
	@echo "installed after $$(($$(date +%s) - $$(cat .venv/began))) s"

.venv/dev: .venv/user requirements/dev.txt
	@$(PINNED) requirements/dev.txt
	@touch $@

PIN := $(BIN)/uv pip compile --quiet --upgrade --universal --no-annotate --no-header --generate-hashes --only-binary :all: \
	--python-version 3.11 pyproject.toml -
requirements: .venv/dev
	echo "setuptools>=77" | $(PIN) --output-file requirements/user.txt
	echo "setuptools>=77" | $(PIN) --all-extras --constraint requirements/user.txt --output-file requirements/dev.txt

run: .venv/user
	@exec $(BIN)/fewest up --example $(PORT:%=--port %)

ALL := -m "not slow" --hypothesis-profile full
test: .venv/dev
	$(BIN)/python -m fewest.workers.warm  # once, not in each process
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

test-all: .venv/dev
	$(BIN)/python -m fewest.workers.warm
	$(BIN)/python -m pytest tests $(ALL) -n 4 --dist loadfile --no-loadscope-reorder --durations=25

# Those that failed, one after the other with nothing beside them: what passes now is a race.
test-failed: .venv/dev
	$(BIN)/python -m pytest tests $(ALL) --last-failed --last-failed-no-failures none --maxfail 5 -rA

test-faults: .venv/dev
	$(BIN)/python -m pytest tests/faults -m "slow or not slow"
	$(BIN)/python -m pytest tests/property/test_ears.py -m "slow or not slow" --hypothesis-profile full -n 2

test-browser: .venv/dev
	@command -v chromium > /dev/null || { apt-get update -q && apt-get install -qy chromium; }
	FEWEST_BROWSER=required $(BIN)/python -m pytest tests/browser

tests/generators/node_modules: tests/generators/package-lock.json
	npm ci --prefix tests/generators --prefer-offline
	@touch $@

test-generators: .venv/dev tests/generators/node_modules
	FEWEST_GENERATORS=required $(BIN)/python -m pytest -m full tests/integration/test_generators.py tests/integration/test_packages.py

# If podman cannot be installed, the tests say so in a line.
PODMAN := podman buildah runc netavark aardvark-dns iptables catatonit debootstrap
test-containers: .venv/dev
	-@command -v podman > /dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends $(PODMAN); }
	$(BIN)/python -m pytest tests/containers -s -m "slow or not slow"

clients: .venv/dev tests/generators/node_modules
	$(BIN)/python -m clients.make_types
	$(BIN)/python clients/python/make_blocking.py

estimates: .venv/dev
	$(BIN)/python -m benchmarks.estimates

settings: .venv/user
	$(BIN)/python -m docs.make_settings

formats: .venv/user
	$(BIN)/python -m docs.make_formats

pictures: .venv/dev
	$(BIN)/python -m tests.browser.pictures docs/pictures

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/hadolint Dockerfile
	@if command -v luacheck > /dev/null; then luacheck -q fewest/store/scripts; \
	else echo "not run: luacheck, which is not installed: apt-get install lua-check"; fi
	@if command -v npm > /dev/null && $(MAKE) --no-print-directory tests/web/node_modules tests/generators/node_modules; \
	then $(MAKE) --no-print-directory check-web; \
	else echo "not checked: the modules of the page (make check-web needs npm)"; fi

tests/web/node_modules: tests/web/package-lock.json
	npm ci --prefix tests/web --prefer-offline
	@touch $@

WEB := fewest/studio/static clients/js tests/browser tests/web
check-web: tests/web/node_modules
	tests/web/node_modules/.bin/prettier --config tests/web/prettier.json --log-level warn --check $(WEB:%="%/**/*.{js,ts}")
	tests/web/node_modules/.bin/eslint --config tests/web/eslint.config.js --max-warnings 0 $(WEB)
	tests/web/node_modules/.bin/tsc --project tests/web
	tests/web/node_modules/.bin/tsc --project tests/web/tsconfig.page.json

# The bounds of pyproject.toml: everything works with the oldest releases that they allow, and with the newest of all, also
# beyond them: what an upgrade would break. A requirement keeps its marker, which says on which Pythons it is one.
UNBOUND := import tomllib; from packaging.requirements import Requirement; from packaging.specifiers import SpecifierSet; \
	project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	named = map(Requirement, sum(project["optional-dependencies"].values(), project["dependencies"])); \
	[setattr(each, "specifier", SpecifierSet()) or print(each) for each in named]
RESOLVE = $(BIN)/uv pip compile --quiet --python $@ --no-annotate --no-header --only-binary :all: --output-file $@/packages.txt
check-oldest: .venv-oldest
check-latest: .venv-latest
.venv-oldest: RESOLVED = $(RESOLVE) --resolution lowest-direct --all-extras pyproject.toml
.venv-latest: RESOLVED = $(BIN)/python -c '$(UNBOUND)' | $(RESOLVE) -
.PHONY: .venv-oldest .venv-latest
.venv-oldest .venv-latest: .venv/dev
	$(BIN)/uv venv --quiet --clear --python $(BIN)/python $@
	$(RESOLVED)
	$(BIN)/uv pip install --quiet --python $@ --only-binary :all: --requirement $@/packages.txt
	$(BIN)/uv pip install --quiet --python $@ --no-deps --no-build-isolation --editable .

# First of all `fewest up --example`: start, solve a puzzle over HTTP, stop.
check-oldest check-latest:
	$</bin/python -m fewest.workers.warm
	$</bin/python -m pytest tests/integration/test_first_puzzle.py -k test_start
	$</bin/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder

OPENAPI := import json, sys; from fewest.config.settings import Settings; from fewest.wsgi import describe_api; json.dump(describe_api(Settings()), sys.stdout)
lint-openapi: .venv/dev tests/generators/node_modules
	@mkdir -p build
	$(BIN)/python -c "$(OPENAPI)" > build/openapi.json
	REDOCLY_TELEMETRY=off tests/generators/node_modules/.bin/redocly lint build/openapi.json
	tests/generators/node_modules/.bin/spectral lint --fail-severity=hint -r tests/spectral.yaml build/openapi.json

fuzz: .venv/dev
	$(BIN)/schemathesis --config-file tests/schemathesis.toml run $(ADDRESS)/openapi.json --max-examples 500 --max-time 600

# The packages of a release. uv builds each wheel from the source distribution, so nothing else of this folder gets into it.
DIST ?= dist
UV_BUILD := $(BIN)/uv build --quiet --no-build-isolation --no-create-gitignore --python $(BIN)/python --out-dir $(DIST)
packages: .venv/dev
	@command -v npm > /dev/null || { echo "npm packs the JavaScript client; on Debian and Ubuntu: apt install npm"; exit 1; }
	rm -rf $(DIST)
	$(UV_BUILD) .
	$(UV_BUILD) clients/python
	rm -rf *.egg-info clients/python/*.egg-info
	npm pack --silent --pack-destination $(DIST) ./clients/js

CYCLONEDX := $(BIN)/uv tool run --from cyclonedx-bom==7.5.0 cyclonedx-py environment --pyproject pyproject.toml --validate
dist: packages tests/generators/node_modules
	@mkdir -p build
	FEWEST_DIST=$(abspath $(DIST)) $(BIN)/python -m pytest -m full -rs --basetemp build/packages tests/integration/test_packages.py
	$(CYCLONEDX) --output-file $(DIST)/fewest.cdx.json build/packages/installed/bin/python
	cd $(DIST) && sha256sum * > SHA256SUMS
	@ls -l $(DIST)

audit: .venv/dev
	$(BIN)/uv tool run pip-audit==2.10.1 --strict --require-hashes --disable-pip --requirement requirements/dev.txt

# What only the benchmarks use: programs for comparison, and matplotlib, which draws their times.
.venv-peers/made:
	$(PYTHON) -m venv .venv-peers
	-.venv-peers/bin/python -m pip install --quiet slidingpuzzle==0.1.5 up-fast-downward==1.0.0 matplotlib==3.8.4
	@touch $@

bench: .venv/dev .venv-peers/made
	$(BIN)/python -m benchmarks $(BENCH)

bench-compare: .venv/dev
	@$(BIN)/python -m benchmarks.compare $(or $(BASE),$(error BASE=commit is missing)) $(BENCH)

collections: .venv/dev
	nice -n 10 $(BIN)/python -m benchmarks.collections $(COLLECTIONS)

records: .venv/dev
	nice -n 10 $(BIN)/python -m benchmarks.atlas
	$(BIN)/python -m benchmarks.estimates

tables: .venv/user
	$(BIN)/fewest tables

clean:
	rm -rf .venv .venv-oldest .venv-latest .venv-peers *.egg-info build dist tests/*/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
