/* The Boolean program of a C program's predicates, as text. */
#include "lang/bp/write_program.h"
#include "problem/c/c_summaries.h"

/* What the text says in other ways than the program. */
static bp_written describe(mem *m, const cfa *automaton,
                           const abstract_program *program) {
  size_t procedures = program->program.procedures.count;
  size_t locations = program->program.locations.count;
  bp_written written = {
      .program = &program->program,
      .first_result = program->first_result,
      .results = program->results,
      .results_of = mem_alloc(m, procedures * sizeof *written.results_of),
      .exits = mem_alloc(m, procedures * sizeof *written.exits),
      .is_error = mem_alloc(m, locations * sizeof *written.is_error)};
  written.results_of[0] = 0;
  written.exits[0] = PROG_NONE;
  for (uint32_t i = 1; i < procedures; i++) {
    uint32_t entry = program->program.procedures.at[i].entry, count = 0;
    uint32_t f = automaton->locations.at[program->locations.at[entry]].function;
    while (count < program->results &&
           program->ensured.at[f * program->results + count] != CFA_NONE)
      count++;
    written.results_of[i] = count;
    written.exits[i] = program->exits.at[f];
  }
  memset(written.is_error, 0, locations * sizeof *written.is_error);
  vec_each (const abstract_target, target, &program->targets)
    written.is_error[target->location] = true;
  return written;
}

void context_write_c_boolean(custos *c, text *out) {
  c_problem *problem = &c->c_problem;
  predicates found;
  abstract_program program;
  smt_limits limits = {.milliseconds = 2000, .megabytes = 1024};
  cfa_predicates given = {0};
  problem->is_used = true; /* expressions are added to it */
  predicates_init(&found, &problem->mem, &c->clock, &problem->cfa, &limits);
  problem->open.solver = found.asker.solver;
  context_c_predicates(c, &given);
  predicates_seed(&found, &given);
  abstract_options o = {.only_booleans = true, .keep_dead = true};
  predicates_abstract(&found, &problem->round, &o, &program);
  bp_written written = describe(&problem->round, &problem->cfa, &program);
  text_put(out, "// The Boolean program of these predicates, by Custos.\n");
  bp_write_program(&problem->round, &written, out);
  panda_close(&problem->open);
  mem_clear(&problem->round);
}
