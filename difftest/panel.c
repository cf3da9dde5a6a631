#include "panel.h"

#include "engine.h"
#include "external.h"
#include "oracle.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct panel {
  const panel_options *o;
  custos *engines[MOST_TOOLS];
  oracle *kernel;
  char *path; /* the file for commands */
  double seconds[MOST_TOOLS];
  buffer evidence;
  size_t certificates[PANEL_BATCH][MOST_TOOLS]; /* requests to the kernel */
  size_t oracles[PANEL_BATCH];
};

panel *panel_new(const panel_options *options, char why[ANSWER_WHY]) {
  panel *p = memory_new(1, sizeof *p);
  buffer path = {0};
  p->o = options;
  buffer_printf(&path, "%s/case-%ld.json",
                options->folder ? options->folder : "/tmp", (long)getpid());
  p->path = path.text;
  if (options->kernel)
    p->kernel = oracle_new(options->kernel, options->tool_seconds);
  for (size_t i = 0; i < options->tools->count; i++) {
    if (options->tools->tool[i].kind != TOOL_ENGINE)
      continue;
    p->engines[i] =
        engine_new(&options->tools->tool[i], options->tool_seconds, why);
    if (!p->engines[i]) {
      panel_delete(p);
      return NULL;
    }
  }
  return p;
}

void panel_delete(panel *p) {
  if (!p)
    return;
  for (size_t i = 0; i < MOST_TOOLS; i++)
    custos_delete(p->engines[i]);
  oracle_delete(p->kernel);
  buffer_clear(&p->evidence);
  free(p->path);
  free(p);
}

static double cpu_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double panel_seconds(const panel *p, size_t k) {
  return p->o->tools->tool[k].kind == TOOL_ORACLE ? oracle_seconds(p->kernel)
                                                  : p->seconds[k];
}

static void ask_engine(panel *p, size_t k, const buffer *texts, size_t count,
                       outcome *out) {
  double start = cpu_now();
  for (size_t i = 0; i < count; i++) {
    answer *a = &out[i].answers[k];
    bool certify = p->o->certify;
    buffer_reset(&p->evidence);
    if (p->o->tool_seconds > 0) /* a hang ends this process; see worker.h */
      alarm((unsigned)(2 * p->o->tool_seconds) + 2);
    engine_ask(p->engines[k], texts[i].text, texts[i].count, a,
               certify ? &p->evidence : NULL);
    if (certify && a->kind != ANSWER_NONE)
      p->certificates[i][k] = oracle_certify(p->kernel, texts[i].text,
                                             texts[i].count, &p->evidence);
    if (p->kernel && i % 8 == 0)
      oracle_pump(p->kernel);
  }
  alarm(0);
  p->seconds[k] += cpu_now() - start;
}

static void ask_command(panel *p, size_t k, const buffer *text, answer *out) {
  double start = clock_now();
  if (buffer_write_file(text, p->path)) {
    external_ask(&p->o->tools->tool[k], p->o->tool_seconds, p->path, out);
    unlink(p->path);
  } else {
    memset(out, 0, sizeof *out);
    answer_none(out, "the file could not be written");
  }
  p->seconds[k] += clock_now() - start;
}

/* What the kernel has said by now. */
static void take_replies(panel *p, size_t count, outcome *out) {
  const tools *t = p->o->tools;
  int verified = tools_oracle(t);
  oracle_finish(p->kernel);
  for (size_t i = 0; i < count; i++) {
    if (verified >= 0)
      oracle_answer(p->kernel, p->oracles[i], &out[i].answers[verified]);
    for (size_t k = 0; k < t->count && p->o->certify; k++)
      if (t->tool[k].kind == TOOL_ENGINE &&
          out[i].answers[k].kind != ANSWER_NONE)
        oracle_judge(p->kernel, p->certificates[i][k], &out[i].answers[k]);
  }
}

void panel_ask(panel *p, const buffer *texts, size_t count, outcome *out) {
  const tools *t = p->o->tools;
  if (p->kernel)
    oracle_begin(p->kernel);
  if (tools_oracle(t) >= 0)
    for (size_t i = 0; i < count; i++)
      p->oracles[i] = oracle_ask(p->kernel, texts[i].text, texts[i].count);
  for (size_t k = 0; k < t->count; k++) {
    if (t->tool[k].kind == TOOL_ENGINE)
      ask_engine(p, k, texts, count, out);
    if (t->tool[k].kind == TOOL_COMMAND)
      for (size_t i = 0; i < count; i++)
        ask_command(p, k, &texts[i], &out[i].answers[k]);
  }
  if (p->kernel)
    take_replies(p, count, out);
  for (size_t i = 0; i < count; i++)
    outcome_judge(t, NULL, &out[i]);
}

void panel_ask_isolated(panel *p, const buffer *text, const bool *which,
                        outcome *out) {
  const tools *t = p->o->tools;
  memset(out->answers, 0, sizeof out->answers);
  if (p->kernel)
    oracle_begin(p->kernel);
  for (size_t k = 0; k < t->count; k++) {
    const tool *x = &t->tool[k];
    answer *a = &out->answers[k];
    if (x->kind == TOOL_ORACLE)
      p->oracles[0] = oracle_ask(p->kernel, text->text, text->count);
    if (which && !which[k])
      continue;
    if (x->kind == TOOL_COMMAND)
      ask_command(p, k, text, a);
    if (x->kind != TOOL_ENGINE)
      continue;
    buffer_reset(&p->evidence);
    engine_ask_isolated(x, p->o->tool_seconds, text->text, text->count, a,
                        p->o->certify ? &p->evidence : NULL);
    if (p->o->certify && a->kind != ANSWER_NONE)
      p->certificates[0][k] =
          oracle_certify(p->kernel, text->text, text->count, &p->evidence);
  }
  if (p->kernel)
    take_replies(p, 1, out);
  outcome_judge(t, which, out);
}

static bool same_weight(const answer *a, const answer *b) {
  return a->weight_kind == b->weight_kind &&
         a->weight_count == b->weight_count &&
         memcmp(a->weight, b->weight, a->weight_count * sizeof *a->weight) == 0;
}

static deviation judge(const answer *a, const answer *reference) {
  if (a->kind == ANSWER_NONE)
    return NO_ANSWER;
  if (a->kind != reference->kind)
    return DIFFERS;
  return a->certified == REJECTED ? UNCERTIFIED : AGREES;
}

bool outcome_judge(const tools *t, const bool *which, outcome *o) {
  const answer *weighed = NULL; /* the first that tells the least weight */
  bool agreed = true;
  o->reference = tools_oracle(t);
  if (o->reference >= 0 && o->answers[o->reference].kind == ANSWER_NONE)
    o->reference = -1;
  for (size_t k = 0; k < t->count && o->reference < 0; k++)
    if (o->answers[k].kind != ANSWER_NONE)
      o->reference = (int)k;
  for (size_t k = 0; k < t->count; k++) {
    const answer *a = &o->answers[k];
    bool asked = !which || which[k] || t->tool[k].kind == TOOL_ORACLE;
    /* Without a reference nobody has answered. */
    o->deviations[k] =
        asked ? judge(a, &o->answers[o->reference < 0 ? 0 : o->reference])
              : AGREES;
    if (a->kind == ANSWER_YES && a->weight_kind && !t->tool[k].any_weight) {
      if (!weighed)
        weighed = a;
      else if (o->deviations[k] == AGREES && !same_weight(a, weighed))
        o->deviations[k] = OTHER_WEIGHT;
    }
    agreed = agreed && o->deviations[k] == AGREES;
  }
  return agreed;
}

const char *deviation_name(deviation d) {
  static const char *const names[] = {"agrees", "differs", "no answer",
                                      "evidence rejected", "other weight"};
  return names[d];
}
