/* Rules p <n> --> q <n1 n2>: the states are values of one more global, the
 * symbols are locations of one procedure without locals. */
#include "lang/remopla/lower.h"

#include <assert.h>
#include <string.h>

static uint32_t name_in(const rem_lowering *l, const rem_item *x, uint32_t i) {
  return l->syntax->lists.at[x->first + i];
}

static const rem_spot *spot_in(const rem_lowering *l, const rem_item *x,
                               uint32_t i) {
  return &l->syntax->list_spots.at[x->name + i];
}

/* The number of a state among the enumerators. */
static uint32_t state_number(const rem_lowering *l, uint32_t name,
                             uint32_t first) {
  const char *text = rem_word(l, name);
  return names_find(&l->out->enumerators, text, strlen(text)) - first;
}

static void add_state(rem_lowering *l, const rem_item *x, uint32_t i,
                      uint32_t first) {
  const char *text = rem_word(l, name_in(l, x, i));
  uint32_t number =
      names_insert(l->m, &l->out->enumerators, text, strlen(text));
  if (number < first)
    rem_wrong_at(l->parser, spot_in(l, x, i),
                 "state '%s' is a value of an enumeration, too", text);
}

static uint32_t module_of(const rem_lowering *l, uint32_t name) {
  uint32_t symbol = rem_find_symbol(l, name);
  if (symbol == REM_NONE || l->table->symbols.at[symbol].kind != REM_S_MODULE)
    return REM_NONE;
  return (uint32_t)l->table->symbols.at[symbol].value;
}

uint32_t rem_rule_location(rem_lowering *l, uint32_t name) {
  vec_each (const rem_label, x, &l->labels)
    if (x->name == name)
      return x->location;
  return PROG_NONE;
}

static void add_rule_symbol(rem_lowering *l, const rem_item *x, uint32_t i,
                            uint32_t procedure) {
  uint32_t name = name_in(l, x, i), module = module_of(l, name);
  bool is_call = x->count == 5 && i == 3;
  const rem_spot *s = spot_in(l, x, i);
  if (module != REM_NONE) {
    if (!is_call)
      rem_wrong_at(l->parser, s,
                   "'%s' is a module: a rule can only call it, as the first of "
                   "two symbols",
                   rem_word(l, name));
    return;
  }
  if (rem_rule_location(l, name) != PROG_NONE)
    return;
  rem_label label = {.name = name};
  label.location =
      prog_add_location(l->m, l->out, procedure, s->line, s->column);
  vec_push(l->m, &l->labels, label);
  prog_add_label(l->m, l->out, prog_name(l->m, l->out, rem_word(l, name)),
                 label.location);
}

static uint32_t state_is(rem_lowering *l, uint32_t state, uint32_t width,
                         uint32_t value) {
  uint32_t now = prog_add_expression(l->m, l->out, PROG_NOW, width, state,
                                     PROG_NONE, PROG_NONE);
  return rem_binary(l, PROG_EQUAL, 1, now,
                    prog_constant(l->m, l->out, width, value));
}

/* What a rule says about no variable is free: so it is with all globals. */
static void free_globals(rem_lowering *l) {
  for (uint32_t i = 0; i < l->table->symbols.count; i++) {
    rem_symbol s = l->table->symbols.at[i];
    if (s.kind == REM_S_VARIABLE && s.procedure == PROG_NONE)
      for (uint32_t j = 0; j < s.leaves; j++)
        rem_assign_any(l, s.first_leaf + j, PROG_NONE, PROG_TOP);
  }
  vec_each (const prog_variable, v, &l->out->variables)
    if (v->is_result)
      rem_push_effect(l, PROG_TOP, (uint32_t)(v - l->out->variables.at),
                      PROG_NONE, prog_constant(l->m, l->out, v->width, 0));
}

/* Parameters of a module that a rule calls get any value. */
static void free_parameters(rem_lowering *l, uint32_t module) {
  assert(module < l->table->modules.count);
  const rem_module k = l->table->modules.at[module];
  for (uint32_t i = 0; i < k.parameters; i++) {
    rem_symbol s = l->table->symbols.at[k.first_symbol + i];
    for (uint32_t j = 0; j < s.leaves; j++)
      rem_assign_any(l, s.first_leaf + j, PROG_NONE, PROG_TOP);
  }
}

static void set_targets(rem_lowering *l, const rem_item *x, prog_edge *e) {
  if (x->count == 3) {
    e->kind = PROG_RETURN;
    e->to = PROG_NONE;
  } else if (x->count == 4) {
    e->to = rem_rule_location(l, name_in(l, x, 3));
  } else {
    uint32_t module = module_of(l, name_in(l, x, 3));
    e->kind = PROG_CALL;
    e->to = rem_rule_location(l, name_in(l, x, 4));
    if (module == REM_NONE) {
      e->entry = rem_rule_location(l, name_in(l, x, 3));
    } else {
      uint32_t procedure = l->table->modules.at[module].procedure;
      e->entry = l->out->procedures.at[procedure].entry;
      free_parameters(l, module);
    }
  }
}

static void lower_rule(rem_lowering *l, const rem_item *x, uint32_t state,
                       uint32_t first) {
  assert(state < l->out->variables.count);
  uint32_t width = l->out->variables.at[state].width;
  prog_edge e = {.kind = PROG_STEP,
                 .from = rem_rule_location(l, name_in(l, x, 1)),
                 .entry = PROG_NONE,
                 .text = rem_text_of(l, &x->spot),
                 .line = x->spot.line,
                 .column = x->spot.column};
  if (e.from == PROG_NONE)
    return; /* told */
  rem_begin_effects(l);
  set_targets(l, x, &e);
  free_globals(l);
  rem_push_effect(l, PROG_TOP, state, PROG_NONE,
                  prog_constant(l->m, l->out, width,
                                state_number(l, name_in(l, x, 2), first)));
  e.guard = state_is(l, state, width, state_number(l, name_in(l, x, 0), first));
  if (x->value != REM_NONE) {
    l->is_rule = true;
    l->saw_prime = false;
    uint32_t condition = rem_condition(l, x->value);
    l->is_rule = false;
    if (l->saw_prime)
      l->where = rem_and(l, l->where, condition);
    else
      e.guard = rem_and(l, e.guard, condition);
  }
  rem_emit(l, e);
}

/* The state in which all begins: 'q' if there is one, else the first. */
static uint32_t first_state(rem_lowering *l, uint32_t first) {
  uint32_t q = names_find(&l->out->enumerators, "q", 1);
  return q == NAMES_NONE || q < first ? 0 : q - first;
}

void rem_declare_states(rem_lowering *l) {
  uint32_t first = names_count(&l->out->enumerators);
  l->state = PROG_NONE;
  vec_each (const rem_item, x, &l->syntax->items)
    if (x->kind == REM_I_RULE) {
      add_state(l, x, 0, first);
      add_state(l, x, 2, first);
    }
  uint32_t count = names_count(&l->out->enumerators) - first;
  if (count == 0)
    return;
  prog_variable v = {.name = prog_name(l->m, l->out, "(state)"),
                     .procedure = PROG_NONE,
                     .width = rem_bits_for(count - 1),
                     .count = 1,
                     .values = first};
  l->state = prog_add_variable(l->m, l->out, &v);
  l->first_state = first_state(l, first);
}

void rem_lower_rules(rem_lowering *l) {
  if (l->state == PROG_NONE)
    return;
  uint32_t first = l->out->variables.at[l->state].values;
  l->procedure = prog_add_procedure(l->m, l->out,
                                    prog_name(l->m, l->out, "(rules)"), 1, 1);
  l->labels.count = 0;
  vec_each (const rem_item, x, &l->syntax->items)
    if (x->kind == REM_I_RULE) {
      add_rule_symbol(l, x, 1, l->procedure);
      for (uint32_t i = 3; i < x->count; i++)
        add_rule_symbol(l, x, i, l->procedure);
    }
  if (l->labels.count > 0)
    l->out->procedures.at[l->procedure].entry = l->labels.at[0].location;
  for (size_t i = 0; i < l->syntax->items.count; i++) {
    rem_item x = l->syntax->items.at[i];
    progress_tick(l->clock);
    if (x.kind == REM_I_RULE)
      lower_rule(l, &x, l->state, first);
  }
  l->procedure = PROG_NONE;
}
