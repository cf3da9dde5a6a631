#include "engine/symbolic/repeat_search.h"

#include <assert.h>

typedef struct product {
  repeat *x;
  dd after; /* the set of all SYM_NEXT and SYM_BELOW copies */
  dd below; /* of the locals' SYM_BELOW copies */
  uint32_t *all_locals, *globals; /* numbers of bits, room for all */
} product;

uint32_t sym_repeat_bits(const omega *automaton) {
  uint32_t bits = 0;
  while ((uint64_t)1 << bits < automaton->states)
    bits++;
  return bits;
}

static dd state_is(const repeat *x, uint32_t q, sym_copy copy) {
  uint32_t variables[32];
  bool values[32];
  for (uint32_t i = 0; i < x->bits; i++) {
    variables[i] = sym_global(x->s, x->s->globals - x->bits + i, copy);
    values[i] = q >> i & 1;
  }
  return dd_point(x->d, variables, values, x->bits);
}

/* Where the letter of a step with these events is in the cube. */
static dd cube_holds(const repeat *x, uint32_t symbol, uint64_t events,
                     const omega_cube *cube) {
  const dd *holds = x->l->holds + (size_t)symbol * x->l->atoms;
  dd result = DD_TRUE;
  for (uint32_t i = 0; i < x->l->atoms && result != DD_FALSE; i++) {
    if (!(cube->mask >> i & 1))
      continue;
    dd atom = events >> i & 1 ? DD_TRUE : holds[i];
    result = cube->value >> i & 1 ? dd_and(x->d, result, atom)
                                  : dd_minus(x->d, result, atom);
  }
  return result;
}

/* The automaton's step: state and head SYM_NOW, state SYM_NEXT. */
static dd automaton_step(const repeat *x, uint32_t symbol, uint64_t events) {
  size_t mark = dd_mark(x->d);
  dd result = DD_FALSE;
  vec_each (const omega_edge, edge, &x->a->edges) {
    dd letter = DD_FALSE;
    for (uint32_t i = 0; i < edge->cubes; i++)
      letter = dd_or(
          x->d, letter,
          cube_holds(x, symbol, events, &x->a->cubes.at[edge->first_cube + i]));
    letter = dd_and(x->d, letter, state_is(x, edge->from, SYM_NOW));
    letter = dd_and(x->d, letter, state_is(x, edge->to, SYM_NEXT));
    result = dd_or(x->d, result, letter);
  }
  return dd_only(x->d, mark, result);
}

static void add_way(product *p, way_kind kind, uint32_t number, uint32_t from,
                    uint32_t to, dd relation, const uint32_t *locals,
                    uint32_t count, uint32_t globals) {
  repeat *x = p->x;
  sym_rule rule = {.kind = SYM_SWAP, .from = from, .to = to};
  rule.source = (uint32_t)x->ways.count;
  rule.relation = relation;
  rule.changes_globals = globals;
  rule.changes_locals = count;
  sympds_add_rule(&x->graph, &rule, p->globals, locals, NULL);
  vec_push(x->m, &x->ways, ((way){kind, number}));
}

/* The globals that a rule changes, and the automaton's. */
static uint32_t changed_globals(product *p, const sym_rule *rule) {
  const sympds *system = p->x->s;
  uint32_t count = 0;
  for (uint32_t i = 0; rule && i < rule->changes_globals; i++)
    p->globals[count++] = system->changed.at[rule->first_changed + i];
  for (uint32_t i = 0; i < p->x->bits; i++)
    p->globals[count++] = system->globals - p->x->bits + i;
  return count;
}

static uint32_t all_globals(product *p) {
  for (uint32_t i = 0; i < p->x->s->globals; i++)
    p->globals[i] = i;
  return p->x->s->globals;
}

static void add_push(product *p, uint32_t number, const sym_rule *rule,
                     dd relation) {
  repeat *x = p->x;
  uint32_t locals = x->s->locals, globals = changed_globals(p, rule);
  const uint32_t *below =
      x->s->changed.at + rule->first_changed + rule->changes_globals;
  assert(rule->changes_locals == 0);
  add_way(p, WAY_TOP, number, rule->from, rule->to,
          dd_exists(x->d, relation, p->below), p->all_locals, locals, globals);
  add_way(p, WAY_ENTRY, number, rule->from, rule->to, relation, p->all_locals,
          locals, globals);
  globals = all_globals(p); /* relations are found later */
  add_way(p, WAY_THROUGH, number, rule->from, rule->below, DD_TRUE, below,
          rule->changes_below, globals);
  add_way(p, WAY_MARKED, number, rule->from, rule->below, DD_TRUE, below,
          rule->changes_below, globals);
}

static void add_rule(product *p, uint32_t number, dd step) {
  repeat *x = p->x;
  const sym_rule *rule = &x->s->rules.at[number];
  dd relation = dd_and(x->d, rule->relation, step);
  if (relation == DD_FALSE)
    return;
  if (rule->kind == SYM_PUSH) {
    add_push(p, number, rule, relation);
    return;
  }
  const uint32_t *locals =
      x->s->changed.at + rule->first_changed + rule->changes_globals;
  bool pops = rule->kind == SYM_POP;
  add_way(p, pops ? WAY_POP : WAY_STEP, number, rule->from,
          pops ? rule->from : rule->to, relation, locals,
          pops ? 0 : rule->changes_locals, changed_globals(p, rule));
}

/* All rules from a symbol, and stuttering where none is possible. */
static void add_symbol(product *p, uint32_t n) {
  repeat *x = p->x;
  size_t mark = dd_mark(x->d);
  dd quiet = automaton_step(x, n, 0), possible = DD_FALSE;
  for (uint32_t i = x->s->first_rule[n]; i < x->s->first_rule[n + 1]; i++) {
    uint64_t events = x->l->events[i];
    size_t inner = dd_mark(x->d);
    add_rule(p, i, events ? automaton_step(x, n, events) : quiet);
    possible =
        dd_only(x->d, inner,
                dd_or(x->d, possible,
                      dd_exists(x->d, x->s->rules.at[i].relation, p->after)));
  }
  dd stuck = dd_minus(x->d, quiet, possible);
  if (stuck != DD_FALSE)
    add_way(p, WAY_STEP, SYM_NONE, n, n, stuck, NULL, 0,
            changed_globals(p, NULL));
  dd_release(x->d, mark);
}

static void start_graph(repeat *x) {
  sympds *system = x->s;
  size_t bits = (size_t)system->globals + system->locals;
  uint32_t *positions = mem_array(x->m, bits + 1, sizeof *positions);
  for (uint32_t i = 0; i < system->globals; i++)
    positions[i] = system->global_position[i];
  for (uint32_t i = 0; i < system->locals; i++)
    positions[system->globals + i] = system->local_position[i];
  sympds_init(&x->graph, x->m, x->d, system->globals, system->locals, positions,
              system->symbols);
  mem_free(x->m, positions);
}

/* By 'to', in order; and the ways that belong together. */
static void index_graph(repeat *x) {
  sympds *system = &x->graph;
  uint32_t rules = (uint32_t)system->rules.count;
  x->first_into =
      mem_array(x->m, (size_t)system->symbols + 2, sizeof(uint32_t));
  x->into = mem_array(x->m, (size_t)rules + 1, sizeof *x->into);
  x->groups = mem_array(x->m, (size_t)rules + 1, sizeof *x->groups);
  uint32_t *place = mem_array(x->m, x->ways.count + 1, sizeof *place);
  for (uint32_t i = 0; i < rules; i++) {
    x->first_into[system->rules.at[i].to + 2]++;
    place[system->rules.at[i].source] = i;
  }
  for (uint32_t n = 0; n < system->symbols; n++)
    x->first_into[n + 2] += x->first_into[n + 1];
  for (uint32_t i = 0; i < rules; i++) {
    const sym_rule *rule = &system->rules.at[i];
    x->into[x->first_into[rule->to + 1]++] = i;
    way_kind kind = repeat_way(x, i).kind;
    if (kind == WAY_ENTRY) /* its followers were added behind it */
      x->groups[i] =
          (way_group){place[rule->source + 1], place[rule->source + 2]};
    if (kind == WAY_THROUGH || kind == WAY_MARKED)
      dd_keep(x->d, &system->rules.at[i].relation, DD_FALSE);
    if (kind == WAY_THROUGH) /* 'through' is its own number */
      x->groups[i] = (way_group){i, place[rule->source + 1]};
  }
  mem_free(x->m, place);
}

/* Renamings and sets over all bits. */
static void make_copies(product *p) {
  repeat *x = p->x;
  const sympds *system = x->s;
  size_t bits = (size_t)system->globals + system->locals, mark = dd_mark(x->d);
  uint32_t *at = mem_array(x->m, 4 * bits + 1, sizeof *at);
  uint32_t *now = at, *below = at + bits, *next = at + 2 * bits;
  for (uint32_t i = 0; i < bits; i++) {
    uint32_t g = i < system->globals
                     ? sym_global(system, i, SYM_NOW)
                     : sym_local(system, i - system->globals, SYM_NOW);
    now[i] = g;
    below[i] = g + SYM_BELOW;
    next[i] = g + SYM_NEXT;
  }
  x->below_to_next = dd_renaming_make(x->d, below, next, bits);
  x->now_to_below = dd_renaming_make(x->d, now, below, bits);
  dd_keep(x->d, &p->below,
          dd_set(x->d, below + system->globals, system->locals));
  dd_keep(x->d, &p->after, dd_set(x->d, below, 2 * bits));
  dd same = DD_TRUE;
  for (uint32_t i = system->globals; i-- > 0;)
    same = dd_and(
        x->d, same,
        dd_iff(x->d, dd_variable(x->d, now[i]), dd_variable(x->d, below[i])));
  dd_keep(x->d, &x->same, same);
  dd_release(x->d, mark);
  mem_free(x->m, at);
}

void sym_repeat_make_product(repeat *x) {
  product p = {.x = x};
  size_t mark = dd_mark(x->d);
  p.all_locals = mem_array(x->m, (size_t)x->s->locals + 1, sizeof(uint32_t));
  p.globals = mem_array(x->m, (size_t)x->s->globals + 1, sizeof(uint32_t));
  for (uint32_t i = 0; i < x->s->locals; i++)
    p.all_locals[i] = i;
  make_copies(&p);
  start_graph(x);
  for (uint32_t n = 0; n < x->s->symbols; n++) {
    progress_tick(x->clock);
    add_symbol(&p, n);
  }
  sympds_finish(&x->graph);
  index_graph(x);
  x->graph.start = x->s->start;
  dd_keep(x->d, &x->graph.initial,
          dd_and(x->d, x->s->initial, state_is(x, x->a->initial, SYM_NOW)));
  dd accepting = DD_FALSE;
  for (uint32_t q = 0; q < x->a->states; q++)
    if (omega_is_accepting(x->a, q))
      accepting = dd_or(x->d, accepting, state_is(x, q, SYM_NOW));
  dd_keep(x->d, &x->accepting, accepting);
  dd_keep(x->d, &p.after, DD_FALSE);
  dd_keep(x->d, &p.below, DD_FALSE);
  dd_release(x->d, mark);
  mem_free(x->m, p.all_locals);
  mem_free(x->m, p.globals);
}
