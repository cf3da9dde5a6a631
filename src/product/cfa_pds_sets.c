/* The named sets of a control flow. */
#include "product/cfa_pds_sets.h"

#include <assert.h>
#include <stdio.h>

typedef struct setter {
  mem *m;
  const cfa *p;
  const uint32_t *symbol; /* by location; CFA_NONE: none */
  cfa_flow *out;
} setter;

static const char *sets_function_name(const cfa *automaton, uint32_t function) {
  assert(function < automaton->functions.count);
  return cfa_text(automaton, automaton->functions.at[function].name);
}

static size_t sets_shortened(int length, size_t size) {
  return length < 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
}

/* The symbols of each set, until all are known. */
typedef struct gathered {
  vec(uint32_t) set, symbol; /* pairs */
} gathered;

static void gather(setter *k, gathered *g, const char *name, size_t length,
                   uint32_t symbol) {
  pds *system = &k->out->pds;
  uint32_t n = names_insert(k->m, &system->set_names, name, length);
  if (n == system->named_sets.count)
    vec_push(k->m, &system->named_sets, ((pds_set){.name = n}));
  if (symbol == PDS_NONE)
    return;
  vec_push(k->m, &g->set, n);
  vec_push(k->m, &g->symbol, symbol);
}

static void gather_in(setter *k, gathered *g, const char *function,
                      uint32_t symbol) {
  char name[300];
  int n = snprintf(name, sizeof name, "in.%.250s", function);
  gather(k, g, name, sets_shortened(n, sizeof name), symbol);
}

static void gather_location(setter *k, gathered *g, uint32_t location) {
  const cfa *automaton = k->p;
  const cfa_location *l = &automaton->locations.at[location];
  uint32_t symbol =
      k->symbol[location] == CFA_NONE ? PDS_NONE : k->symbol[location];
  char name[400];
  gather_in(k, g, sets_function_name(automaton, l->function), symbol);
  for (uint32_t i = 0; i < l->edges; i++) {
    const cfa_edge *edge = &automaton->edges.at[l->first_edge + i];
    size_t n = cfa_place_name(automaton, edge->place, name, sizeof name);
    bool is_new = i == 0 || edge->place.line != edge[-1].place.line ||
                  edge->place.file != edge[-1].place.file;
    if (n && is_new)
      gather(k, g, name, n, symbol);
    if (edge->kind == CFA_FAIL)
      gather(k, g, "error", 5, symbol);
    if (edge->kind == CFA_HALT)
      gather(k, g, "end", 3, symbol);
  }
}

/* Configurations with one of these symbols on top. */
static void close_set(setter *k, paut *automaton, const uint32_t *symbols,
                      size_t count) {
  uint32_t rest = paut_add_state(k->m, automaton);
  paut_add_edge(k->m, automaton, rest,
                paut_add_set(k->m, automaton, true, NULL, 0), rest);
  paut_add_accepting(k->m, automaton, rest);
  if (count)
    paut_add_edge(k->m, automaton, 0,
                  paut_add_set(k->m, automaton, false, symbols, count), rest);
}

static void close_sets(setter *k, const gathered *g) {
  pds *system = &k->out->pds;
  size_t sets = system->named_sets.count;
  size_t *first = mem_array(k->m, sets + 2, sizeof *first);
  uint32_t *sorted = mem_array(k->m, g->set.count + 1, sizeof *sorted);
  vec_each (const uint32_t, n, &g->set)
    first[*n + 2]++;
  for (size_t i = 2; i < sets + 2; i++)
    first[i] += first[i - 1];
  for (size_t i = 0; i < g->set.count; i++)
    sorted[first[g->set.at[i] + 1]++] = g->symbol.at[i];
  for (size_t i = 0; i < sets; i++)
    close_set(k, &system->named_sets.at[i].automaton, sorted + first[i],
              first[i + 1] - first[i]);
  mem_free(k->m, first);
  mem_free(k->m, sorted);
}

void cfa_flow_add_sets(mem *m, const cfa *automaton, const uint32_t *symbol,
                       cfa_flow *out) {
  setter one = {m, automaton, symbol, out}, *k = &one;
  gathered g = {0};
  gather(k, &g, "error", 5, PDS_NONE);
  gather(k, &g, "end", 3, out->bottom);
  for (uint32_t l = 0; l < k->p->locations.count; l++)
    gather_location(k, &g, l);
  vec_each (const cfa_edge, edge, &k->p->edges)
    if (edge->kind == CFA_SKIP && edge->name != CFA_NONE)
      gather_in(k, &g, cfa_text(k->p, edge->name), PDS_NONE);
  for (uint32_t s = 0; s < pds_symbol_count(&out->pds); s++) {
    const char *name = names_text(&out->pds.symbols, s);
    char function[300];
    if (out->symbol_location.at[s] != CFA_NONE || s == out->bottom)
      continue;
    int n = snprintf(function, sizeof function, "%.*s",
                     (int)names_length(&out->pds.symbols, s) - 2, name);
    if (n > 0)
      gather_in(k, &g, function, s);
  }
  close_sets(k, &g);
  vec_free(k->m, &g.set);
  vec_free(k->m, &g.symbol);
}
