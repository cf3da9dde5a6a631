#include "lang/bp/lower.h"

#include "base/mutant.h"

#include <assert.h>

static uint32_t text_of(bp_lower *lower) {
  return names_insert(lower->m, &lower->p->names, lower->w.text.at,
                      lower->w.text.count);
}

/* The text of a statement, and what is said behind it. */
static uint32_t item_text(bp_lower *lower, const bp_item *item,
                          const char *behind) {
  lower->w.text.count = 0;
  bp_write_item(&lower->w, item);
  bp_write(&lower->w, behind);
  return text_of(lower);
}

static prog_edge edge_of(const bp_item *item, uint32_t text) {
  return (prog_edge){.kind = PROG_STEP,
                     .from = item->location,
                     .to = item->next,
                     .entry = PROG_NONE,
                     .guard = PROG_NONE,
                     .where = PROG_NONE,
                     .text = text,
                     .line = item->line,
                     .column = item->column};
}

static void assign(bp_lower *lower, uint32_t variable, uint32_t value) {
  prog_assignment assignment = {.frame = PROG_TOP,
                                .variable = variable,
                                .index = PROG_NONE,
                                .value = value};
  vec_push(lower->m, &lower->assignments, assignment);
}

/* With the assignments made so far. A step that changes nothing need not see to
 * what the procedure enforces: that held before it. */
static void add_edge(bp_lower *lower, prog_edge edge) {
  if (edge.kind == PROG_STEP && lower->assignments.count &&
      lower->enforce != PROG_NONE)
    edge.where =
        edge.where == PROG_NONE
            ? lower->enforce
            : prog_add_expression(lower->m, lower->p, PROG_AND, 1, edge.where,
                                  lower->enforce, PROG_NONE);
  prog_add_edge(lower->m, lower->p, &edge, lower->assignments.at,
                lower->assignments.count);
  lower->assignments.count = 0;
}

static uint32_t value(bp_lower *lower, const bp_item *item, uint32_t i) {
  return bp_lower_expression(
      lower, lower->s->expressions.at[item->first_expression + i], BP_NOW_ONLY);
}

static uint32_t negation(bp_lower *lower, uint32_t e) {
  return prog_add_expression(lower->m, lower->p, PROG_NOT, 1, e, PROG_NONE,
                             PROG_NONE);
}

static const char *plural(uint32_t count) { return count == 1 ? "" : "s"; }

static void lower_assignment(bp_lower *lower, const bp_item *item) {
  prog_edge edge = edge_of(item, item_text(lower, item, ""));
  if (item->uses != item->expressions)
    scan_wrong_at(lower->at, item->line, item->column,
                  "%u variable%s before ':=', %u value%s behind it", item->uses,
                  plural(item->uses), item->expressions,
                  plural(item->expressions));
  for (uint32_t i = 0; i < item->uses || i < item->expressions; i++) {
    const bp_use *use = &lower->s->uses.at[item->first_use + i];
    uint32_t v = PROG_NONE, right = PROG_NONE;
    if (i < item->uses && use->name != BP_NONE)
      v = bp_variable(lower, *use);
    if (i < item->expressions)
      right = value(lower, item, i);
    if (v != PROG_NONE && right != PROG_NONE)
      assign(lower, v, right);
  }
  if (item->constraint != BP_NONE)
    edge.where = bp_lower_expression(
        lower, lower->s->expressions.at[item->constraint], BP_CONSTRAINT);
  add_edge(lower, edge);
}

static void lower_dead(bp_lower *lower, const bp_item *item) {
  prog_edge edge = edge_of(item, item_text(lower, item, ""));
  for (uint32_t i = 0; i < item->uses; i++) {
    uint32_t v = bp_variable(lower, lower->s->uses.at[item->first_use + i]);
    if (v != PROG_NONE)
      assign(lower, v, bp_any(lower));
  }
  add_edge(lower, edge);
}

/* Behind a call: the results go to their variables, and are 0 again. */
static void take_results(bp_lower *lower, const bp_item *item, prog_edge edge,
                         uint32_t results) {
  edge.from = item->other;
  for (uint32_t i = 0; i < item->uses && i < results; i++) {
    const bp_use *use = &lower->s->uses.at[item->first_use + i];
    uint32_t v = use->name == BP_NONE ? PROG_NONE : bp_variable(lower, *use);
    if (v != PROG_NONE)
      assign(lower, v,
             prog_add_expression(lower->m, lower->p, PROG_NOW, 1,
                                 lower->first_result + i, PROG_NONE,
                                 PROG_NONE));
  }
  for (uint32_t i = 0; i < results; i++)
    assign(lower, lower->first_result + i,
           prog_constant(lower->m, lower->p, 1, 0));
  /* The callee may have changed what the caller enforces. */
  if (lower->assignments.count == 0 && !MUTANT("bp-enforce-return"))
    edge.where = lower->enforce;
  add_edge(lower, edge);
}

static void check_call(bp_lower *lower, const bp_item *item,
                       const bp_procedure *procedure) {
  const char *name = prog_text(lower->p, procedure->use.name);
  if (item->expressions != procedure->parameters)
    scan_wrong_at(lower->at, item->callee.line, item->callee.column,
                  "'%.80s' has %u parameter%s, this call has %u argument%s",
                  name, procedure->parameters, plural(procedure->parameters),
                  item->expressions, plural(item->expressions));
  if (item->uses && item->uses != procedure->results)
    scan_wrong_at(lower->at, item->line, item->column,
                  "'%.80s' has %u result%s, before ':=' %s %u variable%s", name,
                  procedure->results, plural(procedure->results),
                  item->uses == 1 ? "is" : "are", item->uses,
                  plural(item->uses));
}

static void lower_call(bp_lower *lower, const bp_item *item) {
  prog_edge edge = edge_of(item, item_text(lower, item, ""));
  uint32_t f = bp_callee(lower, item->callee);
  if (f == BP_NONE)
    return;
  const bp_procedure *callee = &lower->s->procedures.at[f];
  const prog_procedure *procedure =
      &lower->p->procedures.at[bp_procedure_number(f)];
  prog_edge call = edge;
  check_call(lower, item, callee);
  for (uint32_t i = 0; i < item->expressions; i++) {
    uint32_t argument = value(lower, item, i);
    if (i < callee->parameters)
      assign(lower, procedure->first_variable + i, argument);
  }
  call.kind = PROG_CALL;
  call.entry = procedure->entry;
  call.to = item->other == BP_NONE ? item->next : item->other;
  add_edge(lower, call);
  if (item->other != BP_NONE)
    take_results(lower, item, edge, callee->results);
}

/* Results that are not given may be anything. */
static void give_results(bp_lower *lower, prog_edge edge, const bp_item *item) {
  assert(lower->here < lower->s->procedures.count);
  const bp_procedure *procedure = &lower->s->procedures.at[lower->here];
  uint32_t given = item ? item->expressions : 0;
  for (uint32_t i = 0; i < procedure->results || i < given; i++) {
    uint32_t result = i < given ? value(lower, item, i) : bp_any(lower);
    if (i < procedure->results)
      assign(lower, lower->first_result + i, result);
  }
  edge.kind = PROG_RETURN;
  edge.to = PROG_NONE;
  add_edge(lower, edge);
}

static void lower_return(bp_lower *lower, const bp_item *item) {
  assert(lower->here < lower->s->procedures.count);
  const bp_procedure *procedure = &lower->s->procedures.at[lower->here];
  if (item->expressions && item->expressions != procedure->results)
    scan_wrong_at(lower->at, item->line, item->column,
                  "'%.80s' has %u result%s, this returns %u value%s",
                  prog_text(lower->p, procedure->use.name), procedure->results,
                  plural(procedure->results), item->expressions,
                  plural(item->expressions));
  give_results(lower, edge_of(item, item_text(lower, item, "")), item);
}

static void lower_goto(bp_lower *lower, const bp_item *item) {
  prog_edge edge = edge_of(item, item_text(lower, item, ""));
  for (uint32_t i = 0; i < item->uses; i++) {
    edge.to = bp_label_location(lower, lower->s->uses.at[item->first_use + i]);
    if (edge.to != PROG_NONE)
      add_edge(lower, edge);
  }
}

static void lower_assertion(bp_lower *lower, const bp_item *item) {
  assert(item->first_expression < lower->s->expressions.count);
  prog_edge edge = edge_of(item, item_text(lower, item, ""));
  edge.guard = value(lower, item, 0);
  add_edge(lower, edge);
  edge.guard = negation(lower, edge.guard);
  edge.to = item->other;
  add_edge(lower, edge);
  lower->w.text.count = 0;
  bp_write_expression(&lower->w,
                      lower->s->expressions.at[item->first_expression]);
  prog_claim claim = {.kind = PROG_ASSERTION,
                      .location = item->other,
                      .text = text_of(lower),
                      .line = item->line,
                      .column = item->column};
  prog_add_claim(lower->m, lower->p, &claim);
}

/* A way on if the condition can be true, and one if it can be false. */
static void lower_branch(bp_lower *lower, const bp_item *item) {
  bool is_while = item->kind == BP_WHILE;
  prog_edge edge =
      edge_of(item, item_text(lower, item, is_while ? " do" : " then"));
  edge.guard = value(lower, item, 0);
  add_edge(lower, edge);
  edge.text = item_text(lower, item, is_while ? " od" : " else");
  edge.guard = negation(lower, edge.guard);
  edge.to = item->other;
  add_edge(lower, edge);
}

static void lower_condition(bp_lower *lower, const bp_item *item) {
  prog_edge edge = edge_of(item, item_text(lower, item, ""));
  edge.guard = value(lower, item, 0);
  if (item->kind == BP_ABORTIF)
    edge.guard = negation(lower, edge.guard);
  add_edge(lower, edge);
}

static void lower_skip(bp_lower *lower, const bp_item *item) {
  for (uint32_t i = 0; i < item->expressions; i++)
    value(lower, item, i); /* of 'print': names are looked up */
  add_edge(lower, edge_of(item, item_text(lower, item, "")));
}

static void lower_item(bp_lower *lower, const bp_item *item) {
  switch (item->kind) {
  case BP_ASSIGN:
    lower_assignment(lower, item);
    break;
  case BP_DEAD:
    lower_dead(lower, item);
    break;
  case BP_CALL:
    lower_call(lower, item);
    break;
  case BP_RETURN:
    lower_return(lower, item);
    break;
  case BP_GOTO:
    lower_goto(lower, item);
    break;
  case BP_ASSERT:
    lower_assertion(lower, item);
    break;
  case BP_ASSUME:
  case BP_CONSTRAIN:
  case BP_ABORTIF:
    lower_condition(lower, item);
    break;
  case BP_IF:
  case BP_ELSIF:
  case BP_WHILE:
    lower_branch(lower, item);
    break;
  case BP_ELSE:
  case BP_FI:
  case BP_OD:
    break;
  default:
    lower_skip(lower, item);
  }
}

static void lower_enforces(bp_lower *lower, const bp_procedure *procedure) {
  lower->enforce = PROG_NONE;
  for (uint32_t i = 0; i < procedure->enforces; i++) {
    uint32_t e = bp_lower_expression(
        lower, lower->s->enforces.at[procedure->first_enforce + i],
        BP_ENFORCED);
    lower->enforce = lower->enforce == PROG_NONE
                         ? e
                         : prog_add_expression(lower->m, lower->p, PROG_AND, 1,
                                               lower->enforce, e, PROG_NONE);
  }
}

/* Locals that are no parameters start with any value. */
static void lower_first_step(bp_lower *lower, const bp_procedure *f,
                             const prog_procedure *q) {
  prog_edge edge = {.kind = PROG_STEP,
                    .from = q->entry,
                    .to = f->first,
                    .entry = PROG_NONE,
                    .guard = PROG_NONE,
                    .where = PROG_NONE,
                    .text = prog_name(lower->m, lower->p, "begin"),
                    .line = f->use.line,
                    .column = f->use.column,
                    .is_hidden = true};
  for (uint32_t i = q->parameters; i < q->variables; i++)
    assign(lower, q->first_variable + i, bp_any(lower));
  if (lower->assignments.count == 0)
    edge.where = lower->enforce;
  add_edge(lower, edge);
}

static void lower_end(bp_lower *lower, const bp_procedure *procedure) {
  prog_edge edge = {.from = procedure->end,
                    .entry = PROG_NONE,
                    .guard = PROG_NONE,
                    .where = PROG_NONE,
                    .text = prog_name(lower->m, lower->p, "end"),
                    .line = procedure->end_line,
                    .column = procedure->end_column};
  give_results(lower, edge, NULL);
}

void bp_lower_procedure(bp_lower *lower, uint32_t number) {
  assert(number < lower->s->procedures.count);
  const bp_procedure *f = &lower->s->procedures.at[number];
  const prog_procedure *q =
      &lower->p->procedures.at[bp_procedure_number(number)];
  lower_enforces(lower, f);
  if (q->entry != f->first)
    lower_first_step(lower, f, q);
  for (uint32_t i = 0; i < f->items; i++) {
    progress_tick(lower->clock);
    lower_item(lower, &lower->s->items.at[f->first_item + i]);
  }
  if (f->end != BP_NONE)
    lower_end(lower, f);
}
