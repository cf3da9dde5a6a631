/* Paths of extended CTL, step by step on the machines, with the twin to say
 * what holds where. */
#ifndef UNIT_ECTL_PATHS_H
#define UNIT_ECTL_PATHS_H

#include "tests/unit/engine/ectl/ectl_twin.h"

enum { WALK_DEPTH = 200, WALK_MOST = 400 };

typedef struct walker {
  uint32_t q, s;
  uint32_t depth, stack[WALK_DEPTH]; /* the bottom first */
} walker;

typedef struct walk_question {
  const twin *w;
  const twin_table *t; /* of the part */
} walk_question;

static bool walk_truth(const walk_question *k, uint32_t node, const walker *c) {
  uint32_t top_first[WALK_DEPTH];
  if (node == ECTL_NONE)
    return true;
  if (k->w->s->kind == MACHINE_LTS)
    return twin_holds(k->w, node, c->s, NULL, 0);
  for (uint32_t i = 0; i < c->depth; i++)
    top_first[i] = c->stack[c->depth - 1 - i];
  return twin_holds(k->w, node, c->s, top_first, c->depth);
}

static bool walk_applies(const machine *x, const machine_rule *r,
                         uint32_t state, const walker *c) {
  return r->from == state &&
         (!machine_has_stack(x) ||
          (c->depth > 0 && c->stack[c->depth - 1] == r->top));
}

static void walk_apply(const machine *x, const machine_rule *r, walker *c) {
  if (!machine_has_stack(x))
    return;
  if (r->operation != MACHINE_PUSH)
    c->depth--;
  if (r->operation != MACHINE_POP)
    c->stack[c->depth++] = r->symbol;
}

static bool walk_is_bad(const walk_question *k, const walker *c) {
  return k->t->automaton->accepting.at[c->q] && !walk_truth(k, k->t->right, c);
}

/* One step of a path: is it one of both machines? */
static bool walk_step(const walk_question *k, const ectl_path_step *x,
                      walker *c) {
  const machine *s = k->w->s, *a = k->t->automaton;
  const machine_rule *e = &s->rules.at[x->step];
  if (c->depth + 1 >= WALK_DEPTH || !walk_applies(s, e, c->s, c))
    return false;
  if (x->reading != ECTL_NO) {
    const machine_rule *r = &a->rules.at[x->reading];
    if (!walk_applies(a, r, c->q, c) ||
        strcmp(twin_action(s, x->step), twin_action(a, x->reading)) != 0)
      return false;
    walk_apply(a, r, c);
    c->q = r->to;
  } else {
    for (uint32_t i = 0; i < a->rules.count; i++)
      if (walk_applies(a, &a->rules.at[i], c->q, c) &&
          strcmp(twin_action(s, x->step), twin_action(a, i)) == 0)
        return false;
  }
  walk_apply(s, e, c);
  c->s = e->to;
  return true;
}

static bool walk_may_pass(const walk_question *k, const walker *c) {
  return k->t->is_release ? !walk_is_bad(k, c) : walk_truth(k, k->t->left, c);
}

static bool walk_agrees(const ectl_path_step *x, const walker *c) {
  uint32_t top = c->depth ? c->stack[c->depth - 1] : ECTL_NO;
  return x->state == c->s && x->depth == c->depth && x->top == top;
}

static bool walk_ends(const walk_question *k, const ectl_path *p,
                      const walker *c) {
  switch (p->end) {
  case ECTL_PATH_DONE:
    return !k->t->is_release && k->t->automaton->accepting.at[c->q] &&
           walk_truth(k, k->t->right, c);
  case ECTL_PATH_RELEASED:
    return k->t->is_release && !walk_is_bad(k, c) &&
           walk_truth(k, k->t->left, c);
  case ECTL_PATH_STOPS:
    vec_each (const machine_rule, r, &k->w->s->rules)
      if (walk_applies(k->w->s, r, c->s, c))
        return false;
    return k->t->is_release && !walk_is_bad(k, c);
  case ECTL_PATH_ESCAPES:
    return k->t->is_release && vec_last(&p->steps).reading == ECTL_NO;
  default:
    return false;
  }
}

/* Twice more around. */
static bool walk_loop(const walk_question *k, const ectl_path *p, walker *c) {
  const ectl_path_step *first = &p->steps.at[p->loop];
  const ectl_path_step *last = &vec_last(&p->steps);
  if (!k->t->is_release || p->loop + 1 >= p->steps.count ||
      first->location != last->location || first->top != last->top)
    return false;
  for (size_t i = p->loop; i < p->steps.count; i++)
    if (p->steps.at[i].depth < first->depth)
      return false;
  for (unsigned round = 0; round < 2; round++)
    for (size_t i = p->loop + 1; i < p->steps.count; i++)
      if (!walk_step(k, &p->steps.at[i], c) || walk_is_bad(k, c))
        return false;
  return true;
}

static bool walk_replays(const walk_question *k, const ectl_path *p, walker c) {
  size_t steps = p->steps.count;
  if (steps == 0 || !walk_agrees(&p->steps.at[0], &c))
    return false;
  for (size_t i = 1; i < steps; i++) {
    bool escapes = p->steps.at[i].reading == ECTL_NO;
    if ((escapes && i + 1 < steps) || !walk_may_pass(k, &c) ||
        !walk_step(k, &p->steps.at[i], &c) || !walk_agrees(&p->steps.at[i], &c))
      return false;
  }
  if (p->end == ECTL_PATH_LOOPS)
    return !walk_is_bad(k, &c) && walk_loop(k, p, &c);
  return walk_ends(k, p, &c);
}

/* Shortest paths of Until. */

static bool walk_same(const walker *a, const walker *b) {
  return a->q == b->q && a->s == b->s && a->depth == b->depth &&
         memcmp(a->stack, b->stack, a->depth * sizeof *a->stack) == 0;
}

/* Breadth first, all that there is: the fewest steps, or -1 if too much had to
 * be looked at. */
static long walk_shortest(const walk_question *k, walker start) {
  const machine *s = k->w->s, *a = k->t->automaton;
  static walker seen[WALK_MOST];
  static long at[WALK_MOST];
  unsigned count = 1;
  seen[0] = start;
  at[0] = 0;
  for (unsigned n = 0; n < count; n++) {
    if (a->accepting.at[seen[n].q] && walk_truth(k, k->t->right, &seen[n]))
      return at[n];
    if (!walk_truth(k, k->t->left, &seen[n]))
      continue;
    for (uint32_t i = 0; i < s->rules.count; i++)
      for (uint32_t j = 0; j < a->rules.count; j++) {
        ectl_path_step x = {.step = i, .reading = j};
        walker to = seen[n];
        bool is_new = walk_step(k, &x, &to);
        for (unsigned o = 0; o < count && is_new; o++)
          is_new = !walk_same(&seen[o], &to);
        if (is_new && count == WALK_MOST)
          return -1;
        if (is_new) {
          at[count] = at[n] + 1;
          seen[count++] = to;
        }
      }
  }
  return -1;
}

#endif
