/* The Boolean program of a C program's predicates, as text. */
#include "lang/bp/write_program.h"
#include "problem/c/c_summaries.h"

/* What the text says in other ways than the program. */
static bp_written describe(mem *m, const cfa *p, const abstract_program *a) {
  size_t procedures = a->program.procedures.count;
  size_t locations = a->program.locations.count;
  bp_written w = {.program = &a->program,
                  .first_result = a->first_result,
                  .results = a->results,
                  .results_of = mem_alloc(m, procedures * sizeof *w.results_of),
                  .exits = mem_alloc(m, procedures * sizeof *w.exits),
                  .is_error = mem_alloc(m, locations * sizeof *w.is_error)};
  w.results_of[0] = 0;
  w.exits[0] = PROG_NONE;
  for (uint32_t i = 1; i < procedures; i++) {
    uint32_t entry = a->program.procedures.at[i].entry, count = 0;
    uint32_t f = p->locations.at[a->locations.at[entry]].function;
    while (count < a->results &&
           a->ensured.at[f * a->results + count] != CFA_NONE)
      count++;
    w.results_of[i] = count;
    w.exits[i] = a->exits.at[f];
  }
  memset(w.is_error, 0, locations * sizeof *w.is_error);
  vec_each (const abstract_target, t, &a->targets)
    w.is_error[t->location] = true;
  return w;
}

void context_write_c_boolean(custos *c, text *out) {
  c_problem *x = &c->c_problem;
  predicates found;
  abstract_program a;
  smt_limits limits = {.milliseconds = 2000, .megabytes = 1024};
  cfa_predicates given = {0};
  x->is_used = true; /* expressions are added to it */
  predicates_init(&found, &x->mem, &c->clock, &x->cfa, &limits);
  x->open.solver = found.asker.solver;
  context_c_predicates(c, &given);
  predicates_seed(&found, &given);
  abstract_options o = {.only_booleans = true, .keep_dead = true};
  predicates_abstract(&found, &x->round, &o, &a);
  bp_written w = describe(&x->round, &x->cfa, &a);
  text_put(out, "// The Boolean program of these predicates, by Custos.\n");
  bp_write_program(&x->round, &w, out);
  panda_close(&x->open);
  mem_clear(&x->round);
}
