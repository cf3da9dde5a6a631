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
  vec(uint32_t) set, symbol, mode; /* triples; mode CFA_NONE: all of them */
} gathered;

static void gather_head(setter *k, gathered *g, const char *name, size_t length,
                        uint32_t symbol, uint32_t mode) {
  pds *system = &k->out->pds;
  uint32_t n = names_insert(k->m, &system->set_names, name, length);
  if (n == system->named_sets.count)
    vec_push(k->m, &system->named_sets, ((pds_set){.name = n}));
  if (symbol == PDS_NONE)
    return;
  vec_push(k->m, &g->set, n);
  vec_push(k->m, &g->symbol, symbol);
  vec_push(k->m, &g->mode, mode);
}

static void gather(setter *k, gathered *g, const char *name, size_t length,
                   uint32_t symbol) {
  gather_head(k, g, name, length, symbol, CFA_NONE);
}

/* "call.lock" of "call" and "lock". */
static void gather_event(setter *k, gathered *g, const char *event,
                         const char *of, uint32_t symbol, uint32_t mode) {
  char name[300];
  int n = snprintf(name, sizeof name, "%s.%.250s", event, of);
  gather_head(k, g, name, sets_shortened(n, sizeof name), symbol, mode);
}

static void gather_in(setter *k, gathered *g, const char *function,
                      uint32_t symbol) {
  char name[300];
  int n = snprintf(name, sizeof name, "in.%.250s", function);
  gather(k, g, name, sets_shortened(n, sizeof name), symbol);
}

/* Steps that traces leave out have the place of their location. */
static cfa_place place_of_edge(const cfa_location *location,
                               const cfa_edge *edge) {
  return edge->place.file == CFA_NONE ? location->place : edge->place;
}

static void gather_location(setter *k, gathered *g, uint32_t location) {
  const cfa *automaton = k->p;
  const cfa_location *l = &automaton->locations.at[location];
  uint32_t symbol =
      k->symbol[location] == CFA_NONE ? PDS_NONE : k->symbol[location];
  char name[400];
  gather_in(k, g, sets_function_name(automaton, l->function), symbol);
  vec_each (const cfa_alias, alias, &automaton->function_aliases)
    if (alias->of == l->function &&
        alias->name != automaton->functions.at[l->function].name)
      gather_in(k, g, cfa_text(automaton, alias->name), symbol);
  for (uint32_t i = 0; i < l->edges; i++) {
    const cfa_edge *edge = &automaton->edges.at[l->first_edge + i];
    cfa_place place = place_of_edge(l, edge);
    size_t n = cfa_place_name(automaton, place, name, sizeof name);
    uint32_t mode = cfa_control_of(automaton, edge).when;
    bool is_new = i == 0 || place.line != place_of_edge(l, edge - 1).line ||
                  place.file != place_of_edge(l, edge - 1).file ||
                  mode != cfa_control_of(automaton, edge - 1).when;
    if (n && is_new)
      gather_head(k, g, name, n, symbol, mode);
    if (edge->kind == CFA_FAIL)
      gather(k, g, "error", 5, symbol);
    if (edge->kind == CFA_HALT)
      gather(k, g, "end", 3, symbol);
  }
}

/* Configurations in a mode with one of these symbols on top. */
static void add_tops_in_mode(setter *k, paut *automaton, uint32_t mode,
                             uint32_t rest, const uint32_t *symbols,
                             size_t count) {
  if (count)
    paut_add_edge(k->m, automaton, mode,
                  paut_add_set(k->m, automaton, false, symbols, count), rest);
}

typedef struct sorting {
  const gathered *g;
  size_t *first;    /* by set */
  uint32_t *sorted; /* numbers of what is gathered */
  uint32_t *tops;   /* those of one set and mode */
} sorting;

static void close_set(setter *k, const sorting *x, size_t set) {
  paut *automaton = &k->out->pds.named_sets.at[set].automaton;
  uint32_t rest = paut_add_state(k->m, automaton);
  paut_add_edge(k->m, automaton, rest,
                paut_add_set(k->m, automaton, true, NULL, 0), rest);
  paut_add_accepting(k->m, automaton, rest);
  for (uint32_t mode = 0; mode < pds_state_count(&k->out->pds); mode++) {
    size_t count = 0;
    for (size_t i = x->first[set]; i < x->first[set + 1]; i++) {
      uint32_t n = x->sorted[i];
      if (x->g->mode.at[n] == mode || x->g->mode.at[n] == CFA_NONE)
        x->tops[count++] = x->g->symbol.at[n];
    }
    add_tops_in_mode(k, automaton, mode, rest, x->tops, count);
  }
}

static void close_sets(setter *k, const gathered *g) {
  size_t sets = k->out->pds.named_sets.count;
  sorting x = {.g = g,
               .first = mem_array(k->m, sets + 2, sizeof *x.first),
               .sorted = mem_array(k->m, g->set.count + 1, sizeof *x.sorted),
               .tops = mem_array(k->m, g->set.count + 1, sizeof *x.tops)};
  vec_each (const uint32_t, n, &g->set)
    x.first[*n + 2]++;
  for (size_t i = 2; i < sets + 2; i++)
    x.first[i] += x.first[i - 1];
  for (size_t i = 0; i < g->set.count; i++)
    x.sorted[x.first[g->set.at[i] + 1]++] = (uint32_t)i;
  for (size_t i = 0; i < sets; i++)
    close_set(k, &x, i);
  mem_free(k->m, x.first);
  mem_free(k->m, x.sorted);
  mem_free(k->m, x.tops);
}

/* Other names of what happens: of functions, and of what is on its way. */

static void gather_aliases(setter *k, gathered *g, const char *event,
                           bool is_of_mode, uint32_t of, uint32_t symbol,
                           uint32_t mode) {
  if (is_of_mode) {
    vec_each (const cfa_alias, alias, &k->p->mode_aliases)
      if (alias->of == of)
        gather_event(k, g, event, cfa_text(k->p, alias->name), symbol, mode);
    return;
  }
  vec_each (const cfa_alias, alias, &k->p->function_aliases)
    if (alias->of == of)
      gather_event(k, g, event, cfa_text(k->p, alias->name), symbol, mode);
}

static void gather_edge(setter *k, gathered *g, const cfa_edge *edge) {
  static const char *const events[] = {"", "throw", "catch", "finally"};
  uint32_t symbol = k->symbol[edge->from];
  cfa_control control = cfa_control_of(k->p, edge);
  if (symbol == CFA_NONE)
    return;
  if (edge->kind == CFA_CALL)
    gather_aliases(k, g, "call", false, edge->function, symbol, control.when);
  else if (edge->kind == CFA_RETURN)
    gather_aliases(k, g, control.when ? "leave" : "return", false,
                   k->p->locations.at[edge->from].function, symbol,
                   control.when);
  else if (control.event)
    gather_aliases(k, g, events[control.event], true,
                   control.event == CFA_THROW ? control.then : control.when,
                   symbol, control.when);
}

/* What has left the bottom's function has met nobody. */
static void gather_uncaught(setter *k, gathered *g) {
  gather(k, g, "uncaught", 8, PDS_NONE);
  for (uint32_t mode = 1; mode < k->p->modes.count; mode++) {
    uint32_t bottom = k->out->bottom;
    const char *label = cfa_text(k->p, k->p->modes.at[mode].label);
    gather_head(k, g, "uncaught", 8, bottom, mode);
    gather_event(k, g, "uncaught", label, bottom, mode);
    gather_aliases(k, g, "uncaught", true, mode, bottom, mode);
  }
}

/* Their names are known even if nothing is called so. */
static void gather_events(setter *k, gathered *g) {
  static const char *const events[] = {"throw", "catch", "finally"};
  if (!k->p->modes.count)
    return;
  vec_each (const cfa_edge, edge, &k->p->edges)
    gather_edge(k, g, edge);
  gather_uncaught(k, g);
  gather(k, g, "never", 5, PDS_NONE);
  vec_each (const cfa_alias, alias, &k->p->function_aliases) {
    if (alias->of == CFA_NONE)
      continue;
    const char *name = cfa_text(k->p, alias->name);
    gather_event(k, g, "call", name, PDS_NONE, 0);
    gather_event(k, g, "return", name, PDS_NONE, 0);
    gather_event(k, g, "leave", name, PDS_NONE, 0);
  }
  vec_each (const cfa_alias, alias, &k->p->mode_aliases)
    for (size_t i = 0; i < 3 && alias->of != CFA_NONE; i++)
      gather_event(k, g, events[i], cfa_text(k->p, alias->name), PDS_NONE, 0);
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
  gather_events(k, &g);
  close_sets(k, &g);
  vec_free(k->m, &g.mode);
  vec_free(k->m, &g.set);
  vec_free(k->m, &g.symbol);
}
