#include "evidence/c/replay.h"

#include "evidence/c/source.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* What the program says, as texts. */

static c_place place_of(const cfa *automaton, cfa_place at) {
  if (at.file == CFA_NONE || at.file >= automaton->files.count)
    return (c_place){.file = ""};
  return (c_place){cfa_text(automaton, automaton->files.at[at.file]), at.line,
                   at.column};
}

/* How people write an uninitialised variable, and whether its name stands for
 * the input: it must for all that share the name. */
static void describe_variable(const cfa *automaton, uint32_t function,
                              const cfa_input *input, c_trace_input *out) {
  bool is_known = false, is_whole = true;
  vec_each (const cfa_variable, variable, &automaton->variables) {
    if (variable->name != input->name ||
        (variable->function != function && variable->function != CFA_NONE))
      continue;
    bool is_word =
        variable->is_scalar ||
        (variable->type < automaton->types.count &&
         automaton->types.at[variable->type].kind == CFA_TYPE_INTEGER);
    is_whole = is_whole && variable->kind != CFA_TEMPORARY && is_word &&
               !variable->is_pointer &&
               input->width ==
                   (variable->is_scalar ? variable->width : 8 * variable->size);
    out->is_signed =
        variable->is_scalar || variable->type >= automaton->types.count
            ? variable->is_signed
            : automaton->types.at[variable->type].is_signed;
    is_known = true;
  }
  out->is_variable = is_known && is_whole && !input->offset;
}

static bool result_is_signed(const cfa *automaton, const cfa_edge *edge,
                             const char *name) {
  bool is_known, is_signed = c_source_gives_signed(name, &is_known);
  return is_known ? is_signed
                  : edge->variable < automaton->variables.count &&
                        automaton->variables.at[edge->variable].is_signed;
}

static void describe_at(const cfa *automaton, const cfa_input *input,
                        c_trace_input *out) {
  assert(input->edge < automaton->edges.count);
  const cfa_edge *edge = &automaton->edges.at[input->edge];
  out->place = place_of(automaton, edge->place);
  if (input->kind != CFA_INPUT_UNINITIALISED)
    out->is_signed = result_is_signed(automaton, edge, out->name);
  else if (input->name != CFA_NONE && edge->from < automaton->locations.count)
    describe_variable(automaton, automaton->locations.at[edge->from].function,
                      input, out);
}

/* Borrows texts of the program. */
static c_trace_input describe(const cfa *automaton, const cfa_input *input) {
  c_trace_input out = {.kind = input->kind,
                       .name = cfa_text(automaton, input->name),
                       .offset = input->offset,
                       .width = input->width,
                       .is_pointer = input->is_pointer,
                       .is_signed = input->kind == CFA_INPUT_ARGUMENT,
                       .value = input->value,
                       .place = {.file = ""}};
  if (input->edge < automaton->edges.count)
    describe_at(automaton, input, &out);
  return out;
}

static c_failure failure_of(const cfa *automaton, uint32_t edge,
                            cfa_fault fault) {
  assert(edge < automaton->edges.count);
  const cfa_edge *e = &automaton->edges.at[edge];
  c_failure out = {.name = "", .place = place_of(automaton, e->place)};
  out.is_fault = fault != CFA_NO_FAULT;
  if (out.is_fault) {
    out.fault = fault;
  } else {
    out.error = e->error;
    out.name = cfa_text(automaton, e->name);
  }
  return out;
}

/* Gives the inputs; which, a function of its own decides. */
typedef struct feeder {
  const cfa *p;
  cfa_choose *choose; /* its 'self' is this feeder */
  size_t count, next;
  char *why; /* empty as long as all is well */
  /* When recording: */
  mem *m;
  const uint64_t *values;
  c_trace *out;
  /* When replaying: */
  const c_trace *trace;
} feeder;

static bool has_more(feeder *f) {
  if (!f->why[0] && f->next >= f->count)
    snprintf(f->why, C_REPLAY_WHY,
             "the run asks for more than the %zu inputs that are given",
             f->count);
  return !f->why[0];
}

static const char *ending(cfa_end end) {
  switch (end) {
  case CFA_END_RETURN:
    return "main returns";
  case CFA_END_HALT:
    return "the program exits";
  case CFA_END_BLOCKED:
    return "an assumption does not hold";
  case CFA_END_FAULT:
    return "memory is used wrongly, which is not what is checked";
  case CFA_END_UNDEFINED:
    return "C does not say what happens";
  case CFA_END_UNSUPPORTED:
    return "something unsupported is met";
  case CFA_END_ERROR:
  case CFA_END_STEPS:
    break;
  }
  return "the run has no end";
}

/* True: an error; where and which. */
static bool run(mem *m, progress *clock, unsigned checks, feeder *f,
                c_failure *failure) {
  cfa_run_options run_options = {
      .checks = checks, .choose = f->choose, .self = f};
  cfa_run *r = cfa_run_begin(m, clock, f->p, &run_options);
  cfa_fault fault = CFA_NO_FAULT;
  const char *words = NULL;
  while (!f->why[0] && cfa_run_step(r))
    ;
  if (!f->why[0]) {
    cfa_end end = cfa_run_end(r, &fault, &words);
    uint32_t edge = cfa_run_edge(r);
    if (end == CFA_END_ERROR && edge < f->p->edges.count)
      *failure = failure_of(f->p, edge, fault);
    else
      snprintf(f->why, C_REPLAY_WHY, "no failure: %s%s%.120s", ending(end),
               words && words[0] ? ": " : "", words ? words : "");
  }
  cfa_run_delete(r);
  return !f->why[0];
}

static const char *replay_keep(mem *m, const char *s) {
  return mem_text(m, s, strlen(s));
}

static uint64_t record(void *self, const cfa_input *input) {
  feeder *f = self;
  if (!has_more(f))
    return 0;
  c_trace_input trace_input = describe(f->p, input);
  trace_input.value = bits_cut(f->values[f->next++], input->width);
  trace_input.name = replay_keep(f->m, trace_input.name);
  trace_input.place.file = replay_keep(f->m, trace_input.place.file);
  vec_push(f->m, &f->out->inputs, trace_input);
  return trace_input.value;
}

bool c_replay_record(mem *m, progress *clock, const cfa *automaton,
                     unsigned checks, const uint64_t *values, size_t count,
                     c_trace *out, char why[C_REPLAY_WHY]) {
  feeder f = {.p = automaton, .choose = record, .count = count, .why = why};
  f.m = m;
  f.values = values;
  f.out = out;
  why[0] = '\0';
  out->pointer_bits = automaton->pointer_bits;
  out->checks = checks;
  out->inputs.count = 0;
  if (!run(m, clock, checks, &f, &out->failure))
    return false;
  out->failure.name = replay_keep(m, out->failure.name);
  out->failure.place.file = replay_keep(m, out->failure.place.file);
  return true;
}

static bool replay_same_place(const c_place *a, const c_place *b) {
  return strcmp(a->file, b->file) == 0 && a->line == b->line &&
         a->column == b->column;
}

static bool same_input(const c_trace_input *a, const c_trace_input *b) {
  return a->kind == b->kind && a->width == b->width &&
         a->is_pointer == b->is_pointer && a->offset == b->offset &&
         strcmp(a->name, b->name) == 0 &&
         replay_same_place(&a->place, &b->place);
}

static uint64_t confirm(void *self, const cfa_input *input) {
  feeder *f = self;
  c_trace_input met = describe(f->p, input);
  if (!has_more(f))
    return 0;
  const c_trace_input *given = &f->trace->inputs.at[f->next++];
  if (same_input(given, &met))
    return given->value;
  snprintf(f->why, C_REPLAY_WHY,
           "input %zu is not what the run asks for at %.100s:%" PRIu32, f->next,
           met.place.file, met.place.line);
  return 0;
}

static bool same_failure(const c_failure *a, const c_failure *b) {
  return a->is_fault == b->is_fault &&
         (a->is_fault
              ? a->fault == b->fault
              : a->error == b->error && strcmp(a->name, b->name) == 0) &&
         replay_same_place(&a->place, &b->place);
}

bool c_replay(mem *m, progress *clock, const cfa *automaton,
              const c_trace *trace, char why[C_REPLAY_WHY]) {
  feeder f = {.p = automaton,
              .choose = confirm,
              .count = trace->inputs.count,
              .why = why};
  c_failure failure;
  f.trace = trace;
  why[0] = '\0';
  if (automaton->pointer_bits != trace->pointer_bits)
    snprintf(why, C_REPLAY_WHY, "pointers have %u bits, not %u",
             (unsigned)automaton->pointer_bits, trace->pointer_bits);
  else if (!run(m, clock, trace->checks, &f, &failure))
    return false;
  else if (f.next < f.count)
    snprintf(why, C_REPLAY_WHY, "the run asks for %zu inputs only, not %zu",
             f.next, f.count);
  else if (!same_failure(&failure, &trace->failure))
    snprintf(why, C_REPLAY_WHY,
             "the run fails in another way, at %.150s:%" PRIu32,
             failure.place.file, failure.place.line);
  return !why[0];
}
