#include "evidence/program/lasso.h"

typedef vec(uint64_t) letters;

/* The letter of each step. The loop leads back to its first head, and a letter
 * depends on a head and an edge only, so that each round has the same ones. */
static bool read_letters(mem *m, progress *clock, const prog *program,
                         const prog_binding *binding, const prog_run *run,
                         letters *out, const char **why) {
  prog_configuration c;
  bool good = true;
  prog_configuration_start(&c, m, program);
  for (size_t i = 0; good && i < run->steps.count; i++) {
    progress_tick(clock);
    uint64_t letter = prog_letter(program, binding, &c, run->steps.at[i].edge);
    vec_push(m, out, letter);
    good = prog_take(&c, run, i, why);
  }
  prog_configuration_free(&c);
  return good;
}

bool prog_lasso_check(mem *m, progress *clock, const prog *program,
                      const prog_binding *binding, const ltl *t, uint32_t f,
                      const prog_run *run, const char **why) {
  letters word = {0};
  if (run->loop >= run->steps.count) {
    *why = "the run has no loop";
    return false;
  }
  bool good = prog_replay(m, clock, program, run, why) &&
              read_letters(m, clock, program, binding, run, &word, why);
  if (good && ltl_holds_on(m, t, f, word.at, word.count, run->loop)) {
    *why = "the formula is true on this run";
    good = false;
  }
  vec_free(m, &word);
  return good;
}
