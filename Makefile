# Everything a person does here: `make play`, `make test`, `make check`, `make bench`.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready

.DEFAULT_GOAL := help
.PHONY: help play test check format lint types contracts coverage bench golden lock clean

help: ## Show what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(READY): requirements/dev.txt pyproject.toml
	@echo "· Setting up a virtual environment in $(VENV) (once; about a minute)"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Estaminet needs Python 3.11 or newer: make PYTHON=python3.11 ...")'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

.PHONY: warm
warm: $(READY)
	@$(BIN)/estaminet warm

GAME ?= poule
play: warm ## Play a game in the terminal (GAME=poule, reeperbahn or nuit)
	@$(BIN)/estaminet play $(GAME)

test: warm ## Run all tests, with the coverage of engine and games
	@echo "· Tests, compiled"
	@$(BIN)/python -m pytest -n 2 --dist worksteal
	@$(MAKE) --no-print-directory coverage

coverage: $(READY) ## Run the tests of engine and games without compilation and measure coverage
	@echo "· Tests of engine and games in plain Python, with line coverage"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not compiled" \
	  --cov --cov-report=term-missing:skip-covered tests/engine tests/games

check: format lint types contracts test ## All that CI checks

format: $(READY) ## Check the formatting (make format FIX=1 mends it)
	@echo "· Format"
	@$(BIN)/ruff format $(if $(FIX),,--check) .

lint: $(READY) ## Check the style (make lint FIX=1 mends what it can)
	@echo "· Lint"
	@$(BIN)/ruff check $(if $(FIX),--fix,) .

types: $(READY) ## Check the types
	@echo "· Types"
	@$(BIN)/mypy

contracts: $(READY) ## Check that imports point one way
	@echo "· Import contracts"
	@$(BIN)/lint-imports --no-cache

bench: warm ## Measure speed beside OpenSpiel, RLCard and PettingZoo
	@$(BIN)/python -m bench $(ARGS)

golden: $(READY) ## Write the golden playthroughs anew (look at the difference before you commit it)
	@$(BIN)/python -m tests.golden

lock: ## Renew the lock files (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  pyproject.toml --extra lab --extra ray --extra server --group dev -o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  bench/peers.in -o requirements/peers.txt

clean: ## Remove what was built
	rm -rf $(VENV) .bench build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*
