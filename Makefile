# Every target makes what it needs, the virtual environment included: a fresh clone needs Python 3.11+, Rust and make.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Whole files to each worker, so that what a file's tests share is made once, in the order of tests/conftest.py.
PYTEST := pytest -q -n auto --dist loadfile --no-loadscope-reorder
SOURCES := pyproject.toml Cargo.toml Cargo.lock rust_core/Cargo.toml bindings/Cargo.toml \
	$(shell find rust_core/src bindings/src -type f 2>/dev/null)
export PATH := $(HOME)/.cargo/bin:$(PATH)

.DEFAULT_GOAL := help
.PHONY: help demo test lint pytest cargo-test bench instructions perft docs proof fuzz soak clean

help:
	@echo "make demo    build, play a million deals into runs/demo and show the result"
	@echo "make test    everything that continuous integration runs: lint, Rust tests, Python tests, instructions"
	@echo "make lint    formatting, clippy, ruff, mypy, stubs, import layers"
	@echo "make bench   speed, each measurement checking its answer, into docs/PERFORMANCE.md (some five minutes)"
	@echo "make instructions  fails when a decision takes over 5 % more instructions than benches/instructions.json says"
	@echo "make perft   the counts of tests/perft, deep ones included"
	@echo "make docs    docs/DATA.md from the schema, and the engine's rustdoc"
	@echo "make proof   the long proofs (minutes)"
	@echo "make fuzz    INPUTS inputs for each fuzz target in Rust, EXAMPLES for each in Python (some hours)"
	@echo "make soak    a hundred kills of runs on one and on two workers (some ten minutes)"

demo: $(VENV)/.built
	rm -rf runs/demo
	$(BIN)/guandan-sim demo

test: lint cargo-test pytest instructions

lint: $(VENV)/.dev
	cargo fmt --all --check
	cargo clippy --quiet --workspace --all-targets -- -D warnings
	$(BIN)/ruff check python tests benches
	$(BIN)/ruff format --check python tests benches
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest guandan_sim._core
	$(BIN)/lint-imports

# Each of the dozen fuzz targets gets inputs for four seconds, two targets at a time on two processors.
cargo-test:
	@$(need_cargo)
	BOLERO_RANDOM_TEST_TIME_MS=4000 cargo test --quiet

pytest: $(VENV)/.dev
	$(BIN)/$(PYTEST)

bench: $(VENV)/.dev
	@$(need_cargo)
	$(BIN)/python benches/table.py

instructions: $(VENV)/.dev
	$(BIN)/python benches/instructions.py --check

perft: $(VENV)/.dev
	cargo test --release --quiet perft -- --include-ignored

docs: $(VENV)/.dev
	$(BIN)/python -m guandan_sim.store.tables > docs/DATA.md
	cargo doc --no-deps --quiet

proof: $(VENV)/.dev
	GUANDAN_PROOF=1 cargo test --release --quiet -- --include-ignored
	GUANDAN_PROOF=1 $(BIN)/$(PYTEST)

INPUTS ?= 10000000
EXAMPLES ?= 100000

fuzz: $(VENV)/.dev
	BOLERO_RANDOM_ITERATIONS=$(INPUTS) cargo test --quiet --test fuzz -- --nocapture
	GUANDAN_FUZZ=$(EXAMPLES) $(BIN)/$(PYTEST) tests/fuzz

soak: $(VENV)/.dev
	GUANDAN_KILLS=100 $(BIN)/pytest -q tests/package/test_death.py -k killed

clean:
	rm -rf $(VENV) target runs

need_python = $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	|| { echo "guandan-sim needs Python 3.11 or newer; '$(PYTHON)' is not. Say which: make PYTHON=python3.12 ..." >&2; exit 1; }
need_cargo = command -v cargo >/dev/null \
	|| { echo "guandan-sim needs Rust 1.88 or newer (cargo was not found). Get it from https://rustup.rs, or: apt install rustup && rustup default stable" >&2; exit 1; }

$(BIN)/maturin: pyproject.toml
	@$(need_python)
	@$(PYTHON) -m venv $(VENV) \
		|| { echo "no virtual environment: on Debian or Ubuntu, apt install python3-venv" >&2; exit 1; }
	$(BIN)/pip install --quiet --disable-pip-version-check 'maturin>=1.9.4,<2'
	@touch $@

# `$(call build,EXTRAS)` builds with all optimisations and installs the package, in place, with what it depends on. For most of
# the time one thread compiles the engine, so that what the package depends on is installed meanwhile.
define build
	@$(need_cargo)
	@echo "building the engine, which takes some minutes"
	@$(BIN)/python -c '$(requirements)' $(1) | $(BIN)/pip install --quiet --disable-pip-version-check -r /dev/stdin & installing=$$!; \
		$(BIN)/maturin develop --release --quiet --skip-install; built=$$?; wait $$installing && exit $$built
	PIP_QUIET=1 $(BIN)/maturin develop --release --quiet $(if $(1),--extras $(1))
endef
requirements = import sys, tomllib; \
	project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	extras = [line for extra in sys.argv[1:] for line in project["optional-dependencies"][extra]]; \
	print(*project["dependencies"], *extras, sep="\n")

$(VENV)/.built: $(BIN)/maturin $(SOURCES)
	$(call build)
	@touch $@

$(VENV)/.dev: $(BIN)/maturin $(SOURCES)
	$(call build,dev)
	@touch $(VENV)/.built $@
