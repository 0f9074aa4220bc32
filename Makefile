# Two commands: `make play` and `make test`. Both set up everything they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: play serve test lint types browser pages pictures fuzz kill strangers load agree games mutate reports planted bench vendor drawings lock commands wheel clean help tests rest growth bugs wide recipes

help:            ## what there is
	@awk '/^## / { print "\n" substr($$0, 4) } match($$0, /^[a-z]+:.* ## /) { name = $$1; sub(/:.*/, "", name); \
		printf "  %-10s %s\n", name, substr($$0, RLENGTH + 1) }' Makefile

## Play
play: $(VENV)/.installed   ## play Café del Gatto from its file (without a terminal: bots play)
	@$(BIN)/rulekit play cafe-del-gatto

serve: $(VENV)/bin/python   ## play in the browser, alone or together
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[fast,web]"
	@$(BIN)/rulekit serve

## Develop
test: $(VENV)/.developed lint ## lint, types and the tests, each thing once
	@$(MAKE) --no-print-directory --jobs 2 --keep-going types tests # mypy works while a browser is looked for, and tests wait

tests: $(VENV)/.developed browser
	$(BIN)/pytest -n 2 --dist worksteal

rest: $(VENV)/.developed browser ## the tests that are only more of the same, which `make test` leaves out (tests/wide.toml)
	$(BIN)/pytest -n 2 --dist worksteal --rest

lint: $(VENV)/.developed   ## ruff alone
	$(BIN)/ruff check rulekit tests bench
	$(BIN)/ruff format --check --quiet rulekit tests bench

types: $(VENV)/.developed  ## mypy alone
	$(BIN)/mypy

browser: $(VENV)/.developed ## look for a browser for the tests of pages, and install one where that can be done
	@$(BIN)/python -m tests.browser.finding

pages: $(VENV)/.developed browser ## all tests of pages in a browser, each game played to its end among them
	$(BIN)/pytest -n 2 --dist worksteal --wide tests/browser

pictures: $(VENV)/.developed browser ## pictures of how the tests of pages left them, in build/pictures: look at them
	rm -rf build/pictures && mkdir -p build/pictures
	RULEKIT_PICTURES=build/pictures $(BIN)/pytest -q --wide tests/browser

wide: $(VENV)/.developed browser ## all tests
	$(BIN)/pytest -n 2 --dist worksteal --wide

recipes: $(VENV)/.developed ## follow the recipes in a copy: what mypy complains about is what they name
	$(BIN)/python -m tests.docs.adding

reports: $(VENV)/.developed ## compare readings and variants anew and write docs/reports
	$(BIN)/python -m tests.rules.reports

vendor:          ## bundle the rule editor's CodeMirror anew (needs node and npm; users do not)
	rm -rf build/vendor && mkdir -p build && cp -r rulekit/tools/web/vendor build/vendor
	cd build/vendor && npm install --ignore-scripts --no-package-lock --no-audit --no-fund
	cd build/vendor && node build.js $(CURDIR)/rulekit/tools/web/static/vendor

drawings:        ## take the drawings that drawings/chosen.txt names out of their set anew (needs node and npm; users do not)
	rm -rf build/drawings && mkdir -p build && cp -r drawings build/drawings
	cd build/drawings && npm install --ignore-scripts --no-package-lock --no-audit --no-fund
	cd build/drawings && node build.js $(CURDIR)/drawings

lock: $(VENV)/bin/python   ## name the newest versions of everything that development needs, with digests, in requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --no-annotate --extra dev \
		--custom-compile-command "make lock" pyproject.toml -o requirements-dev.txt

wheel: $(VENV)/.developed  ## build the package
	$(BIN)/python -m build --wheel

clean:           ## forget what was built
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis

## Long hunts for mistakes
bugs: $(VENV)/.developed   ## plant bugs in a copy of the tree, one at a time: the tests find all of them
	$(BIN)/python -m tests.bugs.plant

fuzz: $(VENV)/.developed   ## random bytes and random edits: nothing but findings or a game may come out
	$(BIN)/python -m tests.fuzz.fuzz --cases 20000
	$(BIN)/python -m tests.fuzz.fuzz --bombs
	$(BIN)/python -m tests.fuzz.native_fuzz --cases 1000
	$(BIN)/python -m tests.fuzz.native_fuzz --bombs
	$(BIN)/python -m tests.fuzz.laid_out_fuzz --cases 5000
	$(BIN)/python -m tests.fuzz.web_fuzz --cases 10000
	$(BIN)/python -m tests.fuzz.trouble_fuzz --requests 5000

growth: $(VENV)/.developed ## texts of every hostile shape, as long as is allowed: every command ends in time
	$(BIN)/python -m tests.fuzz.growth

kill: $(VENV)/.developed   ## kill the web table a hundred times under load: nothing that was answered is lost
	$(BIN)/python -m tests.tools.web.killing --times 100

strangers: $(VENV)/.developed ## people at web tables, in worlds that one of them cannot tell apart: nothing is given away
	$(BIN)/python -m tests.tools.web.strangers --requests 100000

agree: $(VENV)/.developed  ## both engines play every game, option and table: a million decisions compared
	$(BIN)/python -m tests.native.agree_all --decisions 1000000

games: $(VENV)/.developed  ## many more random games of everything than the tests play
	$(BIN)/python -m tests.rules.random_games --games 5000

GAMES := bon-appetit cafe-del-gatto cafe-international espresso-doppio
CHANGES := $(filter-out $(GAMES),$(notdir $(basename $(wildcard rules/*.cafe))))
MUTATE := $(BIN)/rulekit mutate --own --listed docs/unnoticed.md

mutate: $(VENV)/.developed ## change one thing at a time in every game: what nothing notices must be listed in docs/unnoticed.md
	@failed=0; for game in $(GAMES); do $(MUTATE) $$game --least 90 || failed=1; done; \
	for change in $(CHANGES); do $(MUTATE) $$change || failed=1; done; exit $$failed

commands: $(VENV)/.developed ## every command on every valid file there is, those of the tests among them: nothing shows a traceback
	rm -rf build/games && RULEKIT_KEEP_GAMES=build/games $(BIN)/pytest -q -n 2 --dist worksteal tests --ignore tests/browser \
		--ignore tests/tools/web --ignore tests/fuzz
	$(BIN)/python -m tests.tools.every_command --kept build/games

## Measure
bench: $(VENV)/.developed  ## measure, as ratios in one run
	$(BIN)/python -m bench.run
	$(BIN)/python -m bench.native
	$(BIN)/python -m bench.shortcuts
	$(BIN)/python -m bench.searches
	$(BIN)/python -m bench.scenes
	$(BIN)/python -m bench.growth
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[bench]"
	$(BIN)/python -m bench.open_spiel

planted: $(VENV)/.developed ## how many of the planted differences does compare find, and how fast
	$(BIN)/python -m bench.planted --seconds 60

load: $(VENV)/.developed   ## 500 tables at the web table, a move every two seconds each: how long an answer takes
	$(BIN)/python -m bench.web --tables 500 --seconds 60

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e ".[fast]"
	@touch $@

$(VENV)/.developed: pyproject.toml requirements-dev.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/.installed
