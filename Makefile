# make run    sets up, builds, and serves a demo community at http://localhost:8080
# make test   sets up, and passes every test
# make test-programs  installs clients of the Twitter API that others wrote, and tries the server with them
# make build  leaves the program and the app in .build/release
# make bench  measures speed and size, into docs/benchmarks.md
# make first-part  records anew what the first part of the app's program holds
# make screenshots  takes the README's pictures anew
# make format formats the Swift code

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:

WASM_FEATURES := --enable-bulk-memory --enable-mutable-globals --enable-sign-ext --enable-nontrapping-float-to-int
# docs/decisions/0004-size-of-the-app.md
WASM_FLAGS := -Oz -ocimfs 40 -lmu --flatten --rereloop -Oz -Oz --code-folding --merge-similar-functions --reorder-locals -g $(WASM_FEATURES)
# `make assets-debug FAST=1` while working on the app: a larger program, built in a third of the time.
ifdef FAST
WASM_FLAGS := -O1 -g $(WASM_FEATURES)
endif
APP := .build/app/app.wasm
LATER := .build/app/later.wasm
# docs/decisions/0009-the-server-carries-swifts-libraries.md
SERVER_FLAGS := -c release -debug-info-format none --static-swift-stdlib -Xswiftc -use-ld=lld \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --strip-all
# Further options for the build of the tests. Other options than the last time build everything anew.
TEST_FLAGS :=
STAMPS := .build/stamps
PYTHON := .build/python/bin/python3
PIP := .build/python/bin/pip install --quiet --disable-pip-version-check
APP_SOURCES := $(wildcard Tools/app/*.py) Tools/app/first.txt $(shell find Sources/Shared Sources/WebApp Sources/Browser -type f) Package.swift Tools/wasm-toolset.sh
CLIENT_TESTS := $(shell find Tests/Clients Tests/Browser/support/server.py Tests/Browser/support/ports.py -name '*.py' -o -name '*.ini' -o -name '*.rb' -o -name '*.pl')
# What needs programs that `make test` doesn't install. It tries those that are there.
PROGRAM_TESTS := ruby perl bitlbee rainbowstream
# What runs on both databases.
POSTGRES_CLIENTS := access_matrix account circle_audience closed_community newcomers mail notifications owner people polls posting timelines
WEB_FILES := $(shell find Web Demo -type f) Tools/build-assets.py

.PHONY: run announce build server test test-native test-clients test-programs test-browser bench screenshots first-part format lint clean assets-debug

run: announce build
	@echo "Serving the demo community: http://localhost:8080 (Ctrl-C stops it)"
	.build/release/swiftlet serve --demo --data .build/demo-data

announce:
	@test -e .build/release/swiftlet || echo "The first time: packages, then the app and the server side by side (about" \
	  "10 minutes on two processors). Later starts take seconds."

# App and server side by side: each has a build folder of its own, and either has long parts that keep one processor busy.
build: $(STAMPS)/build-packages
	@$(MAKE) --no-print-directory -j2 $(APP) server
	@$(MAKE) --no-print-directory .build/release/swiftlet-assets/manifest.json

server: | $(STAMPS)/build-packages
	@echo "Building the server (release) …"
	swift build $(SERVER_FLAGS) --product swiftlet

# Debian packages, installed only if one is missing.
$(STAMPS)/build-packages: Tools/install-packages.sh
	Tools/install-packages.sh build
	@mkdir -p $(@D) && touch $@

$(STAMPS)/test-packages: Tools/install-packages.sh
	Tools/install-packages.sh build test
	@mkdir -p $(@D) && touch $@

$(STAMPS)/program-packages: Tools/install-packages.sh
	Tools/install-packages.sh build test programs
	@mkdir -p $(@D) && touch $@

$(STAMPS)/bench-packages: Tools/install-packages.sh
	Tools/install-packages.sh build test bench
	@mkdir -p $(@D) && touch $@

# The app: Embedded Swift to WebAssembly, made small, and split in two: docs/decisions/0038-the-app-comes-in-two-parts.md.
$(APP): $(APP_SOURCES) | $(STAMPS)/build-packages
	@echo "Building the app (WebAssembly) …"
	@mkdir -p $(@D)
	Tools/wasm-toolset.sh > .build/wasm.toolset.json
	swift build --toolset .build/wasm.toolset.json --triple wasm32-unknown-none-wasm -c release \
	  -debug-info-format none \
	  --product BrowserApp --scratch-path .build/wasm
	wasm-opt $(WASM_FLAGS) .build/wasm/release/BrowserApp.wasm -o $(@D)/whole.wasm
	Tools/app/split.py $(@D)/whole.wasm $(@D) $(WASM_FEATURES)

.build/%/swiftlet-assets/manifest.json: $(APP) $(WEB_FILES)
	@echo "Gathering the app's files …"
	Tools/build-assets.py --wasm $(APP) --later $(LATER) --web Web --demo Demo --out $(@D)

# Records anew what the first part of the program holds.
first-part: assets-debug $(PYTHON) $(STAMPS)/test-packages
	swift build $(TEST_FLAGS) --product swiftlet
	$(PYTHON) Tools/app/record.py .build/debug/swiftlet .build/debug/swiftlet-assets $(WASM_FEATURES)

# Tests: native ones, then the running server with programs that others wrote, and in two browsers.
# The app is built beside the tests' program: each of the two has long parts that keep one processor busy.
# The last lines say which tests were run twice, also if one has failed. The browsers are tried even if a client's test failed.
test: lint
	@rm -rf .build/twice
	@status=0; { $(MAKE) --no-print-directory -j2 test-native $(APP) && { $(MAKE) --no-print-directory test-clients \
	  || status=$$?; $(MAKE) --no-print-directory test-browser; }; } || status=$$?; Tests/twice.py; exit $$status

lint: $(STAMPS)/build-packages
	Tools/check-icu.sh
	swift format lint --recursive --strict --parallel Package.swift Sources Tests Tools

test-native: $(STAMPS)/test-packages
	swift build $(TEST_FLAGS) --build-tests
	Tests/native.py
	@echo "The same on PostgreSQL …"
	SWIFTLET_TEST_DATABASE=postgres Tests/native.py --filter '^(StorageTests|CommunityTests)\.'

$(PYTHON): Tests/Browser/requirements.txt Tests/Clients/requirements.txt Tests/Clients/sixohsix.txt | $(STAMPS)/test-packages
	python3 -m venv .build/python
	$(PIP) -r Tests/Browser/requirements.txt -r Tests/Clients/requirements.txt
	$(PIP) --no-deps --upgrade --target .build/sixohsix -r Tests/Clients/sixohsix.txt
	@touch $@

assets-debug: $(APP)
	@$(MAKE) --no-print-directory .build/debug/swiftlet-assets/manifest.json

# Again only if the server or these tests have changed.
test-clients: $(STAMPS)/test-packages $(PYTHON) assets-debug
	swift build $(TEST_FLAGS) --product swiftlet
	@$(MAKE) --no-print-directory $(STAMPS)/test-clients

$(STAMPS)/test-clients: .build/debug/swiftlet $(CLIENT_TESTS) $(PYTHON)
	$(PYTHON) Tests/pytests.py clients Tests/Clients
	@echo "Who may do what, and what programs of others do, on PostgreSQL …"
	SWIFTLET_TEST_DATABASE=postgres $(PYTHON) Tests/pytests.py clients-postgres Tests/Clients $(POSTGRES_CLIENTS:%=test_%.py)
	@touch $@

test-programs: $(STAMPS)/program-packages $(PYTHON) .build/programs assets-debug
	swift build $(TEST_FLAGS) --product swiftlet
	$(PYTHON) Tests/pytests.py programs Tests/Clients $(PROGRAM_TESTS:%=test_twitter_%.py)

.build/programs: Tests/Clients/programs.txt $(PYTHON)
	$(PIP) --no-deps --upgrade --target $@ -r $<
	@touch $@

test-browser: $(STAMPS)/test-packages $(PYTHON) assets-debug
	swift build $(TEST_FLAGS) --product swiftlet
	$(PYTHON) Tests/pytests.py browser Tests/Browser --durations 20

bench: build $(STAMPS)/bench-packages $(PYTHON)
	swift build $(SERVER_FLAGS) --product BareServer
	$(PYTHON) Tools/bench/bench.py

screenshots: build $(STAMPS)/test-packages $(PYTHON)
	SWIFTLET=$(CURDIR)/.build/release/swiftlet $(PYTHON) Tools/screenshots/screenshots.py

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Tools

clean:
	rm -rf .build
