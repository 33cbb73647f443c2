# Paragone: `make demo` shows it, `make test` checks it. Both set up what they need in .venv first.
.DEFAULT_GOAL := help
PYTHON ?= python3
BIN := .venv/bin
RUN ?= runs/demo

.PHONY: help demo test check format bench docs mutants attack package site clean

help:  ## say what can be made
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/'

demo: .venv/base  ## run the quick plan offline and write a report
	@echo "== running the quick plan into $(RUN) (offline, about a minute)"
	@$(BIN)/paragone run quick --out $(RUN)

test: .venv/dev  ## lint, type-check and run every test
	@echo "== checking style, types and layers"
	@$(MAKE) --no-print-directory check
	@echo "== running the tests"
	@$(BIN)/python -m pytest -n $(or $(PROCESSES),2) --dist loadgroup

check: .venv/dev  ## style, types and import layers only
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

format: .venv/dev  ## rewrite the code in the house style
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

bench: .venv/dev  ## measure speed and memory (figures, not tests)
	@for file in benchmarks/[a-z]*.py; do echo "== $$file"; $(BIN)/python $$file || exit 1; done

mutants: .venv/dev  ## how many small changes to the code the tests notice (PACKAGE=stages SAMPLE=60 SEED=0)
	@nice -n 15 $(BIN)/python benchmarks/mutants $(if $(PACKAGE),--package $(PACKAGE)) --sample $(or $(SAMPLE),60) --seed $(or $(SEED),0)

attack: .venv/dev  ## attack it from outside for some minutes (MINUTES=5): fuzzed files, flipped bits, payloads, kills
	@$(BIN)/python -m tests.attack --minutes $(or $(MINUTES),5)

docs: .venv/dev  ## write the generated pages of docs/ anew
	@$(BIN)/python -m paragone.cli.docs.pages docs

package: .venv/base  ## build wheel and sdist into dist/, try them outside the repository, list what they rest on
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[release]'
	@$(BIN)/python .ci/package.py

site: .venv/base  ## build the documentation as a site in build/site
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[release]'
	@$(BIN)/mkdocs build --quiet --strict && echo "the site is in build/site"

clean:  ## remove what the other targets made
	rm -rf .venv runs build dist

.venv/base: pyproject.toml constraints.txt
	@echo "== setting up .venv"
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/dev: .venv/base
	@echo "== adding what the tests need"
	@# Uncompiled: of the thousands of files of the tests' peers few are ever imported.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt -e '.[dev]'
	@# Peers that ask for torchvision, which their arithmetic does not use.
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-deps clean-fid pytorch-fid torch-fidelity
	@touch $@
