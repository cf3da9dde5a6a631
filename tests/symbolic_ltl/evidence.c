/* Runs and proofs, checked head by head. */
#include "tests/symbolic_ltl/naive.h"

typedef struct frame {
  uint32_t symbol, locals;
} frame;

static uint32_t number(const bool *bits, uint32_t count) {
  uint32_t result = 0;
  for (uint32_t i = 0; i < count; i++)
    result |= (uint32_t)bits[i] << i;
  return result;
}

typedef struct player {
  naive *x;
  const sympds *s;
  const sym_run *r;
  uint32_t globals;
  vec(frame) stack;
  vec(uint64_t) letters;
} player;

static const char *stutter(player *p) {
  const table *t = p->x->t;
  frame top = vec_last(&p->stack);
  vec_each (const move, y, &t->moves)
    if (y->from == top.symbol && y->globals == p->globals &&
        y->locals == top.locals)
      return "it stutters where a step is possible";
  vec_push(p->x->m, &p->letters, t->holds[top.symbol][p->globals][top.locals]);
  return NULL;
}

static const char *play(player *p, size_t i) {
  const table *t = p->x->t;
  const sym_step *step = &p->r->steps.at[i];
  if (p->stack.count == 0)
    return "a step without a stack";
  if (step->rule == SYM_NONE)
    return stutter(p);
  if (step->rule >= p->s->rules.count)
    return "no such rule";
  uint32_t source = p->s->rules.at[step->rule].source;
  frame top = vec_pop(&p->stack);
  const bool *values = p->r->values.at + step->values;
  uint32_t globals = number(values, t->globals);
  uint32_t locals = number(values + p->s->globals, t->locals);
  vec_each (const move, y, &t->moves) {
    if (y->rule != source || y->from != top.symbol ||
        y->globals != p->globals || y->locals != top.locals ||
        y->globals_next != globals)
      continue;
    if (y->kind != SYM_POP && y->locals_next != locals)
      continue;
    if (y->kind == SYM_POP && locals != 0)
      return "locals behind a pop";
    if (y->kind == SYM_PUSH) {
      uint32_t below = number(values + p->s->globals + p->s->locals, t->locals);
      if (y->locals_below != below)
        continue;
      vec_push(p->x->m, &p->stack, ((frame){y->below, below}));
    }
    vec_push(p->x->m, &p->letters,
             t->holds[top.symbol][p->globals][top.locals] |
                 t->rule_events[source]);
    if (y->kind != SYM_POP)
      vec_push(p->x->m, &p->stack, ((frame){y->to, locals}));
    p->globals = globals;
    return NULL;
  }
  return "a step that is none";
}

const char *naive_check_run(naive *x, const sympds *s, const sym_run *r) {
  player p = {.x = x, .s = s, .r = r};
  const table *t = x->t;
  if (r->loop >= r->steps.count)
    return "no loop";
  p.globals = number(r->first.at, t->globals);
  frame first = {t->start, number(r->first.at + s->globals, t->locals)};
  if (!t->initial[p.globals][first.locals])
    return "it does not begin at the start";
  vec_push(x->m, &p.stack, first);
  size_t height = 0;
  uint32_t globals = 0;
  frame top = first;
  for (size_t i = 0; i < r->steps.count; i++) {
    if (i == r->loop) {
      height = p.stack.count;
      globals = p.globals;
      top = vec_last(&p.stack);
    }
    const char *wrong = play(&p, i);
    if (wrong)
      return wrong;
    if (p.stack.count < height)
      return "the loop pops what lies below";
  }
  frame last = vec_last(&p.stack);
  if (p.globals != globals || last.symbol != top.symbol ||
      last.locals != top.locals)
    return "the loop ends in another head";
  return omega_accepts(x->m, &t->automaton, p.letters.at, p.letters.count,
                       r->loop)
             ? NULL
             : "the automaton does not accept it";
}

typedef struct claims {
  naive *x;
  const sym_proof *p;
  bool heads[MOST_HEADS];
  bool pops[MOST_HEADS][MOST_ENDS], marked[MOST_HEADS][MOST_ENDS];
  uint32_t rank[MOST_HEADS];
} claims;

static uint32_t joined(const claims *c, uint32_t globals, uint32_t state) {
  return globals | state << c->x->t->globals;
}

/* Is the head, with what is behind a pop, in the diagram? */
static bool has(const claims *c, uint32_t node, uint32_t h, uint32_t end) {
  uint32_t now = joined(c, head_globals(h), head_state(h));
  uint32_t below = joined(c, end / MOST_STATES, end % MOST_STATES);
  while (node > 1) {
    const sym_node *y = &c->p->nodes.at[node - 2];
    uint32_t bit = y->variable / SYM_COPIES, copy = y->variable % SYM_COPIES;
    bool value = false;
    if (bit >= c->p->globals)
      value = copy == SYM_NOW && head_locals(h) >> (bit - c->p->globals) & 1;
    else if (copy == SYM_NOW || copy == SYM_BELOW)
      value = (copy == SYM_NOW ? now : below) >> bit & 1;
    node = value ? y->high : y->low;
  }
  return node == 1;
}

static bool is_possible(const claims *c, uint32_t h) {
  const table *t = c->x->t;
  return head_symbol(h) < t->symbols && head_globals(h) < 1U << t->globals &&
         head_locals(h) < 1U << t->locals &&
         head_state(h) < 1U << c->p->automaton_bits;
}

static void read_pops(claims *c, const sym_rows *rows,
                      bool out[MOST_HEADS][MOST_ENDS]) {
  vec_each (const sym_row, r, rows)
    for (uint32_t h = 0; h < MOST_HEADS; h++)
      for (uint32_t e = 0; e < MOST_ENDS; e++)
        if (head_symbol(h) == r->symbol && is_possible(c, h) &&
            e / MOST_STATES < 1U << c->x->t->globals &&
            e % MOST_STATES < 1U << c->p->automaton_bits)
          out[h][e] |= has(c, r->node, h, e);
}

static const char *read_claims(claims *c) {
  for (uint32_t h = 0; h < MOST_HEADS; h++) {
    vec_each (const sym_row, r, &c->p->heads)
      c->heads[h] |= head_symbol(h) == r->symbol && is_possible(c, h) &&
                     has(c, r->node, h, 0);
    vec_each (const sym_row, r, &c->p->ranks)
      if (head_symbol(h) == r->symbol && is_possible(c, h) &&
          has(c, r->node, h, 0)) {
        if (c->rank[h] || r->with == 0)
          return "two ranks, or rank 0";
        c->rank[h] = r->with;
      }
    if (c->heads[h] && !c->rank[h])
      return "a head without a rank";
    if (c->heads[h] != c->x->reached[h])
      return "other heads than can be reached";
  }
  read_pops(c, &c->p->pops, c->pops);
  read_pops(c, &c->p->pops_accepting, c->marked);
  return NULL;
}

/* A way onward from a head, which may pass an accepting head. */
static bool falls(const claims *c, uint32_t from, uint32_t to, bool acc) {
  return c->heads[to] && c->rank[to] <= c->rank[from] &&
         (!acc || c->rank[to] < c->rank[from]);
}

static const char *check_move(const claims *c, const product_move *y) {
  bool acc = omega_is_accepting(&c->x->t->automaton, head_state(y->from));
  const bool *pops = c->pops[y->from], *marked = c->marked[y->from];
  if (y->kind == SYM_POP)
    return pops[y->to] && (!acc || marked[y->to]) ? NULL : "a pop is missing";
  if (!falls(c, y->from, y->to, acc))
    return "a rank grows";
  for (uint32_t e = 0; e < MOST_ENDS; e++) {
    if (!c->pops[y->to][e])
      continue;
    bool through = acc || c->marked[y->to][e];
    if (y->kind == SYM_SWAP) {
      if (!pops[e] || (through && !marked[e]))
        return "a pop behind a swap is missing";
      continue;
    }
    uint32_t b = head_behind(y, e);
    if (!falls(c, y->from, b, through))
      return "a rank grows behind a call";
    for (uint32_t f = 0; f < MOST_ENDS; f++)
      if (c->pops[b][f] &&
          (!pops[f] || ((through || c->marked[b][f]) && !marked[f])))
        return "a pop behind a call is missing";
  }
  return NULL;
}

const char *naive_check_proof(naive *x, const sym_proof *p) {
  claims *c = mem_alloc(x->m, sizeof *c);
  c->x = x;
  c->p = p;
  if (p->kind != SYM_PROOF_RANKS || p->locals != x->t->locals ||
      p->globals != x->t->globals + p->automaton_bits ||
      p->symbols != x->t->symbols)
    return "sizes";
  const char *wrong = read_claims(c);
  vec_each (const product_move, y, &x->moves)
    if (!wrong && c->heads[y->from])
      wrong = check_move(c, y);
  for (uint32_t h = 0; h < MOST_HEADS; h++) /* exact, not only closed */
    for (uint32_t e = 0; e < MOST_ENDS; e++)
      if (!wrong && c->heads[h] &&
          (c->pops[h][e] != x->pops[h][e] ||
           c->marked[h][e] != x->marked[h][e]))
        wrong = "other pops than there are";
  mem_free(x->m, c);
  return wrong;
}
