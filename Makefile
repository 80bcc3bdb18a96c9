# Everything sets itself up: `make demo` and `make test` need nothing but Python 3.11 or newer.
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
JOBS ?= 2
WHAT ?=

.PHONY: help setup docs sample demo test lint types pytest format campaign bench words-only sbom image accept lock pictures differences clauses clean

help: ## What there is to make
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/ —/'

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Pairsheet needs Python 3.11 or newer with venv (on Debian: apt-get install python3-venv)." >&2; exit 2; }
	@echo "Setting up in $(VENV): this takes a minute or two the first time."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

setup: $(READY) ## Set up and nothing else
	@echo "Ready. Try $(BIN)/pairsheet new ladder club.xlsx, or make demo for a sample season."

demo: $(READY) ## Play a sample tournament on a real workbook
	$(BIN)/pairsheet demo

test: lint types pytest ## What CI runs: lint, format, types, every test

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)
	$(BIN)/mypy
	$(BIN)/mypy deploy/hosted_job.py deploy/live_check.py deploy/licences.py

pytest: $(READY)
	$(BIN)/python -m pytest -q -n $(JOBS)

format: $(READY) ## Format the code
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

campaign: $(READY) ## Thousands of random tournaments and seasons (PAIRSHEET_CAMPAIGN=N scales them, WHAT=PATHS picks)
	PAIRSHEET_CAMPAIGN=$${PAIRSHEET_CAMPAIGN:-20} $(BIN)/python -m pytest -q -n $(JOBS) $(WHAT)

bench: $(VENV)/.bench-ready ## Speed and memory beside other libraries, as ratios (half an hour)
	$(BIN)/python -m tests.bench

$(VENV)/.bench-ready: $(READY) requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	@touch $@

sbom: ## What a worker's installation consists of: an SBOM (CycloneDX) and the licences, in build/
	@test -n "$(PYTHON)" || { echo "Pairsheet needs Python 3.11 or newer with venv." >&2; exit 2; }
	rm -rf build/worker build/describing && mkdir -p build
	$(PYTHON) -m venv --without-pip build/worker
	$(PYTHON) -m venv build/describing
	build/describing/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-release.lock
	build/describing/bin/python -m pip --python build/worker/bin/python install --quiet --disable-pip-version-check --require-hashes -r deploy/requirements.lock
	build/describing/bin/cyclonedx-py environment build/worker/bin/python --output-reproducible --pyproject pyproject.toml -o build/sbom.cdx.json
	build/describing/bin/python deploy/licences.py build/sbom.cdx.json build/licences.md

image: ## The worker's image, by whichever of docker, podman and buildah is there (BUILDER=NAME picks)
	@builder="$(BUILDER)"; for b in docker podman buildah; do test -n "$$builder" && break; command -v $$b >/dev/null 2>&1 && builder=$$b; done; \
	test -n "$$builder" || { echo "No docker, podman or buildah here (on Debian: apt-get install buildah)." >&2; exit 2; }; \
	echo "building with $$builder"; $$builder build -f deploy/Containerfile -t pairsheet .

words-only: $(READY) ## Show that only sentences differ between two commits: make words-only OLD=commit [NEW=commit]
	$(BIN)/python -m tests.house.words_only $(or $(OLD),HEAD^) $(or $(NEW),HEAD)

accept: $(READY) ## Rewrite the expectations of all written tournaments, or of one: make accept [CASE=name]
	PAIRSHEET_ACCEPT=$(or $(CASE),all) $(BIN)/python -m pytest -q tests/tournaments/test_tournaments.py
	git --no-pager diff --stat -- tests/tournaments

differences: $(READY) ## Add what differs from the frozen books and events to the lists in tests/frozen, for you to say why
	$(BIN)/python -m tests.frozen
	git --no-pager diff --stat -- tests/frozen

pictures: $(READY) ## Pictures of each tab at phone width for the guide (needs LibreOffice and pdftoppm)
	$(BIN)/python -m sheets_templates.pictures docs/pictures

docs: $(READY) ## Pages of docs/ that follow from the code
	$(BIN)/python -m sheets_templates.guide docs

sample: $(READY) ## The workbook of 225 real games in docs/samples
	$(BIN)/python -m tests.data.real_workbook docs/samples/real-games.xlsx

lock: ## Renew the lock files (needs uv)
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra dev pyproject.toml -o requirements.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --extra dev --extra bench pyproject.toml -o requirements-bench.lock
	echo 'cyclonedx-bom>=7' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header - -o requirements-release.lock
	echo 'setuptools>=77' | uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header -c requirements.lock pyproject.toml - -o deploy/requirements.lock

clean: ## Remove everything that was made
	rm -rf $(VENV) demo build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
