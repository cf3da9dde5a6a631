/* Lists of any length in the checker of proofs, beside many runs: random
 * automata (cfa_lists.h), without invariants. What fails in one of the runs
 * must not be accepted; what does not hold because lists were folded, must not
 * be rejected; and without folding most have no end. */
#include "tests/unit/cases.h"

#include "tests/unit/cfa_lists.h"

#include "evidence/c_proof/c_proof.h"

static size_t accepted, by_folding, rejected, undecided;

static c_proof_result checked(bool folds_lists, double seconds) {
  const cfa_invariants none = {0};
  c_proof_options o = {.presume_memory = true,
                       .folds_lists = folds_lists,
                       .unlike_links = 1 + draw(4),
                       .seconds = seconds,
                       .query_milliseconds = 1000};
  c_proof_open open = {NULL};
  c_proof_result out;
  c_proof_check(&job, &ticks, &made, &o, &none, &open, &out);
  c_proof_close(&open);
  return out;
}

static void check_one(unsigned long number) {
  (void)number;
  random_automaton();
  CHECK(!cfa_validate(&job, &made));
  c_proof_result folded = checked(true, 0.2);
  switch (folded.verdict) {
  case C_PROOF_ACCEPTED:
    accepted++;
    by_folding += folded.is_folded;
    CHECK(!fails());
    break;
  case C_PROOF_REJECTED: /* so it is without folding */
    rejected++;
    CHECK(checked(false, 2).verdict != C_PROOF_ACCEPTED);
    break;
  case C_PROOF_UNDECIDED:
    undecided++;
    break;
  }
}

int main(int argc, char **argv) {
  cases asked = cases_asked(argc, argv, 150);
  unsigned long many = asked.many;
  progress_begin(&ticks, "");
  cases_each(asked, check_one);
  CHECK(many < 50 || (by_folding > many / 10 && rejected > many / 50));
  fprintf(stderr,
          "%zu are accepted (%zu with folded lists), %zu rejected, %zu "
          "undecided\n",
          accepted, by_folding, rejected, undecided);
  return check_end();
}
