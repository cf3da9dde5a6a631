#include "naive.h"

#include <stdlib.h>
#include <string.h>

#define BIT(n) (UINT32_C(1) << (n))

/* The node of a state that an edge leads to. */
static int inner(const instance *in, int state) { return in->states + state; }

/* Do edges from 'state' start at one of these nodes? */
static bool leaves(const instance *in, uint32_t nodes, int state) {
  return (nodes & BIT(inner(in, state))) ||
         (state < in->states && (nodes & BIT(state)));
}

/* All nodes that epsilon edges lead to from 'node', itself included. */
static uint32_t closure(const instance *in, const automaton *a, int node) {
  uint32_t set = BIT(node), before = 0;
  while (set != before) {
    before = set;
    for (const edge *e = a->edge; e < a->edge + a->edges; e++) {
      bool here = leaves(in, set, e->from);
      if (e->label == EPSILON && here)
        set |= BIT(inner(in, e->to));
    }
  }
  return set;
}

void naive_nfa(const instance *in, int side, nfa *out) {
  const automaton *a = &in->side[side];
  memset(out, 0, sizeof *out);
  out->nodes = 2 * in->states + a->extra;
  for (int n = 0; n < out->nodes; n++) {
    uint32_t set = closure(in, a, n);
    for (int s = 0; s < in->states + a->extra; s++)
      if ((a->accepting & BIT(s)) && leaves(in, set, s))
        out->accepting |= BIT(n);
    for (const edge *e = a->edge; e < a->edge + a->edges; e++)
      for (int g = 0; g < in->symbols; g++)
        if ((e->label == ANY || e->label == g) && leaves(in, set, e->from))
          out->next[n][g] |= BIT(inner(in, e->to));
  }
}

static uint32_t read_symbol(const nfa *a, uint32_t nodes, uint32_t symbol) {
  uint32_t to = 0;
  for (int n = 0; n < a->nodes; n++)
    if (nodes & BIT(n))
      to |= a->next[n][symbol];
  return to;
}

bool naive_accepts(const nfa *a, uint32_t state, const uint32_t *stack,
                   size_t depth) {
  uint32_t nodes = BIT(state);
  while (depth-- > 0)
    nodes = read_symbol(a, nodes, stack[depth]);
  return nodes & a->accepting;
}

bool naive_step(const rule *r, uint32_t *state, uint32_t *stack,
                size_t *depth) {
  if (*depth == 0 || *state != (uint32_t)r->from)
    return false;
  uint32_t top = stack[*depth - 1];
  if (r->top != ANY && (uint32_t)r->top != top)
    return false;
  --*depth;
  for (int i = r->length - 1; i >= 0; i--)
    stack[(*depth)++] = r->push[i] == ANY ? top : (uint32_t)r->push[i];
  *state = (uint32_t)r->to;
  return true;
}

/* 'r' as it applies to the top symbol g; false if it does not. */
static bool concrete(const rule *r, int g, int push[2]) {
  for (int i = 0; i < 2; i++)
    push[i] = r->push[i] == ANY ? g : r->push[i];
  return r->top == ANY || r->top == g;
}

void naive_pre_star(const instance *in, nfa *a) {
  int push[2];
  naive_nfa(in, FINAL, a);
  for (bool changed = true; changed;) {
    changed = false;
    for (const rule *r = in->rule; r < in->rule + in->rules; r++)
      for (int g = 0; g < in->symbols; g++) {
        if (!concrete(r, g, push))
          continue;
        uint32_t nodes = BIT(r->to), *to = &a->next[r->from][g];
        for (int i = 0; i < r->length; i++)
          nodes = read_symbol(a, nodes, (uint32_t)push[i]);
        changed |= (nodes & ~*to) != 0;
        *to |= nodes;
      }
  }
}

/* Weights.
 *
 * The best weight of each transition of pre*, and of each pair of nodes from
 * which the rest of a stack is read, is the least solution of
 *     value(head) = min over its instances of weight + value(a) + value(b).
 * Vectors are solved one component after the other: a run is best if it is
 * best in the first, and among those in the second, and so on; that is, if all
 * its instances are tight in the first. */

enum { NOTHING = -1 };
#define NEVER INT64_MAX
#define ENDLESS INT64_MIN
/* A finite best this far out needs dozens of nested doublings, for which the
 * instances here have too few transitions. */
#define FAR (INT64_C(1) << 60)

typedef struct term {
  int head, body[2];
  const int64_t *weight; /* NULL: zero */
  bool dropped;          /* not tight in an earlier component */
} term;

typedef struct equations {
  term *terms;
  size_t count, capacity;
  int variables;
  int64_t *value;
} equations;

static void add(equations *e, int head, int a, int b, const int64_t *weight) {
  if (e->count == e->capacity) {
    e->capacity = 2 * e->capacity + 64;
    e->terms = realloc(e->terms, e->capacity * sizeof *e->terms);
    if (!e->terms)
      abort();
  }
  e->terms[e->count++] = (term){.head = head, .body = {a, b}, .weight = weight};
}

static int64_t value_of(const equations *e, const term *t, int component,
                        int sign) {
  int64_t sum = t->weight ? sign * t->weight[component] : 0;
  bool endless = false;
  for (int i = 0; i < 2; i++)
    if (t->body[i] != NOTHING) {
      int64_t v = e->value[t->body[i]];
      if (v == NEVER)
        return NEVER;
      endless |= v == ENDLESS;
      sum += v == ENDLESS ? 0 : v;
    }
  return endless || sum < -FAR ? ENDLESS : sum;
}

/* A value that still improves after as many rounds as there are variables
 * comes from a derivation in which a variable repeats on a path, and the part
 * between the two is negative: then there is no best. */
static void solve(equations *e, int component, int sign) {
  for (int i = 0; i < e->variables; i++)
    e->value[i] = NEVER;
  bool changed = true;
  for (int round = 0; changed; round++) {
    changed = false;
    for (const term *t = e->terms; t < e->terms + e->count; t++) {
      int64_t v = t->dropped ? NEVER : value_of(e, t, component, sign);
      if (v < e->value[t->head]) {
        e->value[t->head] = round > e->variables ? ENDLESS : v;
        changed = true;
      }
    }
  }
}

static void keep_tight(equations *e, int component, int sign) {
  for (term *t = e->terms; t < e->terms + e->count; t++) {
    int64_t v = value_of(e, t, component, sign);
    if (v == NEVER || v == ENDLESS || v != e->value[t->head])
      t->dropped = true;
  }
}

/* Variables: transitions first, then pairs of nodes, then the answer. */
static int transition(int from, int symbol, int to) {
  return (from * MOST_SYMBOLS + symbol) * MOST_NODES + to;
}
static int pair(int f, int i) {
  return transition(MOST_NODES, 0, 0) + f * MOST_NODES + i;
}

static void add_rules(equations *e, const instance *in, const nfa *pre,
                      bool by_steps) {
  static const int64_t one[MOST_DIMENSIONS] = {1, 1, 1};
  int push[2];
  for (const rule *r = in->rule; r < in->rule + in->rules; r++)
    for (int g = 0; g < in->symbols; g++) {
      const int64_t *w = by_steps ? one : r->weight;
      if (!concrete(r, g, push))
        continue;
      if (r->length == 0)
        add(e, transition(r->from, g, r->to), NOTHING, NOTHING, w);
      for (int q = 0; r->length > 0 && q < pre->nodes; q++) {
        if (!(pre->next[r->to][push[0]] & BIT(q)))
          continue;
        int first = transition(r->to, push[0], q);
        if (r->length == 1)
          add(e, transition(r->from, g, q), first, NOTHING, w);
        for (int k = 0; r->length == 2 && k < pre->nodes; k++)
          if (pre->next[q][push[1]] & BIT(k))
            add(e, transition(r->from, g, k), first, transition(q, push[1], k),
                w);
      }
    }
}

static void add_sets(equations *e, const instance *in, const nfa *pre,
                     int goal) {
  nfa initial, final;
  naive_nfa(in, INITIAL, &initial);
  naive_nfa(in, FINAL, &final);
  for (int f = 0; f < pre->nodes; f++)
    for (int i = 0; i < initial.nodes; i++) {
      if ((pre->accepting & BIT(f)) && (initial.accepting & BIT(i)))
        add(e, pair(f, i), NOTHING, NOTHING, NULL);
      if (f == i && f < in->states)
        add(e, goal, pair(f, i), NOTHING, NULL);
    }
  for (int f = 0; f < pre->nodes; f++)
    for (int g = 0; g < in->symbols; g++)
      for (int k = 0; k < pre->nodes; k++) {
        if (final.next[f][g] & BIT(k))
          add(e, transition(f, g, k), NOTHING, NOTHING, NULL);
        if (!(pre->next[f][g] & BIT(k)))
          continue;
        for (int i = 0; i < initial.nodes; i++)
          for (int j = 0; j < initial.nodes; j++)
            if (initial.next[i][g] & BIT(j))
              add(e, pair(f, i), transition(f, g, k), pair(k, j), NULL);
      }
}

/* Renumbers the variables that have a term, so that rounds are few. */
static void compact(equations *e, int *number, int all) {
  e->variables = 0;
  for (int i = 0; i < all; i++)
    number[i] = NOTHING;
  for (term *t = e->terms; t < e->terms + e->count; t++) {
    if (number[t->head] == NOTHING)
      number[t->head] = e->variables++;
    t->head = number[t->head];
  }
  for (term *t = e->terms; t < e->terms + e->count; t++)
    for (int i = 0; i < 2; i++)
      if (t->body[i] != NOTHING) {
        t->body[i] = number[t->body[i]];
        t->dropped |= t->body[i] == NOTHING; /* without a term: never */
      }
}

void naive_answer(const instance *in, question q, answer *out) {
  enum {
    ALL = MOST_NODES * MOST_SYMBOLS * MOST_NODES + MOST_NODES * MOST_NODES
  };
  static int number[ALL + 1];
  static int64_t value[ALL + 1];
  static equations e; /* keeps its array */
  nfa pre;
  bool by_steps = q == FEWEST_STEPS || in->dimension == 0;
  memset(out, 0, sizeof *out);
  naive_pre_star(in, &pre);
  e.count = 0;
  e.value = value;
  add_sets(&e, in, &pre, ALL);
  add_rules(&e, in, &pre, by_steps);
  compact(&e, number, ALL + 1);
  if (number[ALL] == NOTHING)
    return;
  int components = by_steps ? 1 : in->dimension;
  int sign = q == LONGEST ? -1 : 1;
  for (int c = 0; c < components; c++) {
    solve(&e, c, sign);
    int64_t best = value[number[ALL]];
    out->reachable = best != NEVER;
    out->unbounded = best == ENDLESS;
    if (!out->reachable || out->unbounded)
      return;
    out->best[c] = sign * best;
    keep_tight(&e, c, sign);
  }
}
