# make run     makes the environment and opens the editor on a sample encounter
# make test    makes the environment and runs the tests
# The environment is made once, from requirements.lock; afterwards nothing is fetched again.

PYTHON ?=
VENV ?= .venv
SAMPLE ?= maps/goblin-ford.gridmap
ARGS ?= $(SAMPLE)
TESTS ?=

BIN := $(VENV)/bin
YARDSTICKS := $(VENV)/yardsticks

.PHONY: help run test bench lint format types walls check lock wheel environment clean

help:
	@echo 'make run [ARGS="…"]     open the editor on a sample encounter, or run any gridmap command'
	@echo 'make test [TESTS="…"]   run the tests, or those named'
	@echo 'make bench              measure speed: a table of every target, kept in build/benchmarks.json'
	@echo 'make lint               style, import walls and file sizes'
	@echo 'make format             lay the code out as lint wants it'
	@echo 'make types              mypy'
	@echo 'make check              all of test, lint and types'
	@echo 'make lock               renew requirements.lock and requirements-bench.lock from pyproject.toml'
	@echo 'make wheel              build the wheel into dist/'

run: environment
	@$(BIN)/gridmap $(ARGS)

test: environment
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest $(TESTS)

bench: $(YARDSTICKS)/.made-from
	@mkdir -p build
	@QT_QPA_PLATFORM=offscreen PYTHONPATH=$(YARDSTICKS) $(BIN)/python -m pytest $(or $(TESTS),tests/benchmarks) \
	    --quiet --benchmark-enable --benchmark-quiet --benchmark-json=build/benchmarks.json; status=$$?; \
	$(BIN)/python packaging/bench_table.py build/benchmarks.json && exit $$status

# What `make bench` alone has: a folder inside the environment that no other command looks into.
$(YARDSTICKS)/.made-from: requirements-bench.lock | environment
	@echo 'Fetching what speed is compared with …'
	@rm -rf $(YARDSTICKS)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --only-binary :all: --no-deps \
	    --target $(YARDSTICKS) -r requirements-bench.lock
	@touch $@

lint: environment
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports --no-logo
	$(BIN)/python packaging/check_file_sizes.py

format: environment
	$(BIN)/ruff check --fix-only --quiet
	$(BIN)/ruff format

types: environment
	$(BIN)/mypy

check: test lint types

environment:
	@PYTHON='$(PYTHON)' VENV='$(VENV)' sh packaging/set-up

lock:
	PYTHON='$(PYTHON)' sh packaging/renew-lock

wheel: environment
	$(BIN)/hatchling build -t wheel

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
