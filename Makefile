PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.DEFAULT_GOAL := help
.PHONY: help report test mutate kernel bench verify-all clean

help:  ## show this list
	@grep -hE '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /\1|/' | awk -F'|' '{printf "  make %-12s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt
	@echo "setting up .venv"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@

report: $(READY)  ## check the ledger and write reports/out/index.html, ledger.json and ledger.md
	@$(BIN)/separatrix report --out reports/out

test: $(READY)  ## run pytest: every piece of evidence is a test, named by its claim
	@$(BIN)/python -m pytest -n 2 -q

mutate: $(READY)  ## damage every formula; each proof must notice
	@$(BIN)/separatrix mutate --jobs 2

kernel: $(READY)  ## let the Coq kernel check what it can (needs coqc and Coquelicot)
	@$(BIN)/separatrix verify --kernel --jobs 2

bench: $(READY)  ## speed, as ratios measured side by side in one run
	@for b in benchmarks/bench_*.py; do echo "== $$b"; $(BIN)/python -m benchmarks.$$(basename $$b .py) || exit 1; done

verify-all: $(READY)  ## the long evidence too; results go to reports/data
	@$(BIN)/separatrix verify --long --jobs 2
	@$(BIN)/python -m pytest -n 2 -q -m long

clean:  ## remove .venv and everything generated
	@rm -rf .venv reports/out .pytest_cache .hypothesis
