#include "evidence/c/reproduce.h"

#include "evidence/c/builds.h"
#include "evidence/c/stubs.h"
#include "native/reads.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { SECONDS = 10, MEMORY = 1024, STACK = 512, PATTERN = 0xaa };

typedef vec(char) buffer;

typedef struct maker {
  mem *m;
  progress *clock;
  const c_reproduce_task *t;
  c_reproduction *out;
  c_compiler compiler;
  names undefined, missing, implicit;
  c_words owned; /* texts that flags point to */
  reads folders;
  confine_end *end;
  c_reproduction unwatched; /* C_NOT_RUN: memory could not be watched */
  const c_build *build;
  bool is_real; /* functions of libraries are theirs */
} maker;

typedef struct collector {
  mem *m;
  buffer *out;
} collector;

static int reproduce_collect(void *self, const char *bytes, size_t length) {
  collector *c = self;
  vec_reserve(c->m, c->out, length);
  memcpy(c->out->at + c->out->count, bytes, length);
  c->out->count += length;
  return 0;
}

static void add_unit(maker *k, c_units *units, const buffer *bytes) {
  c_unit unit = {.bytes = bytes->at, .length = bytes->count};
  snprintf(unit.name, sizeof unit.name, "program%zu.c", units->count);
  vec_push(k->m, units, unit);
}

/* The sources alone; their texts are to be freed. */
static void add_sources(maker *k, c_units *units) {
  for (size_t i = 0; i < k->t->sources.count; i++) {
    buffer b = {0};
    collector c = {k->m, &b};
    text out;
    text_init(&out, reproduce_collect, &c);
    c_stubs_write_source(&k->t->sources.at[i], &out);
    text_end(&out);
    add_unit(k, units, &b);
  }
}

static void free_units(maker *k, c_units *units) {
  vec_each (c_unit, unit, units)
    mem_free(k->m, (void *)(uintptr_t)unit->bytes);
  vec_free(k->m, units);
}

/* What the inputs ask for. */

static bool is_extern(const maker *k, const c_trace_input *trace_input) {
  vec_each (const cfa_variable, variable, &k->t->cfa->variables)
    if (variable->is_extern &&
        strcmp(cfa_text(k->t->cfa, variable->name), trace_input->name) == 0)
      return true;
  return false;
}

static bool is_memory(const maker *k, const c_trace_input *trace_input) {
  return trace_input->kind == CFA_INPUT_UNINITIALISED &&
         !is_extern(k, trace_input);
}

static bool reads_heap(const maker *k) {
  vec_each (const c_trace_input, trace_input, &k->t->trace->inputs)
    if (is_memory(k, trace_input) && !trace_input->name[0])
      return true;
  return false;
}

static const c_trace_input *not_zero(const maker *k) {
  vec_each (const c_trace_input, trace_input, &k->t->trace->inputs)
    if (is_memory(k, trace_input) && trace_input->value)
      return trace_input;
  return NULL;
}

/* The first parameter of main is a number of words. */
static const c_trace_input *words_of_main(const maker *k) {
  vec_each (const c_trace_input, trace_input, &k->t->trace->inputs)
    if (trace_input->kind == CFA_INPUT_ARGUMENT && !trace_input->is_pointer)
      return trace_input;
  return NULL;
}

static unsigned count_arguments(const maker *k) {
  const c_trace_input *trace_input = words_of_main(k);
  return trace_input && trace_input->value &&
                 trace_input->value <= CONFINE_ARGUMENTS
             ? (unsigned)trace_input->value - 1
             : 0;
}

/* Why it may not have failed. */
static void add_reason(const maker *k, char why[C_JUDGE_WHY]) {
  const c_trace_input *i = not_zero(k), *main = words_of_main(k);
  size_t n = strlen(why);
  if (main && main->value != count_arguments(k) + 1)
    snprintf(why + n, C_JUDGE_WHY - n, "; main cannot be given so many words");
  else if (i)
    snprintf(why + n, C_JUDGE_WHY - n,
             "; it depends on what is uninitialised%s%.40s",
             i->name[0] ? ": " : "", i->name);
  else
    vec_each (const c_trace_input, x, &k->t->trace->inputs)
      if (x->kind == CFA_INPUT_UNDEFINED || x->kind == CFA_INPUT_SHIFT ||
          x->kind == CFA_INPUT_COMPARISON) {
        snprintf(why + n, C_JUDGE_WHY - n,
                 "; it depends on what C leaves undefined, in line %u",
                 (unsigned)x->place.line);
        return;
      }
}

/* One way to build and run it. */

static void conclude(maker *k, c_reproduce_state state, const char *why) {
  k->out->state = state;
  snprintf(k->out->why, sizeof k->out->why, "%.255s", why);
}

static void set_flags(maker *k, c_watch watch, unsigned char fill,
                      bool is_hooked) {
  c_build_task build_task = {.sources = k->t->sources,
                             .trace = k->t->trace,
                             .arguments = k->t->arguments,
                             .build = k->build,
                             .watch = watch,
                             .fill = fill,
                             .is_hooked = is_hooked};
  c_build_flags(&k->compiler, &build_task, &k->owned);
}

static char *command_text(maker *k) {
  buffer b = {0};
  collector c = {k->m, &b};
  text out;
  text_init(&out, reproduce_collect, &c);
  c_build_command(&k->compiler, &k->t->sources, &out);
  text_end(&out);
  char *s = mem_text(k->m, b.at, b.count);
  vec_free(k->m, &b);
  return s;
}

static c_stubs stubs_of(maker *k, unsigned char fill, const char *hooked) {
  return (c_stubs){.sources = k->t->sources,
                   .cfa = k->t->cfa,
                   .trace = k->t->trace,
                   .undefined = &k->undefined,
                   .missing = &k->missing,
                   .implicit = &k->implicit,
                   .hooked = hooked,
                   .is_real = k->is_real,
                   .fills_heap = reads_heap(k),
                   .fill = fill,
                   .arguments = count_arguments(k),
                   .command = k->out->command};
}

/* The file that goes with it; kept as the result. */
static void write_text(maker *k, unsigned char fill, const char *hooked) {
  buffer b = {0};
  collector c = {k->m, &b};
  text out;
  mem_free(k->m, k->out->text);
  mem_free(k->m, k->out->command);
  k->out->text = NULL;
  k->out->command = command_text(k);
  c_stubs stubs = stubs_of(k, fill, hooked);
  text_init(&out, reproduce_collect, &c);
  c_stubs_write(k->m, &stubs, &out);
  text_end(&out);
  k->out->text = b.at;
  k->out->length = b.count;
}

static const char asan_settings[] =
    "ASAN_OPTIONS=detect_leaks=0:symbolize=0:handle_abort=0:"
    "detect_stack_use_after_return=1:allocator_may_return_null=1";

static c_compile_state build_and_run(maker *k, c_watch watch) {
  static const char *const settings[] = {"PATH=/usr/bin:/bin",
                                         "LC_ALL=C",
                                         "HOME=.",
                                         "TMPDIR=.",
                                         asan_settings,
                                         "UBSAN_OPTIONS=symbolize=0",
                                         NULL};
  confine_limits limits = {
      .seconds = k->t->seconds ? k->t->seconds : SECONDS,
      .memory = watch == C_WATCH_MEMORY ? 0 : MEMORY, /* it maps shadows */
      .stack = STACK,
      .arguments = count_arguments(k),
      .is_unconfined = k->t->is_unconfined};
  c_units units = {0};
  if (k->t->sources.count > 1)
    add_sources(k, &units);
  c_unit own = {.bytes = k->out->text, .length = k->out->length};
  snprintf(own.name, sizeof own.name, "inputs.c");
  vec_push(k->m, &units, own);
  c_compile_state state = c_compile_and_run(&k->compiler, &units, &limits,
                                            settings, &k->missing, k->end);
  units.count--; /* the last one's text is the result */
  free_units(k, &units);
  progress_look(k->clock);
  return state;
}

/* True: it was built and run, and 'out' says what came of it. */
static void conclude_refused(maker *k, const char *what, const char *why) {
  k->out->state = C_NOT_RUN;
  snprintf(k->out->why, sizeof k->out->why, "%.80s: %.160s", what, why);
}

static void conclude_unbuilt(maker *k) {
  if (k->compiler.is_refused)
    conclude_refused(k, "the compiled program cannot be built",
                     k->compiler.why);
  else
    conclude(k, C_UNREPRODUCIBLE, k->compiler.why);
}

/* It maps terabytes before it begins, of addresses alone. */
static bool has_no_shadow(const confine_end *end) {
  return strstr(end->output, "AddressSanitizer failed to allocate") ||
         strstr(end->output, "ReserveShadowMemoryRange failed");
}

static bool attempt(maker *k, c_watch watch, unsigned char fill) {
  const char *hooked = c_stubs_hooks(k->t->trace, &k->undefined);
  c_compile_state state;
  char why[C_JUDGE_WHY];
  set_flags(k, watch, fill, hooked != NULL);
  do {
    write_text(k, fill, hooked);
    state = build_and_run(k, watch);
  } while (state == C_COMPILE_MISSING);
  if (state != C_COMPILED) {
    conclude_unbuilt(k);
    return false;
  }
  if (k->end->state == CONFINE_NOT_STARTED && k->end->code == EPERM) {
    conclude(k, C_NOT_CONFINED, k->end->why);
    return true;
  }
  if (k->end->state == CONFINE_NOT_STARTED) {
    conclude_refused(k, "the compiled program cannot be started",
                     strerror(k->end->code));
    return true;
  }
  if (watch == C_WATCH_MEMORY && has_no_shadow(k->end)) {
    conclude_refused(k, "the compiled program cannot be watched",
                     "AddressSanitizer finds no room for its shadow "
                     "(ulimit -v)");
    return false;
  }
  bool failed =
      c_judge(&k->t->trace->failure, watch, k->end, &k->out->at_place, why);
  if (!failed)
    add_reason(k, why);
  conclude(k, failed ? C_REPRODUCED : C_NOT_REPRODUCED, why);
  return true;
}

static const c_watch *ways(const c_failure *failure, size_t *count) {
  static const c_watch plain[] = {C_WATCH_NOTHING},
                       memory[] = {C_WATCH_MEMORY, C_WATCH_NOTHING},
                       arithmetic[] = {C_WATCH_ARITHMETIC, C_WATCH_TRAPS};
  *count = 2;
  if (failure->is_fault)
    return memory;
  if (failure->error == CFA_ERROR_OVERFLOW ||
      failure->error == CFA_ERROR_DIVISION ||
      failure->error == CFA_ERROR_SHIFT || failure->error == CFA_ERROR_INDEX ||
      failure->error == CFA_ERROR_UNDEFINED)
    return arithmetic;
  *count = 1;
  return plain;
}

/* By the compiler at hand, in one way after the other; the first that shows it,
 * or that says more than the next one would. */
static void try_each(maker *k) {
  size_t count;
  const c_watch *watch = ways(&k->t->trace->failure, &count);
  for (size_t i = 0; i < count; i++) {
    bool is_run = attempt(k, watch[i], 0);
    /* Something else may do as well as what the trace says. */
    if (is_run && k->out->state == C_NOT_REPRODUCED && not_zero(k))
      attempt(k, watch[i], PATTERN);
    if (watch[i] == C_WATCH_MEMORY && k->out->state == C_NOT_RUN)
      k->unwatched = *k->out;
    if (k->out->state == C_REPRODUCED || k->out->state == C_NOT_CONFINED ||
        (is_run && watch[i] != C_WATCH_MEMORY))
      return;
  }
}

/* A program whose memory nobody watched need not crash where it is wrong. */
static void try_build(maker *k, const c_build *build, bool is_real) {
  k->build = build;
  k->is_real = is_real;
  k->unwatched.state = C_REPRODUCED;
  try_each(k);
  if (k->unwatched.state == C_NOT_RUN && k->out->state == C_NOT_REPRODUCED)
    conclude(k, C_NOT_RUN, k->unwatched.why);
  c_stubs stubs = stubs_of(k, 0, NULL);
  snprintf(k->out->build, sizeof k->out->build, "%s", build->name);
  k->out->replaced =
      c_stubs_tell_own(k->m, &stubs, k->out->own, sizeof k->out->own);
}

/* Another way, whose result counts if it shows the failure. */
static void try_another(maker *k, const c_build *build, bool is_real) {
  c_reproduction before = *k->out;
  k->out->text = k->out->command = NULL;
  try_build(k, build, is_real);
  c_reproduction *lost = k->out->state == C_REPRODUCED ? &before : k->out;
  mem_free(k->m, lost->text);
  mem_free(k->m, lost->command);
  if (lost == k->out)
    *k->out = before;
}

/* With the real library first. If it does not fail with that, the inputs may
 * be such that only functions of ours can give them; or it may fail as others
 * compile it. */
static void try_all(maker *k) {
  const c_build *usual = c_build_at(0);
  c_stubs replacing = stubs_of(k, 0, NULL);
  try_build(k, usual, true);
  replacing.is_real = false;
  if (k->out->state == C_NOT_REPRODUCED &&
      c_stubs_tell_own(k->m, &replacing, NULL, 0) != C_STUBS_REPLACE_NOTHING)
    try_another(k, usual, false);
  for (size_t i = 1; c_build_at(i) && k->out->state == C_NOT_REPRODUCED; i++)
    try_another(k, c_build_at(i), true);
}

void c_reproduce(mem *m, progress *clock, const c_reproduce_task *t,
                 c_reproduction *out) {
  maker k = {.m = m, .clock = clock, .t = t, .out = out};
  c_units sources = {0};
  memset(out, 0, sizeof *out);
  k.end = mem_alloc(m, sizeof *k.end);
  c_compiler_init(&k.compiler, m, clock);
  for (size_t i = 0; i < t->sources.count; i++)
    reads_add_folder(m, &k.folders, t->sources.at[i].name);
  reads_add_includes(m, &k.folders, t->arguments);
  k.compiler.reads = reads_list(m, &k.folders);
  k.build = c_build_at(0);
  set_flags(&k, C_WATCH_NOTHING, 0, false);
  add_sources(&k, &sources);
  bool compiles =
      c_compile_undefined(&k.compiler, &sources, &k.undefined, &k.implicit);
  free_units(&k, &sources);
  progress_look(clock);
  if (compiles)
    try_all(&k);
  else
    conclude_unbuilt(&k);
  for (size_t i = 0; i < k.owned.count; i++)
    mem_free(m, k.owned.at[i]);
  vec_free(m, &k.owned);
  reads_free(m, &k.folders);
  vec_free(m, &k.compiler.flags);
  names_free(m, &k.undefined);
  names_free(m, &k.missing);
  names_free(m, &k.implicit);
  mem_free(m, k.compiler.messages);
  mem_free(m, k.compiler.environment);
  mem_free(m, k.end);
}
