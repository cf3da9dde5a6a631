/* Extended CTL by its definition: a bounded search through configurations, no
 * tables, no monitors. Three values: where stacks grow too high, it does not
 * know. */
#ifndef UNIT_ECTL_BRUTE_H
#define UNIT_ECTL_BRUTE_H

#include "product/ectl_answer.h"

typedef enum ectl_guess {
  ECTL_GUESS_NO,
  ECTL_GUESS_YES,
  ECTL_GUESS_OPEN
} ectl_guess;

enum { ECTL_BRUTE_DEPTH = 9, ECTL_BRUTE_MOST = 150 };

/* The one stack that there is, the top last. */
typedef struct ectl_pair {
  uint32_t automaton, state, depth;
  uint8_t stack[ECTL_BRUTE_DEPTH + 1];
} ectl_pair;

typedef struct ectl_brute {
  mem *m;
  const ectl_question *q;
  bool is_pds;
  map known; /* a node at a configuration */
  vec(uint8_t) guesses;
} ectl_brute;

static inline uint64_t ectl_pair_key(const ectl_pair *x, uint32_t more) {
  uint64_t key = more;
  key = key << 3 | x->automaton;
  key = key << 3 | x->state;
  key = key << 4 | x->depth;
  for (uint32_t i = 0; i <= ECTL_BRUTE_DEPTH; i++)
    key = key << 2 | (i < x->depth ? x->stack[i] : 0U);
  return key;
}

static inline uint32_t ectl_pair_top(const ectl_pair *x) {
  return x->depth ? x->stack[x->depth - 1] : MACHINE_NONE;
}

static inline void ectl_pair_apply(ectl_pair *x, const machine_rule *r) {
  if (r->operation == MACHINE_POP)
    x->depth--;
  else if (r->operation == MACHINE_REWRITE)
    x->stack[x->depth - 1] = (uint8_t)r->symbol;
  else
    x->stack[x->depth++] = (uint8_t)r->symbol;
}

static inline ectl_guess ectl_brute_at(ectl_brute *b, uint32_t node,
                                       uint32_t state, uint32_t depth,
                                       const uint8_t *stack);

static inline bool ectl_brute_step(const ectl_brute *b, const ectl_pair *x,
                                   const machine_rule *r) {
  return r->from == x->state && (!b->is_pds || r->top == ectl_pair_top(x));
}

/* Which automaton, and is it one of the two that have no name? */
typedef struct ectl_brute_case {
  const ectl_node *node;
  const machine *automaton; /* NULL: every word, or the words of one action */
  bool is_release, is_next;
} ectl_brute_case;

static inline bool ectl_brute_accepts(const ectl_brute_case *c,
                                      const ectl_pair *x) {
  if (c->automaton)
    return c->automaton->accepting.at[x->automaton] != 0;
  return !c->is_next || x->automaton == 1;
}

/* The pairs behind a step of the system. */
static inline uint32_t ectl_brute_follow(const ectl_brute *b,
                                         const ectl_brute_case *c,
                                         const ectl_pair *x,
                                         const machine_rule *step,
                                         ectl_pair *out, uint32_t most) {
  ectl_pair y = *x;
  uint32_t count = 0;
  y.state = step->to;
  if (b->is_pds)
    ectl_pair_apply(&y, step);
  if (!c->automaton) {
    if (c->is_next && x->automaton == 1)
      return 0;
    y.automaton = c->is_next;
    out[0] = y;
    return 1;
  }
  const names *ours = &b->q->system->actions;
  vec_each (const machine_rule, r, &c->automaton->rules) {
    const char *action = names_text(&c->automaton->actions, r->action);
    if (r->from != x->automaton || count == most ||
        strcmp(action, names_text(ours, step->action)) != 0 ||
        (!b->is_pds && r->top != ectl_pair_top(x)))
      continue;
    out[count] = y;
    out[count].automaton = r->to;
    if (!b->is_pds)
      ectl_pair_apply(&out[count], r);
    count++;
  }
  return count;
}

/* The graph of pairs that can be reached, and whether each may or must have
 * what makes the formula true. */
typedef struct ectl_brute_graph {
  map numbers;
  vec(ectl_pair) pairs;
  vec(uint8_t) may, must; /* U: a good pair. R: not (yet) a dead one */
  vec(uint8_t) is_leaf;
  vec(uint32_t) first, next; /* edges of a pair: 'next' from 'first' on */
} ectl_brute_graph;

static inline uint32_t ectl_brute_number(ectl_brute *b, ectl_brute_graph *g,
                                         const ectl_pair *x) {
  uint32_t n = map_insert(b->m, &g->numbers, ectl_pair_key(x, 0));
  if (n == g->pairs.count)
    vec_push(b->m, &g->pairs, *x);
  return n;
}

static inline void ectl_brute_leaf(ectl_brute *b, ectl_brute_graph *g, bool may,
                                   bool must) {
  vec_push(b->m, &g->may, may);
  vec_push(b->m, &g->must, must);
  vec_push(b->m, &g->is_leaf, true);
}

/* Returns true where the pair has no need of successors. */
static inline bool ectl_brute_judge(ectl_brute *b, const ectl_brute_case *c,
                                    ectl_brute_graph *g, const ectl_pair *x) {
  uint32_t left = c->is_next ? ECTL_NONE : c->node->left;
  uint32_t right = c->is_next ? c->node->left : c->node->right;
  ectl_guess p = left == ECTL_NONE
                     ? ECTL_GUESS_YES
                     : ectl_brute_at(b, left, x->state, x->depth, x->stack);
  ectl_guess y = ectl_brute_at(b, right, x->state, x->depth, x->stack);
  bool accepts = ectl_brute_accepts(c, x);
  if (accepts && y == (c->is_release ? ECTL_GUESS_NO : ECTL_GUESS_YES)) {
    ectl_brute_leaf(b, g, !c->is_release, !c->is_release);
    return true;
  }
  bool is_open = (accepts && y == ECTL_GUESS_OPEN) || p == ECTL_GUESS_OPEN ||
                 x->depth >= ECTL_BRUTE_DEPTH ||
                 g->pairs.count > ECTL_BRUTE_MOST;
  if (is_open || p == (c->is_release ? ECTL_GUESS_YES : ECTL_GUESS_NO)) {
    ectl_brute_leaf(b, g, is_open || c->is_release, !is_open && c->is_release);
    return true;
  }
  return false;
}

static inline void ectl_brute_expand(ectl_brute *b, const ectl_brute_case *c,
                                     ectl_brute_graph *g, uint32_t n) {
  ectl_pair x = g->pairs.at[n], out[16];
  bool moves = false, escapes = false;
  vec_push(b->m, &g->first, (uint32_t)g->next.count);
  if (ectl_brute_judge(b, c, g, &x))
    return;
  vec_each (const machine_rule, r, &b->q->system->rules) {
    if (!ectl_brute_step(b, &x, r))
      continue;
    uint32_t count = ectl_brute_follow(b, c, &x, r, out, 16);
    moves = true;
    escapes = escapes || count == 0;
    for (uint32_t i = 0; i < count; i++)
      vec_push(b->m, &g->next, ectl_brute_number(b, g, &out[i]));
  }
  bool ends = c->is_release && (!moves || escapes);
  if (ends)
    g->next.count = g->first.at[n];
  vec_push(b->m, &g->may, c->is_release);
  vec_push(b->m, &g->must, c->is_release);
  vec_push(b->m, &g->is_leaf, ends);
}

/* U: the least set that has the marked ones and what leads to it; R: the
 * greatest of which each inner one has a successor in it. */
static inline void ectl_brute_close(const ectl_brute_graph *g, bool is_release,
                                    uint8_t *in) {
  for (bool again = true; again;) {
    again = false;
    for (size_t n = g->pairs.count; n-- > 0;) {
      uint32_t end =
          n + 1 < g->first.count ? g->first.at[n + 1] : (uint32_t)g->next.count;
      bool some = false;
      for (uint32_t i = g->first.at[n]; i < end; i++)
        some = some || in[g->next.at[i]];
      if (g->is_leaf.at[n] || in[n] == some || in[n] != is_release)
        continue;
      in[n] = some;
      again = true;
    }
  }
}

static inline ectl_guess ectl_brute_path(ectl_brute *b,
                                         const ectl_brute_case *c,
                                         const ectl_pair *start) {
  ectl_brute_graph g = {0};
  ectl_brute_number(b, &g, start);
  for (uint32_t n = 0; n < g.pairs.count; n++)
    ectl_brute_expand(b, c, &g, n);
  ectl_brute_close(&g, c->is_release, g.may.at);
  ectl_brute_close(&g, c->is_release, g.must.at);
  ectl_guess guess = g.must.at[0]  ? ECTL_GUESS_YES
                     : g.may.at[0] ? ECTL_GUESS_OPEN
                                   : ECTL_GUESS_NO;
  map_free(b->m, &g.numbers);
  vec_free(b->m, &g.pairs);
  vec_free(b->m, &g.may);
  vec_free(b->m, &g.must);
  vec_free(b->m, &g.is_leaf);
  vec_free(b->m, &g.first);
  vec_free(b->m, &g.next);
  return guess;
}

static inline bool ectl_brute_prop(const ectl_brute *b, const ectl_node *n,
                                   const ectl_pair *x) {
  const char *name = names_text(&b->q->formulas->props, n->name);
  vec_each (const machine_fact, f, &b->q->system->facts)
    if (f->at.state == x->state &&
        (!b->is_pds || (x->depth && f->at.symbol == ectl_pair_top(x))) &&
        strcmp(names_text(&b->q->system->props, f->prop), name) == 0)
      return true;
  return false;
}

static inline ectl_guess ectl_brute_compute(ectl_brute *b, uint32_t node,
                                            ectl_pair *x) {
  const ectl_node *n = &b->q->formulas->nodes.at[node];
  ectl_brute_case c = {.node = n, .is_release = n->op == ECTL_ER};
  ectl_guess l = ECTL_GUESS_OPEN, r = ECTL_GUESS_OPEN;
  if (n->op == ECTL_NOT || n->op == ECTL_AND || n->op == ECTL_OR)
    l = ectl_brute_at(b, n->left, x->state, x->depth, x->stack);
  if (n->op == ECTL_AND || n->op == ECTL_OR)
    r = ectl_brute_at(b, n->right, x->state, x->depth, x->stack);
  switch (n->op) {
  case ECTL_TRUE:
    return ECTL_GUESS_YES;
  case ECTL_FALSE:
    return ECTL_GUESS_NO;
  case ECTL_PROP:
    return ectl_brute_prop(b, n, x) ? ECTL_GUESS_YES : ECTL_GUESS_NO;
  case ECTL_NOT:
    return l == ECTL_GUESS_OPEN  ? l
           : l == ECTL_GUESS_YES ? ECTL_GUESS_NO
                                 : ECTL_GUESS_YES;
  case ECTL_AND:
  case ECTL_OR: {
    ectl_guess decides = n->op == ECTL_AND ? ECTL_GUESS_NO : ECTL_GUESS_YES;
    return l == decides || r == decides ? decides
           : l == ECTL_GUESS_OPEN       ? l
                                        : r;
  }
  default:
    break;
  }
  c.is_next = n->op == ECTL_EX;
  if (!c.is_next && n->name != ECTL_EVERY_WORD)
    c.automaton = (c.is_release ? b->q->release : b->q->until)[n->name];
  x->automaton = 0;
  if (!b->is_pds) { /* the automaton's stack */
    x->depth = 1;
    x->stack[0] = 0;
  }
  return ectl_brute_path(b, &c, x);
}

/* 'stack': the top last; of no matter on a transition system. */
static inline ectl_guess ectl_brute_at(ectl_brute *b, uint32_t node,
                                       uint32_t state, uint32_t depth,
                                       const uint8_t *stack) {
  ectl_pair x = {.state = state};
  if (b->is_pds) {
    if (depth > ECTL_BRUTE_DEPTH)
      return ECTL_GUESS_OPEN;
    x.depth = depth;
    memcpy(x.stack, stack, depth);
  }
  uint32_t n = map_insert(b->m, &b->known, ectl_pair_key(&x, node));
  if (n < b->guesses.count)
    return (ectl_guess)b->guesses.at[n];
  vec_push(b->m, &b->guesses, ECTL_GUESS_OPEN);
  ectl_guess guess = ectl_brute_compute(b, node, &x);
  b->guesses.at[n] = (uint8_t)guess;
  return guess;
}

#endif
