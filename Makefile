# navmesh: every command a developer needs.  `make help` lists them.
#
# GNU make.  Everything is built below build/: `make` with the default compiler
# into build/release, `make CC=clang MODE=debug` into build/clang-debug.

# --- What a user may set -----------------------------------------------------

MODE    ?= release
PREFIX  ?= /usr/local
DESTDIR ?=
BINDIR  ?= $(PREFIX)/bin
LIBDIR  ?= $(PREFIX)/lib
INCLUDEDIR ?= $(PREFIX)/include
MANDIR  ?= $(PREFIX)/share/man
# Where the shells look for what completes the options of a program.
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
INSTALL ?= install
# Seconds that `make fuzz` gives to each fuzzer.
SECONDS ?= 60
# Files that `make check` and `make corrupt` damage.
CORRUPTIONS ?= 400
# The library as WebAssembly, for the page of navquery --export html: what
# compiles it, and whether to: auto is where that works, no is never.
WASM_CC ?= clang
WASM    ?= auto
# The start and the end of the query of `make demo`.
DEMO_PAIR ?= 110,580 1090,240

MODE_CFLAGS_release  := -O3 -g
MODE_CFLAGS_debug    := -O0 -g3
MODE_CFLAGS_sanitize := -O1 -g
MODE_CFLAGS_coverage := -O0 -g
MODE_CFLAGS_thread   := -O1 -g
MODE_CFLAGS_fuzz     := -O1 -g
CFLAGS ?= $(MODE_CFLAGS_$(MODE))

# --- Flags that no user setting drops ----------------------------------------

WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow \
    -Wdouble-promotion -Wstrict-prototypes -Wmissing-prototypes \
    -Wold-style-definition -Wcast-qual -Wcast-align -Wpointer-arith \
    -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wswitch-enum
ifeq ($(WERROR),1)
WARNINGS += -Werror
endif

SANITIZE := -fno-omit-frame-pointer -fno-sanitize-recover=all
MODE_FLAGS_release  := -DNDEBUG
MODE_FLAGS_debug    :=
MODE_FLAGS_sanitize := -fsanitize=address,undefined $(SANITIZE)
MODE_FLAGS_coverage := --coverage
MODE_FLAGS_thread   := -fsanitize=thread $(SANITIZE)
MODE_FLAGS_fuzz     := -fsanitize=fuzzer-no-link,address,undefined $(SANITIZE)
ifeq ($(filter $(MODE),release debug sanitize thread coverage fuzz),)
$(error MODE=$(MODE): expected release, debug, sanitize, thread or coverage)
endif
MODE_FLAGS := $(MODE_FLAGS_$(MODE))

# -ffp-contract=off stands last: a fused multiply-add would change results, and
# with them the bytes that we promise to be the same everywhere.  What gcc puts
# side by side into vectors it fuses all the same (vfmaddsub, gcc 12 with -O2
# -mfma), so it is to leave that.  Nobody asks for the errno of a square root, and
# without it sqrt is one instruction.
STANDARD   := -std=c11 -D_POSIX_C_SOURCE=200809L
LAST_FLAGS := $(MODE_FLAGS) -ffp-contract=off -fno-tree-slp-vectorize \
    -fno-math-errno
ALL_CFLAGS = $(STANDARD) $(WARNINGS) $(CPPFLAGS) $(CFLAGS) $(LAST_FLAGS)

# -isystem: a warning in a header of others is none of ours.
CJSON_CFLAGS := $(patsubst -I%,-isystem %,\
    $(shell pkg-config --cflags libcjson 2>/dev/null))
CJSON_LIBS   := $(shell pkg-config --libs libcjson 2>/dev/null)
CHECK_CFLAGS := $(patsubst -I%,-isystem %,\
    $(shell pkg-config --cflags check 2>/dev/null))
CHECK_LIBS   := $(shell pkg-config --libs check 2>/dev/null)

# One set of objects serves the static and the shared library: with hidden
# symbols and no interposition, -fPIC costs next to nothing.
LIB_FLAGS   := -fPIC -fvisibility=hidden -fno-semantic-interposition \
    -Ilib/include -Ilib/src $(CJSON_CFLAGS)
CLI_FLAGS   := -pthread -Ilib/include $(CJSON_CFLAGS)
TEST_FLAGS  := -pthread -Ilib/include -Ilib/src $(CHECK_CFLAGS)
OTHER_FLAGS := -pthread -Ilib/include -Ilib/src -Ilib/fuzz
LINK = $(CC) $(CFLAGS) $(LAST_FLAGS) $(LDFLAGS)
LIBS := $(CJSON_LIBS) -lm -pthread

# --- What there is -----------------------------------------------------------

VERSION := $(shell sed -n 's/^.define NAV_VERSION "\(.*\)"$$/\1/p' \
    lib/include/navmesh.h)
SONAME  := libnavmesh.so.$(firstword $(subst ., ,$(VERSION)))
SOFILE  := libnavmesh.so.$(VERSION)

CC_NAME := $(notdir $(firstword $(CC)))
BUILD   := build/$(if $(filter-out cc gcc,$(CC_NAME)),$(CC_NAME)-)$(MODE)
OBJ     := $(BUILD)/obj

PROGRAMS    := navbake navquery
LIB_SRC     := $(sort $(wildcard lib/src/*/*.c))
CLI_SRC     := $(sort $(wildcard cli/*.c))
TEST_SRC    := $(sort $(wildcard lib/tests/*.c))
BENCH_SRC   := $(sort $(wildcard lib/bench/*.c))
FUZZ_SRC    := $(sort $(wildcard lib/fuzz/fuzz_*.c cli/fuzz/fuzz_*.c))
FUZZ_MAIN   := replay corrupt
FUZZ_SHARED := $(filter-out $(FUZZ_SRC) $(FUZZ_MAIN:%=lib/fuzz/%.c),\
    $(sort $(wildcard lib/fuzz/*.c)))
REPLAY_SRC  := $(wildcard lib/fuzz/replay.c)
MAN1        := $(sort $(wildcard man/*.1))
MAN5        := $(sort $(wildcard man/*.5))
SCRIPTS     := $(sort $(wildcard scripts/*.sh)) cli/tests/run.sh .ci/run
FORMAT_SRC  := $(sort $(wildcard lib/*/*.[ch] lib/src/*/*.[ch] cli/*.[ch] \
    cli/fuzz/*.c cli/page/*.[ch]))
PAGE_SRC    := $(sort $(wildcard cli/page/*.c))
TIDY_SRC    := $(LIB_SRC) $(CLI_SRC) $(PAGE_SRC)

objects = $(patsubst %.c,$(OBJ)/%.o,$(1))
LIB_OBJ   := $(call objects,$(LIB_SRC))
TEST_OBJ  := $(call objects,$(TEST_SRC))
# What is not a program's own main file is shared by all programs of the folder.
CLI_OBJ   := $(call objects,$(filter-out $(PROGRAMS:%=cli/%.c),$(CLI_SRC)))
PARTS_OBJ := $(BUILD)/obj/page_parts.o
BENCH_OBJ := $(call objects,$(filter-out lib/bench/bench_%.c \
    lib/bench/query_bench.c,$(BENCH_SRC)))
ALL_OBJ   := $(call objects,$(LIB_SRC) $(CLI_SRC) $(TEST_SRC) $(BENCH_SRC) \
    $(sort $(FUZZ_SRC) $(wildcard lib/fuzz/*.c))) $(PARTS_OBJ)
FUZZ_OBJ  := $(call objects,$(FUZZ_SHARED))

CLI_LIB      := $(BUILD)/obj/programs.a
STATIC_LIB   := $(BUILD)/libnavmesh.a
SHARED_LIB   := $(BUILD)/$(SOFILE)
PROGRAM_BINS := $(PROGRAMS:%=$(BUILD)/%)
TEST_BIN     := $(BUILD)/library-tests
BENCH_BINS   := $(patsubst lib/%.c,$(BUILD)/%,\
    $(filter lib/bench/bench_%.c,$(BENCH_SRC)))
FUZZ_NAMES   := $(patsubst fuzz_%.c,%,$(notdir $(FUZZ_SRC)))
# The programs' parsers are fuzzed with everything but their main files.
CLI_FUZZED   := $(patsubst cli/fuzz/fuzz_%.c,%,$(wildcard cli/fuzz/fuzz_*.c))
FUZZ_BINS    := $(FUZZ_NAMES:%=$(BUILD)/fuzz/%)
REPLAY_BINS  := $(if $(REPLAY_SRC),$(FUZZ_NAMES:%=$(BUILD)/replay/%))
CORRUPT_BIN  := $(BUILD)/corrupt

# Library suites run in so many processes, three suites in each.
PROCESSORS := $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

MAKEFLAGS += --no-builtin-rules --no-print-directory
.SUFFIXES:
.DELETE_ON_ERROR:
.PHONY: all demo demo-run pictures check check-run check-threads \
    check-threads-run corrupt coverage bench benches bench-query fuzz \
    fuzz-run install uninstall dist format lint clean help deps-present FORCE

# --- Building ----------------------------------------------------------------

all: ## the libraries and the two programs (the default)
all: $(STATIC_LIB) $(SHARED_LIB) $(PROGRAM_BINS)

# Everything is compiled anew when the flags are not those of the last time.
FLAGS_TEXT = $(CC) $(ALL_CFLAGS) $(LDFLAGS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(FLAGS_TEXT))' | cmp -s - $@ || \
	    printf '%s\n' '$(subst ','\'',$(FLAGS_TEXT))' >$@

deps-present:
	@pkg-config --exists libcjson 2>/dev/null || { echo "cJSON or pkg-config\
	 is missing: run scripts/install-deps.sh" >&2; exit 1; }

$(ALL_OBJ): $(BUILD)/flags | deps-present

define compile
@echo "  CC      $<" >&2
@mkdir -p $(@D)
@$(CC) $(1) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<
endef

$(OBJ)/lib/src/%.o: lib/src/%.c
	$(call compile,$(LIB_FLAGS))
$(OBJ)/cli/fuzz/%.o: cli/fuzz/%.c
	$(call compile,$(CLI_FLAGS) -Icli -Ilib/fuzz)
$(OBJ)/cli/%.o: cli/%.c
	$(call compile,$(CLI_FLAGS))
$(OBJ)/lib/tests/%.o: lib/tests/%.c
	$(call compile,$(TEST_FLAGS))
$(OBJ)/lib/%.o: lib/%.c
	$(call compile,$(OTHER_FLAGS))

-include $(ALL_OBJ:.o=.d)

# Each program takes from this what it has use for.
$(CLI_LIB): $(CLI_OBJ) $(PARTS_OBJ)
	@rm -f $@
	@$(AR) rcs $@ $^

$(STATIC_LIB): $(LIB_OBJ)
	@echo "  AR      $@" >&2
	@rm -f $@
	@$(AR) rcs $@ $^

$(SHARED_LIB): $(LIB_OBJ)
	@echo "  LD      $@" >&2
	@$(LINK) -shared -Wl,-soname,$(SONAME) -o $@ $^ $(LIBS)
	@ln -sf $(SOFILE) $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $(BUILD)/libnavmesh.so

define link
@echo "  LD      $@" >&2
@mkdir -p $(@D)
@$(LINK) $(1) -o $@ $(filter %.o %.a,$^) $(2) $(LIBS)
endef

$(PROGRAM_BINS): $(BUILD)/%: $(OBJ)/cli/%.o $(CLI_LIB) $(STATIC_LIB)
	$(call link)
$(TEST_BIN): $(TEST_OBJ) $(STATIC_LIB)
	$(call link,,$(CHECK_LIBS))
$(BENCH_BINS): $(BUILD)/%: $(OBJ)/lib/%.o $(BENCH_OBJ) $(STATIC_LIB)
	$(call link)
CLI_REPLAY_BINS := $(CLI_FUZZED:%=$(BUILD)/replay/%)
CLI_FUZZ_BINS   := $(CLI_FUZZED:%=$(BUILD)/fuzz/%)
$(filter-out $(CLI_REPLAY_BINS),$(REPLAY_BINS)): $(BUILD)/replay/%: \
    $(OBJ)/lib/fuzz/fuzz_%.o $(OBJ)/lib/fuzz/replay.o $(FUZZ_OBJ) $(STATIC_LIB)
	$(call link)
$(CLI_REPLAY_BINS): $(BUILD)/replay/%: $(OBJ)/cli/fuzz/fuzz_%.o \
    $(OBJ)/lib/fuzz/replay.o $(CLI_LIB) $(STATIC_LIB)
	$(call link)
$(CORRUPT_BIN): $(OBJ)/lib/fuzz/corrupt.o $(FUZZ_OBJ) $(STATIC_LIB)
	$(call link)
$(filter-out $(CLI_FUZZ_BINS),$(FUZZ_BINS)): $(BUILD)/fuzz/%: \
    $(OBJ)/lib/fuzz/fuzz_%.o $(FUZZ_OBJ) $(STATIC_LIB)
	$(call link,-fsanitize=fuzzer)
$(CLI_FUZZ_BINS): $(BUILD)/fuzz/%: $(OBJ)/cli/fuzz/fuzz_%.o $(CLI_LIB) \
    $(STATIC_LIB)
	$(call link,-fsanitize=fuzzer)

# --- The page of navquery --export html --------------------------------------

# The module is the same for every compiler and mode of the programs.  What
# reads JSON is not in it: cJSON is there for the machine alone.
PAGE      := build/page
WASM_LIB  := $(filter-out %_json.c %/json_tree.c %/json_check.c,$(LIB_SRC))
WASM_SRC  := $(WASM_LIB) $(PAGE_SRC) cli/json_out.c cli/text.c
WASM_OBJ  := $(WASM_SRC:%.c=$(PAGE)/obj/%.o)
WASM_API  := $(sort $(shell grep -o 'page_[a-z_]*' cli/page/wasm_api.h))
WASM_CFLAGS := --target=wasm32-wasi -O2 -DNDEBUG $(STANDARD) -Ilib/include \
    -Ilib/src -ffp-contract=off -fno-math-errno
WASM_LDFLAGS := --target=wasm32-wasi -mexec-model=reactor -nostartfiles \
    -Wl,--no-entry -Wl,--strip-all -Wl,--stack-first \
    -Wl,-z,stack-size=1048576

# Whether there are compiler, linker, libc and run-time library for it; not asked
# by goals that compile nothing.
define wasm_probe
mkdir -p $(PAGE) && echo '#include <stdlib.h>' >$(PAGE)/probe.c && \
    $(WASM_CC) $(WASM_CFLAGS) -c -o $(PAGE)/probe.o $(PAGE)/probe.c && \
    $(WASM_CC) $(WASM_LDFLAGS) -Wl,--export=malloc -o $(PAGE)/probe.wasm \
    $(PAGE)/probe.o && echo yes
endef
ifneq ($(filter-out clean dist format help,$(or $(MAKECMDGOALS),all)),)
ifneq ($(WASM),no)
WASM_WORKS := $(shell { $(wasm_probe); } 2>/dev/null)
endif
endif

WASM_TEXT = $(WASM_WORKS) $(WASM_CC) $(WASM_CFLAGS) $(WASM_LDFLAGS)
$(PAGE)/flags: FORCE
	@mkdir -p $(@D)
	@echo '$(WASM_TEXT)' | cmp -s - $@ || echo '$(WASM_TEXT)' >$@

$(PAGE)/obj/%.o: %.c $(PAGE)/flags
	@echo "  WASM    $<" >&2
	@mkdir -p $(@D)
	@$(WASM_CC) $(WASM_CFLAGS) -MMD -MP -c -o $@ $<

-include $(WASM_OBJ:.o=.d)

$(PAGE)/module.wasm: $(if $(WASM_WORKS),$(WASM_OBJ)) $(PAGE)/flags
ifeq ($(WASM_WORKS),yes)
	@echo "  LD      $@" >&2
	@$(WASM_CC) $(WASM_LDFLAGS) $(WASM_API:%=-Wl,--export=%) -o $@ $(WASM_OBJ)
else
	@echo "  Pages will find no paths: clang for wasm32-wasi, wasm-ld or" \
	    "wasi-libc is missing" >&2
	@: >$@
endif

$(PAGE)/page_parts.c: scripts/embed-page.sh $(PAGE)/module.wasm \
    $(wildcard cli/page/*.html cli/page/*.css cli/page/*.js)
	@echo "  PAGE    $@" >&2
	@scripts/embed-page.sh $(PAGE)/module.wasm >$@

$(PARTS_OBJ): $(PAGE)/page_parts.c
	$(call compile,$(CLI_FLAGS) -Icli)

# --- Trying it ---------------------------------------------------------------

# demo and check begin with the set-up.  The second make reads this file anew,
# and so finds what the set-up has installed.
demo: ## install what is missing, build, bake a map, find a path, draw it
	@scripts/install-deps.sh
	@$(MAKE) demo-run

DEMO := build/demo
demo-run: $(PROGRAM_BINS)
	@mkdir -p $(DEMO)
	@echo "Baking testdata/maps/islands.json:"
	$(BUILD)/navbake testdata/maps/islands.json -o $(DEMO)/islands.nav
	@echo "A path through it, one waypoint a line:"
	$(BUILD)/navquery $(DEMO)/islands.nav $(DEMO_PAIR)
	@$(BUILD)/navquery --export svg -o $(DEMO)/islands.svg \
	    $(DEMO)/islands.nav $(DEMO_PAIR)
	@$(BUILD)/navquery --export html -o $(DEMO)/islands.html \
	    $(DEMO)/islands.nav $(DEMO_PAIR)
	@echo "A picture of mesh and path is in $(DEMO)/islands.svg"
	@echo "A page to look at them, and to find others: $(DEMO)/islands.html"

pictures: ## make the pictures of the README again
pictures: $(PROGRAM_BINS)
	@scripts/make-pictures.sh --bin $(BUILD)

check: ## install what is missing, build, run every test
	@scripts/install-deps.sh
	@$(MAKE) check-run

check-run: $(PROGRAM_BINS) $(TEST_BIN) $(REPLAY_BINS) $(CORRUPT_BIN)
	@echo "Library suites ($(BUILD)):"
	@$(TEST_BIN) --list | xargs -n 3 -P $(PROCESSORS) $(TEST_BIN)
	@echo "Command-line cases ($(BUILD)):"
	@cli/tests/run.sh --bin $(BUILD)
	@echo "Options, as --help, manual pages and shells have them:"
	@scripts/check-options.sh --bin $(BUILD)
	@echo "Examples of the manual pages and the README:"
	@scripts/check-examples.sh --bin $(BUILD) $(MAN1) README.md
	@echo "Pictures of the README:"
	@scripts/make-pictures.sh --bin $(BUILD) --check
	@set -e; for name in $(if $(REPLAY_BINS),$(FUZZ_NAMES)); do \
	    corpus=testdata/corpus/$$name; \
	    if [ -d $$corpus ] && [ -n "$$(ls $$corpus)" ]; then \
	        echo "Replaying $$corpus:"; \
	        $(BUILD)/replay/$$name $$corpus/*; \
	    fi; \
	done
	@$(MAKE) corrupt

# What runs in threads, under ThreadSanitizer.
check-threads: ## the tests and cases with threads, with MODE=thread
	@$(MAKE) MODE=thread check-threads-run
check-threads-run: $(PROGRAM_BINS) $(TEST_BIN)
	@$(TEST_BIN) threads
	@cli/tests/run.sh --bin $(BUILD) $(notdir $(wildcard cli/tests/cases/*threads*))

corrupt: ## damage CORRUPTIONS=400 mesh files, and ask what is left
corrupt: $(CORRUPT_BIN)
	@echo "Damaging mesh files ($(BUILD)):"
	@$(CORRUPT_BIN) -n $(CORRUPTIONS) -o $(BUILD) testdata/corpus/mesh/*

# What is left of an earlier run would be counted too.
coverage: ## lines and branches of the library that the tests reach
	@rm -rf build/coverage
	@$(MAKE) CC=gcc MODE=coverage check-run
	@scripts/coverage.sh build/coverage

bench: ## build and run the benches; CSV on stdout
bench: $(BENCH_BINS)
	@set -e; for bench in $(BENCH_BINS); do $$bench; done

# A mesh and its pairs are given, so this is not among the benches above.
QUERY_BENCH := $(BUILD)/bench/query_bench
$(QUERY_BENCH): $(OBJ)/lib/bench/query_bench.o $(BENCH_OBJ) $(STATIC_LIB)
	$(call link)

benches: ## build the benches, and run none
benches: $(BENCH_BINS) $(QUERY_BENCH)

REPEATS ?= 5
bench-query: ## time queries: MESH=a.nav PAIRS=a.csv [REPEATS=5]; CSV
bench-query: $(QUERY_BENCH)
	@$(QUERY_BENCH) $(MESH) $(PAIRS) $(REPEATS)

FUZZ_CC ?= clang
fuzz: ## run each fuzzer for SECONDS=60, with clang
	@$(MAKE) CC=$(FUZZ_CC) MODE=fuzz fuzz-run

# New inputs go to build/; those worth keeping are copied to testdata/corpus.
# Inputs are drawn the less often the longer they take: with some of the seeds
# for searches without end, the mesh fuzzer ran once in a second, and now does a
# hundred times.  These take 5 s of a processor, which may be shared: what takes a
# minute has no end.
fuzz-run: $(FUZZ_BINS)
	@set -e; for name in $(FUZZ_NAMES); do \
	    new=$(BUILD)/corpus/$$name; kept=testdata/corpus/$$name; \
	    mkdir -p $$new; [ -d $$kept ] || kept=; \
	    echo "Fuzzing $$name for $(SECONDS) s:"; \
	    $(BUILD)/fuzz/$$name -max_total_time=$(SECONDS) -timeout=60 \
	        -print_final_stats=1 -verbosity=0 \
	        -entropic_scale_per_exec_time=1 \
	        -artifact_prefix=$(BUILD)/$$name- $$new $$kept; \
	done

# --- Installing --------------------------------------------------------------

D_BIN := $(DESTDIR)$(BINDIR)
D_LIB := $(DESTDIR)$(LIBDIR)
D_INC := $(DESTDIR)$(INCLUDEDIR)
D_MAN := $(DESTDIR)$(MANDIR)
D_BASH := $(DESTDIR)$(BASHDIR)
D_ZSH  := $(DESTDIR)$(ZSHDIR)
D_FISH := $(DESTDIR)$(FISHDIR)

# The programs tell themselves, from their tables of options.
COMPLETIONS := $(foreach p,$(PROGRAMS),$(p) _$(p) $(p).fish)
COMPLETION_FILES := $(COMPLETIONS:%=$(BUILD)/completions/%)
define completion
@mkdir -p $(@D)
@$< --completion $(1) >$@
endef
$(PROGRAMS:%=$(BUILD)/completions/%): $(BUILD)/completions/%: $(BUILD)/%
	$(call completion,bash)
$(PROGRAMS:%=$(BUILD)/completions/_%): $(BUILD)/completions/_%: $(BUILD)/%
	$(call completion,zsh)
$(PROGRAMS:%=$(BUILD)/completions/%.fish): \
    $(BUILD)/completions/%.fish: $(BUILD)/%
	$(call completion,fish)

install: ## programs, library, header, man pages: below DESTDIR, PREFIX
install: all $(COMPLETION_FILES)
	$(INSTALL) -d $(D_BIN) $(D_LIB)/pkgconfig $(D_INC)
	$(INSTALL) -m 755 $(PROGRAM_BINS) $(D_BIN)
	$(INSTALL) -m 644 $(STATIC_LIB) $(D_LIB)
	$(INSTALL) -m 755 $(SHARED_LIB) $(D_LIB)
	ln -sf $(SOFILE) $(D_LIB)/$(SONAME)
	ln -sf $(SONAME) $(D_LIB)/libnavmesh.so
	$(INSTALL) -m 644 lib/include/navmesh.h $(D_INC)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' \
	    -e 's|@INCLUDEDIR@|$(INCLUDEDIR)|' -e 's|@VERSION@|$(VERSION)|' \
	    lib/navmesh.pc.in >$(D_LIB)/pkgconfig/navmesh.pc
	chmod 644 $(D_LIB)/pkgconfig/navmesh.pc
ifneq ($(MAN1),)
	$(INSTALL) -d $(D_MAN)/man1
	$(INSTALL) -m 644 $(MAN1) $(D_MAN)/man1
endif
ifneq ($(MAN5),)
	$(INSTALL) -d $(D_MAN)/man5
	$(INSTALL) -m 644 $(MAN5) $(D_MAN)/man5
endif
	$(INSTALL) -d $(D_BASH) $(D_ZSH) $(D_FISH)
	$(INSTALL) -m 644 $(PROGRAMS:%=$(BUILD)/completions/%) $(D_BASH)
	$(INSTALL) -m 644 $(PROGRAMS:%=$(BUILD)/completions/_%) $(D_ZSH)
	$(INSTALL) -m 644 $(PROGRAMS:%=$(BUILD)/completions/%.fish) $(D_FISH)

# Empty folders go too, but those of a system's own prefix are not ours.
uninstall: ## remove what install put there
	rm -f $(PROGRAMS:%=$(D_BIN)/%) $(D_INC)/navmesh.h \
	    $(D_LIB)/libnavmesh.a $(D_LIB)/libnavmesh.so $(D_LIB)/$(SONAME) \
	    $(D_LIB)/$(SOFILE) $(D_LIB)/pkgconfig/navmesh.pc \
	    $(MAN1:man/%=$(D_MAN)/man1/%) $(MAN5:man/%=$(D_MAN)/man5/%) \
	    $(PROGRAMS:%=$(D_BASH)/%) $(PROGRAMS:%=$(D_ZSH)/_%) \
	    $(PROGRAMS:%=$(D_FISH)/%.fish)
ifeq ($(filter /usr /usr/local,$(DESTDIR)$(PREFIX)),)
	@cd $(DESTDIR)/ && for dir in $(MANDIR)/man1 $(MANDIR)/man5 $(BINDIR) \
	    $(LIBDIR)/pkgconfig $(INCLUDEDIR) $(BASHDIR) $(ZSHDIR) \
	    $(FISHDIR); do \
	    rmdir -p ".$$dir" 2>/dev/null || true; \
	done
endif

# --- Releasing ---------------------------------------------------------------

DIST := navmesh-$(VERSION)
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
dist: ## the source tarball, the same bytes for the same files
	@git rev-parse --is-inside-work-tree >/dev/null
	@mkdir -p build
	@git ls-files -z | LC_ALL=C sort -z | \
	    tar --create --null --no-recursion --files-from=- \
	    --format=ustar --owner=0 --group=0 --numeric-owner \
	    --mode=u=rwX,go=rX --mtime=@$(SOURCE_DATE_EPOCH) \
	    --transform='s,^,$(DIST)/,S' >build/$(DIST).tar
	@gzip -9 -n -f build/$(DIST).tar
	@echo "build/$(DIST).tar.gz"

# --- Tidiness ----------------------------------------------------------------

format: ## lay out all C files with clang-format
	clang-format -i $(FORMAT_SRC)

lint: ## formatting, clang-tidy, scripts, man pages, layers, symbols
lint: deps-present $(SHARED_LIB)
	clang-format --dry-run -Werror $(FORMAT_SRC)
	shellcheck $(SCRIPTS)
ifneq ($(MAN1)$(MAN5),)
	mandoc -Tlint -Wwarning $(MAN1) $(MAN5)
endif
	scripts/check-layers.sh
	scripts/check-symbols.sh $(SHARED_LIB)
	@echo "clang-tidy, $(words $(TIDY_SRC)) files"
	@printf '%s\n' $(LIB_SRC) | xargs -r -n 1 -P 2 sh -c 'clang-tidy --quiet \
	    "$$1" -- $(STANDARD) $(LIB_FLAGS) 2>/dev/null' tidy
	@printf '%s\n' $(CLI_SRC) $(PAGE_SRC) | xargs -r -n 1 -P 2 sh -c 'clang-tidy --quiet \
	    "$$1" -- $(STANDARD) $(CLI_FLAGS) 2>/dev/null' tidy

clean: ## remove build/
	rm -rf build

help: ## this list
	@echo "make TARGET [CC=clang] [MODE=release|debug|sanitize|thread|coverage]"
	@sed -n 's/^\([a-z-]*\): ## \(.*\)/  \1\t\2/p' Makefile | expand -t 16
