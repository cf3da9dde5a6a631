/* Rules p <n> --> q <n1 n2>: the states are values of one more global, the
 * symbols are locations of one procedure without locals. */
#include "lang/remopla/lower.h"

#include <assert.h>
#include <string.h>

static uint32_t name_in(const rem_lowering *lowering, const rem_item *item,
                        uint32_t i) {
  return lowering->syntax->lists.at[item->first + i];
}

static const rem_spot *spot_in(const rem_lowering *lowering,
                               const rem_item *item, uint32_t i) {
  return &lowering->syntax->list_spots.at[item->name + i];
}

/* The number of a state among the enumerators. */
static uint32_t state_number(const rem_lowering *lowering, uint32_t name,
                             uint32_t first) {
  const char *text = rem_word(lowering, name);
  return names_find(&lowering->out->enumerators, text, strlen(text)) - first;
}

static void add_state(rem_lowering *lowering, const rem_item *item, uint32_t i,
                      uint32_t first) {
  const char *text = rem_word(lowering, name_in(lowering, item, i));
  uint32_t number = names_insert(lowering->m, &lowering->out->enumerators, text,
                                 strlen(text));
  if (number < first)
    rem_wrong_at(lowering->parser, spot_in(lowering, item, i),
                 "state '%s' is a value of an enumeration, too", text);
}

static uint32_t module_of(const rem_lowering *lowering, uint32_t name) {
  uint32_t symbol = rem_find_symbol(lowering, name);
  if (symbol == REM_NONE ||
      lowering->table->symbols.at[symbol].kind != REM_S_MODULE)
    return REM_NONE;
  return (uint32_t)lowering->table->symbols.at[symbol].value;
}

uint32_t rem_rule_location(rem_lowering *lowering, uint32_t name) {
  vec_each (const rem_label, label, &lowering->labels)
    if (label->name == name)
      return label->location;
  return PROG_NONE;
}

static void add_rule_symbol(rem_lowering *lowering, const rem_item *item,
                            uint32_t i, uint32_t procedure) {
  uint32_t name = name_in(lowering, item, i),
           module = module_of(lowering, name);
  bool is_call = item->count == 5 && i == 3;
  const rem_spot *spot = spot_in(lowering, item, i);
  if (module != REM_NONE) {
    if (!is_call)
      rem_wrong_at(lowering->parser, spot,
                   "'%s' is a module: a rule can only call it, as the first of "
                   "two symbols",
                   rem_word(lowering, name));
    return;
  }
  if (rem_rule_location(lowering, name) != PROG_NONE)
    return;
  rem_label label = {.name = name};
  label.location = prog_add_location(lowering->m, lowering->out, procedure,
                                     spot->line, spot->column);
  vec_push(lowering->m, &lowering->labels, label);
  prog_add_label(
      lowering->m, lowering->out,
      prog_name(lowering->m, lowering->out, rem_word(lowering, name)),
      label.location);
}

static uint32_t state_is(rem_lowering *lowering, uint32_t state, uint32_t width,
                         uint32_t value) {
  uint32_t now = prog_add_expression(lowering->m, lowering->out, PROG_NOW,
                                     width, state, PROG_NONE, PROG_NONE);
  return rem_binary(lowering, PROG_EQUAL, 1, now,
                    prog_constant(lowering->m, lowering->out, width, value));
}

/* What a rule says about no variable is free: so it is with all globals. */
static void free_globals(rem_lowering *lowering) {
  for (uint32_t i = 0; i < lowering->table->symbols.count; i++) {
    rem_symbol symbol = lowering->table->symbols.at[i];
    if (symbol.kind == REM_S_VARIABLE && symbol.procedure == PROG_NONE)
      for (uint32_t j = 0; j < symbol.leaves; j++)
        rem_assign_any(lowering, symbol.first_leaf + j, PROG_NONE, PROG_TOP);
  }
  vec_each (const prog_variable, variable, &lowering->out->variables)
    if (variable->is_result)
      rem_push_effect(
          lowering, PROG_TOP,
          (uint32_t)(variable - lowering->out->variables.at), PROG_NONE,
          prog_constant(lowering->m, lowering->out, variable->width, 0));
}

/* Parameters of a module that a rule calls get any value. */
static void free_parameters(rem_lowering *lowering, uint32_t module) {
  assert(module < lowering->table->modules.count);
  const rem_module k = lowering->table->modules.at[module];
  for (uint32_t i = 0; i < k.parameters; i++) {
    rem_symbol symbol = lowering->table->symbols.at[k.first_symbol + i];
    for (uint32_t j = 0; j < symbol.leaves; j++)
      rem_assign_any(lowering, symbol.first_leaf + j, PROG_NONE, PROG_TOP);
  }
}

static void set_targets(rem_lowering *lowering, const rem_item *item,
                        prog_edge *edge) {
  if (item->count == 3) {
    edge->kind = PROG_RETURN;
    edge->to = PROG_NONE;
  } else if (item->count == 4) {
    edge->to = rem_rule_location(lowering, name_in(lowering, item, 3));
  } else {
    uint32_t module = module_of(lowering, name_in(lowering, item, 3));
    edge->kind = PROG_CALL;
    edge->to = rem_rule_location(lowering, name_in(lowering, item, 4));
    if (module == REM_NONE) {
      edge->entry = rem_rule_location(lowering, name_in(lowering, item, 3));
    } else {
      uint32_t procedure = lowering->table->modules.at[module].procedure;
      edge->entry = lowering->out->procedures.at[procedure].entry;
      free_parameters(lowering, module);
    }
  }
}

static void lower_rule(rem_lowering *lowering, const rem_item *item,
                       uint32_t state, uint32_t first) {
  assert(state < lowering->out->variables.count);
  uint32_t width = lowering->out->variables.at[state].width;
  prog_edge edge = {.kind = PROG_STEP,
                    .from =
                        rem_rule_location(lowering, name_in(lowering, item, 1)),
                    .entry = PROG_NONE,
                    .text = rem_text_of(lowering, &item->spot),
                    .line = item->spot.line,
                    .column = item->spot.column};
  if (edge.from == PROG_NONE)
    return; /* told */
  rem_begin_effects(lowering);
  set_targets(lowering, item, &edge);
  free_globals(lowering);
  rem_push_effect(
      lowering, PROG_TOP, state, PROG_NONE,
      prog_constant(lowering->m, lowering->out, width,
                    state_number(lowering, name_in(lowering, item, 2), first)));
  edge.guard =
      state_is(lowering, state, width,
               state_number(lowering, name_in(lowering, item, 0), first));
  if (item->value != REM_NONE) {
    lowering->is_rule = true;
    lowering->saw_prime = false;
    uint32_t condition = rem_condition(lowering, item->value);
    lowering->is_rule = false;
    if (lowering->saw_prime)
      lowering->where = rem_and(lowering, lowering->where, condition);
    else
      edge.guard = rem_and(lowering, edge.guard, condition);
  }
  rem_emit(lowering, edge);
}

/* The state in which all begins: 'q' if there is one, else the first. */
static uint32_t first_state(rem_lowering *lowering, uint32_t first) {
  uint32_t q = names_find(&lowering->out->enumerators, "q", 1);
  return q == NAMES_NONE || q < first ? 0 : q - first;
}

void rem_declare_states(rem_lowering *lowering) {
  uint32_t first = names_count(&lowering->out->enumerators);
  lowering->state = PROG_NONE;
  vec_each (const rem_item, item, &lowering->syntax->items)
    if (item->kind == REM_I_RULE) {
      add_state(lowering, item, 0, first);
      add_state(lowering, item, 2, first);
    }
  uint32_t count = names_count(&lowering->out->enumerators) - first;
  if (count == 0)
    return;
  prog_variable variable = {
      .name = prog_name(lowering->m, lowering->out, "(state)"),
      .procedure = PROG_NONE,
      .width = rem_bits_for(count - 1),
      .count = 1,
      .values = first};
  lowering->state = prog_add_variable(lowering->m, lowering->out, &variable);
  lowering->first_state = first_state(lowering, first);
}

void rem_lower_rules(rem_lowering *lowering) {
  if (lowering->state == PROG_NONE)
    return;
  uint32_t first = lowering->out->variables.at[lowering->state].values;
  lowering->procedure = prog_add_procedure(
      lowering->m, lowering->out,
      prog_name(lowering->m, lowering->out, "(rules)"), 1, 1);
  lowering->labels.count = 0;
  vec_each (const rem_item, item, &lowering->syntax->items)
    if (item->kind == REM_I_RULE) {
      add_rule_symbol(lowering, item, 1, lowering->procedure);
      for (uint32_t i = 3; i < item->count; i++)
        add_rule_symbol(lowering, item, i, lowering->procedure);
    }
  if (lowering->labels.count > 0)
    lowering->out->procedures.at[lowering->procedure].entry =
        lowering->labels.at[0].location;
  for (size_t i = 0; i < lowering->syntax->items.count; i++) {
    rem_item item = lowering->syntax->items.at[i];
    progress_tick(lowering->clock);
    if (item.kind == REM_I_RULE)
      lower_rule(lowering, &item, lowering->state, first);
  }
  lowering->procedure = PROG_NONE;
}
