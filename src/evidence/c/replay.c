#include "evidence/c/replay.h"

#include "evidence/c/source.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

/* What the program says, as texts. */

static c_place place_of(const cfa *p, cfa_place at) {
  if (at.file == CFA_NONE || at.file >= p->files.count)
    return (c_place){.file = ""};
  return (c_place){cfa_text(p, p->files.at[at.file]), at.line, at.column};
}

/* How people write an uninitialised variable, and whether its name stands for
 * the input: it must for all that share the name. */
static void describe_variable(const cfa *p, uint32_t function,
                              const cfa_input *x, c_trace_input *out) {
  bool is_known = false, is_whole = true;
  vec_each (const cfa_variable, v, &p->variables) {
    if (v->name != x->name ||
        (v->function != function && v->function != CFA_NONE))
      continue;
    bool is_word =
        v->is_scalar || (v->type < p->types.count &&
                         p->types.at[v->type].kind == CFA_TYPE_INTEGER);
    is_whole = is_whole && v->kind != CFA_TEMPORARY && is_word &&
               !v->is_pointer &&
               x->width == (v->is_scalar ? v->width : 8 * v->size);
    out->is_signed = v->is_scalar || v->type >= p->types.count
                         ? v->is_signed
                         : p->types.at[v->type].is_signed;
    is_known = true;
  }
  out->is_variable = is_known && is_whole && !x->offset;
}

static bool result_is_signed(const cfa *p, const cfa_edge *e,
                             const char *name) {
  bool is_known, is_signed = c_source_gives_signed(name, &is_known);
  return is_known ? is_signed
                  : e->variable < p->variables.count &&
                        p->variables.at[e->variable].is_signed;
}

static void describe_at(const cfa *p, const cfa_input *x, c_trace_input *out) {
  assert(x->edge < p->edges.count);
  const cfa_edge *e = &p->edges.at[x->edge];
  out->place = place_of(p, e->place);
  if (x->kind != CFA_INPUT_UNINITIALISED)
    out->is_signed = result_is_signed(p, e, out->name);
  else if (x->name != CFA_NONE && e->from < p->locations.count)
    describe_variable(p, p->locations.at[e->from].function, x, out);
}

/* Borrows texts of the program. */
static c_trace_input describe(const cfa *p, const cfa_input *x) {
  c_trace_input out = {.kind = x->kind,
                       .name = cfa_text(p, x->name),
                       .offset = x->offset,
                       .width = x->width,
                       .is_pointer = x->is_pointer,
                       .is_signed = x->kind == CFA_INPUT_ARGUMENT,
                       .value = x->value,
                       .place = {.file = ""}};
  if (x->edge < p->edges.count)
    describe_at(p, x, &out);
  return out;
}

static c_failure failure_of(const cfa *p, uint32_t edge, cfa_fault fault) {
  assert(edge < p->edges.count);
  const cfa_edge *e = &p->edges.at[edge];
  c_failure out = {.name = "", .place = place_of(p, e->place)};
  out.is_fault = fault != CFA_NO_FAULT;
  if (out.is_fault) {
    out.fault = fault;
  } else {
    out.error = e->error;
    out.name = cfa_text(p, e->name);
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
  cfa_run_options o = {.checks = checks, .choose = f->choose, .self = f};
  cfa_run *r = cfa_run_begin(m, clock, f->p, &o);
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
  c_trace_input i = describe(f->p, input);
  i.value = bits_cut(f->values[f->next++], input->width);
  i.name = replay_keep(f->m, i.name);
  i.place.file = replay_keep(f->m, i.place.file);
  vec_push(f->m, &f->out->inputs, i);
  return i.value;
}

bool c_replay_record(mem *m, progress *clock, const cfa *p, unsigned checks,
                     const uint64_t *values, size_t count, c_trace *out,
                     char why[C_REPLAY_WHY]) {
  feeder f = {.p = p, .choose = record, .count = count, .why = why};
  f.m = m;
  f.values = values;
  f.out = out;
  why[0] = '\0';
  out->pointer_bits = p->pointer_bits;
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

bool c_replay(mem *m, progress *clock, const cfa *p, const c_trace *t,
              char why[C_REPLAY_WHY]) {
  feeder f = {.p = p, .choose = confirm, .count = t->inputs.count, .why = why};
  c_failure failure;
  f.trace = t;
  why[0] = '\0';
  if (p->pointer_bits != t->pointer_bits)
    snprintf(why, C_REPLAY_WHY, "pointers have %u bits, not %u",
             (unsigned)p->pointer_bits, t->pointer_bits);
  else if (!run(m, clock, t->checks, &f, &failure))
    return false;
  else if (f.next < f.count)
    snprintf(why, C_REPLAY_WHY, "the run asks for %zu inputs only, not %zu",
             f.next, f.count);
  else if (!same_failure(&failure, &t->failure))
    snprintf(why, C_REPLAY_WHY,
             "the run fails in another way, at %.150s:%" PRIu32,
             failure.place.file, failure.place.line);
  return !why[0];
}
