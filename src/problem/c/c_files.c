/* What others can read about an answer on a C program: witnesses for the
 * validators of SV-COMP, and a C file that fails by itself. */
#include "problem/c/c_claims.h"
#include "problem/c/c_parts.h"
#include "problem/kinds.h"

#include "evidence/c/witness.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

bool context_read_c_sources(custos *c, c_sources *out) {
  vec(c_source) all = {0};
  for (size_t i = 0; i < c->source.files.count; i++) {
    c_source source = {.name = c->source.files.at[i]};
    char *bytes;
    if (!context_read_file(c, source.name, &bytes, &source.length))
      return false;
    source.bytes = bytes;
    vec_push(&c->job, &all, source);
  }
  *out = (c_sources){all.at, all.count};
  return true;
}

custos_status context_reproduce_c(custos *c) {
  c_problem *problem = &c->c_problem;
  c_sources files;
  if (!context_read_c_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  c_reproduce_task task = {.sources = files,
                           .cfa = &problem->cfa,
                           .trace = &problem->trace,
                           .is_unconfined = c->options.run == RUN_UNCONFINED,
                           .arguments = context_c_arguments(c)};
  c->clock.phase = "running the compiled program";
  c_reproduce(&c->job, &c->clock, &task, &problem->reproduction);
  return CUSTOS_OK;
}

custos_status context_write_c_witness(custos *c, text *out) {
  c_problem *problem = &c->c_problem;
  c_sources files;
  char now[40] = "";
  struct tm parts;
  time_t seconds = time(NULL);
  if (!context_read_c_sources(c, &files))
    return CUSTOS_ERR_SYSTEM;
  if (gmtime_r(&seconds, &parts))
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", &parts);
  c_witness_task task = {.sources = files,
                         .specification = problem->given.specification,
                         .checks = problem->given.checks,
                         .pointer_bits = problem->cfa.pointer_bits,
                         .created = now[0] ? now : NULL};
  if (c->has_run) {
    c_witness_violation(&c->job, &task, &problem->trace, out);
  } else {
    c_claims all = {0};
    size_t lost = c_claims_collect(c, &files, &all);
    /* A comment of YAML's: nobody should take it for the whole proof. */
    if (lost)
      text_format(out, "# incomplete: %zu invariants have no form in C\n",
                  lost);
    const char *presumes = c_presumes(c, NULL);
    if (*presumes) {
      text_put(out, "# presumes: ");
      text_put(out, presumes);
      text_char(out, '\n');
    }
    c_witness_correctness(&c->job, &task, all.at, all.count, out);
  }
  return CUSTOS_OK;
}
