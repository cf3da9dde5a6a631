#include "product/valuation.h"

#include <assert.h>
#include <string.h>

static void bind_names(valuation *v, const pds_binding *b) {
  const pds *p = v->p;
  mem *m = v->m;
  v->states = mem_array(m, (size_t)pds_state_count(p) + 1, sizeof *v->states);
  v->symbols =
      mem_array(m, (size_t)pds_symbol_count(p) + 1, sizeof *v->symbols);
  v->actions =
      mem_array(m, (size_t)names_count(&p->actions) + 1, sizeof *v->actions);
  for (uint32_t i = 0; i < b->atoms.count; i++) {
    const pds_atom *a = &b->atoms.at[i];
    uint64_t bit = UINT64_C(1) << i;
    if (a->kind == PDS_ATOM_STATE)
      v->states[a->number] |= bit;
    else if (a->kind == PDS_ATOM_TOP)
      v->symbols[a->number] |= bit;
    else if (a->kind == PDS_ATOM_ACTION)
      v->actions[a->number] |= bit;
  }
}

static void add_read(valuation *v, valuation_set *s, const nfa_edge *e) {
  uint32_t n = map_insert(v->m, &s->reads, map_pair(e->from, e->symbol));
  if (n == s->first_read.count)
    vec_push(v->m, &s->first_read, PDS_NONE);
  vec_push(v->m, &s->next_read, s->first_read.at[n]);
  vec_push(v->m, &s->into, s->offset + e->to - s->automaton.controls);
  s->first_read.at[n] = (uint32_t)s->into.count - 1;
}

static void add_set(valuation *v, const pds_binding *b, uint32_t number) {
  assert(number < v->p->named_sets.count);
  valuation_set s = {.offset = v->inner};
  uint32_t controls = pds_state_count(v->p);
  nfa_normalise(v->m, &s.automaton, &v->p->named_sets.at[number].automaton,
                controls, pds_symbol_count(v->p));
  v->inner += nfa_state_count(&s.automaton) - controls;
  for (uint32_t i = 0; i < b->atoms.count; i++)
    if (b->atoms.at[i].kind == PDS_ATOM_SET && b->atoms.at[i].number == number)
      s.atoms |= UINT64_C(1) << i;
  vec_each (const nfa_edge, e, &s.automaton.edges)
    if (e->from < controls)
      add_read(v, &s, e);
  vec_push(v->m, &v->sets, s);
}

/* Lays out the edges between inner states by symbol. */
static void sort_edges(valuation *v) {
  uint32_t symbols = pds_symbol_count(v->p), controls = pds_state_count(v->p);
  size_t count = 0;
  v->first_edge = mem_array(v->m, (size_t)symbols + 2, sizeof *v->first_edge);
  vec_each (const valuation_set, s, &v->sets)
    vec_each (const nfa_edge, e, &s->automaton.edges)
      if (e->from >= controls) {
        v->first_edge[e->symbol + 2]++;
        count++;
      }
  v->edges = mem_array(v->m, count + 1, sizeof *v->edges);
  for (uint32_t g = 0; g < symbols; g++)
    v->first_edge[g + 2] += v->first_edge[g + 1];
  vec_each (const valuation_set, s, &v->sets)
    vec_each (const nfa_edge, e, &s->automaton.edges)
      if (e->from >= controls)
        v->edges[v->first_edge[e->symbol + 1]++] = (valuation_edge){
            s->offset + e->from - controls, s->offset + e->to - controls};
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

void valuation_init(valuation *v, mem *m, const pds *p, const pds_binding *b) {
  *v = (valuation){.m = m, .p = p};
  bind_names(v, b);
  vec_each (const uint32_t, s, &b->sets)
    add_set(v, b, *s);
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

static bool set_has(const valuation *v, const valuation_set *s, uint32_t state,
                    uint32_t symbol, uint32_t below) {
  if (symbol == PDS_NONE)
    return s->automaton.accepting[state];
  uint32_t n = map_find(&s->reads, map_pair(state, symbol));
  if (n == MAP_NONE)
    return false;
  for (uint32_t i = s->first_read.at[n]; i != PDS_NONE; i = s->next_read.at[i])
    if (valuation_class_has(v, below, s->into.at[i]))
      return true;
  return false;
}

uint64_t valuation_letter(const valuation *v, uint32_t state, uint32_t symbol,
                          uint32_t below) {
  assert(state < pds_state_count(v->p) && below < v->class_count);
  uint64_t letter = v->states[state];
  if (symbol != PDS_NONE)
    letter |= v->symbols[symbol];
  vec_each (const valuation_set, s, &v->sets)
    if (set_has(v, s, state, symbol, below))
      letter |= s->atoms;
  return letter;
}
