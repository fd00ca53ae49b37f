# make run     makes the environment and opens the editor on a sample encounter
# make test    makes the environment and runs the tests
# The environment is made once, from requirements.lock; afterwards nothing is fetched again.

PYTHON ?=
VENV ?= .venv
SAMPLE ?= maps/goblin-ford.gridmap
ARGS ?= $(SAMPLE)
TESTS ?=

BIN := $(VENV)/bin

.PHONY: help run test bench lint format types walls check lock wheel environment clean

help:
	@echo 'make run [ARGS="…"]     open the editor on a sample encounter, or run any gridmap command'
	@echo 'make test [TESTS="…"]   run the tests, or those named'
	@echo 'make bench              measure speed; writes build/benchmarks.json'
	@echo 'make lint               style, import walls and file sizes'
	@echo 'make format             lay the code out as lint wants it'
	@echo 'make types              mypy'
	@echo 'make check              all of test, lint and types'
	@echo 'make lock               renew requirements.lock from pyproject.toml'
	@echo 'make wheel              build the wheel into dist/'

run: environment
	@$(BIN)/gridmap $(ARGS)

test: environment
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest $(TESTS)

bench: environment
	@mkdir -p build
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest $(or $(TESTS),tests/benchmarks) \
	    -o python_files='test_*.py bench_*.py' --benchmark-enable --benchmark-only \
	    --benchmark-json=build/benchmarks.json

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
