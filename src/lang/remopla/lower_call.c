#include "lang/remopla/lower.h"

#include <assert.h>

static void give_argument(rem_lowering *lowering, uint32_t symbol, uint32_t e) {
  assert(e < lowering->syntax->exprs.count);
  rem_place target = rem_whole(lowering, symbol);
  rem_spot spot = lowering->syntax->exprs.at[e].spot;
  if (target.shape.type == REM_WRONG)
    return;
  lowering->is_argument = true;
  rem_assign_place(lowering, &target, e, false, &spot);
  lowering->is_argument = false;
}

static bool find_module(rem_lowering *lowering, const rem_statement *statement,
                        uint32_t *out) {
  uint32_t symbol = rem_find_symbol(lowering, statement->name);
  if (symbol == REM_NONE)
    return rem_undeclared(lowering, statement->name, &statement->name_spot);
  if (lowering->table->symbols.at[symbol].kind != REM_S_MODULE)
    return rem_wrong_at(lowering->parser, &statement->name_spot,
                        "'%s' is no module",
                        rem_word(lowering, statement->name));
  *out = (uint32_t)lowering->table->symbols.at[symbol].value;
  const rem_module *module = &lowering->table->modules.at[*out];
  if (module->parameters == statement->arguments)
    return true;
  return rem_wrong_at(lowering->parser, &statement->name_spot,
                      "module '%s' has %u parameter%s, not %u",
                      rem_word(lowering, statement->name), module->parameters,
                      module->parameters == 1 ? "" : "s", statement->arguments);
}

/* target = what the module returned. */
static void take_result(rem_lowering *lowering, const rem_module *module,
                        uint32_t e) {
  assert(e < lowering->syntax->exprs.count);
  rem_place target;
  rem_spot spot = lowering->syntax->exprs.at[e].spot;
  if (module->results == 0) {
    rem_wrong_at(lowering->parser, &spot, "module '%s' returns nothing",
                 rem_word(lowering, module->name));
    return;
  }
  if (!rem_find_place(lowering, e, &target))
    return;
  rem_shape to = target.shape, from = module->result;
  bool both_numbers = !target.is_whole && from.dimensions == 0 &&
                      to.type == REM_INT &&
                      (from.type == REM_INT || from.type == REM_ENUM);
  if (!both_numbers && (target.leaves != module->results ||
                        !rem_same_shape(lowering, &to, &from))) {
    rem_wrong_at(lowering->parser, &spot, "module '%s' returns something else",
                 rem_word(lowering, module->name));
    return;
  }
  for (uint32_t i = 0; i < target.leaves; i++) {
    rem_leaf x = lowering->table->leaves.at[target.first_leaf + i];
    rem_leaf y = lowering->table->leaves.at[module->first_result + i];
    uint32_t value =
        prog_add_expression(lowering->m, lowering->out, PROG_NOW,
                            lowering->out->variables.at[y.variable].width,
                            y.variable, PROG_NONE, PROG_NONE);
    rem_push_effect(lowering, PROG_TOP, x.variable, target.index, value);
  }
}

static void clear_results(rem_lowering *lowering, const rem_module *module) {
  for (uint32_t i = 0; i < module->results; i++) {
    uint32_t variable =
        lowering->table->leaves.at[module->first_result + i].variable;
    uint32_t width = lowering->out->variables.at[variable].width;
    rem_push_effect(lowering, PROG_TOP, variable, PROG_NONE,
                    prog_constant(lowering->m, lowering->out, width, 0));
  }
}

void rem_lower_call(rem_lowering *lowering, const rem_statement *statement,
                    uint32_t at, uint32_t to) {
  uint32_t module = REM_NONE;
  prog_edge edge = {.kind = PROG_CALL,
                    .from = at,
                    .guard = PROG_NONE,
                    .text = rem_text_of(lowering, &statement->spot),
                    .line = statement->spot.line,
                    .column = statement->spot.column};
  if (!find_module(lowering, statement, &module))
    return;
  rem_module k = lowering->table->modules.at[module];
  rem_begin_effects(lowering);
  lowering->is_call = true;
  for (uint32_t i = 0; i < statement->arguments; i++)
    give_argument(lowering, k.first_symbol + i,
                  lowering->syntax->lists.at[statement->first_argument + i]);
  for (uint32_t i = 0; i < statement->assigns; i++)
    rem_lower_assign(lowering,
                     lowering->syntax->lists.at[statement->first_assign + i]);
  edge.to = to;
  edge.entry = lowering->out->procedures.at[k.procedure].entry;
  if (k.results > 0 || statement->value != REM_NONE)
    edge.to = prog_add_location(lowering->m, lowering->out, lowering->procedure,
                                statement->spot.line, statement->spot.column);
  rem_emit(lowering, edge);
  if (edge.to == to)
    return;
  rem_begin_effects(lowering);
  if (statement->value != REM_NONE)
    take_result(lowering, &k, statement->value);
  clear_results(lowering, &k);
  edge.kind = PROG_STEP;
  edge.from = edge.to;
  edge.to = to;
  edge.entry = PROG_NONE;
  rem_emit(lowering, edge);
}
