#include "replay.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 100000, MOST_LOOPS = 4 };

typedef struct walk {
  custos *c;
  const instance *in;
  const nfa *sets;
  char *why;
  uint32_t first[MOST_STEPS + 1], stack[2 * MOST_STEPS + 2];
  uint32_t first_state, state;
  size_t first_depth, depth;
  int64_t weight[MOST_DIMENSIONS];
  size_t steps;
  int rule[MOST_STEPS];
  size_t begins[MOST_LOOPS], ends[MOST_LOOPS]; /* parts: first, behind last */
  size_t loops;
} walk;

__attribute__((format(printf, 2, 3))) static bool
wrong(walk *w, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(w->why, REPLAY_WHY, format, arguments);
  va_end(arguments);
  return false;
}

static bool begin(walk *w, const custos_step *s) {
  if (s->rule != -1 || s->number != 0 || s->depth > MOST_STEPS)
    return wrong(w, "step %" PRIu64 " with rule %" PRId64 " begins it",
                 s->number, s->rule);
  w->first_state = w->state = s->state;
  w->first_depth = w->depth = s->depth;
  for (size_t i = 0; i < s->depth; i++)
    if (s->stack[i] >= (uint32_t)w->in->symbols)
      return wrong(w, "no symbol %u", s->stack[i]);
  if (s->depth) {
    memcpy(w->first, s->stack, s->depth * sizeof *s->stack);
    memcpy(w->stack, s->stack, s->depth * sizeof *s->stack);
  }
  if (s->state >= (uint32_t)w->in->states ||
      !naive_accepts(&w->sets[INITIAL], s->state, s->stack, s->depth))
    return wrong(w, "does not begin in the initial set");
  return true;
}

static bool follow(walk *w, const custos_step *s) {
  if (s->rule < 0 || s->rule >= w->in->rules)
    return wrong(w, "step %" PRIu64 ": no rule %" PRId64, s->number, s->rule);
  if (w->depth > 2 * MOST_STEPS)
    return wrong(w, "too deep a stack");
  const rule *r = &w->in->rule[s->rule];
  if (!naive_step(r, &w->state, w->stack, &w->depth))
    return wrong(w, "step %" PRIu64 ": rule %" PRId64 " does not apply",
                 s->number, s->rule);
  for (int i = 0; i < w->in->dimension; i++)
    w->weight[i] += r->weight[i];
  w->rule[w->steps++] = (int)s->rule;
  return true;
}

static bool same(walk *w, const custos_step *s) {
  size_t bytes = w->depth * sizeof *w->stack;
  if (s->number != w->steps)
    return wrong(w, "step %" PRIu64 " instead of %zu", s->number, w->steps);
  if (s->state != w->state || s->depth != w->depth ||
      (bytes && memcmp(s->stack, w->stack, bytes) != 0))
    return wrong(w, "step %zu shows another configuration", w->steps);
  if (!s->rule_text || (s->rule_text[0] == '\0') != (w->steps == 0))
    return wrong(w, "step %zu has a wrong text", w->steps);
  if (w->in->dimension &&
      (s->weight_count != (size_t)w->in->dimension ||
       memcmp(s->weight, w->weight, s->weight_count * sizeof *s->weight) != 0))
    return wrong(w, "step %zu shows another weight", w->steps);
  return true;
}

/* Steps of a loop that follow each other form one part of it. */
static bool mark(walk *w, const custos_step *s) {
  if (s->loop == 0)
    return true;
  if (w->steps == 0)
    return wrong(w, "the first configuration belongs to a loop");
  if (w->loops && w->ends[w->loops - 1] == w->steps - 1) {
    w->ends[w->loops - 1]++;
    return true;
  }
  if (w->loops == MOST_LOOPS)
    return wrong(w, "step %zu: a loop of too many parts", w->steps);
  w->begins[w->loops] = w->steps - 1;
  w->ends[w->loops++] = w->steps;
  return true;
}

/* The run with every part twice, from the configuration in 'state' and
 * 'stack'. Adds the weight of the second rounds to 'gain'. */
static bool repeat(walk *w, bool longest, int64_t *gain) {
  size_t loop = 0;
  bool again = false;
  for (size_t i = 0; i < w->steps; i++) {
    const rule *r = &w->in->rule[w->rule[i]];
    if (w->depth > 2 * MOST_STEPS ||
        !naive_step(r, &w->state, w->stack, &w->depth))
      return wrong(w, "the loop cannot be repeated (rule %d)", w->rule[i]);
    for (int k = 0; again && k < w->in->dimension; k++)
      gain[k] += longest ? -r->weight[k] : r->weight[k];
    if (loop < w->loops && i + 1 == w->ends[loop]) {
      if (again)
        loop++;
      else
        i = w->begins[loop] - 1;
      again = !again;
    }
  }
  if (!naive_accepts(&w->sets[FINAL], w->state, w->stack, w->depth))
    return wrong(w, "after repeating the loop the run ends elsewhere");
  return true;
}

static void restart(walk *w) {
  w->state = w->first_state;
  w->depth = w->first_depth;
  memcpy(w->stack, w->first, w->depth * sizeof *w->stack);
}

/* The loop eats a part of the first stack: doubles that part, if the initial
 * set has the longer stack too. */
static bool lengthen(walk *w) {
  size_t depth[2] = {0, 0};
  restart(w);
  for (size_t i = 0; i <= w->steps; i++) {
    if (i == w->begins[0])
      depth[0] = w->depth;
    if (i == w->ends[0])
      depth[1] = w->depth;
    if (i < w->steps)
      naive_step(&w->in->rule[w->rule[i]], &w->state, w->stack, &w->depth);
  }
  if (w->loops != 1 || depth[0] > w->first_depth || depth[1] >= depth[0])
    return wrong(w, "the loop can be repeated in no way");
  restart(w);
  size_t part = depth[0] - depth[1];
  memmove(w->stack + depth[0] + part, w->stack + depth[0],
          (w->depth - depth[0]) * sizeof *w->stack);
  memcpy(w->stack + depth[0], w->first + depth[1], part * sizeof *w->stack);
  w->depth += part;
  return naive_accepts(&w->sets[INITIAL], w->state, w->stack, w->depth) ||
         wrong(w, "the initial set has no stack to repeat the loop");
}

/* A loop is <p,a> -> <p,a w> .. <q> -> <q>: two parts, of which one may be
 * missing, and between them nothing may happen; or it eats the stack. */
static bool repeat_somehow(walk *w, bool longest, int64_t *gain) {
  size_t first = w->begins[0], last = w->ends[0];
  restart(w);
  if (repeat(w, longest, gain))
    return true;
  if (w->loops != 1)
    return false;
  for (size_t middle = first + 1; middle < last; middle++) {
    memset(gain, 0, MOST_DIMENSIONS * sizeof *gain);
    w->loops = 2;
    w->ends[0] = w->begins[1] = middle;
    w->ends[1] = last;
    restart(w);
    if (repeat(w, longest, gain))
      return true;
  }
  w->loops = 1;
  w->ends[0] = last;
  memset(gain, 0, MOST_DIMENSIONS * sizeof *gain);
  return lengthen(w) && repeat(w, longest, gain);
}

static bool pump(walk *w, bool longest) {
  int64_t gain[MOST_DIMENSIONS] = {0};
  if (w->loops == 0)
    return wrong(w, "unbounded without a loop");
  if (!repeat_somehow(w, longest, gain))
    return false;
  for (int k = 0; k < w->in->dimension; k++)
    if (gain[k])
      return gain[k] < 0 || wrong(w, "the loop makes it worse");
  return wrong(w, "the loop changes nothing");
}

static bool finish(walk *w, const custos_result *r, bool longest) {
  if (!naive_accepts(&w->sets[FINAL], w->state, w->stack, w->depth))
    return wrong(w, "does not end in the final set");
  if (r->steps != w->steps)
    return wrong(w, "has %zu steps, not %" PRIu64, w->steps, r->steps);
  if (r->weight_kind == CUSTOS_WEIGHT_FINITE)
    for (int i = 0; i < w->in->dimension; i++)
      if (r->weight[i] != w->weight[i])
        return wrong(w, "weighs %" PRId64 ", not %" PRId64, w->weight[i],
                     r->weight[i]);
  return r->weight_kind != CUSTOS_WEIGHT_UNBOUNDED || pump(w, longest);
}

static bool walk_all(walk *w, const custos_result *r, bool longest) {
  custos_step s;
  int found;
  if (custos_trace_rewind(w->c) != CUSTOS_OK)
    return wrong(w, "custos_trace_rewind: %s",
                 custos_last_error(w->c)->message);
  for (bool last = false, first = true;; first = false) {
    if (custos_trace_next(w->c, &s, &found) != CUSTOS_OK)
      return wrong(w, "custos_trace_next: %s",
                   custos_last_error(w->c)->message);
    if (!found)
      return first  ? wrong(w, "is empty")
             : last ? finish(w, r, longest)
                    : wrong(w, "ends without a last step");
    if (last)
      return wrong(w, "goes on after its last step");
    if (w->steps == MOST_STEPS)
      return true; /* right so far; the rest is left unread */
    if (!(first ? begin(w, &s) : follow(w, &s)) || !same(w, &s) || !mark(w, &s))
      return false;
    last = s.last;
  }
}

bool replay_check(custos *c, const instance *in, const nfa sets[2],
                  const custos_result *r, bool longest, char why[REPLAY_WHY]) {
  static walk w; /* large; its arrays need no clearing */
  w.c = c;
  w.in = in;
  w.sets = sets;
  w.why = why;
  w.steps = w.loops = 0;
  memset(w.weight, 0, sizeof w.weight);
  return walk_all(&w, r, longest);
}
