#include "lang/remopla/lower.h"

#include <assert.h>

static void give_argument(rem_lowering *l, uint32_t symbol, uint32_t e) {
  assert(e < l->syntax->exprs.count);
  rem_place target = rem_whole(l, symbol);
  rem_spot s = l->syntax->exprs.at[e].spot;
  if (target.shape.type == REM_WRONG)
    return;
  l->is_argument = true;
  rem_assign_place(l, &target, e, false, &s);
  l->is_argument = false;
}

static bool find_module(rem_lowering *l, const rem_statement *s,
                        uint32_t *out) {
  uint32_t symbol = rem_find_symbol(l, s->name);
  if (symbol == REM_NONE)
    return rem_undeclared(l, s->name, &s->name_spot);
  if (l->table->symbols.at[symbol].kind != REM_S_MODULE)
    return rem_wrong_at(l->parser, &s->name_spot, "'%s' is no module",
                        rem_word(l, s->name));
  *out = (uint32_t)l->table->symbols.at[symbol].value;
  const rem_module *k = &l->table->modules.at[*out];
  if (k->parameters == s->arguments)
    return true;
  return rem_wrong_at(l->parser, &s->name_spot,
                      "module '%s' has %u parameter%s, not %u",
                      rem_word(l, s->name), k->parameters,
                      k->parameters == 1 ? "" : "s", s->arguments);
}

/* target = what the module returned. */
static void take_result(rem_lowering *l, const rem_module *k, uint32_t e) {
  assert(e < l->syntax->exprs.count);
  rem_place target;
  rem_spot s = l->syntax->exprs.at[e].spot;
  if (k->results == 0) {
    rem_wrong_at(l->parser, &s, "module '%s' returns nothing",
                 rem_word(l, k->name));
    return;
  }
  if (!rem_find_place(l, e, &target))
    return;
  rem_shape to = target.shape, from = k->result;
  bool both_numbers = !target.is_whole && from.dimensions == 0 &&
                      to.type == REM_INT &&
                      (from.type == REM_INT || from.type == REM_ENUM);
  if (!both_numbers &&
      (target.leaves != k->results || !rem_same_shape(l, &to, &from))) {
    rem_wrong_at(l->parser, &s, "module '%s' returns something else",
                 rem_word(l, k->name));
    return;
  }
  for (uint32_t i = 0; i < target.leaves; i++) {
    rem_leaf x = l->table->leaves.at[target.first_leaf + i];
    rem_leaf y = l->table->leaves.at[k->first_result + i];
    uint32_t value = prog_add_expression(l->m, l->out, PROG_NOW,
                                         l->out->variables.at[y.variable].width,
                                         y.variable, PROG_NONE, PROG_NONE);
    rem_push_effect(l, PROG_TOP, x.variable, target.index, value);
  }
}

static void clear_results(rem_lowering *l, const rem_module *k) {
  for (uint32_t i = 0; i < k->results; i++) {
    uint32_t variable = l->table->leaves.at[k->first_result + i].variable;
    uint32_t width = l->out->variables.at[variable].width;
    rem_push_effect(l, PROG_TOP, variable, PROG_NONE,
                    prog_constant(l->m, l->out, width, 0));
  }
}

void rem_lower_call(rem_lowering *l, const rem_statement *s, uint32_t at,
                    uint32_t to) {
  uint32_t module = REM_NONE;
  prog_edge e = {.kind = PROG_CALL,
                 .from = at,
                 .guard = PROG_NONE,
                 .text = rem_text_of(l, &s->spot),
                 .line = s->spot.line,
                 .column = s->spot.column};
  if (!find_module(l, s, &module))
    return;
  rem_module k = l->table->modules.at[module];
  rem_begin_effects(l);
  l->is_call = true;
  for (uint32_t i = 0; i < s->arguments; i++)
    give_argument(l, k.first_symbol + i,
                  l->syntax->lists.at[s->first_argument + i]);
  for (uint32_t i = 0; i < s->assigns; i++)
    rem_lower_assign(l, l->syntax->lists.at[s->first_assign + i]);
  e.to = to;
  e.entry = l->out->procedures.at[k.procedure].entry;
  if (k.results > 0 || s->value != REM_NONE)
    e.to = prog_add_location(l->m, l->out, l->procedure, s->spot.line,
                             s->spot.column);
  rem_emit(l, e);
  if (e.to == to)
    return;
  rem_begin_effects(l);
  if (s->value != REM_NONE)
    take_result(l, &k, s->value);
  clear_results(l, &k);
  e.kind = PROG_STEP;
  e.from = e.to;
  e.to = to;
  e.entry = PROG_NONE;
  rem_emit(l, e);
}
