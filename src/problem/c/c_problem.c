/* C programs as problems. */
#include "problem/c/c_programs.h"
#include "problem/kinds.h"

static bool own_property(const custos *c, property *out) {
  context_own_property(out, PROPERTY_SAFETY);
  return !c->properties.count;
}

/* Atoms are about the control flow, which is there. */
static void give_meaning(custos *c, const names *atoms, const char *file,
                         uint32_t line, uint32_t column) {
  pds_binding b = {0};
  context_bind_pushdown(c, atoms, file, line, column, &b);
}

static void show_progress(const custos *c, custos_progress *out) {
  const panda_statistics *s = &c->c_problem.result.statistics;
  out->states = s->states;
  out->pruned = s->pruned;
  out->refinements = s->refinements;
  out->queries = s->queries;
  out->paths = s->paths;
}

static void drop_job(custos *c) {
  dds_close(&c->diagrams);
  context_end_c(c);
  mem_clear(&c->c_problem.round);
}

static void close_diagrams(custos *c) { dds_close(&c->diagrams); }

const problem_ops problem_c = {
    .kind = PROBLEM_C,
    .title = "a program",
    .read = c_read,
    .already = "the problem has a C program already",
    .may_grow = true,
    .add_option = c_add_option,
    .change = c_change,
    .own_property = own_property,
    .binds_late = true,
    .give_meaning = give_meaning,
    .show_progress = show_progress,
    .walker = &c_walker,
    .drop_job = drop_job,
    .drop = context_forget_c,
    .drop_unfinished = context_drop_c,
    .drop_unwritten = close_diagrams,
};
