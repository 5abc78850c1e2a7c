# Everything starts here: `make demo`, `make test`, `make check`, `make bench`. Each builds the environment once.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
SETS   := requirements/core.txt requirements/extras.txt requirements/dev.txt

# Otherwise every process of a run compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-long check lint types layers docs bench bench-gate bench-stores bench-workspaces fuzz lock servers clean

help:
	@echo "make demo   load the samples and ask them questions"
	@echo "make test   all tests, the examples of the documentation among them"
	@echo "make test-long  the same with every case of wide products and all examples of property tests"
	@echo "make check  lint, types, layers"
	@echo "make bench  timings; BENCH_DATA=folder adds the development data"
	@echo "make bench-gate  the gate beside other parsers; BENCH_DATA=folder holds what is read"
	@echo "make bench-stores  the same questions on every store; STORES=--sizes=10000,1000000 and other options"
	@echo "make bench-workspaces  what a write to a workspace costs, on 100,000 nodes"
	@echo "make robust  10,000 hostile questions, harmless changes, slips; ROBUST=--count=N asks others"
	@echo "make fuzz   attack the gate with 100,000 statements; FUZZ=--seed=N repeats a run"
	@echo "make servers  the database servers of tests: Java and Maven from Debian where missing, jars kept in the cache folder"
	@echo "make lock   renew the pinned requirements"

$(STAMP): requirements/uv.txt $(SETS) pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "needs $(PYTHON) (3.11 or newer): install python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "needs Python 3.11 or newer; $(PYTHON) is older"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "needs Python's venv module: install python3-venv"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@$(BIN)/uv pip sync --quiet --compile-bytecode --python $(BIN)/python --require-hashes requirements/uv.txt $(SETS)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@

demo: $(STAMP)
	@$(BIN)/fingerpost demo

# Tests that share a database server run on one worker, and each file on one (tests/balance.py).
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup --no-loadscope-reorder --strict-skips

test: $(STAMP) servers
	@$(PYTEST)

test-long: $(STAMP) servers
	@LONG_TESTS=1 $(PYTEST)

check: lint types layers

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: $(STAMP)
	@$(BIN)/mypy

layers: $(STAMP)
	@$(BIN)/lint-imports

docs: $(STAMP)
	@$(BIN)/python -m pytest tests/docs

bench: $(STAMP)
	@$(BIN)/python -m scripts.bench.startup
	@$(BIN)/python -m scripts.bench.embedded
	@$(BIN)/python -m scripts.bench.index

bench-gate: $(STAMP)
	@$(BIN)/python -m scripts.bench.gate

bench-stores: $(STAMP) servers
	@$(BIN)/python -m scripts.bench.stores $(STORES)

bench-workspaces: $(STAMP)
	@$(BIN)/python -m scripts.bench.workspaces

robust: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.robust $(ROBUST)

fuzz: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.gate $(FUZZ)

# Where they cannot be had, this says why, and tests that need them are skipped and counted.
servers: $(STAMP)
	-@$(BIN)/python -m scripts.servers install

# One file a set, with hashes and without any registry's address.
lock: $(STAMP)
	@sh scripts/lock.sh $(BIN)/uv

clean:
	rm -rf $(VENV) build dist
