# Custos: one Makefile for everything. 'make help' lists the targets.
MODE ?= release
PREFIX ?= /usr/local
CC ?= gcc
VERSION := 0.1.0
B := build/$(MODE)

WARN := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
  -Wmissing-prototypes -Wvla -Wwrite-strings -Wformat=2
ifdef CI
WARN += -Werror
endif
CPPFLAGS := -Iinclude -Isrc -D_POSIX_C_SOURCE=200809L -DCUSTOS_VERSION='"$(VERSION)"'
CFLAGS := -std=c17 -g -fPIC -fvisibility=hidden $(WARN)
ifeq ($(MODE),release)
CFLAGS += -O2 -DNDEBUG
else ifeq ($(MODE),debug)
CFLAGS += -O1
else ifeq ($(MODE),asan)
CFLAGS += -O1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
LDFLAGS += -fsanitize=address,undefined
else ifeq ($(MODE),fuzz)
CC := clang-14
CFLAGS += -O1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
LDFLAGS += -fsanitize=fuzzer,address,undefined
else ifeq ($(MODE),cov)
CFLAGS += -O0 --coverage
LDFLAGS += --coverage
else
$(error MODE is release, debug, asan, fuzz or cov)
endif

LIB_SRC := $(wildcard src/*/*.c src/*/*/*.c)
TOOL_SRC := $(wildcard tool/*.c)
UNIT_SRC := $(wildcard tests/unit/test_*.c)
DIFF_SRC := $(wildcard tests/diff/*.c)
FUZZ_SRC := $(wildcard tests/fuzz/fuzz_*.c)
EXAMPLE_SRC := $(wildcard examples/*/*.c)
LIB_OBJ := $(LIB_SRC:%.c=$B/%.o)
TOOL_OBJ := $(TOOL_SRC:%.c=$B/%.o)
DIFF_OBJ := $(DIFF_SRC:%.c=$B/%.o)
UNITS := $(UNIT_SRC:%.c=$B/%)
FUZZERS := $(FUZZ_SRC:%.c=$B/%)
EXAMPLES := $(EXAMPLE_SRC:%.c=$B/%)

.PHONY: all help demo test quick unit golden golden-update lint format install uninstall bootstrap clean fuzz bench lib
all: $B/custos lib
ifeq ($(MODE),release)
	@mkdir -p build/bin && ln -sf ../release/custos build/bin/custos
endif

help: ## this list
	@awk -F':.*## ' '/^[a-z-]+:.*## /{printf "%-15s %s\n", $$1, $$2}' Makefile

lib: $B/libcustos.a $B/libcustos.so

$B/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c $< -o $@

$B/libcustos.a: $(LIB_OBJ)
	@rm -f $@; ar rcs $@ $^

$B/libcustos.so: $(LIB_OBJ)
	$(CC) -shared -Wl,-soname,libcustos.so.0 $(filter-out -fsanitize=fuzzer%,$(LDFLAGS)) $^ -o $@

$B/custos: $(TOOL_OBJ) $B/libcustos.a
	$(CC) $(filter-out -fsanitize=fuzzer%,$(LDFLAGS)) $^ -o $@

$(UNITS): $B/%: $B/%.o $B/libcustos.a
	$(CC) $(LDFLAGS) $^ -o $@

$B/tests/difftest: $(DIFF_OBJ) $B/libcustos.a
	$(CC) $(LDFLAGS) $^ -o $@

$(FUZZERS): $B/%: $B/%.o $B/libcustos.a
	$(CC) $(LDFLAGS) $^ -o $@

$(EXAMPLES): $B/%: $B/%.o $B/libcustos.a
	$(CC) $(LDFLAGS) $^ -o $@

-include $(shell find build -name '*.d' 2>/dev/null)
