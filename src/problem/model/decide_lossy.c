/* Can a finite model go wrong? Asked of a search that forgets states, so that
 * it may find a violation but never says that there is none. */
#include "engine/lossy/lossy.h"
#include "problem/temporal.h"

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

/* Why a search has not seen all that it could have; NULL: it has. */
static const char *why_early(const lossy_odds *odds) {
  return odds->is_full  ? "the table was full: try a larger --hash-memory"
         : odds->is_cut ? "the time was spent: try a larger --time"
                        : NULL;
}

static void say_nothing_found(custos *c, const lossy_options *o,
                              const lossy_odds *odds) {
  bool swarm = o->searches > 1;
  figure missed = number(odds->missed), any = percent(odds->any);
  const char *plural = odds->states == 1 ? "" : "s", *early = why_early(odds);
  char found[120];
  if (swarm)
    snprintf(found, sizeof found,
             "nothing found by %u searches of up to %" PRIu64 " state%s",
             o->searches, odds->states, plural);
  else
    snprintf(found, sizeof found, "nothing found in %" PRIu64 " state%s by %s",
             odds->states, plural,
             o->kind == LOSSY_COMPACT ? "hash compaction" : "bitstate search");
  if (early)
    context_say(c, "%s; ended early, %s", found, early);
  else
    context_say(c, "%s; about %s were missed%s (chance of any: %s)", found,
                missed.text, swarm ? " by all" : "", any.text);
}

custos_status context_decide_lossy(custos *c, custos_result *result) {
  explicit_answer answer;
  lossy_odds odds;
  lossy_options o = lossy_options_of(c);
  const model *x = context_reduce(c, NULL);
  context_begin_search(c, x);
  double start = progress_clock();
  lossy_safety(&c->job, &c->clock, x, &o, &answer, &odds);
  result->search_seconds = progress_clock() - start;
  context_end_search(c);
  answer.covered = NULL; /* what was not reached may have been missed */
  if (answer.verdict == EXPLICIT_FAULT)
    return context_conclude_safety(c, &answer, result);
  context_take_search(&answer, result);
  result->states = odds.states;
  context_take_seen(c, &answer);
  say_nothing_found(c, &o, &odds);
  return context_conclude(c, result, CUSTOS_UNKNOWN);
}

custos_status context_refuse_lossy(custos *c, custos_result *result) {
  context_say(c, "--search is for safety; this property needs "
                 "--search=exhaustive");
  return context_conclude(c, result, CUSTOS_UNKNOWN);
}
