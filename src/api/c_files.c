/* What others can read about an answer on a C program: witnesses for the
 * validators of SV-COMP, and a C file that fails by itself. */
#include "api/c_programs.h"

#include "base/kept.h"
#include "cfa/print.h"
#include "evidence/c_witness.h"

#include <string.h>
#include <time.h>

typedef vec(c_source) sources;
typedef vec(c_invariant) invariants;

/* The files as they are now. False: the error is set. */
static bool read_sources(custos *c, sources *out) {
  for (size_t i = 0; i < c->source.files.count; i++) {
    c_source s = {.name = c->source.files.at[i]};
    char *bytes;
    if (!context_read_file(c, s.name, &bytes, &s.length))
      return false;
    s.bytes = bytes;
    vec_push(&c->job, out, s);
  }
  return true;
}

custos_status context_reproduce_c(custos *c) {
  c_problem *x = &c->c_problem;
  sources files = {0};
  if (!read_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  c_reproduce_task task = {.sources = {files.at, files.count},
                           .program = &x->program,
                           .trace = &x->trace,
                           .arguments = context_c_arguments(c)};
  c->clock.phase = "running the compiled program";
  c_reproduce(&c->job, &c->clock, &task, &x->reproduction);
  return CUSTOS_OK;
}

static c_place place_of(const cfa *p, cfa_place at) {
  if (at.file == CFA_NONE)
    return (c_place){.file = ""};
  return (c_place){cfa_text(p, p->files.at[at.file]), at.line, at.column};
}

/* Those that have a form in C, at places that people know. */
static void collect_invariants(custos *c, invariants *out) {
  const cfa *p = &c->c_problem.program;
  vec_each (const panda_predicate, x, &c->c_problem.result.predicates) {
    const cfa_location *at = &p->locations.at[x->location];
    kept k = {.m = &c->job};
    text to;
    if (!x->is_invariant || at->place.file == CFA_NONE)
      continue;
    text_init(&to, kept_add, &k);
    bool is_c = cfa_print_expression(p, x->condition, &to);
    text_end(&to);
    vec_push(&c->job, &k.bytes, '\0');
    c_invariant i = {.is_loop = at->is_loop_head,
                     .place = place_of(p, at->place),
                     .function =
                         cfa_text(p, p->functions.at[at->function].name),
                     .condition = k.bytes.at};
    if (is_c)
      vec_push(&c->job, out, i);
  }
}

custos_status context_write_c_witness(custos *c, text *out) {
  c_problem *x = &c->c_problem;
  sources files = {0};
  invariants all = {0};
  char now[40] = "";
  struct tm parts;
  time_t seconds = time(NULL);
  if (!read_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  if (gmtime_r(&seconds, &parts))
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &parts);
  c_witness_task task = {.sources = {files.at, files.count},
                         .specification = x->specification,
                         .checks = x->checks,
                         .pointer_bits = x->program.pointer_bits,
                         .created = now[0] ? now : NULL};
  if (c->has_run) {
    c_witness_violation(&c->job, &task, &x->trace, out);
  } else {
    collect_invariants(c, &all);
    c_witness_correctness(&c->job, &task, all.at, all.count, out);
  }
  return CUSTOS_OK;
}
