#include "evidence/program/lasso.h"

typedef vec(uint64_t) letters;

/* The letter of each step. The loop leads back to its first head, and a letter
 * depends on a head and an edge only, so that each round has the same ones. */
static bool read_letters(mem *m, progress *clock, const prog *p,
                         const prog_binding *b, const prog_run *r, letters *out,
                         const char **why) {
  prog_configuration c;
  bool good = true;
  prog_configuration_start(&c, m, p);
  for (size_t i = 0; good && i < r->steps.count; i++) {
    progress_tick(clock);
    uint64_t letter = prog_letter(p, b, &c, r->steps.at[i].edge);
    vec_push(m, out, letter);
    good = prog_take(&c, r, i, why);
  }
  prog_configuration_free(&c);
  return good;
}

bool prog_lasso_check(mem *m, progress *clock, const prog *p,
                      const prog_binding *b, const ltl *t, uint32_t f,
                      const prog_run *r, const char **why) {
  letters word = {0};
  if (r->loop >= r->steps.count) {
    *why = "the run has no loop";
    return false;
  }
  bool good = prog_replay(m, clock, p, r, why) &&
              read_letters(m, clock, p, b, r, &word, why);
  if (good && ltl_holds_on(m, t, f, word.at, word.count, r->loop)) {
    *why = "the formula is true on this run";
    good = false;
  }
  vec_free(m, &word);
  return good;
}
