/* Proofs by invariants of loops: rows, guesses, elimination. */
#include "engine/panda/search.h"

#include <stdio.h>

enum {
  SAMPLE_BOUND = 3,
  SUMMARY_BOUND = 10,
  RUNS = 400, /* by lot */
  USELESS_RUNS = 30,
  ROWS_A_RUN = 40, /* of one loop */
  ROWS_OF_PASS = 100
};

#define SECONDS_OF_RUNS 0.3
/* What the least large constant becomes; two of them, so that what is equal by
 * chance is told from what is equal. */
static const unsigned scales[] = {0, 7, 12};

/* ---- Rows ------------------------------------------------------------ */

/* One run, whose inputs are drawn. True: the search is over. */
static bool run_by_lot(search *s, uint32_t n, unsigned scale) {
  tandem *k = s->tandem;
  lottery_begin(&s->loops->lottery, n, scale);
  loops_new_run(s->loops, ROWS_A_RUN);
  k->lottery = &s->loops->lottery;
  tandem_start(k);
  outcome o = tandem_run(k);
  k->lottery = NULL;
  if (scale ||
      (o != RUN_FAILED && (o != RUN_FAULT || !search_counts(s, k->fault))))
    return false;
  return search_violated(s);
}

static size_t count_rows(const loops *x) {
  size_t count = 0;
  for (uint32_t i = 0; i < x->count; i++)
    count += x->all[i].rows.known.count;
  return count;
}

/* Until nothing new is seen for a while. True: the search is over. */
static bool run_with_scale(search *s, unsigned scale) {
  tandem *k = s->tandem;
  size_t rows = count_rows(s->loops);
  uint32_t useful = 0;
  for (uint32_t n = 0; n < RUNS && n < useful + USELESS_RUNS; n++) {
    if (run_by_lot(s, n, scale))
      return true;
    if (!k->inputs.count || tandem_seconds() > k->deadline)
      break; /* there is one run only, or no time for more */
    size_t now = count_rows(s->loops);
    if (now > rows)
      useful = n;
    rows = now;
  }
  return false;
}

static bool run_by_lots(search *s) {
  tandem *k = s->tandem;
  double now = tandem_seconds();
  size_t kinds = s->loops->lottery.large.count ? 3 : 1;
  bool over = false;
  s->loops->task = LOOPS_SAMPLE;
  for (size_t kind = 0; kind < kinds && !over; kind++) {
    k->deadline = now + SECONDS_OF_RUNS * (double)(kind + 1);
    over = run_with_scale(s, scales[kind]);
  }
  return over;
}

/* Real states, also such as chance does not meet. */
static bool run_by_queries(search *s) {
  loops_new_run(s->loops, ROWS_OF_PASS);
  s->loops->task = LOOPS_SAMPLE;
  return search_pass(s, SAMPLE_BOUND);
}

/* An error that is found here is one. True: the search is over. */
static bool take_rows(search *s, double seconds) {
  tandem *k = s->tandem;
  if (s->has_rows)
    return false;
  s->has_rows = true;
  if (run_by_lots(s))
    return true;
  k->deadline = tandem_seconds() + seconds;
  return run_by_queries(s);
}

/* ---- Elimination ----------------------------------------------------- */

/* Passes until one refutes no candidate. True: it has seen all, and no error.
 */
static bool eliminate(search *s) {
  loops *x = s->loops;
  x->task = LOOPS_SUMMARISE;
  do {
    x->was_dropped = false;
    if (search_pass(s, SUMMARY_BOUND))
      return false;
  } while (x->was_dropped && !s->tandem->is_spent);
  return !s->tandem->was_cut;
}
