#include "product/pds_buchi.h"

#include <assert.h>
#include <string.h>

static uint32_t *filled(mem *m, size_t count) {
  uint32_t *at = mem_array(m, count + 1, sizeof *at);
  memset(at, 0xFF, (count + 1) * sizeof *at);
  return at;
}

/* Lists of rules by head, in the order of the file. */
static void buchi_index_rules(pds_buchi *buchi) {
  const pds *system = buchi->p;
  vec_each (const pds_rule, rule, &system->rules)
    if (rule->top != PDS_ANY)
      map_insert(buchi->m, &buchi->heads, map_pair(rule->from, rule->top));
  buchi->first_rule = filled(buchi->m, buchi->heads.keys.count);
  buchi->first_wild = filled(buchi->m, pds_state_count(system));
  buchi->next_rule = filled(buchi->m, system->rules.count);
  for (uint32_t i = (uint32_t)system->rules.count; i-- > 0;) {
    const pds_rule *rule = &system->rules.at[i];
    uint32_t *first =
        rule->top == PDS_ANY
            ? &buchi->first_wild[rule->from]
            : &buchi->first_rule[map_find(&buchi->heads,
                                          map_pair(rule->from, rule->top))];
    buchi->next_rule[i] = *first;
    *first = i;
  }
}

void pds_buchi_init(pds_buchi *buchi, mem *m, const pds *system,
                    const pds_binding *binding, const omega *automaton) {
  *buchi = (pds_buchi){
      .m = m, .p = system, .a = automaton, .states = automaton->states};
  if ((uint64_t)pds_state_count(system) * automaton->states >= UINT32_MAX)
    mem_raise(m->budget, MEM_LIMIT); /* locations are numbers of 32 bits */
  valuation_init(&buchi->v, m, system, binding);
  buchi_index_rules(buchi);
  pds_buchi_symbol(buchi, PDS_NONE, 0);
}

uint32_t pds_buchi_symbol(pds_buchi *buchi, uint32_t symbol, uint32_t below) {
  assert(symbol == PDS_NONE || symbol < pds_symbol_count(buchi->p));
  return map_insert(buchi->m, &buchi->stack, map_pair(symbol, below));
}

/* 'buchi_rule' for each step of the automaton from the location over 'letter'.
 */
static void add_steps(pds_buchi *buchi, uint32_t state, uint32_t control,
                      uint64_t letter, pds_buchi_rule buchi_rule,
                      pds_buchi_rules *out) {
  const omega *automaton = buchi->a;
  assert(state < automaton->first.count);
  for (uint32_t i = automaton->first.at[state];
       i < automaton->first.at[state + 1]; i++)
    if (omega_allows(automaton, &automaton->edges.at[i], letter)) {
      buchi_rule.to =
          pds_buchi_location(buchi, control, automaton->edges.at[i].to);
      vec_push(buchi->m, out, buchi_rule);
    }
}

static void buchi_add_rule(pds_buchi *buchi, uint32_t state, uint32_t rule,
                           uint64_t letter, pds_ranks_symbol top,
                           pds_buchi_rules *out) {
  assert(rule < buchi->p->rules.count);
  const pds_rule *r = &buchi->p->rules.at[rule];
  pds_buchi_rule buchi_rule = {.length = r->length, .rule = rule};
  uint32_t below = top.below;
  for (uint32_t i = r->length; i-- > 0;) {
    uint32_t g = pds_pushed(r, i, top.symbol);
    buchi_rule.push[i] = pds_buchi_symbol(buchi, g, below);
    if (i > 0)
      below = valuation_above(&buchi->v, below, g);
  }
  if (r->action != PDS_NONE)
    letter |= buchi->v.actions[r->action];
  add_steps(buchi, state, r->to, letter, buchi_rule, out);
}

void pds_buchi_expand(pds_buchi *buchi, uint32_t location, uint32_t symbol,
                      pds_buchi_rules *out) {
  assert(symbol < buchi->stack.keys.count);
  uint32_t control = location / buchi->states, state = location % buchi->states;
  uint64_t key = buchi->stack.keys.at[symbol];
  pds_ranks_symbol top = {(uint32_t)(key >> 32), (uint32_t)key};
  uint64_t letter = valuation_letter(&buchi->v, control, top.symbol, top.below);
  uint32_t head = MAP_NONE, rules = 0;
  if (top.symbol != PDS_NONE) {
    head = map_find(&buchi->heads, map_pair(control, top.symbol));
    uint32_t first[2] = {head == MAP_NONE ? PDS_NONE : buchi->first_rule[head],
                         buchi->first_wild[control]};
    for (unsigned k = 0; k < 2; k++)
      for (uint32_t i = first[k]; i != PDS_NONE;
           i = buchi->next_rule[i], rules++)
        buchi_add_rule(buchi, state, i, letter, top, out);
  }
  if (rules == 0) {
    pds_buchi_rule buchi_rule = {
        .length = 1, .push = {symbol}, .rule = PDS_STUTTER};
    add_steps(buchi, state, control, letter, buchi_rule, out);
  }
}

static void add_initial(pds_buchi *buchi, uint32_t from, uint32_t below_from,
                        uint32_t symbol, uint32_t to) {
  pds_buchi_edge buchi_edge = {
      map_insert(buchi->m, &buchi->initial_states, map_pair(from, below_from)),
      symbol, to};
  vec_push(buchi->m, &buchi->initial_edges, buchi_edge);
}

/* Backwards from the accepting states, so that only edges on the way to them
 * are there, and the class of the rest of a stack is known. */
void pds_buchi_start_from(pds_buchi *buchi, const nfa *initial) {
  uint32_t states = nfa_state_count(initial);
  uint32_t *first = filled(buchi->m, states);
  uint32_t *next = filled(buchi->m, initial->edges.count);
  for (uint32_t i = (uint32_t)initial->edges.count; i-- > 0;) {
    next[i] = first[initial->edges.at[i].to];
    first[initial->edges.at[i].to] = i;
  }
  map_insert(buchi->m, &buchi->initial_states, map_pair(PDS_NONE, 0));
  for (uint32_t s = 0; s < states; s++)
    if (initial->accepting[s])
      add_initial(buchi, s, 0, 0, 0);
  for (uint32_t n = 1; n < buchi->initial_states.keys.count; n++) {
    uint64_t key = buchi->initial_states.keys.at[n];
    uint32_t below = (uint32_t)key;
    for (uint32_t i = first[key >> 32]; i != PDS_NONE; i = next[i]) {
      const nfa_edge *edge = &initial->edges.at[i];
      add_initial(buchi, edge->from,
                  valuation_above(&buchi->v, below, edge->symbol),
                  pds_buchi_symbol(buchi, edge->symbol, below), n);
    }
  }
  mem_free(buchi->m, first);
  mem_free(buchi->m, next);
}
