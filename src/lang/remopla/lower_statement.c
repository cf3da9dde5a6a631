#include "lang/remopla/lower.h"

#include "base/mutant.h"

#include <assert.h>

/* A place that nothing leaves, where a claim has failed. */
static void fail(rem_lowering *lowering, prog_edge edge, prog_claim_kind kind,
                 uint32_t text, const rem_spot *spot) {
  prog_claim claim = {
      .kind = kind, .text = text, .line = spot->line, .column = spot->column};
  claim.location =
      prog_add_location(lowering->m, lowering->out, lowering->procedure,
                        spot->line, spot->column);
  prog_add_claim(lowering->m, lowering->out, &claim);
  edge.kind = PROG_STEP;
  edge.to = claim.location;
  edge.entry = PROG_NONE;
  edge.where = PROG_NONE;
  edge.is_hidden = false;
  prog_add_edge(lowering->m, lowering->out, &edge, NULL, 0);
}

/* The condition that all duties hold; PROG_NONE: always. */
static uint32_t all_duties(rem_lowering *lowering) {
  uint32_t all = PROG_NONE;
  vec_each (const rem_duty, duty, &lowering->duties) {
    uint32_t one = duty->holds;
    if (one == PROG_NONE)
      one = prog_constant(lowering->m, lowering->out, 1, 0);
    if (duty->path != PROG_NONE)
      one = rem_binary(lowering, PROG_IMPLIES, 1, duty->path, one);
    all = rem_and(lowering, all, one);
  }
  return all;
}

static void emit_failures(rem_lowering *lowering, const prog_edge *e) {
  for (size_t i = 0; i < lowering->duties.count; i++) {
    rem_duty duty = lowering->duties.at[i];
    prog_edge f = *e;
    f.guard = duty.path;
    if (duty.holds != PROG_NONE)
      f.guard = rem_and(lowering, f.guard, rem_not(lowering, duty.holds));
    fail(lowering, f, PROG_BOUNDS, duty.text, &duty.spot);
  }
}

uint32_t rem_emit(rem_lowering *lowering, prog_edge edge) {
  emit_failures(lowering, &edge);
  edge.guard = rem_and(lowering, edge.guard, all_duties(lowering));
  edge.where = lowering->where;
  return prog_add_edge(lowering->m, lowering->out, &edge, lowering->effects.at,
                       lowering->effects.count);
}

static prog_edge edge_at(rem_lowering *lowering, const rem_spot *spot,
                         uint32_t from, uint32_t to) {
  return (prog_edge){.kind = PROG_STEP,
                     .from = from,
                     .to = to,
                     .entry = PROG_NONE,
                     .guard = PROG_NONE,
                     .where = PROG_NONE,
                     .text = rem_text_of(lowering, spot),
                     .line = spot->line,
                     .column = spot->column};
}

static void lower_list(rem_lowering *lowering, uint32_t first, uint32_t at,
                       uint32_t to);

/* Where a branch begins; its statements are lowered from there. */
static uint32_t lower_body(rem_lowering *lowering, uint32_t first,
                           uint32_t to) {
  if (first == REM_NONE)
    return to;
  const rem_spot *spot = &lowering->syntax->statements.at[first].spot;
  return prog_add_location(lowering->m, lowering->out, lowering->procedure,
                           spot->line, spot->column);
}

/* All guards of a choice are evaluated, so a duty of one is a duty of all. */
static void lower_choice(rem_lowering *lowering, const rem_statement *statement,
                         uint32_t at, uint32_t to) {
  uint32_t others = PROG_NONE, elses = 0;
  bool some_certain = false;
  size_t base = lowering->scratch.count;
  rem_begin_effects(lowering);
  for (uint32_t b = statement->branch; b != REM_NONE;
       b = lowering->syntax->branches.at[b].next) {
    rem_branch branch = lowering->syntax->branches.at[b];
    uint32_t guard = branch.guard == REM_NONE
                         ? PROG_NONE
                         : rem_condition(lowering, branch.guard);
    if (branch.guard == REM_NONE && elses++ > 0)
      rem_wrong_at(lowering->parser, &branch.spot, "a second 'else'");
    vec_push(lowering->m, &lowering->scratch, guard);
    if (branch.guard == REM_NONE)
      continue;
    some_certain |= guard == PROG_NONE;
    if (guard != PROG_NONE)
      others = others == PROG_NONE
                   ? guard
                   : rem_binary(lowering, PROG_OR, 1, others, guard);
  }
  uint32_t otherwise = some_certain
                           ? prog_constant(lowering->m, lowering->out, 1, 0)
                       : others == PROG_NONE || MUTANT("rem-else-always")
                           ? PROG_NONE
                           : rem_not(lowering, others);
  prog_edge edge = edge_at(lowering, &statement->spot, at, to);
  edge.text = prog_name(lowering->m, lowering->out,
                        statement->kind == REM_IF ? "if" : "do");
  emit_failures(lowering, &edge);
  uint32_t holds = all_duties(lowering), saved_end = lowering->loop_end;
  size_t i = base;
  for (uint32_t b = statement->branch; b != REM_NONE;
       b = lowering->syntax->branches.at[b].next, i++) {
    rem_branch branch = lowering->syntax->branches.at[b];
    uint32_t after = statement->kind == REM_DO ? at : to;
    uint32_t body = lower_body(lowering, branch.body, after);
    uint32_t guard =
        branch.guard == REM_NONE ? otherwise : lowering->scratch.at[i];
    edge = edge_at(lowering, &branch.spot, at, body);
    edge.guard = rem_and(lowering, guard, holds);
    prog_add_edge(lowering->m, lowering->out, &edge, NULL, 0);
    if (statement->kind == REM_DO)
      lowering->loop_end = to;
    if (branch.body != REM_NONE)
      lower_list(lowering, branch.body, body, after);
    lowering->loop_end = saved_end;
  }
  lowering->scratch.count = base;
}

static void lower_assert(rem_lowering *lowering, const rem_statement *statement,
                         prog_edge edge) {
  assert(statement->value < lowering->syntax->exprs.count);
  char text[256];
  rem_spot spot = lowering->syntax->exprs.at[statement->value].spot;
  rem_value value = rem_lower(lowering, statement->value);
  if (!rem_must_be_bool(lowering, &value, &spot))
    return;
  uint32_t holds = rem_as_expression(lowering, &value, &spot);
  rem_copy_text(lowering, &spot, text, sizeof text);
  edge.guard = holds;
  rem_emit(lowering, edge);
  edge.guard =
      rem_and(lowering, rem_not(lowering, holds), all_duties(lowering));
  fail(lowering, edge, PROG_ASSERTION,
       prog_name(lowering->m, lowering->out, text), &statement->spot);
}

/* Gives the result its value: 'value' is an expression of the syntax, or
 * REM_NONE for any. */
static void set_result(rem_lowering *lowering, const rem_module *module,
                       uint32_t value) {
  bool is_any =
      value == REM_NONE || lowering->syntax->exprs.at[value].op == REM_UNDEF;
  if (is_any) {
    for (uint32_t i = 0; i < module->results; i++)
      rem_assign_any(lowering, module->first_result + i, PROG_NONE, PROG_TOP);
    return;
  }
  /* The result is assigned as if it were a variable. */
  rem_symbol symbol = {.kind = REM_S_VARIABLE,
                       .name = module->name,
                       .procedure = PROG_NONE,
                       .shape = module->result,
                       .first_leaf = module->first_result,
                       .leaves = module->results};
  uint32_t number = (uint32_t)lowering->table->symbols.count;
  vec_push(lowering->m, &lowering->table->symbols, symbol);
  rem_place target = rem_whole(lowering, number);
  rem_spot spot = lowering->syntax->exprs.at[value].spot;
  rem_assign_place(lowering, &target, value, false, &spot);
  lowering->table->symbols.count--;
}

static void lower_return(rem_lowering *lowering, const rem_statement *statement,
                         prog_edge edge) {
  assert(lowering->module < lowering->table->modules.count);
  rem_module module = lowering->table->modules.at[lowering->module];
  edge.kind = PROG_RETURN;
  edge.to = PROG_NONE;
  if (module.results == 0 && statement->value != REM_NONE)
    rem_wrong_at(
        lowering->parser, &lowering->syntax->exprs.at[statement->value].spot,
        "module '%s' returns nothing", rem_word(lowering, module.name));
  else if (module.results > 0 && statement->value == REM_NONE)
    rem_wrong_at(lowering->parser, &statement->spot,
                 "module '%s' returns a value ('return undef;' any)",
                 rem_word(lowering, module.name));
  else
    set_result(lowering, &module, statement->value);
  rem_emit(lowering, edge);
}

static void lower_goto(rem_lowering *lowering, const rem_statement *statement,
                       prog_edge edge) {
  rem_jump j = {.name = statement->name, .spot = statement->name_spot};
  j.edge = rem_emit(lowering, edge);
  vec_push(lowering->m, &lowering->jumps, j);
}

static void lower_simple(rem_lowering *lowering, const rem_statement *statement,
                         uint32_t at, uint32_t to) {
  prog_edge edge = edge_at(lowering, &statement->spot, at, to);
  rem_begin_effects(lowering);
  for (uint32_t i = 0; i < statement->assigns; i++)
    rem_lower_assign(lowering,
                     lowering->syntax->lists.at[statement->first_assign + i]);
  switch (statement->kind) {
  case REM_GOTO:
    lower_goto(lowering, statement, edge);
    return;
  case REM_RETURN:
    lower_return(lowering, statement, edge);
    return;
  case REM_ASSERT:
    lower_assert(lowering, statement, edge);
    return;
  case REM_BREAK:
    if (lowering->loop_end == PROG_NONE)
      rem_wrong_at(lowering->parser, &statement->spot, "'break' outside 'do'");
    else
      edge.to = lowering->loop_end;
    break;
  case REM_SKIP:
    if (statement->value != REM_NONE)
      edge.guard = rem_condition(lowering, statement->value);
    break;
  default:
    break;
  }
  rem_emit(lowering, edge);
}

static void note_labels(rem_lowering *lowering, const rem_statement *statement,
                        uint32_t at) {
  for (uint32_t i = 0; i < statement->labels; i++) {
    rem_label label = {
        .name = lowering->syntax->lists.at[statement->first_label + i],
        .location = at};
    vec_each (const rem_label, old, &lowering->labels)
      if (old->name == label.name)
        rem_wrong_at(lowering->parser, &statement->spot, "a second label '%s'",
                     rem_word(lowering, label.name));
    vec_push(lowering->m, &lowering->labels, label);
    prog_add_label(
        lowering->m, lowering->out,
        prog_name(lowering->m, lowering->out, rem_word(lowering, label.name)),
        at);
  }
}

static void lower_list(rem_lowering *lowering, uint32_t first, uint32_t at,
                       uint32_t to) {
  for (uint32_t i = first; i != REM_NONE;) {
    rem_statement statement = lowering->syntax->statements.at[i];
    uint32_t next = to;
    progress_tick(lowering->clock);
    if (statement.next != REM_NONE)
      next = lower_body(lowering, statement.next, to);
    note_labels(lowering, &statement, at);
    if (statement.kind == REM_IF || statement.kind == REM_DO)
      lower_choice(lowering, &statement, at, next);
    else if (statement.kind == REM_CALL)
      rem_lower_call(lowering, &statement, at, next);
    else
      lower_simple(lowering, &statement, at, next);
    at = next;
    i = statement.next;
  }
}

static void resolve_jumps(rem_lowering *lowering) {
  vec_each (const rem_jump, j, &lowering->jumps) {
    const rem_label *found = NULL;
    vec_each (const rem_label, label, &lowering->labels)
      if (label->name == j->name)
        found = label;
    if (found)
      lowering->out->edges.at[j->edge].to = found->location;
    else
      rem_wrong_at(lowering->parser, &j->spot,
                   "there is no label '%s' in this module",
                   rem_word(lowering, j->name));
  }
  lowering->jumps.count = lowering->labels.count = 0;
}

/* Locals that are no parameters start with any value. */
static uint32_t emit_locals(rem_lowering *lowering, const rem_module *module,
                            const rem_item *item, uint32_t entry) {
  if (module->symbols == module->parameters)
    return entry;
  uint32_t first = lower_body(lowering, item->body, PROG_NONE);
  if (item->body == REM_NONE)
    first = lowering->end;
  prog_edge edge = edge_at(lowering, &item->spot, entry, first);
  edge.is_hidden = true;
  rem_begin_effects(lowering);
  for (uint32_t i = module->parameters; i < module->symbols; i++) {
    rem_symbol symbol = lowering->table->symbols.at[module->first_symbol + i];
    for (uint32_t j = 0; j < symbol.leaves; j++)
      rem_assign_any(lowering, symbol.first_leaf + j, PROG_NONE, PROG_TOP);
  }
  rem_emit(lowering, edge);
  return first;
}

void rem_lower_module(rem_lowering *lowering, uint32_t module) {
  assert(module < lowering->table->modules.count);
  rem_module k = lowering->table->modules.at[module];
  assert(k.item < lowering->syntax->items.count);
  rem_item item = lowering->syntax->items.at[k.item];
  if (!item.has_body)
    return;
  rem_enter_module(lowering, module);
  lowering->loop_end = PROG_NONE;
  lowering->end =
      prog_add_location(lowering->m, lowering->out, lowering->procedure,
                        item.end.line, item.end.column);
  uint32_t entry = lowering->out->procedures.at[k.procedure].entry;
  uint32_t first = emit_locals(lowering, &k, &item, entry);
  if (item.body != REM_NONE)
    lower_list(lowering, item.body, first, lowering->end);
  resolve_jumps(lowering);
  prog_edge edge = edge_at(lowering, &item.end, lowering->end, PROG_NONE);
  edge.kind = PROG_RETURN;
  rem_begin_effects(lowering);
  set_result(lowering, &k, REM_NONE);
  if (item.body == REM_NONE && first == entry)
    edge.from = entry;
  rem_emit(lowering, edge);
  rem_leave_module(lowering, module);
}
