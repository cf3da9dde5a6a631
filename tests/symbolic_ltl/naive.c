#include "tests/symbolic_ltl/naive.h"

static bool is_stuck(const table *t, uint32_t n, uint32_t g, uint32_t l) {
  vec_each (const move, y, &t->moves)
    if (y->from == n && y->globals == g && y->locals == l)
      return false;
  return true;
}

static void add_moves(naive *x, const move *y, uint64_t events) {
  const omega *a = &x->t->automaton;
  uint64_t letter = x->t->holds[y->from][y->globals][y->locals] | events;
  vec_each (const omega_edge, e, &a->edges) {
    if (!omega_allows(a, e, letter))
      continue;
    product_move z = {
        .kind = y->kind, .below = y->below, .locals_below = y->locals_below};
    z.from = head_number(y->from, y->globals, y->locals, e->from);
    z.to = y->kind == SYM_POP
               ? y->globals_next * MOST_STATES + e->to
               : head_number(y->to, y->globals_next, y->locals_next, e->to);
    vec_push(x->m, &x->moves, z);
  }
}

static void make_moves(naive *x) {
  const table *t = x->t;
  vec_each (const move, y, &t->moves)
    add_moves(x, y, t->rule_events[y->rule]);
  for (uint32_t n = 0; n < t->symbols; n++)
    for (uint32_t g = 0; g < 1U << t->globals; g++)
      for (uint32_t l = 0; l < 1U << t->locals; l++)
        if (is_stuck(t, n, g, l)) {
          move y = {.kind = SYM_SWAP, .from = n, .globals = g, .locals = l};
          y.to = n;
          y.globals_next = g;
          y.locals_next = l;
          add_moves(x, &y, 0);
        }
}

static bool set(bool *slot, bool value) {
  bool news = value && !*slot;
  *slot |= value;
  return news;
}

static bool is_accepting(const naive *x, uint32_t h) {
  return omega_is_accepting(&x->t->automaton, head_state(h));
}

/* One sweep; false: nothing was new. */
static bool grow_pops(naive *x) {
  bool news = false;
  vec_each (const product_move, y, &x->moves) {
    bool acc = is_accepting(x, y->from);
    bool *pops = x->pops[y->from], *marked = x->marked[y->from];
    if (y->kind == SYM_POP) {
      news |= set(&pops[y->to], true);
      news |= set(&marked[y->to], acc);
      continue;
    }
    for (uint32_t e = 0; e < MOST_ENDS; e++) {
      if (!x->pops[y->to][e])
        continue;
      if (y->kind == SYM_SWAP) {
        news |= set(&pops[e], true);
        news |= set(&marked[e], acc || x->marked[y->to][e]);
        continue;
      }
      uint32_t b = head_behind(y, e);
      for (uint32_t f = 0; f < MOST_ENDS; f++)
        if (x->pops[b][f]) {
          news |= set(&pops[f], true);
          news |=
              set(&marked[f], acc || x->marked[y->to][e] || x->marked[b][f]);
        }
    }
  }
  return news;
}

static bool grow_heads(naive *x) {
  bool news = false;
  vec_each (const product_move, y, &x->moves) {
    if (!x->reached[y->from] || y->kind == SYM_POP)
      continue;
    news |= set(&x->reached[y->to], true);
    for (uint32_t e = 0; y->kind == SYM_PUSH && e < MOST_ENDS; e++)
      if (x->pops[y->to][e])
        news |= set(&x->reached[head_behind(y, e)], true);
  }
  return news;
}

typedef struct edge {
  uint32_t from, to;
  bool accepting;
} edge;
typedef vec(edge) edges;

static void make_edges(naive *x, edges *out) {
  vec_each (const product_move, y, &x->moves) {
    if (!x->reached[y->from] || y->kind == SYM_POP)
      continue;
    bool acc = is_accepting(x, y->from);
    vec_push(x->m, out, ((edge){y->from, y->to, acc}));
    for (uint32_t e = 0; y->kind == SYM_PUSH && e < MOST_ENDS; e++)
      if (x->pops[y->to][e])
        vec_push(
            x->m, out,
            ((edge){y->from, head_behind(y, e), acc || x->marked[y->to][e]}));
  }
}

static bool reaches(const edges *all, uint32_t from, uint32_t to) {
  bool seen[MOST_HEADS] = {false}, news = true;
  seen[from] = true;
  while (news && !seen[to]) {
    news = false;
    vec_each (const edge, e, all)
      if (seen[e->from])
        news |= set(&seen[e->to], true);
  }
  return seen[to];
}

bool naive_solve(mem *m, const table *t, naive *x) {
  memset(x, 0, sizeof *x);
  x->m = m;
  x->t = t;
  make_moves(x);
  while (grow_pops(x))
    ;
  for (uint32_t g = 0; g < MOST_VALUES; g++)
    for (uint32_t l = 0; l < MOST_VALUES; l++)
      if (t->initial[g][l])
        x->reached[head_number(t->start, g, l, t->automaton.initial)] = true;
  while (grow_heads(x))
    ;
  for (uint32_t h = 0; h < MOST_HEADS; h++)
    x->heads += x->reached[h];
  edges all = {0};
  make_edges(x, &all);
  vec_each (const edge, e, &all)
    if (e->accepting && reaches(&all, e->to, e->from))
      return true;
  return false;
}
