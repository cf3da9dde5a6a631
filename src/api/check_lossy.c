/* Can a finite model go wrong? Asked of a search that forgets states, so that
 * it may find a violation but never says that there is none. */
#include "api/temporal.h"
#include "engine/lossy/lossy.h"

#include <inttypes.h>
#include <stdio.h>

enum { DEFAULT_MEGABYTES = 512, SEARCHES_OF_JOB = 8 };

static uint64_t table_megabytes(const options *o) {
  uint64_t half = o->megabytes / 2 ? o->megabytes / 2 : 1;
  return o->hash_megabytes ? o->hash_megabytes
         : o->megabytes    ? half
                           : DEFAULT_MEGABYTES;
}

/* The time is divided among the searches of a swarm; the rest is for putting
 * together what they found. */
static lossy_options lossy_options_of(const custos *c) {
  const options *o = &c->options;
  unsigned jobs = context_jobs(c);
  uint64_t searches = 1;
  if (o->search == SEARCH_SWARM)
    searches = o->searches ? o->searches : SEARCHES_OF_JOB * (uint64_t)jobs;
  uint64_t rounds = (searches + jobs - 1) / jobs;
  return (lossy_options){
      .kind = o->search == SEARCH_COMPACT ? LOSSY_COMPACT : LOSSY_BITSTATE,
      .jobs = jobs,
      .searches = (unsigned)searches,
      .bytes = (size_t)(table_megabytes(o) << 20),
      .seed = o->seed,
      .seconds = searches > 1 ? 0.9 * o->seconds / (double)rounds : 0,
      .keep_going = o->keep_going,
      .strict = o->strict};
}

/* ---- What to say ----------------------------------------------------- */

typedef struct figure {
  char text[40];
} figure;

static figure number(double x) {
  figure f;
  snprintf(f.text, sizeof f.text, x < 100 ? "%.2g" : "%.0f", x);
  return f;
}

/* Never 0%, never 100%. */
static figure percent(double x) {
  figure f;
  if (x > 0.99)
    snprintf(f.text, sizeof f.text, "over 99%%");
  else if (x < 1e-6)
    snprintf(f.text, sizeof f.text, "under 0.0001%%");
  else
    snprintf(f.text, sizeof f.text, "%.2g%%", 100 * x);
  return f;
}

static void say_nothing_found(custos *c, const lossy_options *o,
                              const lossy_odds *odds) {
  bool swarm = o->searches > 1;
  figure missed = number(odds->missed), any = percent(odds->any);
  char where[80];
  if (swarm)
    snprintf(where, sizeof where, "by %u searches, the largest", o->searches);
  else
    snprintf(where, sizeof where, "by %s",
             o->kind == LOSSY_COMPACT ? "hash compaction" : "bitstate search");
  const char *early =
      odds->is_full  ? "; ended early, the table was full: try a larger "
                       "--hash-memory"
      : odds->is_cut ? "; searches ended early, their time was spent"
                     : "";
  context_say(c,
              "nothing found %s with %" PRIu64 " state%s%s; of those met, "
              "about %s missed (chance of any: %s)",
              where, odds->states, odds->states == 1 ? "" : "s", early,
              missed.text, any.text);
}

custos_status context_check_lossy(custos *c, custos_result *r) {
  explicit_answer a;
  lossy_odds odds;
  lossy_options o = lossy_options_of(c);
  const model *x = context_reduce(c, NULL);
  context_native_begin(c, x);
  double start = progress_clock();
  lossy_safety(&c->job, &c->clock, x, &o, &a, &odds);
  r->search_seconds = progress_clock() - start;
  context_native_end(c);
  a.covered = NULL; /* what was not reached may have been missed */
  if (a.verdict == EXPLICIT_FAULT)
    return context_conclude_safety(c, &a, r);
  context_take_statistics(&a, r);
  r->states = odds.states;
  context_take_seen(c, &a);
  say_nothing_found(c, &o, &odds);
  return context_conclude(c, r, CUSTOS_UNKNOWN);
}

custos_status context_refuse_lossy(custos *c, custos_result *r) {
  context_say(c, "--search is for safety; this property needs "
                 "--search=exhaustive");
  return context_conclude(c, r, CUSTOS_UNKNOWN);
}
