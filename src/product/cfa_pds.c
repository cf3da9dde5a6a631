/* First the locations that may be reached, as a call can be left only if its
 * function returns; then the rules, in the order of locations; then the sets.
 */
#include "product/cfa_pds.h"
#include "product/cfa_pds_sets.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

typedef struct waiting {
  uint32_t to, next; /* behind a call; the next one of the same function */
} waiting;

/* A location, in a mode. */
typedef struct spot {
  uint32_t location, mode;
} spot;

typedef struct maker {
  mem *m;
  progress *clock;
  const cfa *p;
  cfa_flow *out;
  uint32_t modes;
  bool *is_reached; /* by location and mode */
  vec(spot) todo;
  bool *may_return;        /* by function and mode */
  uint32_t *first_waiting; /* by function: number plus one */
  vec(waiting) waiting;
  uint32_t *symbol; /* by location; CFA_NONE: none yet */
} maker;

/* What may be reached. */

static bool may_call(const cfa *automaton, const cfa_edge *edge,
                     uint32_t function) {
  assert(function < automaton->functions.count);
  const cfa_function *f = &automaton->functions.at[function];
  return edge->function == CFA_NONE
             ? f->is_address_taken && cfa_call_fits(automaton, edge, f)
             : edge->function == function;
}

static bool is_reached(const maker *k, uint32_t location, uint32_t mode) {
  assert(location < k->p->locations.count && mode < k->modes);
  return k->is_reached[(size_t)location * k->modes + mode];
}

static void reach(maker *k, uint32_t location, uint32_t mode) {
  if (is_reached(k, location, mode))
    return;
  k->is_reached[(size_t)location * k->modes + mode] = true;
  vec_push(k->m, &k->todo, ((spot){location, mode}));
}

static void reach_call(maker *k, const cfa_edge *edge, uint32_t function) {
  assert(function < k->p->functions.count);
  reach(k, k->p->functions.at[function].entry, 0);
  for (uint32_t mode = 0; mode < k->modes; mode++)
    if (k->may_return[(size_t)function * k->modes + mode])
      reach(k, edge->to, mode);
  waiting w = {edge->to, k->first_waiting[function]};
  vec_push(k->m, &k->waiting, w);
  k->first_waiting[function] = (uint32_t)k->waiting.count;
}

static void reach_return(maker *k, uint32_t function, uint32_t mode) {
  assert(function < k->p->functions.count);
  bool *may = &k->may_return[(size_t)function * k->modes + mode];
  if (*may)
    return;
  *may = true;
  for (uint32_t i = k->first_waiting[function]; i;
       i = k->waiting.at[i - 1].next)
    reach(k, k->waiting.at[i - 1].to, mode);
}

static void reach_behind(maker *k, uint32_t edge, uint32_t mode) {
  assert(edge < k->p->edges.count);
  const cfa_edge *e = &k->p->edges.at[edge];
  cfa_control control = cfa_control_of(k->p, e);
  if (control.when != mode)
    return;
  if (e->kind == CFA_UNSUPPORTED && edge < k->out->unsupported)
    k->out->unsupported = edge;
  if (e->kind == CFA_RETURN)
    reach_return(k, k->p->locations.at[e->from].function, mode);
  else if (e->kind == CFA_CALL) {
    for (uint32_t f = 0; f < k->p->functions.count; f++)
      if (may_call(k->p, e, f))
        reach_call(k, e, f);
  } else if (e->to != CFA_NONE) {
    reach(k, e->to, control.then);
  }
}

static void reach_all(maker *k) {
  k->out->unsupported = CFA_NONE;
  reach(k, k->p->functions.at[k->p->main].entry, 0);
  while (k->todo.count) {
    spot x = vec_pop(&k->todo);
    const cfa_location *location = &k->p->locations.at[x.location];
    progress_tick(k->clock);
    for (uint32_t i = 0; i < location->edges; i++)
      reach_behind(k, location->first_edge + i, x.mode);
  }
}

static const char *pds_function_name(const cfa *automaton, uint32_t function) {
  assert(function < automaton->functions.count);
  return cfa_text(automaton, automaton->functions.at[function].name);
}

static uint32_t first_line(const cfa *automaton, uint32_t location) {
  assert(location < automaton->locations.count);
  const cfa_location *l = &automaton->locations.at[location];
  const cfa_place *at =
      l->edges ? &automaton->edges.at[l->first_edge].place : &l->place;
  at = at->file == CFA_NONE ? &l->place : at;
  return at->file == CFA_NONE ? 0 : at->line;
}

static uint32_t add_symbol(maker *k, const char *name, size_t length,
                           uint32_t location) {
  uint32_t before = pds_symbol_count(&k->out->pds);
  uint32_t n = names_insert(k->m, &k->out->pds.symbols, name, length);
  if (n == before)
    vec_push(k->m, &k->out->symbol_location, location);
  return n;
}

static size_t pds_shortened(int length, size_t size) {
  return length < 0 ? 0 : (size_t)length < size ? (size_t)length : size - 1;
}

/* The number tells locations apart, and stands before what may be cut. */
static uint32_t symbol_of(maker *k, uint32_t location) {
  assert(location < k->p->locations.count);
  char name[300];
  if (k->symbol[location] != CFA_NONE)
    return k->symbol[location];
  int n =
      snprintf(name, sizeof name, "%.200s:%u#%u",
               pds_function_name(k->p, k->p->locations.at[location].function),
               (unsigned)first_line(k->p, location), (unsigned)location);
  k->symbol[location] =
      add_symbol(k, name, pds_shortened(n, sizeof name), location);
  return k->symbol[location];
}

static uint32_t pds_action_of(maker *k, const char *what,
                              const char *function) {
  char name[300];
  int n = snprintf(name, sizeof name, "%s.%.250s", what, function);
  return names_insert(k->m, &k->out->pds.actions, name,
                      pds_shortened(n, sizeof name));
}

size_t cfa_place_name(const cfa *automaton, cfa_place at, char *out,
                      size_t size) {
  out[0] = '\0';
  if (at.file == CFA_NONE || at.file >= automaton->files.count)
    return 0;
  const char *path = cfa_text(automaton, automaton->files.at[at.file]);
  const char *slash = strrchr(path, '/');
  const char *base = slash ? slash + 1 : path;
  for (uint32_t i = 0; i < automaton->files.count; i++) {
    const char *other = cfa_text(automaton, automaton->files.at[i]);
    const char *s = strrchr(other, '/');
    if (i != at.file && strcmp(s ? s + 1 : other, base) == 0)
      base = path; /* two files of one name: their folders tell */
  }
  int n = snprintf(out, size, "%s:%u", base, (unsigned)at.line);
  return n < 0 || (size_t)n >= size ? 0 : (size_t)n;
}

static void cfa_pds_add_rule(maker *k, uint32_t edge, pds_rule rule) {
  if (edge != CFA_NONE && k->p->edges.at[edge].place.file != CFA_NONE) {
    rule.line = k->p->edges.at[edge].place.line;
    rule.column = k->p->edges.at[edge].place.column;
  }
  pds_add_rule(k->m, &k->out->pds, &rule, NULL);
  vec_push(k->m, &k->out->rule_edge, edge);
}

static void add_push(maker *k, uint32_t edge, uint32_t into,
                     const char *function) {
  assert(edge < k->p->edges.count);
  const cfa_edge *e = &k->p->edges.at[edge];
  cfa_pds_add_rule(k, edge,
                   (pds_rule){.top = symbol_of(k, e->from),
                              .length = 2,
                              .push = {into, symbol_of(k, e->to)},
                              .action = pds_action_of(k, "call", function)});
}

static void add_step(maker *k, uint32_t edge, uint32_t action) {
  assert(edge < k->p->edges.count);
  const cfa_edge *e = &k->p->edges.at[edge];
  cfa_control control = cfa_control_of(k->p, e);
  cfa_pds_add_rule(k, edge,
                   (pds_rule){.from = control.when,
                              .to = control.then,
                              .top = symbol_of(k, e->from),
                              .length = 1,
                              .push = {symbol_of(k, e->to), 0},
                              .action = action});
}

static bool is_end(const cfa *automaton, uint32_t location) {
  assert(location < automaton->locations.count);
  const cfa_location *l = &automaton->locations.at[location];
  cfa_edge_kind kind = automaton->edges.at[l->edges ? l->first_edge : 0].kind;
  return l->edges &&
         (kind == CFA_HALT || kind == CFA_FAIL || kind == CFA_UNDEFINED);
}

/* A function without a body; those that end the program do not return. */
static void add_outside(maker *k, uint32_t edge) {
  assert(edge < k->p->edges.count);
  const cfa_edge *e = &k->p->edges.at[edge];
  const char *function = cfa_text(k->p, e->name);
  char name[300];
  uint32_t call = pds_action_of(k, "call", function);
  if (is_end(k->p, e->to)) {
    add_step(k, edge, call);
    return;
  }
  uint32_t before = pds_symbol_count(&k->out->pds);
  int n = snprintf(name, sizeof name, "%.250s()", function);
  uint32_t symbol =
      add_symbol(k, name, pds_shortened(n, sizeof name), CFA_NONE);
  if (symbol == before)
    cfa_pds_add_rule(
        k, CFA_NONE,
        (pds_rule){.top = symbol,
                   .action = pds_action_of(k, "return", function)});
  add_push(k, edge, symbol, function);
}

static const char *mode_label(const cfa *automaton, uint32_t mode) {
  return cfa_text(automaton, vec_at(&automaton->modes, mode).label);
}

/* "throw.IOException", "catch.IOException", ... */
static uint32_t action_of_event(maker *k, const cfa_control *control) {
  switch (control->event) {
  case CFA_THROW:
    return pds_action_of(k, "throw", mode_label(k->p, control->then));
  case CFA_CATCH:
    return pds_action_of(k, "catch", mode_label(k->p, control->when));
  case CFA_FINALLY:
    return pds_action_of(k, "finally", mode_label(k->p, control->when));
  default:
    return PDS_NONE;
  }
}

static void add_return(maker *k, uint32_t edge) {
  const cfa_edge *e = &k->p->edges.at[edge];
  uint32_t mode = cfa_control_of(k->p, e).when;
  const char *function =
      pds_function_name(k->p, k->p->locations.at[e->from].function);
  cfa_pds_add_rule(k, edge,
                   (pds_rule){.from = mode,
                              .to = mode,
                              .top = symbol_of(k, e->from),
                              .action = pds_action_of(
                                  k, mode ? "leave" : "return", function)});
}

static void pds_add_rules(maker *k, uint32_t edge) {
  assert(edge < k->p->edges.count);
  const cfa_edge *e = &k->p->edges.at[edge];
  cfa_control control = cfa_control_of(k->p, e);
  if (!is_reached(k, e->from, control.when))
    return;
  switch (e->kind) {
  case CFA_CALL:
    for (uint32_t f = 0; f < k->p->functions.count; f++)
      if (may_call(k->p, e, f))
        add_push(k, edge, symbol_of(k, k->p->functions.at[f].entry),
                 pds_function_name(k->p, f));
    break;
  case CFA_RETURN:
    add_return(k, edge);
    break;
  case CFA_FAIL:
  case CFA_HALT:
  case CFA_UNDEFINED:
  case CFA_UNSUPPORTED:
    break;
  default:
    if (e->kind == CFA_SKIP && e->name != CFA_NONE)
      add_outside(k, edge);
    else
      add_step(k, edge, action_of_event(k, &control));
  }
}

/* Names of functions are known even if nobody gets there. */
static void add_actions(maker *k) {
  for (uint32_t f = 0; f < k->p->functions.count; f++) {
    pds_action_of(k, "call", pds_function_name(k->p, f));
    pds_action_of(k, "return", pds_function_name(k->p, f));
    if (k->modes > 1)
      pds_action_of(k, "leave", pds_function_name(k->p, f));
  }
  for (uint32_t mode = 1; mode < k->modes; mode++) {
    pds_action_of(k, "throw", mode_label(k->p, mode));
    pds_action_of(k, "catch", mode_label(k->p, mode));
    pds_action_of(k, "finally", mode_label(k->p, mode));
  }
  vec_each (const cfa_edge, edge, &k->p->edges)
    if (edge->kind == CFA_SKIP && edge->name != CFA_NONE) {
      pds_action_of(k, "call", cfa_text(k->p, edge->name));
      pds_action_of(k, "return", cfa_text(k->p, edge->name));
    }
}

static void add_start(maker *k) {
  pds *system = &k->out->pds;
  names_insert(k->m, &system->states, "run", 3);
  for (uint32_t mode = 1; mode < k->modes; mode++) {
    const char *name = cfa_text(k->p, k->p->modes.at[mode].name);
    names_insert(k->m, &system->states, name, strlen(name));
  }
  assert(pds_state_count(system) == k->modes);
  uint32_t start = symbol_of(k, k->p->functions.at[k->p->main].entry);
  k->out->bottom = add_symbol(k, "end#", 4, CFA_NONE);
  paut *initial = &system->sets[PDS_INITIAL];
  uint32_t below = paut_add_state(k->m, initial);
  uint32_t last = paut_add_state(k->m, initial);
  paut_add_edge(k->m, initial, 0, start, below);
  paut_add_edge(k->m, initial, below, k->out->bottom, last);
  paut_add_accepting(k->m, initial, last);
  system->has_system = system->has_set[PDS_INITIAL] = true;
}

void cfa_make_flow(mem *m, progress *clock, const cfa *automaton,
                   cfa_flow *out) {
  *out = (cfa_flow){0};
  maker k = {.m = m, .clock = clock, .p = automaton, .out = out};
  size_t locations = automaton->locations.count + 1,
         functions = automaton->functions.count + 1;
  k.modes = automaton->modes.count ? (uint32_t)automaton->modes.count : 1;
  k.is_reached = mem_array(m, locations * k.modes, sizeof *k.is_reached);
  k.symbol = mem_array(m, locations, sizeof *k.symbol);
  memset(k.symbol, 0xFF, locations * sizeof *k.symbol);
  k.may_return = mem_array(m, functions * k.modes, sizeof *k.may_return);
  k.first_waiting = mem_array(m, functions, sizeof *k.first_waiting);
  reach_all(&k);
  add_start(&k);
  add_actions(&k);
  for (uint32_t l = 0; l < automaton->locations.count; l++) {
    const cfa_location *location = &automaton->locations.at[l];
    for (uint32_t i = 0; i < location->edges; i++)
      pds_add_rules(&k, location->first_edge + i);
    for (uint32_t mode = 0; mode < k.modes; mode++)
      if (is_reached(&k, l, mode))
        symbol_of(&k, l);
    progress_tick(clock);
  }
  cfa_flow_add_sets(m, automaton, k.symbol, out);
  mem_free(m, k.is_reached);
  mem_free(m, k.symbol);
  mem_free(m, k.may_return);
  mem_free(m, k.first_waiting);
  vec_free(m, &k.todo);
  vec_free(m, &k.waiting);
}
