#include "engine.h"

#include "child.h"
#include "stop.h"

#include <string.h>
#include <unistd.h>

custos *engine_new(const tool *t, double seconds, char why[ANSWER_WHY]) {
  char limit[32];
  custos *c = custos_new();
  if (!c)
    memory_refuse();
  snprintf(limit, sizeof limit, "%g", seconds);
  custos_status status = custos_set(c, "time", limit);
  for (size_t i = 0; i < t->setting_count && status == CUSTOS_OK; i++)
    status = custos_set(c, t->settings[i].name, t->settings[i].value);
  if (status == CUSTOS_OK)
    return c;
  if (status == CUSTOS_ERR_SYSTEM)
    memory_refuse();
  snprintf(why, ANSWER_WHY, "%.239s", custos_last_error(c)->message);
  custos_delete(c);
  return NULL;
}

static void ask(custos *c, const char *text, size_t length, answer *out,
                buffer *evidence) {
  custos_result result;
  custos_status status = custos_load_text(c, "case.json", text, length, "json");
  if (status == CUSTOS_OK)
    status = custos_solve(c, &result);
  if (status != CUSTOS_OK) {
    answer_none(out, custos_last_error(c)->message);
    return;
  }
  if (result.verdict == CUSTOS_UNKNOWN) {
    answer_none(out, result.reason);
    return;
  }
  out->kind = result.verdict == CUSTOS_VIOLATED ? ANSWER_YES : ANSWER_NO;
  out->weight_kind = (int)result.weight_kind;
  if (result.weight_kind == CUSTOS_WEIGHT_FINITE &&
      result.weight_count <= INSTANCE_WEIGHTS) {
    out->weight_count = (uint32_t)result.weight_count;
    memcpy(out->weight, result.weight,
           result.weight_count * sizeof *result.weight);
  }
  if (result.reachable != (out->kind == ANSWER_YES))
    answer_none(out, "'verdict' and 'reachable' contradict each other");
  if (evidence &&
      custos_write_evidence(c, buffer_collect, evidence) != CUSTOS_OK)
    answer_none(out, custos_last_error(c)->message);
}

void engine_ask(custos *c, const char *text, size_t length, answer *out,
                buffer *evidence) {
  out->kind = ANSWER_NONE;
  out->certified = NOT_ASKED;
  out->why[0] = '\0';
  out->weight_kind = CUSTOS_WEIGHT_NONE;
  out->weight_count = 0;
  stop_attend(c);
  ask(c, text, length, out, evidence);
  stop_attend(NULL);
  custos_clear(c);
}

/* In a process of its own. */

typedef struct question {
  const tool *tool;
  double seconds;
  const char *text;
  size_t length;
  bool with_evidence;
} question;

/* The answer, then the evidence, to a pipe. */
static void answer_in_child(const void *self, int pipe) {
  const question *q = self;
  answer a = {0};
  buffer evidence = {0};
  custos *c = engine_new(q->tool, q->seconds, a.why);
  if (c)
    engine_ask(c, q->text, q->length, &a, q->with_evidence ? &evidence : NULL);
  if (child_send(pipe, (const char *)&a, sizeof a))
    child_send(pipe, evidence.text, evidence.count);
}

void engine_ask_isolated(const tool *t, double seconds, const char *text,
                         size_t length, answer *out, buffer *evidence) {
  question q = {t, seconds, text, length, evidence != NULL};
  buffer told = {0};
  char why[ANSWER_WHY];
  memset(out, 0, sizeof *out);
  /* The library ends by itself at its own limit, unless it hangs. */
  if (!child_call(answer_in_child, &q, seconds > 0 ? 2 * seconds + 1 : 0, &told,
                  why)) {
    answer_none(out, why);
  } else if (told.count < sizeof *out) {
    answer_none(out, "ended without an answer");
  } else {
    memcpy(out, told.text, sizeof *out);
    if (evidence)
      buffer_add(evidence, told.text + sizeof *out, told.count - sizeof *out);
  }
  buffer_clear(&told);
}
