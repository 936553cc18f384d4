# Everything there is to type; `make` alone lists it. Each target does its own set-up, in .venv, without root.
# A line after a target's `##` is what the list says about it.

PYTHON ?= python3
# More words for the command behind a target: make demo ARGS="--port 8001 --once", make test ARGS="-k score".
ARGS ?=

BIN := .venv/bin
READY := .venv/.ready
STUBS := micropython-rp2-rpi_pico-stubs==1.29.0.post1
TYPINGS := typings/.$(STUBS)
EMULATOR := firmware/emulator/node_modules/.package-lock.json
EMULATED_LONG := host/tests/rp2040/test_always_hung.py host/tests/rp2040/test_flash_pty.py host/tests/rp2040/test_flash_whole.py

# The system's own MicroPython stands before the one that pip brings.
export PATH := $(PATH):$(CURDIR)/$(BIN)

.DEFAULT_GOAL := help
.PHONY: help demo test test-rp2040 test-rp2040-long costs test-gpio test-install image check bench fuzz coverage-firmware mutants docs micropython

help: ## this list
	@echo "Taula, a smart table for the crossword board game. What there is to type:"
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

demo: $(READY) micropython ## a virtual table plays a game; its page is on http://127.0.0.1:8000
	@$(BIN)/taula demo $(ARGS)

test: $(READY) micropython ## every test but those named below, on two cores, in less than ten minutes
	$(BIN)/pytest -n 2 -q -rs --ignore host/tests/rp2040 $(ARGS)

image: $(READY) ## what a board's flash holds, built from Debian's sources into build/release; two minutes the first time
	@$(BIN)/python -m host.board_image build/release

test-rp2040: $(READY) image $(EMULATOR) ## that image on emulated boards: every role, a game, files copied, what things cost
	$(BIN)/pytest -n 2 --dist worksteal -q -rs host/tests/rp2040/test_game.py host/tests/rp2040/test_jitter.py host/tests/rp2040 \
		$(EMULATED_LONG:%=--ignore %) $(ARGS)

test-rp2040-long: $(READY) image $(EMULATOR) ## there too: the whole release flashed, whatever fails on the way, a board that always hangs; six minutes
	$(BIN)/pytest -n 0 -q -rs $(EMULATED_LONG) $(ARGS)

costs: $(READY) image $(EMULATOR) ## what each step of the firmware costs there, and whether the manual says so
	$(BIN)/pytest -n 0 -q -rs -s host/tests/rp2040/test_costs.py $(ARGS)

test-gpio: $(READY) ## the panel on real pins of a kernel, in a virtual machine (QEMU); two to three minutes
	@$(BIN)/python -m host.tests.vm.gpio .vm

test-install: $(READY) ## a bare Debian made a table by the guide alone, started, killed, updated; as root; ten minutes and more
	@$(BIN)/python -m host.tests.vm.install .vm

check: $(READY) $(TYPINGS) ## style and types: ruff, mypy, and the firmware against MicroPython's stubs
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/mypy --config-file firmware/mypy.ini

bench: $(READY) micropython ## the budgets: what is measured here and now, as a ratio to each bound
	@$(BIN)/python -m host.tests.bench
	@$(BIN)/python -m host.tests.bench_links

fuzz: $(READY) micropython ## chance on the wire, then hands by chance, rules against sensors: ten minutes each
	@$(BIN)/python -m host.tests.fuzz_wire $(ARGS)
	@$(BIN)/python -m host.tests.hands_by_chance $(ARGS)

coverage-firmware: $(READY) image ## which lines of the firmware its tests reach under MicroPython; three minutes
	@$(BIN)/python -m host.tests.firmware_lines

mutants: $(READY) ## the rules changed in one place at a time: how many changes no test notices; 15 minutes
	@$(BIN)/python -m engine_lite.tests.mutants $(ARGS)

docs: $(READY) ## the manual, built into docs/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict --config-file docs/mkdocs.yml
	@echo "The manual is in docs/site/index.html"

# Done again only when pyproject.toml is newer than the stamp; otherwise nothing needs the network.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Taula needs Python 3.11 or newer, and '$(PYTHON)' is older or missing." >&2; \
		echo "Type: sudo apt install python3 python3-venv, or name another: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { \
		echo "Taula installs into a virtual environment, and this Python cannot make one." >&2; \
		echo "Type: sudo apt install python3-venv" >&2; exit 1; }
	@echo "Setting up .venv (once; it needs the network) ..."
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv  # one that is there may see the system's packages: it stays
	@$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# Beside .venv, not in it: the stubs replace parts of the standard library as a type checker sees it.
$(TYPINGS): $(READY)
	@rm -rf typings
	@$(BIN)/pip install --quiet --disable-pip-version-check --target typings '$(STUBS)'
	@touch '$@'

$(EMULATOR): firmware/emulator/package-lock.json
	@command -v npm >/dev/null || { \
		echo "The emulated boards run in Node.js, and there is no npm here." >&2; \
		echo "Type: sudo apt install nodejs npm" >&2; exit 1; }
	@npm ci --prefix firmware/emulator --silent --no-audit --no-fund
	@touch $@

micropython: $(READY)
	@command -v micropython >/dev/null || { \
		echo "The virtual table runs its firmware under MicroPython, and there is none here." >&2; \
		echo "Type: sudo apt install micropython" >&2; exit 1; }
