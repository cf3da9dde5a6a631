#include "product/pds_buchi.h"

#include <assert.h>
#include <string.h>

static uint32_t *filled(mem *m, size_t count) {
  uint32_t *at = mem_array(m, count + 1, sizeof *at);
  memset(at, 0xFF, (count + 1) * sizeof *at);
  return at;
}

/* Lists of rules by head, in the order of the file. */
static void buchi_index_rules(pds_buchi *x) {
  const pds *p = x->p;
  vec_each (const pds_rule, r, &p->rules)
    if (r->top != PDS_ANY)
      map_insert(x->m, &x->heads, map_pair(r->from, r->top));
  x->first_rule = filled(x->m, x->heads.keys.count);
  x->first_wild = filled(x->m, pds_state_count(p));
  x->next_rule = filled(x->m, p->rules.count);
  for (uint32_t i = (uint32_t)p->rules.count; i-- > 0;) {
    const pds_rule *r = &p->rules.at[i];
    uint32_t *first =
        r->top == PDS_ANY
            ? &x->first_wild[r->from]
            : &x->first_rule[map_find(&x->heads, map_pair(r->from, r->top))];
    x->next_rule[i] = *first;
    *first = i;
  }
}

void pds_buchi_init(pds_buchi *x, mem *m, const pds *p, const pds_binding *b,
                    const omega *a) {
  *x = (pds_buchi){.m = m, .p = p, .a = a, .states = a->states};
  if ((uint64_t)pds_state_count(p) * a->states >= UINT32_MAX)
    mem_raise(m->budget, MEM_LIMIT); /* locations are numbers of 32 bits */
  valuation_init(&x->v, m, p, b);
  buchi_index_rules(x);
  pds_buchi_symbol(x, PDS_NONE, 0);
}

uint32_t pds_buchi_symbol(pds_buchi *x, uint32_t symbol, uint32_t below) {
  assert(symbol == PDS_NONE || symbol < pds_symbol_count(x->p));
  return map_insert(x->m, &x->stack, map_pair(symbol, below));
}

/* 'r' for each step of the automaton from the location over 'letter'. */
static void add_steps(pds_buchi *x, uint32_t state, uint32_t control,
                      uint64_t letter, pds_buchi_rule r, pds_buchi_rules *out) {
  const omega *a = x->a;
  assert(state < a->first.count);
  for (uint32_t i = a->first.at[state]; i < a->first.at[state + 1]; i++)
    if (omega_allows(a, &a->edges.at[i], letter)) {
      r.to = pds_buchi_location(x, control, a->edges.at[i].to);
      vec_push(x->m, out, r);
    }
}

static void buchi_add_rule(pds_buchi *x, uint32_t state, uint32_t rule,
                           uint64_t letter, pds_ranks_symbol top,
                           pds_buchi_rules *out) {
  assert(rule < x->p->rules.count);
  const pds_rule *r = &x->p->rules.at[rule];
  pds_buchi_rule y = {.length = r->length, .rule = rule};
  uint32_t below = top.below;
  for (uint32_t i = r->length; i-- > 0;) {
    uint32_t g = pds_pushed(r, i, top.symbol);
    y.push[i] = pds_buchi_symbol(x, g, below);
    if (i > 0)
      below = valuation_above(&x->v, below, g);
  }
  if (r->action != PDS_NONE)
    letter |= x->v.actions[r->action];
  add_steps(x, state, r->to, letter, y, out);
}

void pds_buchi_expand(pds_buchi *x, uint32_t location, uint32_t symbol,
                      pds_buchi_rules *out) {
  assert(symbol < x->stack.keys.count);
  uint32_t control = location / x->states, state = location % x->states;
  uint64_t key = x->stack.keys.at[symbol];
  pds_ranks_symbol top = {(uint32_t)(key >> 32), (uint32_t)key};
  uint64_t letter = valuation_letter(&x->v, control, top.symbol, top.below);
  uint32_t head = MAP_NONE, rules = 0;
  if (top.symbol != PDS_NONE) {
    head = map_find(&x->heads, map_pair(control, top.symbol));
    uint32_t first[2] = {head == MAP_NONE ? PDS_NONE : x->first_rule[head],
                         x->first_wild[control]};
    for (unsigned k = 0; k < 2; k++)
      for (uint32_t i = first[k]; i != PDS_NONE; i = x->next_rule[i], rules++)
        buchi_add_rule(x, state, i, letter, top, out);
  }
  if (rules == 0) {
    pds_buchi_rule y = {.length = 1, .push = {symbol}, .rule = PDS_STUTTER};
    add_steps(x, state, control, letter, y, out);
  }
}

static void add_initial(pds_buchi *x, uint32_t from, uint32_t below_from,
                        uint32_t symbol, uint32_t to) {
  pds_buchi_edge e = {
      map_insert(x->m, &x->initial_states, map_pair(from, below_from)), symbol,
      to};
  vec_push(x->m, &x->initial_edges, e);
}

/* Backwards from the accepting states, so that only edges on the way to them
 * are there, and the class of the rest of a stack is known. */
void pds_buchi_start_from(pds_buchi *x, const nfa *initial) {
  uint32_t states = nfa_state_count(initial);
  uint32_t *first = filled(x->m, states);
  uint32_t *next = filled(x->m, initial->edges.count);
  for (uint32_t i = (uint32_t)initial->edges.count; i-- > 0;) {
    next[i] = first[initial->edges.at[i].to];
    first[initial->edges.at[i].to] = i;
  }
  map_insert(x->m, &x->initial_states, map_pair(PDS_NONE, 0));
  for (uint32_t s = 0; s < states; s++)
    if (initial->accepting[s])
      add_initial(x, s, 0, 0, 0);
  for (uint32_t n = 1; n < x->initial_states.keys.count; n++) {
    uint64_t key = x->initial_states.keys.at[n];
    uint32_t below = (uint32_t)key;
    for (uint32_t i = first[key >> 32]; i != PDS_NONE; i = next[i]) {
      const nfa_edge *e = &initial->edges.at[i];
      add_initial(x, e->from, valuation_above(&x->v, below, e->symbol),
                  pds_buchi_symbol(x, e->symbol, below), n);
    }
  }
  mem_free(x->m, first);
  mem_free(x->m, next);
}
