# Needs python3 (3.11 or newer), git and make; everything else goes into .venv.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PHOTO ?= $(firstword $(sort $(wildcard samples/*.jpg samples/*.jpeg)))
# What mypy --strict guards: the engine, the command line and the pipeline.
TYPED := scanner/__init__.py scanner/games scanner/commands scanner/cli.py scanner/draw.py scanner/errors.py scanner/spec.py \
	scanner/types.py scanner/surface.py scanner/photo.py scanner/quality.py scanner/pose.py scanner/raster.py scanner/board.py \
	scanner/networks.py scanner/turning.py scanner/heights.py scanner/evidence.py scanner/closer.py scanner/reconstruct scanner/judge scanner/pipeline.py scanner/scan.py scanner/overlay.py \
	scanner/progress.py scanner/batch.py scanner/profile.py scanner/dataset

.DEFAULT_GOAL := help
.PHONY: help install scan serve test check lint bench clean

help:
	@echo "make scan [PHOTO=photo.jpg]   score the garden in a photo (without PHOTO: a sample)"
	@echo "make serve                    the web page"
	@echo "make test                     format, lint, types and tests, as CI runs them (make check is the same)"
	@echo "make bench                    gardens and games per second on this machine"

install: $(STAMP)

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; try: make PYTHON=python3.12"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { echo "python3 cannot make virtual environments; on Debian: apt install python3-venv"; exit 1; }
	@echo "installing into $(VENV) (once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[tests]'
	@touch $@

scan: $(STAMP)
	@mkdir -p out
	@$(BIN)/semiramis scan "$(PHOTO)" --overlay out/overlay.jpg && echo "The photo with what was read on it: out/overlay.jpg"

serve: $(STAMP)
	@$(BIN)/semiramis serve $(ARGS)

check: test

test: lint
	@.ci/find-browser || true
	$(BIN)/python -m pytest -q $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --strict --follow-imports=silent $(TYPED)

bench: $(STAMP)
	@for file in tests/bench_*.py; do $(BIN)/python "$$file" || exit 1; done

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
