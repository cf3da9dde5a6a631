#include "lang/remopla/lower.h"

#include "base/mutant.h"

#include <assert.h>

/* A place that nothing leaves, where a claim has failed. */
static void fail(rem_lowering *l, prog_edge e, prog_claim_kind kind,
                 uint32_t text, const rem_spot *s) {
  prog_claim c = {
      .kind = kind, .text = text, .line = s->line, .column = s->column};
  c.location =
      prog_add_location(l->m, l->out, l->procedure, s->line, s->column);
  prog_add_claim(l->m, l->out, &c);
  e.kind = PROG_STEP;
  e.to = c.location;
  e.entry = PROG_NONE;
  e.where = PROG_NONE;
  e.is_hidden = false;
  prog_add_edge(l->m, l->out, &e, NULL, 0);
}

/* The condition that all duties hold; PROG_NONE: always. */
static uint32_t all_duties(rem_lowering *l) {
  uint32_t all = PROG_NONE;
  vec_each (const rem_duty, d, &l->duties) {
    uint32_t one = d->holds;
    if (one == PROG_NONE)
      one = prog_constant(l->m, l->out, 1, 0);
    if (d->path != PROG_NONE)
      one = rem_binary(l, PROG_IMPLIES, 1, d->path, one);
    all = rem_and(l, all, one);
  }
  return all;
}

static void emit_failures(rem_lowering *l, const prog_edge *e) {
  for (size_t i = 0; i < l->duties.count; i++) {
    rem_duty d = l->duties.at[i];
    prog_edge f = *e;
    f.guard = d.path;
    if (d.holds != PROG_NONE)
      f.guard = rem_and(l, f.guard, rem_not(l, d.holds));
    fail(l, f, PROG_BOUNDS, d.text, &d.spot);
  }
}

uint32_t rem_emit(rem_lowering *l, prog_edge e) {
  emit_failures(l, &e);
  e.guard = rem_and(l, e.guard, all_duties(l));
  e.where = l->where;
  return prog_add_edge(l->m, l->out, &e, l->effects.at, l->effects.count);
}

static prog_edge edge_at(rem_lowering *l, const rem_spot *s, uint32_t from,
                         uint32_t to) {
  return (prog_edge){.kind = PROG_STEP,
                     .from = from,
                     .to = to,
                     .entry = PROG_NONE,
                     .guard = PROG_NONE,
                     .where = PROG_NONE,
                     .text = rem_text_of(l, s),
                     .line = s->line,
                     .column = s->column};
}

static void lower_list(rem_lowering *l, uint32_t first, uint32_t at,
                       uint32_t to);

/* Where a branch begins; its statements are lowered from there. */
static uint32_t lower_body(rem_lowering *l, uint32_t first, uint32_t to) {
  if (first == REM_NONE)
    return to;
  const rem_spot *s = &l->syntax->statements.at[first].spot;
  return prog_add_location(l->m, l->out, l->procedure, s->line, s->column);
}

/* All guards of a choice are evaluated, so a duty of one is a duty of all. */
static void lower_choice(rem_lowering *l, const rem_statement *s, uint32_t at,
                         uint32_t to) {
  uint32_t others = PROG_NONE, elses = 0;
  bool some_certain = false;
  size_t base = l->scratch.count;
  rem_begin_effects(l);
  for (uint32_t b = s->branch; b != REM_NONE;
       b = l->syntax->branches.at[b].next) {
    rem_branch x = l->syntax->branches.at[b];
    uint32_t guard =
        x.guard == REM_NONE ? PROG_NONE : rem_condition(l, x.guard);
    if (x.guard == REM_NONE && elses++ > 0)
      rem_wrong_at(l->parser, &x.spot, "a second 'else'");
    vec_push(l->m, &l->scratch, guard);
    if (x.guard == REM_NONE)
      continue;
    some_certain |= guard == PROG_NONE;
    if (guard != PROG_NONE)
      others = others == PROG_NONE ? guard
                                   : rem_binary(l, PROG_OR, 1, others, guard);
  }
  uint32_t otherwise = some_certain ? prog_constant(l->m, l->out, 1, 0)
                       : others == PROG_NONE || MUTANT("rem-else-always")
                           ? PROG_NONE
                           : rem_not(l, others);
  prog_edge e = edge_at(l, &s->spot, at, to);
  e.text = prog_name(l->m, l->out, s->kind == REM_IF ? "if" : "do");
  emit_failures(l, &e);
  uint32_t holds = all_duties(l), saved_end = l->loop_end;
  size_t i = base;
  for (uint32_t b = s->branch; b != REM_NONE;
       b = l->syntax->branches.at[b].next, i++) {
    rem_branch x = l->syntax->branches.at[b];
    uint32_t after = s->kind == REM_DO ? at : to;
    uint32_t body = lower_body(l, x.body, after);
    uint32_t guard = x.guard == REM_NONE ? otherwise : l->scratch.at[i];
    e = edge_at(l, &x.spot, at, body);
    e.guard = rem_and(l, guard, holds);
    prog_add_edge(l->m, l->out, &e, NULL, 0);
    if (s->kind == REM_DO)
      l->loop_end = to;
    if (x.body != REM_NONE)
      lower_list(l, x.body, body, after);
    l->loop_end = saved_end;
  }
  l->scratch.count = base;
}

static void lower_assert(rem_lowering *l, const rem_statement *s, prog_edge e) {
  assert(s->value < l->syntax->exprs.count);
  char text[256];
  rem_spot spot = l->syntax->exprs.at[s->value].spot;
  rem_value v = rem_lower(l, s->value);
  if (!rem_must_be_bool(l, &v, &spot))
    return;
  uint32_t holds = rem_as_expression(l, &v, &spot);
  rem_copy_text(l, &spot, text, sizeof text);
  e.guard = holds;
  rem_emit(l, e);
  e.guard = rem_and(l, rem_not(l, holds), all_duties(l));
  fail(l, e, PROG_ASSERTION, prog_name(l->m, l->out, text), &s->spot);
}

/* Gives the result its value: 'value' is an expression of the syntax, or
 * REM_NONE for any. */
static void set_result(rem_lowering *l, const rem_module *k, uint32_t value) {
  bool is_any = value == REM_NONE || l->syntax->exprs.at[value].op == REM_UNDEF;
  if (is_any) {
    for (uint32_t i = 0; i < k->results; i++)
      rem_assign_any(l, k->first_result + i, PROG_NONE, PROG_TOP);
    return;
  }
  /* The result is assigned as if it were a variable. */
  rem_symbol s = {.kind = REM_S_VARIABLE,
                  .name = k->name,
                  .procedure = PROG_NONE,
                  .shape = k->result,
                  .first_leaf = k->first_result,
                  .leaves = k->results};
  uint32_t number = (uint32_t)l->table->symbols.count;
  vec_push(l->m, &l->table->symbols, s);
  rem_place target = rem_whole(l, number);
  rem_spot spot = l->syntax->exprs.at[value].spot;
  rem_assign_place(l, &target, value, false, &spot);
  l->table->symbols.count--;
}

static void lower_return(rem_lowering *l, const rem_statement *s, prog_edge e) {
  assert(l->module < l->table->modules.count);
  rem_module k = l->table->modules.at[l->module];
  e.kind = PROG_RETURN;
  e.to = PROG_NONE;
  if (k.results == 0 && s->value != REM_NONE)
    rem_wrong_at(l->parser, &l->syntax->exprs.at[s->value].spot,
                 "module '%s' returns nothing", rem_word(l, k.name));
  else if (k.results > 0 && s->value == REM_NONE)
    rem_wrong_at(l->parser, &s->spot,
                 "module '%s' returns a value ('return undef;' any)",
                 rem_word(l, k.name));
  else
    set_result(l, &k, s->value);
  rem_emit(l, e);
}

static void lower_goto(rem_lowering *l, const rem_statement *s, prog_edge e) {
  rem_jump j = {.name = s->name, .spot = s->name_spot};
  j.edge = rem_emit(l, e);
  vec_push(l->m, &l->jumps, j);
}

static void lower_simple(rem_lowering *l, const rem_statement *s, uint32_t at,
                         uint32_t to) {
  prog_edge e = edge_at(l, &s->spot, at, to);
  rem_begin_effects(l);
  for (uint32_t i = 0; i < s->assigns; i++)
    rem_lower_assign(l, l->syntax->lists.at[s->first_assign + i]);
  switch (s->kind) {
  case REM_GOTO:
    lower_goto(l, s, e);
    return;
  case REM_RETURN:
    lower_return(l, s, e);
    return;
  case REM_ASSERT:
    lower_assert(l, s, e);
    return;
  case REM_BREAK:
    if (l->loop_end == PROG_NONE)
      rem_wrong_at(l->parser, &s->spot, "'break' outside 'do'");
    else
      e.to = l->loop_end;
    break;
  case REM_SKIP:
    if (s->value != REM_NONE)
      e.guard = rem_condition(l, s->value);
    break;
  default:
    break;
  }
  rem_emit(l, e);
}

static void note_labels(rem_lowering *l, const rem_statement *s, uint32_t at) {
  for (uint32_t i = 0; i < s->labels; i++) {
    rem_label x = {.name = l->syntax->lists.at[s->first_label + i],
                   .location = at};
    vec_each (const rem_label, old, &l->labels)
      if (old->name == x.name)
        rem_wrong_at(l->parser, &s->spot, "a second label '%s'",
                     rem_word(l, x.name));
    vec_push(l->m, &l->labels, x);
    prog_add_label(l->m, l->out, prog_name(l->m, l->out, rem_word(l, x.name)),
                   at);
  }
}

static void lower_list(rem_lowering *l, uint32_t first, uint32_t at,
                       uint32_t to) {
  for (uint32_t i = first; i != REM_NONE;) {
    rem_statement s = l->syntax->statements.at[i];
    uint32_t next = to;
    progress_tick(l->clock);
    if (s.next != REM_NONE)
      next = lower_body(l, s.next, to);
    note_labels(l, &s, at);
    if (s.kind == REM_IF || s.kind == REM_DO)
      lower_choice(l, &s, at, next);
    else if (s.kind == REM_CALL)
      rem_lower_call(l, &s, at, next);
    else
      lower_simple(l, &s, at, next);
    at = next;
    i = s.next;
  }
}

static void resolve_jumps(rem_lowering *l) {
  vec_each (const rem_jump, j, &l->jumps) {
    const rem_label *found = NULL;
    vec_each (const rem_label, x, &l->labels)
      if (x->name == j->name)
        found = x;
    if (found)
      l->out->edges.at[j->edge].to = found->location;
    else
      rem_wrong_at(l->parser, &j->spot, "there is no label '%s' in this module",
                   rem_word(l, j->name));
  }
  l->jumps.count = l->labels.count = 0;
}

/* Locals that are no parameters start with any value. */
static uint32_t emit_locals(rem_lowering *l, const rem_module *k,
                            const rem_item *x, uint32_t entry) {
  if (k->symbols == k->parameters)
    return entry;
  uint32_t first = lower_body(l, x->body, PROG_NONE);
  if (x->body == REM_NONE)
    first = l->end;
  prog_edge e = edge_at(l, &x->spot, entry, first);
  e.is_hidden = true;
  rem_begin_effects(l);
  for (uint32_t i = k->parameters; i < k->symbols; i++) {
    rem_symbol s = l->table->symbols.at[k->first_symbol + i];
    for (uint32_t j = 0; j < s.leaves; j++)
      rem_assign_any(l, s.first_leaf + j, PROG_NONE, PROG_TOP);
  }
  rem_emit(l, e);
  return first;
}

void rem_lower_module(rem_lowering *l, uint32_t module) {
  assert(module < l->table->modules.count);
  rem_module k = l->table->modules.at[module];
  assert(k.item < l->syntax->items.count);
  rem_item x = l->syntax->items.at[k.item];
  if (!x.has_body)
    return;
  rem_enter_module(l, module);
  l->loop_end = PROG_NONE;
  l->end =
      prog_add_location(l->m, l->out, l->procedure, x.end.line, x.end.column);
  uint32_t entry = l->out->procedures.at[k.procedure].entry;
  uint32_t first = emit_locals(l, &k, &x, entry);
  if (x.body != REM_NONE)
    lower_list(l, x.body, first, l->end);
  resolve_jumps(l);
  prog_edge e = edge_at(l, &x.end, l->end, PROG_NONE);
  e.kind = PROG_RETURN;
  rem_begin_effects(l);
  set_result(l, &k, REM_NONE);
  if (x.body == REM_NONE && first == entry)
    e.from = entry;
  rem_emit(l, e);
  rem_leave_module(l, module);
}
