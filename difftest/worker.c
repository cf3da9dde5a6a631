#include "worker.h"

#include "child.h"
#include "stop.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SIGNATURES = 64, FAILURES_EACH = 10 };

/* Who said what. Of each kind of disagreement only the first few are worth a
 * closer look. */
typedef struct signature {
  uint8_t kinds[MOST_TOOLS], deviations[MOST_TOOLS];
} signature;

typedef struct state {
  worker *w;
  panel *p;
  stream *cases;
  buffer texts[PANEL_BATCH];
  outcome *outcomes;
  size_t batch;
  double seconds_before[MOST_TOOLS]; /* of the tools, when we began */
  signature signatures[MOST_SIGNATURES];
  unsigned sent[MOST_SIGNATURES];
  size_t signature_count;
} state;

uint64_t worker_case(const difftest_options *options, uint64_t job,
                     uint64_t k) {
  return options->shard + options->shards * (job + options->jobs * k);
}

uint64_t worker_share(const difftest_options *options, uint64_t job,
                      uint64_t cases) {
  uint64_t first = worker_case(options, job, 0),
           step = options->shards * options->jobs;
  return first < cases ? (cases - first - 1) / step + 1 : 0;
}

static bool send_message(const worker *w, message_kind kind, const void *a,
                         size_t a_length, const buffer *b) {
  message m = {kind, (uint32_t)(a_length + (b ? b->count : 0))};
  return child_send(w->pipe, (const char *)&m, sizeof m) &&
         child_send(w->pipe, a, a_length) &&
         (!b || child_send(w->pipe, b->text, b->count));
}

static int give_up(const worker *w, const char *why) {
  send_message(w, MESSAGE_STOP, why, strlen(why), NULL);
  return 3;
}

/* Is it worth telling? */
static bool is_news(state *s, const outcome *o) {
  signature x = {{0}, {0}};
  for (size_t k = 0; k < s->w->o->tools.count; k++) {
    x.kinds[k] = (uint8_t)o->answers[k].kind;
    x.deviations[k] = (uint8_t)o->deviations[k];
  }
  size_t i = 0;
  while (i < s->signature_count && memcmp(&s->signatures[i], &x, sizeof x) != 0)
    i++;
  if (i == s->signature_count) {
    if (i == MOST_SIGNATURES)
      return false;
    s->signatures[s->signature_count++] = x;
  }
  return s->sent[i]++ < FAILURES_EACH;
}

static bool has_failed(const tools *t, const outcome *o) {
  for (size_t k = 0; k < t->count; k++)
    if (o->deviations[k] != AGREES)
      return true;
  return false;
}

/* Counts the batch, tells its failures, then the progress. */
static bool publish(state *s, size_t count) {
  worker *w = s->w;
  worker_progress *progress = &w->progress;
  const tools *t = &w->o->tools;
  for (size_t i = 0; i < count; i++) {
    const outcome *o = &s->outcomes[i];
    totals_count(&progress->totals, t, o);
    if (!has_failed(t, o) || !is_news(s, o))
      continue;
    worker_failure f = {.k = progress->next + i,
                        .number = worker_case(w->o, w->job, progress->next + i),
                        .outcome = *o};
    if (!send_message(w, MESSAGE_FAILURE, &f, sizeof f, &s->texts[i]))
      return false;
  }
  progress->next += count;
  for (size_t k = 0; k < t->count; k++)
    progress->totals.tool[k].seconds =
        s->seconds_before[k] + panel_seconds(s->p, k);
  return send_message(w, MESSAGE_PROGRESS, progress, sizeof *progress, NULL);
}

static bool fetch(state *s, size_t count, const char **why) {
  const worker *w = s->w;
  for (size_t i = 0; i < count; i++) {
    buffer_reset(&s->texts[i]);
    if (!stream_get(s->cases, worker_case(w->o, w->job, w->progress.next + i),
                    &s->texts[i], why))
      return false;
  }
  return true;
}

static int work(state *s) {
  worker *w = s->w;
  const char *why = "";
  while (w->progress.next < w->end && !stop_is_asked()) {
    bool careful = w->progress.next < w->careful_until;
    uint64_t left = w->end - w->progress.next;
    size_t count = careful ? 1 : left < s->batch ? (size_t)left : s->batch;
    if (!fetch(s, count, &why))
      return give_up(w, why);
    if (careful)
      panel_ask_isolated(s->p, &s->texts[0], NULL, s->outcomes);
    else
      panel_ask(s->p, s->texts, count, s->outcomes);
    if (stop_is_asked())
      break; /* somebody has not answered for that reason alone */
    if (!publish(s, count))
      return 3; /* nobody listens any more */
  }
  return 0;
}

/* Slow tools are asked in small batches, so that progress shows. */
static size_t batch_size(const difftest_options *options) {
  for (size_t k = 0; k < options->tools.count; k++)
    if (options->tools.tool[k].kind == TOOL_COMMAND)
      return 4;
  return options->source.kind == SOURCE_FILES ? 1 : PANEL_BATCH;
}

int worker_run(worker *w) {
  state s = {.w = w, .batch = batch_size(w->o)};
  char refused[ANSWER_WHY] = "";
  const char *why = refused;
  stop_catch();
  signal(SIGINT, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  for (size_t k = 0; k < MOST_TOOLS; k++)
    s.seconds_before[k] = w->progress.totals.tool[k].seconds;
  s.outcomes = memory_new(PANEL_BATCH, sizeof *s.outcomes);
  s.p = panel_new(&w->o->panel, refused);
  s.cases = s.p ? stream_new(&w->o->source, &why) : NULL;
  int status = s.cases ? work(&s) : give_up(w, why);
  stream_delete(s.cases);
  panel_delete(s.p);
  for (size_t i = 0; i < PANEL_BATCH; i++)
    buffer_clear(&s.texts[i]);
  free(s.outcomes);
  return status;
}
