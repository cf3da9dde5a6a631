#include "product/cfa_machine.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Each mode has two states: one that runs, and one that comes back. */
static uint32_t running(uint32_t mode) { return 2 * mode; }
static uint32_t coming_back(uint32_t mode) { return 2 * mode + 1; }

typedef struct maker {
  mem *m;
  progress *clock;
  const cfa *p;
  const cfa_flow *f;
  machine *out;
  uint32_t *symbol;    /* of the machine, by that of the flow */
  uint32_t *behind;    /* by symbol of the flow: of a call, where it goes on */
  uint32_t step, back; /* actions */
} maker;

static bool is_letter(char x) {
  return (x >= 'a' && x <= 'z') || (x >= 'A' && x <= 'Z') || x == '_';
}

uint32_t cfa_plain_name(mem *m, names *to, const char *name) {
  size_t length = strlen(name), n = 0;
  char *plain = mem_alloc(m, length + 32);
  if (!is_letter(name[0]))
    plain[n++] = 's';
  for (size_t i = 0; i < length; i++) {
    bool good = is_letter(name[i]) || (name[i] >= '0' && name[i] <= '9');
    if (good || (name[i] != '(' && name[i] != ')'))
      plain[n++] = good ? name[i] : '_';
  }
  size_t end = n;
  for (unsigned i = 1; names_find(to, plain, end) != NAMES_NONE; i++)
    end = n + (size_t)snprintf(plain + n, 16, "_%u", i);
  uint32_t number = names_insert(m, to, plain, end);
  mem_free(m, plain);
  return number;
}

static uint32_t plain_name(maker *k, names *to, const char *name) {
  return cfa_plain_name(k->m, to, name);
}

static void add_symbols(maker *k) {
  const pds *system = &k->f->pds;
  uint32_t count = pds_symbol_count(system);
  k->symbol = mem_array(k->m, (size_t)count + 1, sizeof *k->symbol);
  k->behind = mem_array(k->m, (size_t)count + 1, sizeof *k->behind);
  memset(k->behind, 0xFF, count * sizeof *k->behind);
  for (uint32_t i = 0; i < count; i++)
    if (i != k->f->bottom)
      k->symbol[i] =
          plain_name(k, &k->out->symbols, names_text(&system->symbols, i));
  vec_each (const pds_rule, rule, &system->rules)
    if (rule->length == 2)
      k->behind[rule->top] =
          rule->push[1]; /* the same for all that are called */
}

/* "run" and "back", then "IOException" and "back_IOException". */
static void add_states(maker *k) {
  names used = {0};
  machine_add_state(k->m, k->out, "run", 3, false);
  machine_add_state(k->m, k->out, "back", 4, false);
  names_insert(k->m, &used, "run", 3);
  names_insert(k->m, &used, "back", 4);
  for (uint32_t i = 1; i < pds_state_count(&k->f->pds); i++) {
    char back[300];
    uint32_t n = plain_name(k, &used, names_text(&k->f->pds.states, i));
    machine_add_state(k->m, k->out, names_text(&used, n),
                      names_length(&used, n), false);
    (void)snprintf(back, sizeof back, "back_%.290s", names_text(&used, n));
    n = plain_name(k, &used, back);
    machine_add_state(k->m, k->out, names_text(&used, n),
                      names_length(&used, n), false);
  }
  names_free(k->m, &used);
}

/* Which symbols can be on top in a mode is left to whoever explores. */
static void add_heads_of(maker *k, uint32_t mode) {
  machine *x = k->out;
  vec_push(k->m, &x->heads, ((machine_head){running(mode), 0}));
  vec_push(k->m, &x->heads, ((machine_head){coming_back(mode), 0}));
  for (uint32_t i = 0; i < pds_symbol_count(&k->f->pds); i++) {
    if (i == k->f->bottom)
      continue;
    vec_push(k->m, &x->heads, ((machine_head){running(mode), k->symbol[i]}));
    if (k->behind[i] != PDS_NONE)
      vec_push(k->m, &x->heads,
               ((machine_head){coming_back(mode), k->symbol[i]}));
  }
}

static void add_heads(maker *k) {
  add_states(k);
  for (uint32_t i = 0; i < pds_state_count(&k->f->pds); i++)
    add_heads_of(k, i);
}

/* "line_12" for "prog.c:12" if main is there, too. */
uint32_t cfa_proposition(mem *m, const cfa *automaton, names *to,
                         const char *name) {
  assert(automaton->main < automaton->functions.count);
  char main_file[400];
  cfa_place at = automaton->functions.at[automaton->main].place;
  size_t n = cfa_place_name(automaton, at, main_file, sizeof main_file);
  const char *colon = n ? strrchr(main_file, ':') : NULL;
  size_t length = colon ? (size_t)(colon - main_file) + 1 : 0;
  char line[32];
  if (!length || strncmp(name, main_file, length) != 0)
    return cfa_plain_name(m, to, name);
  (void)snprintf(line, sizeof line, "line_%.20s", name + length);
  return cfa_plain_name(m, to, line);
}

static void add_fact(maker *k, uint32_t state, uint32_t symbol, uint32_t prop) {
  assert(state < machine_states(k->out));
  machine_fact fact = {{state, symbol}, prop};
  vec_push(k->m, &k->out->facts, fact);
}

static void add_facts(maker *k, const char *name, uint32_t prop, uint32_t mode,
                      const uint32_t *symbols, size_t count) {
  bool is_place = strncmp(name, "in.", 3) != 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t s = symbols[i];
    if (s == k->f->bottom) {
      add_fact(k, coming_back(mode), 0, prop);
      continue;
    }
    add_fact(k, running(mode), k->symbol[s], prop);
    if (k->behind[s] != PDS_NONE && !is_place)
      add_fact(k, coming_back(mode), k->symbol[s], prop);
  }
}

static void add_propositions(maker *k) {
  const pds *system = &k->f->pds;
  vec_each (const pds_set, x, &system->named_sets) {
    const char *name = names_text(&system->set_names, x->name);
    const paut *automaton = &x->automaton;
    uint32_t prop = cfa_proposition(k->m, k->p, &k->out->props, name);
    vec_each (const paut_edge, edge, &automaton->edges) {
      if (edge->from >= PAUT_EXTRA)
        continue;
      const paut_set *set = &automaton->sets.at[edge->label - PAUT_SET];
      add_facts(k, name, prop, edge->from,
                automaton->set_symbols.at + set->first, set->count);
    }
    progress_tick(k->clock);
  }
}

static void machine_add_rule(maker *k, uint32_t action, uint32_t from,
                             uint32_t top, uint32_t to,
                             machine_operation operation, uint32_t symbol) {
  machine_rule rule = {.action = action,
                       .from = from,
                       .top = top,
                       .to = to,
                       .operation = operation,
                       .symbol = symbol};
  vec_push(k->m, &k->out->rules, rule);
}

/* The two sides of a branch may lead to one place: each rule once. */
static bool machine_is_repeated(const pds *system, size_t n) {
  assert(n < system->rules.count);
  const pds_rule *r = &system->rules.at[n];
  for (size_t i = n; i-- > 0 && system->rules.at[i].top == r->top;) {
    const pds_rule *o = &system->rules.at[i];
    if (o->from == r->from && o->to == r->to && o->action == r->action &&
        o->length == r->length && (r->length == 0 || o->push[0] == r->push[0]))
      return true;
  }
  return false;
}

static void machine_add_rules(maker *k, const uint32_t *action) {
  const pds *system = &k->f->pds;
  for (size_t i = 0; i < system->rules.count; i++) {
    const pds_rule *rule = &system->rules.at[i];
    uint32_t a = rule->action == PDS_NONE ? k->step : action[rule->action];
    uint32_t top = k->symbol[rule->top];
    if (machine_is_repeated(system, i))
      continue;
    if (rule->length == 0)
      machine_add_rule(k, a, running(rule->from), top, coming_back(rule->to),
                       MACHINE_POP, MACHINE_NONE);
    else
      machine_add_rule(k, a, running(rule->from), top, running(rule->to),
                       rule->length == 1 ? MACHINE_REWRITE : MACHINE_PUSH,
                       k->symbol[rule->push[0]]);
    progress_tick(k->clock);
  }
  for (uint32_t mode = 0; mode < pds_state_count(system); mode++)
    for (uint32_t i = 0; i < pds_symbol_count(system); i++)
      if (k->behind[i] != PDS_NONE)
        machine_add_rule(k, k->back, coming_back(mode), k->symbol[i],
                         running(mode), MACHINE_REWRITE,
                         k->symbol[k->behind[i]]);
}

void cfa_flow_machine(mem *m, progress *clock, const cfa *automaton,
                      const cfa_flow *flow, machine *out) {
  const pds *system = &flow->pds;
  maker k = {.m = m, .clock = clock, .p = automaton, .f = flow, .out = out};
  machine_init(m, out, MACHINE_PDS);
  add_symbols(&k);
  add_heads(&k);
  add_propositions(&k);
  uint32_t actions = names_count(&system->actions);
  uint32_t *action = mem_array(m, (size_t)actions + 1, sizeof *action);
  uint32_t start = plain_name(&k, &out->actions, "start");
  k.step = plain_name(&k, &out->actions, "step");
  k.back = plain_name(&k, &out->actions, "back");
  for (uint32_t i = 0; i < actions; i++)
    action[i] = plain_name(&k, &out->actions, names_text(&system->actions, i));
  machine_add_rule(&k, start, running(0), 0, running(0), MACHINE_PUSH,
                   k.symbol[0]);
  machine_add_rules(&k, action);
  mem_free(m, action);
  mem_free(m, k.symbol);
  mem_free(m, k.behind);
}
