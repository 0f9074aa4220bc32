# Two commands: `make play` and `make test`. Both set up everything they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play test lint types check fuzz bench wheel clean help

help:            ## what there is
	@grep -E '^[a-z]+:.*##' Makefile | sed 's/:.*##/ —/'

play: $(VENV)/.installed   ## play Café del Gatto from its file (without a terminal: bots play)
	@$(BIN)/rulekit play cafe-del-gatto

test: $(VENV)/.developed   ## lint, types and all tests
	$(BIN)/ruff check rulekit tests bench
	$(BIN)/mypy
	$(BIN)/pytest -n 2

lint: $(VENV)/.developed   ## ruff alone
	$(BIN)/ruff check rulekit tests bench

types: $(VENV)/.developed  ## mypy alone
	$(BIN)/mypy

fuzz: $(VENV)/.developed   ## random bytes and random edits: nothing but findings or a game may come out
	$(BIN)/python -m tests.fuzz.fuzz --cases 20000
	$(BIN)/python -m tests.fuzz.fuzz --bombs

bench: $(VENV)/.developed  ## measure, as ratios in one run
	$(BIN)/python -m bench.run

wheel: $(VENV)/.developed  ## build the package
	$(BIN)/python -m build --wheel

clean:           ## forget what was built
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(VENV)/.developed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[dev]"
	@touch $@ $(VENV)/.installed
