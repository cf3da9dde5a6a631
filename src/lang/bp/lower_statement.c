#include "lang/bp/lower.h"

#include "base/mutant.h"

#include <assert.h>

static uint32_t text_of(bp_lower *l) {
  return names_insert(l->m, &l->p->names, l->w.text.at, l->w.text.count);
}

/* The text of a statement, and what is said behind it. */
static uint32_t item_text(bp_lower *l, const bp_item *x, const char *behind) {
  l->w.text.count = 0;
  bp_write_item(&l->w, x);
  bp_write(&l->w, behind);
  return text_of(l);
}

static prog_edge edge_of(const bp_item *x, uint32_t text) {
  return (prog_edge){.kind = PROG_STEP,
                     .from = x->location,
                     .to = x->next,
                     .entry = PROG_NONE,
                     .guard = PROG_NONE,
                     .where = PROG_NONE,
                     .text = text,
                     .line = x->line,
                     .column = x->column};
}

static void assign(bp_lower *l, uint32_t variable, uint32_t value) {
  prog_assignment a = {.frame = PROG_TOP,
                       .variable = variable,
                       .index = PROG_NONE,
                       .value = value};
  vec_push(l->m, &l->assignments, a);
}

/* With the assignments made so far. A step that changes nothing need not see to
 * what the procedure enforces: that held before it. */
static void add_edge(bp_lower *l, prog_edge e) {
  if (e.kind == PROG_STEP && l->assignments.count && l->enforce != PROG_NONE)
    e.where = e.where == PROG_NONE
                  ? l->enforce
                  : prog_add_expression(l->m, l->p, PROG_AND, 1, e.where,
                                        l->enforce, PROG_NONE);
  prog_add_edge(l->m, l->p, &e, l->assignments.at, l->assignments.count);
  l->assignments.count = 0;
}

static uint32_t value(bp_lower *l, const bp_item *x, uint32_t i) {
  return bp_lower_expression(l, l->s->expressions.at[x->first_expression + i],
                             BP_NOW_ONLY);
}

static uint32_t negation(bp_lower *l, uint32_t e) {
  return prog_add_expression(l->m, l->p, PROG_NOT, 1, e, PROG_NONE, PROG_NONE);
}

static const char *plural(uint32_t count) { return count == 1 ? "" : "s"; }

static void lower_assignment(bp_lower *l, const bp_item *x) {
  prog_edge e = edge_of(x, item_text(l, x, ""));
  if (x->uses != x->expressions)
    scan_wrong_at(l->at, x->line, x->column,
                  "%u variable%s before ':=', %u value%s behind it", x->uses,
                  plural(x->uses), x->expressions, plural(x->expressions));
  for (uint32_t i = 0; i < x->uses || i < x->expressions; i++) {
    const bp_use *use = &l->s->uses.at[x->first_use + i];
    uint32_t v = PROG_NONE, right = PROG_NONE;
    if (i < x->uses && use->name != BP_NONE)
      v = bp_variable(l, *use);
    if (i < x->expressions)
      right = value(l, x, i);
    if (v != PROG_NONE && right != PROG_NONE)
      assign(l, v, right);
  }
  if (x->constraint != BP_NONE)
    e.where = bp_lower_expression(l, l->s->expressions.at[x->constraint],
                                  BP_CONSTRAINT);
  add_edge(l, e);
}

static void lower_dead(bp_lower *l, const bp_item *x) {
  prog_edge e = edge_of(x, item_text(l, x, ""));
  for (uint32_t i = 0; i < x->uses; i++) {
    uint32_t v = bp_variable(l, l->s->uses.at[x->first_use + i]);
    if (v != PROG_NONE)
      assign(l, v, bp_any(l));
  }
  add_edge(l, e);
}

/* Behind a call: the results go to their variables, and are 0 again. */
static void take_results(bp_lower *l, const bp_item *x, prog_edge e,
                         uint32_t results) {
  e.from = x->other;
  for (uint32_t i = 0; i < x->uses && i < results; i++) {
    const bp_use *use = &l->s->uses.at[x->first_use + i];
    uint32_t v = use->name == BP_NONE ? PROG_NONE : bp_variable(l, *use);
    if (v != PROG_NONE)
      assign(l, v,
             prog_add_expression(l->m, l->p, PROG_NOW, 1, l->first_result + i,
                                 PROG_NONE, PROG_NONE));
  }
  for (uint32_t i = 0; i < results; i++)
    assign(l, l->first_result + i, prog_constant(l->m, l->p, 1, 0));
  /* The callee may have changed what the caller enforces. */
  if (l->assignments.count == 0 && !MUTANT("bp-enforce-return"))
    e.where = l->enforce;
  add_edge(l, e);
}

static void check_call(bp_lower *l, const bp_item *x, const bp_procedure *f) {
  const char *name = prog_text(l->p, f->use.name);
  if (x->expressions != f->parameters)
    scan_wrong_at(l->at, x->callee.line, x->callee.column,
                  "'%.80s' has %u parameter%s, this call has %u argument%s",
                  name, f->parameters, plural(f->parameters), x->expressions,
                  plural(x->expressions));
  if (x->uses && x->uses != f->results)
    scan_wrong_at(l->at, x->line, x->column,
                  "'%.80s' has %u result%s, before ':=' %s %u variable%s", name,
                  f->results, plural(f->results), x->uses == 1 ? "is" : "are",
                  x->uses, plural(x->uses));
}

static void lower_call(bp_lower *l, const bp_item *x) {
  prog_edge e = edge_of(x, item_text(l, x, ""));
  uint32_t f = bp_callee(l, x->callee);
  if (f == BP_NONE)
    return;
  const bp_procedure *callee = &l->s->procedures.at[f];
  const prog_procedure *q = &l->p->procedures.at[bp_procedure_number(f)];
  prog_edge call = e;
  check_call(l, x, callee);
  for (uint32_t i = 0; i < x->expressions; i++) {
    uint32_t argument = value(l, x, i);
    if (i < callee->parameters)
      assign(l, q->first_variable + i, argument);
  }
  call.kind = PROG_CALL;
  call.entry = q->entry;
  call.to = x->other == BP_NONE ? x->next : x->other;
  add_edge(l, call);
  if (x->other != BP_NONE)
    take_results(l, x, e, callee->results);
}

/* Results that are not given may be anything. */
static void give_results(bp_lower *l, prog_edge e, const bp_item *x) {
  assert(l->here < l->s->procedures.count);
  const bp_procedure *f = &l->s->procedures.at[l->here];
  uint32_t given = x ? x->expressions : 0;
  for (uint32_t i = 0; i < f->results || i < given; i++) {
    uint32_t result = i < given ? value(l, x, i) : bp_any(l);
    if (i < f->results)
      assign(l, l->first_result + i, result);
  }
  e.kind = PROG_RETURN;
  e.to = PROG_NONE;
  add_edge(l, e);
}

static void lower_return(bp_lower *l, const bp_item *x) {
  assert(l->here < l->s->procedures.count);
  const bp_procedure *f = &l->s->procedures.at[l->here];
  if (x->expressions && x->expressions != f->results)
    scan_wrong_at(l->at, x->line, x->column,
                  "'%.80s' has %u result%s, this returns %u value%s",
                  prog_text(l->p, f->use.name), f->results, plural(f->results),
                  x->expressions, plural(x->expressions));
  give_results(l, edge_of(x, item_text(l, x, "")), x);
}

static void lower_goto(bp_lower *l, const bp_item *x) {
  prog_edge e = edge_of(x, item_text(l, x, ""));
  for (uint32_t i = 0; i < x->uses; i++) {
    e.to = bp_label_location(l, l->s->uses.at[x->first_use + i]);
    if (e.to != PROG_NONE)
      add_edge(l, e);
  }
}

static void lower_assertion(bp_lower *l, const bp_item *x) {
  assert(x->first_expression < l->s->expressions.count);
  prog_edge e = edge_of(x, item_text(l, x, ""));
  e.guard = value(l, x, 0);
  add_edge(l, e);
  e.guard = negation(l, e.guard);
  e.to = x->other;
  add_edge(l, e);
  l->w.text.count = 0;
  bp_write_expression(&l->w, l->s->expressions.at[x->first_expression]);
  prog_claim c = {.kind = PROG_ASSERTION,
                  .location = x->other,
                  .text = text_of(l),
                  .line = x->line,
                  .column = x->column};
  prog_add_claim(l->m, l->p, &c);
}

/* A way on if the condition can be true, and one if it can be false. */
static void lower_branch(bp_lower *l, const bp_item *x) {
  bool is_while = x->kind == BP_WHILE;
  prog_edge e = edge_of(x, item_text(l, x, is_while ? " do" : " then"));
  e.guard = value(l, x, 0);
  add_edge(l, e);
  e.text = item_text(l, x, is_while ? " od" : " else");
  e.guard = negation(l, e.guard);
  e.to = x->other;
  add_edge(l, e);
}

static void lower_condition(bp_lower *l, const bp_item *x) {
  prog_edge e = edge_of(x, item_text(l, x, ""));
  e.guard = value(l, x, 0);
  if (x->kind == BP_ABORTIF)
    e.guard = negation(l, e.guard);
  add_edge(l, e);
}

static void lower_skip(bp_lower *l, const bp_item *x) {
  for (uint32_t i = 0; i < x->expressions; i++)
    value(l, x, i); /* of 'print': names are looked up */
  add_edge(l, edge_of(x, item_text(l, x, "")));
}

static void lower_item(bp_lower *l, const bp_item *x) {
  switch (x->kind) {
  case BP_ASSIGN:
    lower_assignment(l, x);
    break;
  case BP_DEAD:
    lower_dead(l, x);
    break;
  case BP_CALL:
    lower_call(l, x);
    break;
  case BP_RETURN:
    lower_return(l, x);
    break;
  case BP_GOTO:
    lower_goto(l, x);
    break;
  case BP_ASSERT:
    lower_assertion(l, x);
    break;
  case BP_ASSUME:
  case BP_CONSTRAIN:
  case BP_ABORTIF:
    lower_condition(l, x);
    break;
  case BP_IF:
  case BP_ELSIF:
  case BP_WHILE:
    lower_branch(l, x);
    break;
  case BP_ELSE:
  case BP_FI:
  case BP_OD:
    break;
  default:
    lower_skip(l, x);
  }
}

static void lower_enforces(bp_lower *l, const bp_procedure *f) {
  l->enforce = PROG_NONE;
  for (uint32_t i = 0; i < f->enforces; i++) {
    uint32_t e = bp_lower_expression(l, l->s->enforces.at[f->first_enforce + i],
                                     BP_ENFORCED);
    l->enforce = l->enforce == PROG_NONE
                     ? e
                     : prog_add_expression(l->m, l->p, PROG_AND, 1, l->enforce,
                                           e, PROG_NONE);
  }
}

/* Locals that are no parameters start with any value. */
static void lower_first_step(bp_lower *l, const bp_procedure *f,
                             const prog_procedure *q) {
  prog_edge e = {.kind = PROG_STEP,
                 .from = q->entry,
                 .to = f->first,
                 .entry = PROG_NONE,
                 .guard = PROG_NONE,
                 .where = PROG_NONE,
                 .text = prog_name(l->m, l->p, "begin"),
                 .line = f->use.line,
                 .column = f->use.column,
                 .is_hidden = true};
  for (uint32_t i = q->parameters; i < q->variables; i++)
    assign(l, q->first_variable + i, bp_any(l));
  if (l->assignments.count == 0)
    e.where = l->enforce;
  add_edge(l, e);
}

static void lower_end(bp_lower *l, const bp_procedure *f) {
  prog_edge e = {.from = f->end,
                 .entry = PROG_NONE,
                 .guard = PROG_NONE,
                 .where = PROG_NONE,
                 .text = prog_name(l->m, l->p, "end"),
                 .line = f->end_line,
                 .column = f->end_column};
  give_results(l, e, NULL);
}

void bp_lower_procedure(bp_lower *l, uint32_t number) {
  assert(number < l->s->procedures.count);
  const bp_procedure *f = &l->s->procedures.at[number];
  const prog_procedure *q = &l->p->procedures.at[bp_procedure_number(number)];
  lower_enforces(l, f);
  if (q->entry != f->first)
    lower_first_step(l, f, q);
  for (uint32_t i = 0; i < f->items; i++) {
    progress_tick(l->clock);
    lower_item(l, &l->s->items.at[f->first_item + i]);
  }
  if (f->end != BP_NONE)
    lower_end(l, f);
}
