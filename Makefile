# Everything a person does here: `make play`, `make test`, `make check`, `make bench`.
# The newest Python that is here and can install packages: a newer one runs the server faster.
PYTHON ?= $(or $(shell for version in 3.14 3.13 3.12 3.11; do \
	python$$version -c 'import ensurepip' 2>/dev/null && echo python$$version && exit; done),python3)
VENV   := .venv
BIN    := $(VENV)/bin
PLAY   := $(VENV)/.ready-to-play
READY  := $(VENV)/.ready
CHECK_PYTHON = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Estaminet needs Python 3.11 or newer: make PYTHON=python3.11 ...")'

.DEFAULT_GOAL := help
.PHONY: help play terminal test check format lint types contracts coverage bench golden lock clean

help: ## List all targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

# Two sets in one environment: to play, and to work on it. The second has all of the first, in the same versions.
$(PLAY): requirements/play.txt requirements/install.py pyproject.toml
	@echo "· Installing what playing needs into $(VENV) (once; half a minute)"
	@$(CHECK_PYTHON)
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python requirements/install.py requirements/play.txt
	@touch $@

$(READY): requirements/dev.txt requirements/install.py pyproject.toml
	@echo "· Installing what tests and tools need into $(VENV) (once; about a minute)"
	@$(CHECK_PYTHON)
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python requirements/install.py requirements/dev.txt
	@touch $(PLAY) $@

.PHONY: warm
warm: $(READY)
	@$(BIN)/estaminet warm

play: $(PLAY) web ## Open the games in your browser (PORT=8000)
	@$(BIN)/estaminet --port $(PORT)

PORT ?= 8000
GAME ?= poule
terminal: $(PLAY) ## Play a game in the terminal (GAME=poule, reeperbahn or nuit)
	@$(BIN)/estaminet warm $(GAME)
	@$(BIN)/estaminet play $(GAME)

# The page: built from web/ into the package.
PAGE    := src/estaminet/server/pages/index.html
MODULES := web/node_modules/.ready
.PHONY: web wire
web: $(PAGE) ## Build the browser table

$(MODULES): web/package-lock.json
	@command -v npm >/dev/null || { echo "The browser table needs Node.js 20 or newer with npm."; exit 1; }
	@echo "· Installing what the page is built with (once; about a minute)"
	@cd web && npm ci --silent --no-audit --no-fund
	@touch $@

$(PAGE): $(MODULES) $(shell find web/src web/public web/index.html web/vite.config.ts web/python.ts web/library.py web/svelte.config.js -type f)
	@echo "· Building the page"
	@cd web && npm run --silent build -- --logLevel warn
	@touch $@

# The page is built and tested without them; only the check of its types, and an editor, read them.
wire: $(READY) $(MODULES) ## Make the page's wire types from the server's OpenAPI
	@$(BIN)/python -m estaminet.server.http.app > web/src/wire/openapi.json
	@cd web && npm run --silent wire >/dev/null

# What the page plays with where there is no server: beside the server's own page, or as a site of its own.
.PHONY: wasm site
wasm: warm web ## Let the server's page play offline (compiles the games for WebAssembly)
	@$(BIN)/estaminet site --server

site: warm web ## Make a website that plays without a server, in build/site
	@$(BIN)/estaminet site build/site

# Most places offer PyTorch with CUDA alone: gigabytes, which no test needs.
TORCH := torch==2.13.0+cpu
.PHONY: torch
torch: $(READY) ## Get a small PyTorch for the tests of training, where there is one
	@$(BIN)/python -c 'import torch' 2>/dev/null || \
	  $(BIN)/python -m pip --disable-pip-version-check install --quiet --only-binary=:all: '$(TORCH)' 2>/dev/null || \
	  echo "· No small PyTorch is offered here: tests of training are left out. pip install torch in $(VENV) adds it."

test: wasm browser ## Run the tests, with the coverage of engine and games (THOROUGH=1: also more of the same, and what takes long)
	@echo "· Tests of the page's own code"
	@cd web && npm run --silent test -- --reporter=dot
	@echo "· Tests, compiled"
	@$(BIN)/python -m pytest -n 2 --dist worksteal $(if $(THOROUGH),,-m "not thorough")
	@$(MAKE) --no-print-directory coverage

coverage: $(READY) ## Run the tests of engine and games without compilation and measure coverage
	@echo "· Tests of engine and games in plain Python, with line coverage"
	@NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q -n 2 --dist worksteal -m "not compiled" \
	  --cov --cov-report=term-missing:skip-covered tests/engine tests/games

check: THOROUGH = 1
check: format lint types contracts page docs test ## All checks and all tests: before a release

.PHONY: page
page: wire ## Check the page: format, and its types against the server's
	@echo "· The page"
	@cd web && npm run --silent format && npm run --silent types

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

.PHONY: docs
docs: $(READY) ## Build the documentation site into site/
	@echo "· The documentation site"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

bench: warm ## Measure speed beside OpenSpiel, RLCard and PettingZoo
	@$(BIN)/python -m bench $(ARGS)

.PHONY: browser screenshots
browser: $(READY) ## Get a Chromium for the browser tests, if there is none
	@$(BIN)/python -m tests.web.browser

screenshots: warm web browser ## Take the pictures of the README
	@echo "· Taking pictures"
	@$(BIN)/python -m tests.web.screenshots

.PHONY: icons
icons: browser ## Draw the icons of the installed page from web/public/icon.svg
	@$(BIN)/python -m tests.web.icons

.PHONY: pictures
pictures: warm web browser ## Take the pictures that the tests compare the page with (look at them before you commit)
	@PICTURES=renew $(BIN)/python -m pytest -q -n 2 tests/web/test_pictures.py

.PHONY: bench-server
bench-server: warm ## Measure the table server beside boardgame.io's (needs Node.js)
	@$(BIN)/python -m bench.server $(ARGS)

.PHONY: bench-attacks
bench-attacks: warm ## Measure what attacks cost the table server and its players
	@$(BIN)/python -m bench.attacks $(ARGS)

.PHONY: strength
strength: warm ## Play all matches of docs/strength.md again, and write it (hours; goes on where it was; ARGS=--quick: minutes)
	@$(BIN)/python -m bench.strength $(ARGS)

.PHONY: champions
champions: warm ## Train a network for every game and number of players, and measure them (needs a GPU, estaminet[cuda,train])
	@$(BIN)/python -m bench.champions $(ARGS)

.PHONY: bench-gpu
bench-gpu: warm ## Measure games on a GPU beside Pgx (needs one, estaminet[cuda], jax and pgx)
	@$(BIN)/python -m bench.gpu $(ARGS)

# Asks services in the network, so it is no part of `make check`.
UNSURE := Either something is listed above, or the service that knows could not be asked: then nothing is known.
.PHONY: audit
audit: $(MODULES) ## Check the dependencies for known vulnerabilities (needs a network)
	@echo "· Python packages"
	@$(PYTHON) -m venv .bench/audit
	@.bench/audit/bin/python -m pip install --quiet --disable-pip-version-check pip-audit==2.10.1
	@.bench/audit/bin/pip-audit --strict --disable-pip --require-hashes --progress-spinner off -r requirements/dev.txt || { echo "$(UNSURE)"; exit 1; }
	@echo "· Packages of the page"
	@cd web && npm audit || { echo "$(UNSURE)"; exit 1; }

.PHONY: wheel
wheel: wasm ## Build the package and try it on every installed Python from 3.11 to 3.14 (needs a network)
	@$(BIN)/python -m tests.wheel

.PHONY: image-check release
image-check: $(READY) ## Build the container image without a registry, play in it, kill it, upgrade it (as root, with buildah and mmdebstrap)
	@$(BIN)/python -m tests.image

release: wasm ## Build sdist, wheel, website, image, documentation site and bills of materials into dist/, and try them (needs a network)
	@$(BIN)/python -m tests.release

golden: $(READY) ## Write the golden playthroughs (look at the difference before you commit it)
	@$(BIN)/python -m tests.golden

lock: ## Renew the lock files (needs uv)
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  pyproject.toml --extra gymnasium --extra lab --extra lan --extra openspiel --extra pettingzoo --extra push --extra ray --extra site --group dev -o requirements/dev.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  pyproject.toml --group build --constraint requirements/dev.txt -o requirements/play.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  pyproject.toml --extra push --group build --constraint requirements/dev.txt -o requirements/image.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  pyproject.toml --extra site --constraint requirements/dev.txt -o requirements/site.txt
	uv pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	  bench/peers.in -o requirements/peers.txt

clean: ## Remove what was built
	rm -rf $(VENV) .bench site web/node_modules src/estaminet/server/pages build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .coverage .coverage.*
