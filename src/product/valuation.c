#include "product/valuation.h"

#include <assert.h>
#include <string.h>

static void bind_names(valuation *v, const pds_binding *binding) {
  const pds *system = v->p;
  mem *m = v->m;
  v->states =
      mem_array(m, (size_t)pds_state_count(system) + 1, sizeof *v->states);
  v->symbols =
      mem_array(m, (size_t)pds_symbol_count(system) + 1, sizeof *v->symbols);
  v->actions = mem_array(m, (size_t)names_count(&system->actions) + 1,
                         sizeof *v->actions);
  for (uint32_t i = 0; i < binding->atoms.count; i++) {
    const pds_atom *atom = &binding->atoms.at[i];
    uint64_t bit = UINT64_C(1) << i;
    if (atom->kind == PDS_ATOM_STATE)
      v->states[atom->number] |= bit;
    else if (atom->kind == PDS_ATOM_TOP)
      v->symbols[atom->number] |= bit;
    else if (atom->kind == PDS_ATOM_ACTION)
      v->actions[atom->number] |= bit;
  }
}

static void add_read(valuation *v, valuation_set *set, const nfa_edge *edge) {
  uint32_t n =
      map_insert(v->m, &set->reads, map_pair(edge->from, edge->symbol));
  if (n == set->first_read.count)
    vec_push(v->m, &set->first_read, PDS_NONE);
  vec_push(v->m, &set->next_read, set->first_read.at[n]);
  vec_push(v->m, &set->into, set->offset + edge->to - set->automaton.controls);
  set->first_read.at[n] = (uint32_t)set->into.count - 1;
}

static void add_set(valuation *v, const pds_binding *binding, uint32_t number) {
  assert(number < v->p->named_sets.count);
  valuation_set set = {.offset = v->inner};
  uint32_t controls = pds_state_count(v->p);
  nfa_normalise(v->m, &set.automaton, &v->p->named_sets.at[number].automaton,
                controls, pds_symbol_count(v->p));
  v->inner += nfa_state_count(&set.automaton) - controls;
  for (uint32_t i = 0; i < binding->atoms.count; i++)
    if (binding->atoms.at[i].kind == PDS_ATOM_SET &&
        binding->atoms.at[i].number == number)
      set.atoms |= UINT64_C(1) << i;
  vec_each (const nfa_edge, edge, &set.automaton.edges)
    if (edge->from < controls)
      add_read(v, &set, edge);
  vec_push(v->m, &v->sets, set);
}

/* Lays out the edges between inner states by symbol. */
static void sort_edges(valuation *v) {
  uint32_t symbols = pds_symbol_count(v->p), controls = pds_state_count(v->p);
  size_t count = 0;
  v->first_edge = mem_array(v->m, (size_t)symbols + 2, sizeof *v->first_edge);
  vec_each (const valuation_set, set, &v->sets)
    vec_each (const nfa_edge, edge, &set->automaton.edges)
      if (edge->from >= controls) {
        v->first_edge[edge->symbol + 2]++;
        count++;
      }
  v->edges = mem_array(v->m, count + 1, sizeof *v->edges);
  for (uint32_t g = 0; g < symbols; g++)
    v->first_edge[g + 2] += v->first_edge[g + 1];
  vec_each (const valuation_set, set, &v->sets)
    vec_each (const nfa_edge, edge, &set->automaton.edges)
      if (edge->from >= controls)
        v->edges[v->first_edge[edge->symbol + 1]++] =
            (valuation_edge){set->offset + edge->from - controls,
                             set->offset + edge->to - controls};
}

static uint64_t hash_class(const uint64_t *at, uint32_t words) {
  uint64_t h = 0;
  for (uint32_t i = 0; i < words; i++) {
    h = (h ^ at[i]) * UINT64_C(0x9E3779B97F4A7C15);
    h ^= h >> 32;
  }
  return h;
}

/* The class whose bits stand behind the last one; it is kept if it is new. */
static uint32_t take_class(valuation *v) {
  const uint64_t *fresh = v->bits.at + (size_t)v->class_count * v->words;
  size_t size = v->words * sizeof *fresh;
  uint32_t n = map_insert(v->m, &v->class_hashes, hash_class(fresh, v->words));
  if (n == v->first_class.count)
    vec_push(v->m, &v->first_class, PDS_NONE);
  for (uint32_t c = v->first_class.at[n]; c != PDS_NONE;
       c = v->next_class.at[c])
    if (v->words == 0 ||
        memcmp(v->bits.at + (size_t)c * v->words, fresh, size) == 0) {
      v->bits.count = (size_t)v->class_count * v->words;
      return c;
    }
  vec_push(v->m, &v->next_class, v->first_class.at[n]);
  v->first_class.at[n] = v->class_count;
  return v->class_count++;
}

static uint64_t *fresh_class(valuation *v) {
  vec_resize(v->m, &v->bits, ((size_t)v->class_count + 1) * v->words);
  return v->bits.at + (size_t)v->class_count * v->words;
}

uint32_t valuation_above(valuation *v, uint32_t below, uint32_t symbol) {
  assert(below < v->class_count);
  assert(symbol < pds_symbol_count(v->p));
  if (v->sets.count == 0)
    return 0;
  uint32_t n = map_insert(v->m, &v->above, map_pair(below, symbol));
  if (n < v->above_class.count)
    return v->above_class.at[n];
  uint64_t *fresh = fresh_class(v);
  for (uint32_t i = v->first_edge[symbol]; i < v->first_edge[symbol + 1]; i++)
    if (valuation_class_has(v, below, v->edges[i].to))
      fresh[v->edges[i].from / 64] |= UINT64_C(1) << v->edges[i].from % 64;
  uint32_t c = take_class(v);
  vec_push(v->m, &v->above_class, c);
  return c;
}

void valuation_init(valuation *v, mem *m, const pds *system,
                    const pds_binding *binding) {
  *v = (valuation){.m = m, .p = system};
  bind_names(v, binding);
  vec_each (const uint32_t, s, &binding->sets)
    add_set(v, binding, *s);
  v->words = (v->inner + 63) / 64;
  if (v->sets.count)
    sort_edges(v);
  uint64_t *empty = fresh_class(v);
  vec_each (const valuation_set, s, &v->sets) {
    const nfa *n = &s->automaton;
    for (uint32_t i = n->controls; i < nfa_state_count(n); i++) {
      uint32_t k = s->offset + i - n->controls;
      if (n->accepting[i])
        empty[k / 64] |= UINT64_C(1) << k % 64;
    }
  }
  take_class(v);
  assert(v->class_count == 1);
}

static bool set_has(const valuation *v, const valuation_set *set,
                    uint32_t state, uint32_t symbol, uint32_t below) {
  if (symbol == PDS_NONE)
    return set->automaton.accepting[state];
  uint32_t n = map_find(&set->reads, map_pair(state, symbol));
  if (n == MAP_NONE)
    return false;
  for (uint32_t i = set->first_read.at[n]; i != PDS_NONE;
       i = set->next_read.at[i])
    if (valuation_class_has(v, below, set->into.at[i]))
      return true;
  return false;
}

uint64_t valuation_letter(const valuation *v, uint32_t state, uint32_t symbol,
                          uint32_t below) {
  assert(state < pds_state_count(v->p) && below < v->class_count);
  uint64_t letter = v->states[state];
  if (symbol != PDS_NONE)
    letter |= v->symbols[symbol];
  vec_each (const valuation_set, set, &v->sets)
    if (set_has(v, set, state, symbol, below))
      letter |= set->atoms;
  return letter;
}
