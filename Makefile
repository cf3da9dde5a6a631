# Custos: one Makefile for everything. 'make help' lists the targets.
MODE ?= release
PREFIX ?= /usr/local
ifeq ($(origin CC),default)
CC := gcc
endif
VERSION := 0.8.0
# Any from 14 to 19. The clang that is run later is the one of the same number.
ifndef LLVM
LLVM := $(shell scripts/llvm)
endif
B := build/$(MODE)
LDLIBS := -pthread -ldl -lz3 -lyaml -lz -lm

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wvla -Wwrite-strings -Wformat=2
ifdef CI
WARN += -Werror
endif
CPPFLAGS := -Iinclude -Isrc -I. -D_POSIX_C_SOURCE=200809L -pthread -DCUSTOS_VERSION='"$(VERSION)"' -DCUSTOS_CLANG='"clang-$(LLVM)"' -DCUSTOS_LLVM=$(LLVM)
# Sanitizers tell lines, nobody looks at variables there: less to write.
DEBUG := $(if $(filter asan tsan mutant,$(MODE)),-g1,-g)
CFLAGS := -std=c17 $(DEBUG) -fPIC -fvisibility=hidden $(WARN)
ifeq ($(MODE),release)
# Nothing here unwinds stacks; debuggers have tables of their own.
CFLAGS += -O2 -DNDEBUG -fno-asynchronous-unwind-tables
else ifeq ($(MODE),debug)
CFLAGS += -O1
else ifeq ($(MODE),asan)
# Fuzzers are built in this mode, too: hence clang, which counts branches for them.
# What would be checked at each access and takes half of the compiler's time is left
# to 'make soak' (NOT_NOTICED=); ASan notices null pointers anyway.
CC := clang-$(LLVM)
CXX := clang++-$(LLVM)
NOT_NOTICED ?= -fno-sanitize=null,alignment,object-size,pointer-overflow
CFLAGS += -O1 -fsanitize=fuzzer-no-link,address,undefined $(NOT_NOTICED) -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
else ifeq ($(MODE),mutant)
CFLAGS += -O2 -DNDEBUG -DCUSTOS_MUTANTS
else ifeq ($(MODE),tsan)
CFLAGS += -O1 -fsanitize=thread -fno-omit-frame-pointer
LDFLAGS += -fsanitize=thread
else ifeq ($(MODE),cov)
CFLAGS += -O0 --coverage
LDFLAGS += --coverage
else
$(error MODE is release, debug, asan, tsan, mutant or cov)
endif

LIB_SRC := $(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c)
TOOL_SRC := $(wildcard tool/*.c)
DIFFTEST_SRC := $(wildcard difftest/*.c)
# As deep as src/ is: tests/MIRROR.
UNIT_SRC := $(wildcard $(addsuffix test_*.c,tests/unit/ tests/unit/*/ tests/unit/*/*/ tests/unit/*/*/*/))
DIFF_SRC := $(wildcard tests/diff/*.c)
FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
# Those in examples/c are to be checked, not built.
EXAMPLE_SRC := $(filter-out examples/c/%,$(wildcard examples/*/*.c))
LIB_OBJ := $(LIB_SRC:%.c=$B/%.o) $B/src/lang/c/library_text.o $B/src/view/pages_text.o $B/src/lang/java/models_bytes.o $B/src/lang/java/replay_bytes.o
TOOL_OBJ := $(TOOL_SRC:%.c=$B/%.o)
DIFFTEST_OBJ := $(DIFFTEST_SRC:%.c=$B/%.o)
DIFF_OBJ := $(DIFF_SRC:%.c=$B/%.o)
UNITS := $(UNIT_SRC:%.c=$B/%)
# Programs that compare an engine with its slow twin: a folder each.
TWIN_NAMES := $(patsubst tests/%/main.c,%,$(wildcard tests/ltl/main.c tests/explicit/main.c tests/pushdown_ltl/main.c tests/temporal/main.c tests/symbolic_ltl/main.c tests/ectl/main.c tests/c/semantics/main.c tests/java/main.c))
TWINS := $(addprefix $B/tests/twin-,$(subst /,-,$(TWIN_NAMES)))
FUZZERS := $(FUZZ_SRC:%.c=$B/%)
EXAMPLES := $(EXAMPLE_SRC:%.c=$B/%)

.PHONY: all deb soak mpi proof difftest-promela help lib man demo test quick check golden golden-update lint format install uninstall bootstrap clean fuzz fuzzers bench examples
all: $B/custos $B/custos-cfront $B/custos-sandbox lib build/bin/custos-kernel ## build/bin/custos, its helpers and the library
ifeq ($(MODE),release)
	@mkdir -p build/bin && ln -sf ../release/custos build/bin/custos && ln -sf ../release/custos-cfront build/bin/custos-cfront && ln -sf ../release/custos-sandbox build/bin/custos-sandbox
endif

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "%-15s %s\n", $$1, $$2}' Makefile

lib: $B/libcustos.a $B/libcustos.so

ifneq ($(MODE),mutant)
$B/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
else
# Most files know nothing of planted bugs: their objects are those of a release.
.PHONY: release-first
release-first:
	@$(MAKE) -s MODE=release all check
$B/%.o: %.c | release-first
	@mkdir -p $(@D)
	@if [ ! -e build/release/$*.o ] || grep -qE 'base/mutant\.h|saturation/product\.h' build/release/$*.d; then \
	  $(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@; \
	else cp build/release/$*.o $@ && sed 's,build/release/,$B/,' build/release/$*.d >$B/$*.d; fi
endif

# Models of libc's functions and pages for browsers travel in the library as text.
$B/src/lang/c/library_text.c: src/lang/c/library.c.txt scripts/embed
	@mkdir -p $(@D)
	@scripts/embed lang/c/library.h c_library_lines $< >$@.tmp && mv $@.tmp $@
$B/src/view/pages_text.c: $(wildcard src/view/pages/*) scripts/embed
	@mkdir -p $(@D)
	@scripts/embed view/html.h $(foreach page,run processes definition,html_$(page)_page src/view/pages/$(page).html) >$@.tmp && mv $@.tmp $@
# Models of Java's library, written in Java: a jar. Without a JDK there are none,
# and Java programs are told so.
JAVA_MODELS := $(shell find java/models -name '*.java')
$B/src/lang/java/models_bytes.c: $(JAVA_MODELS) scripts/java-models
	@mkdir -p $(@D)
	@scripts/java-models $B/java $@.tmp models $(JAVA_MODELS) && mv $@.tmp $@
# What a JVM is given in place of the classes that give inputs.
JAVA_REPLAY := $(shell find java/replay -name '*.java')
$B/src/lang/java/replay_bytes.c: $(JAVA_REPLAY) scripts/java-models
	@mkdir -p $(@D)
	@scripts/java-models $B/java-replay $@.tmp replay $(JAVA_REPLAY) && mv $@.tmp $@
$B/src/lang/c/library_text.o $B/src/view/pages_text.o $B/src/lang/java/models_bytes.o $B/src/lang/java/replay_bytes.o: %.o: %.c
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

# BuDDy travels in the library, with an allocator of ours (src/bdd/blocks.c):
# only its static form can be given one. That is not made for shared libraries,
# which may not name libc's variables directly; so these are ours, too.
BUDDY_OBJ := $(addprefix $B/buddy/,$(addsuffix .o,bddop cache fdd imatrix kernel pairs prime reorder tree bvec))
$(BUDDY_OBJ) &: src/bdd/blocks.c
	@mkdir -p $B/buddy && cd $B/buddy && ar x "$$($(CC) -print-file-name=libbdd.a)" $(notdir $(BUDDY_OBJ))
	@cd $B/buddy && for o in $(notdir $(BUDDY_OBJ)); do \
	  objcopy $(foreach f,malloc calloc realloc free stdout stderr,--redefine-sym $f=dds_$f) $$o && touch $$o || exit 1; done
$B/buddy.a: $(BUDDY_OBJ)
	@rm -f $@; ar rcs $@ $^

# Two archives: users get one in which only custos_* can be seen, so that none
# of its names clashes with theirs; our own programs and tests see inside.
$B/libinside.a: $(LIB_OBJ) $(BUDDY_OBJ)
	@rm -f $@; ar rcsT $@ $^
$B/libcustos.a: $(LIB_OBJ) $(BUDDY_OBJ)
	@$(LD) -r $^ -o $B/custos-whole.o && objcopy --localize-hidden --wildcard --keep-global-symbol='custos_*' $B/custos-whole.o
	@rm -f $@; ar rcs $@ $B/custos-whole.o

$B/libcustos.so: $(LIB_OBJ) $B/buddy.a
	$(CC) -shared -Wl,-soname,libcustos.so.6 -Wl,--exclude-libs,buddy.a $(LDFLAGS) $^ $(LDLIBS) -o $@

$B/libdifftest.a: $(DIFFTEST_OBJ)
	@rm -f $@; ar rcs $@ $^

# Only the prompt knows libedit; the library never does.
$B/custos: $(TOOL_OBJ) $B/libdifftest.a $B/libinside.a
	$(CC) $(LDFLAGS) $^ $(LDLIBS) -ledit -o $@

# C programs to control-flow automata: a program of its own, since only it needs
# LLVM, which takes long to load. The shim holds what LLVM's C API lacks.
LLVM_CONFIG ?= llvm-config-$(LLVM)
CFRONT_OBJ := $(patsubst %,$B/%.o,$(basename $(wildcard cfront/*.c cfront/*.cpp)))
$(patsubst %.c,$B/%.o,$(wildcard cfront/*.c)): CPPFLAGS += -isystem $(shell $(LLVM_CONFIG) --includedir 2>/dev/null)
$B/cfront/%.o: cfront/%.cpp
	@mkdir -p $(@D)
	$(CXX) $(filter-out -Wstrict-prototypes -Wmissing-prototypes -std=c17,$(CPPFLAGS) $(CFLAGS)) -std=c++17 -isystem $(shell $(LLVM_CONFIG) --includedir) -fno-rtti -MMD -MP -c $< -o $@
$B/custos-cfront: $(CFRONT_OBJ) $B/libinside.a
	$(CXX) $(LDFLAGS) $^ $(shell $(LLVM_CONFIG) --ldflags --libs core bitreader linker) $(LDLIBS) -o $@

# What starts others, confined: a program of its own, since it gives up rights.
# Sanitizers need what it gives up.
SANDBOX_OBJ := $(patsubst %.c,$B/%.o,$(wildcard sandbox/*.c))
$(SANDBOX_OBJ): CPPFLAGS += -D_GNU_SOURCE
$(SANDBOX_OBJ): CFLAGS := $(filter-out -fsanitize% --coverage,$(CFLAGS))
$B/custos-sandbox: $(SANDBOX_OBJ)
	$(CC) $(filter-out -fsanitize% --coverage,$(LDFLAGS)) $^ -o $@

# The search on many machines: a program of its own, where Open MPI is there.
# Only net.c knows MPI.
MPI_OBJ := $(patsubst %.c,$B/%.o,$(wildcard mpi/*.c))
$B/mpi/net.o: mpi/net.c
	@command -v mpicc >/dev/null || { echo "no mpicc: 'scripts/bootstrap mpi' installs Open MPI" >&2; exit 1; }
	@mkdir -p $(@D)
	OMPI_CC="$(CC)" mpicc $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@
$B/custos-mpi: $(MPI_OBJ) $(filter-out $B/tool/main.o $B/tool/repl.o $B/tool/repl_%.o,$(TOOL_OBJ)) $B/libdifftest.a $B/libinside.a
	OMPI_CC="$(CC)" mpicc $(LDFLAGS) $^ $(LDLIBS) -o $@
mpi: $B/custos-mpi ## build/bin/custos-mpi, if Open MPI is there
ifeq ($(MODE),release)
	@mkdir -p build/bin && ln -sf ../release/custos-mpi build/bin/custos-mpi
endif

# The kernel is the same in every mode. It is compiled apart, in the order that
# ocamldep finds, so that the sources stay clean.
KERNEL_SRC := $(wildcard $(foreach folder,extracted trusted hints,kernel/$(folder)/*.ml kernel/$(folder)/*.mli))
build/bin/custos-kernel: $(KERNEL_SRC) scripts/build-kernel
	@scripts/build-kernel build/kernel $@ '$(VERSION)'

# A hundred programs that contain the whole library: linked by what is quickest,
# and in a release without what only debuggers read.
WITHOUT_DEBUG := -Wl,-S
# (gold warns of clang's sanitizers)
QUICK_LINKER := $(if $(filter asan,$(MODE)),lld,gold)
LINK_TEST := $(CC) $(if $(shell command -v ld.$(QUICK_LINKER)),-fuse-ld=$(QUICK_LINKER)) $(if $(filter release mutant,$(MODE)),$(WITHOUT_DEBUG)) $(LDFLAGS)

$(UNITS) $(EXAMPLES): | $B/custos-sandbox
$(UNITS): $B/%: $B/%.o $B/libdifftest.a $B/libinside.a
	$(LINK_TEST) $^ $(LDLIBS) -o $@

$B/tests/unit/mpi/test_mpi: $(patsubst %,$B/mpi/%.o,batch part answers collect)

# 'make test_fa' builds build/release/tests/unit/automata/test_fa.
.PHONY: $(notdir $(UNITS))
$(foreach unit,$(UNITS),$(eval $(notdir $(unit)): $(unit)))

$B/tests/difftest: $(DIFF_OBJ) $B/libinside.a
	$(LINK_TEST) $^ $(LDLIBS) -o $@

define twin
$B/tests/twin-$(subst /,-,$(1)): $(patsubst %.c,$B/%.o,$(filter-out %/native.c,$(wildcard tests/$(1)/*.c))) $B/libinside.a
	$$(LINK_TEST) $$^ $$(LDLIBS) -o $$@
endef
$(foreach name,$(TWIN_NAMES),$(eval $(call twin,$(name))))

$(FUZZERS): $B/%: $B/%.o $B/libdifftest.a $B/libinside.a
	$(LINK_TEST) -fsanitize=fuzzer $^ $(LDLIBS) -o $@

$(EXAMPLES): $B/%: $B/%.o $B/libcustos.a
	$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@

examples: $(EXAMPLES)
fuzzers: $(FUZZERS)
TIME ?= 600
fuzz: ## every reader for TIME=600 seconds; prints a table
	@scripts/bootstrap test
	@scripts/fuzz $(TIME)
check: $(UNITS) $(TWINS) $B/custos $B/tests/difftest $(EXAMPLES)

bootstrap: ## the Debian packages that building needs
	@scripts/bootstrap build

demo: bootstrap ## build, then show what Custos does
	@scripts/build-quietly $(MAKE)
	@scripts/demo

difftest-promela: ## 5,000 random Promela models compared with SPIN
	@scripts/bootstrap test
	@$(MAKE) -s -j2 all
	@scripts/promela-difftest

quick: ## unit and golden tests, a few minutes
	@scripts/run-tests quick
test: ## everything; installs what it needs
	@scripts/bootstrap test
	@scripts/run-tests all

soak: all ## long random campaigns
	@scripts/soak
proof: ## check the proofs of the kernel with Coq
	@scripts/bootstrap proof
	@scripts/proof

bench: all ## measure beside PDAAAL's figures; writes bench/RESULTS.md
	@bench/run.py --write

MANS := $(patsubst docs/man/%.in,$B/man/%,$(wildcard docs/man/*.1.in))
OWN_C := $(shell find src tool difftest mpi cfront sandbox include tests examples -name '*.[ch]' 2>/dev/null)

man: $(MANS) ## the man pages, options filled in
$B/man/%.1: docs/man/%.1.in $B/custos scripts/make-man
	@mkdir -p $(@D)
	@scripts/make-man $B/custos $< >$@.tmp && mv $@.tmp $@

golden: $B/custos ## the program against recorded output
	@scripts/run-golden $B/custos
golden-update: $B/custos ## record the output anew, showing what changed
	@scripts/run-golden --update $B/custos

lint: $(MANS) lib ## style, layers, headers, exported symbols, man pages
	@scripts/lint $B
format: ## clang-format over everything
	@clang-format-14 -i $(OWN_C)

# BuDDy is a part of the library, and its notice goes where that goes.
BUDDY_NOTICE := /usr/share/doc/libbdd-dev/copyright
# DESTDIR is for packagers; SONAME's number changes only with the ABI.
D = $(DESTDIR)$(PREFIX)
# What only debuggers read stays in build/.
STRIP ?= strip
LIBDIR ?= $(PREFIX)/lib
ZSH_FOLDER ?= site-functions
L = $(DESTDIR)$(LIBDIR)
COMPLETIONS = $D/share/bash-completion/completions/custos $D/share/zsh/$(ZSH_FOLDER)/_custos $D/share/fish/vendor_completions.d/custos.fish
install: all $(MANS) ## program, library, header, man pages, completion, pkg-config
	install -d $D/bin $L/pkgconfig $D/include/custos $D/share/man/man1 $(dir $(COMPLETIONS))
	install -m 755 $B/custos build/bin/custos-kernel $B/custos-cfront $B/custos-sandbox $(wildcard $B/custos-mpi) $D/bin
	install -m 644 $B/libcustos.a $L/libcustos.a
	install -m 755 $B/libcustos.so $L/libcustos.so.$(VERSION)
	$(STRIP) $(addprefix $D/bin/,custos custos-kernel custos-cfront custos-sandbox $(notdir $(wildcard $B/custos-mpi))) $L/libcustos.so.$(VERSION)
	$(STRIP) --strip-debug $L/libcustos.a
	ln -sf libcustos.so.$(VERSION) $L/libcustos.so.6
	ln -sf libcustos.so.6 $L/libcustos.so
	install -m 644 include/custos/custos.h include/custos/statistics.h $D/include/custos
	install -m 644 $(MANS) $D/share/man/man1
	install -m 644 scripts/completion/custos.bash $(word 1,$(COMPLETIONS))
	install -m 644 scripts/completion/custos.zsh $(word 2,$(COMPLETIONS))
	install -m 644 scripts/completion/custos.fish $(word 3,$(COMPLETIONS))
	if [ -e $(BUDDY_NOTICE) ]; then install -D -m 644 $(BUDDY_NOTICE) $D/share/doc/custos/copyright-of-buddy; fi
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@LIBDIR@|$(LIBDIR)|' -e 's|@VERSION@|$(VERSION)|' custos.pc.in >$L/pkgconfig/custos.pc
uninstall: ## what install put there
	rm -f $(addprefix $D/bin/,custos custos-kernel custos-cfront custos-sandbox custos-mpi) $L/libcustos.* $D/include/custos/*.h $L/pkgconfig/custos.pc
	rm -f $(addprefix $D/share/man/man1/,$(notdir $(MANS))) $(COMPLETIONS) $D/share/doc/custos/copyright-of-buddy
	-rmdir $D/include/custos $D/share/doc/custos
deb: all man ## Debian packages, in build/deb
	@scripts/bootstrap deb
	@scripts/deb '$(VERSION)'
clean:
	rm -rf build

# Only this mode's: another one may be writing its own just now.
-include $(shell find $B -name '*.d' 2>/dev/null)
