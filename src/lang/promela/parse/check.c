#include "lang/promela/parse/parts.h"

#include <assert.h>

/* What is wrong although every part of it is right. */

static bool wrong_at(pml_parser *p, uint32_t e, const char *message) {
  assert(e < p->facts.count);
  if (!(p->facts.at[e] & PML_FACT_BAD))
    pml_wrong(p, p->s->exprs.at[e].at, "%s", message);
  p->facts.at[e] |= PML_FACT_BAD;
  return false;
}

/* A whole expression: a test, or what is assigned. */
static void check_whole(pml_parser *p, uint32_t e) {
  assert(e < p->facts.count);
  uint8_t facts = p->facts.at[e];
  if (facts & PML_FACT_RECORD)
    wrong_at(p, e, "this is a whole record: name one of its fields");
  else if (p->s->exprs.at[e].op == PML_ANY)
    wrong_at(p, e, "'_' has no value: it only takes what is received");
  else if (p->s->exprs.at[e].op == PML_EVAL)
    wrong_at(p, e, "'eval' is for the arguments of a receive");
  else if (facts & PML_FACT_RUNS)
    wrong_at(p, e, "there is more than one 'run' in this expression");
}

static void check_run_free(pml_parser *p, uint32_t e) {
  assert(e < p->facts.count);
  if (p->facts.at[e] & PML_FACT_RUN)
    wrong_at(p, e,
             "'run' must be a statement of its own, or the value that is "
             "assigned");
}

static void check_channel(pml_parser *p, uint32_t e) {
  assert(e < p->s->exprs.count);
  const pml_expr *x = &p->s->exprs.at[e];
  if (p->facts.at[e] & PML_FACT_BAD)
    return;
  if (x->op != PML_NAME)
    wrong_at(p, e, "the name of a channel should be here");
  else if (p->s->vars.at[pml_referred(p, e)].type != PML_CHAN)
    pml_wrong(p, x->at, "'%s' is no channel",
              pml_name(p, p->s->vars.at[pml_referred(p, e)].name));
}

/* The same variable cannot take two fields; of arrays nobody knows. */
static void check_what_is_received(pml_parser *p, const pml_statement *x) {
  map seen = {0};
  for (uint32_t i = 0; i < x->c; i++) {
    uint32_t e = p->s->lists.at[x->b + i];
    const pml_expr *y = &p->s->exprs.at[e];
    if (y->op != PML_NAME || y->b != PML_NONE || y->c != PML_NONE ||
        p->facts.at[e] & PML_FACT_BAD)
      continue;
    size_t before = seen.keys.count;
    if (map_insert(p->m, &seen, y->a) < before)
      wrong_at(p, e, "this variable takes two fields of one message");
  }
  map_free(p->m, &seen);
}

static uint8_t all_facts(const pml_parser *p, const pml_statement *x) {
  uint8_t all = 0;
  bool has_list =
      x->kind == PML_SEND || x->kind == PML_RECEIVE || x->kind == PML_PRINT;
  if (x->a != PML_NONE && x->kind != PML_DECLARE)
    all |= p->facts.at[x->a];
  if (x->b != PML_NONE && !has_list)
    all |= p->facts.at[x->b];
  for (uint32_t i = 0; has_list && i < x->c; i++)
    all |= p->facts.at[p->s->lists.at[x->b + i]];
  return all;
}

static void check_dstep(pml_parser *p, const pml_statement *x) {
  uint8_t facts = all_facts(p, x);
  if (facts & PML_FACT_RUN)
    pml_wrong(p, x->at, "'run' cannot stand in a d_step; take atomic");
  if (facts & PML_FACT_REMOTE)
    pml_wrong(p, x->at,
              "a d_step cannot look into another process; take atomic");
}

typedef struct assigned_part {
  uint32_t e;
  bool is_side; /* of an operator */
} assigned_part;

static bool check_is_channel(const pml_parser *p, uint32_t e) {
  assert(e < p->s->exprs.count);
  const pml_expr *x = &p->s->exprs.at[e];
  return x->op == PML_NAME && x->c == PML_NONE &&
         p->s->vars.at[x->a].type == PML_CHAN;
}

/* As SPIN has it: a channel is a value where it stands alone, and no side of an
 * operator in what is assigned. Fields of records and tests are not looked at.
 */
void pml_check_assigned(pml_parser *p, uint32_t value) {
  vec(assigned_part) open = {0};
  vec_push(p->m, &open, ((assigned_part){value, false}));
  while (open.count) {
    assigned_part y = vec_pop(&open);
    const pml_expr *x = &p->s->exprs.at[y.e];
    if (y.is_side && check_is_channel(p, y.e))
      wrong_at(p, y.e, "a channel cannot be a side of an operator here");
    if (x->op == PML_NAME || x->op == PML_MEMBER) {
      if (x->b != PML_NONE)
        vec_push(p->m, &open, ((assigned_part){x->b, false}));
      if (x->c != PML_NONE)
        vec_push(p->m, &open, ((assigned_part){x->c, false}));
    } else if (x->op >= PML_NOT && x->op <= PML_CONDITIONAL) {
      vec_push(p->m, &open, ((assigned_part){x->a, true}));
      if (x->b != PML_NONE)
        vec_push(p->m, &open, ((assigned_part){x->b, true}));
      if (x->op == PML_CONDITIONAL)
        vec_push(p->m, &open, ((assigned_part){x->c, true}));
    }
  }
  vec_free(p->m, &open);
}

static void check_counted(pml_parser *p, const pml_statement *x) {
  if (check_is_channel(p, x->a))
    wrong_at(p, x->a, "a channel is no number to count with");
}

static void check_assign(pml_parser *p, const pml_statement *x) {
  assert(x->a < p->s->exprs.count);
  const pml_expr *target = &p->s->exprs.at[x->a];
  check_whole(p, x->b);
  pml_check_assigned(p, x->b);
  assert(x->a < p->facts.count);
  if (p->facts.at[x->a] & PML_FACT_BAD || target->op != PML_NAME)
    return;
  const pml_expr *value = &p->s->exprs.at[x->b];
  if (value->op == PML_NAME && value->b != PML_NONE &&
      !check_is_channel(p, x->b))
    value = &p->s->exprs.at[value->b]; /* SPIN looks at the index */
  if (check_is_channel(p, x->a) && value->op == PML_CONST)
    wrong_at(p, x->b, "only a channel can be assigned to a channel");
}

void pml_check_statement(pml_parser *p, uint32_t statement) {
  assert(statement < p->s->statements.count);
  pml_statement x = p->s->statements.at[statement];
  switch (x.kind) {
  case PML_TEST:
    check_whole(p, x.a);
    if (p->facts.at[x.a] & PML_FACT_RUN && p->s->exprs.at[x.a].op != PML_RUN)
      wrong_at(p, x.a,
               "'run' cannot stand in a larger expression: it is a "
               "statement of its own");
    break;
  case PML_ASSERT:
    check_whole(p, x.a);
    check_run_free(p, x.a);
    break;
  case PML_ASSIGN:
    check_assign(p, &x);
    break;
  case PML_INCREMENT:
  case PML_DECREMENT:
    check_counted(p, &x);
    break;
  case PML_SEND:
    check_channel(p, x.a);
    for (uint32_t i = 0; i < x.c; i++)
      check_run_free(p, p->s->lists.at[x.b + i]);
    break;
  case PML_RECEIVE:
    check_channel(p, x.a);
    check_what_is_received(p, &x);
    break;
  default:
    break;
  }
  if (p->inside.at[statement] != PML_NONE)
    check_dstep(p, &x);
}

/* When all is read. */

/* A record is given as its scalars, and they may become what they like: SPIN
 * compares their number only. */
static uint32_t scalars_taken(const pml_parser *p, const pml_process *x) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < x->parameters; i++) {
    const pml_var *v = &p->s->vars.at[x->first_parameter + i];
    count += pml_flat_size(p, v->type, v->sub);
  }
  return count;
}

static uint32_t scalars_given(const pml_parser *p, const pml_expr *run) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < run->c; i++) {
    uint32_t e = p->s->lists.at[run->b + i];
    if (p->facts.at[e] & PML_FACT_RECORD) {
      const pml_var *v = &p->s->vars.at[pml_referred(p, e)];
      count += pml_flat_size(p, v->type, v->sub);
    } else {
      count++;
    }
  }
  return count;
}

void pml_resolve_runs(pml_parser *p) {
  for (size_t i = 0; i < p->runs.count; i++) {
    pml_expr *e = &p->s->exprs.at[p->runs.at[i]];
    pml_symbol x = pml_find(p, e->a);
    if (x.kind == PML_IS_UNKNOWN)
      continue;
    if (x.kind == PML_IS_NOTHING) {
      pml_undeclared(p, e->a, e->at, "there is no such proctype");
      continue;
    }
    if (x.kind != PML_IS_PROCESS) {
      pml_wrong(p, e->at, "'%s' is no proctype", pml_name(p, e->a));
      continue;
    }
    const pml_process *y = &p->s->processes.at[x.number];
    e->a = x.number;
    uint32_t taken = scalars_taken(p, y), given = scalars_given(p, e);
    if (taken != given)
      pml_wrong(p, e->at, "'%s' takes %u argument%s, not %u%s",
                pml_name(p, y->name), taken, taken == 1 ? "" : "s", given,
                taken == y->parameters && given == e->c
                    ? ""
                    : ": each field of a record is one");
  }
}

static void check_runnable(pml_parser *p) {
  pml_place at = {0, 1, 1};
  vec_each (const pml_process, x, &p->s->processes)
    if ((x->kind == PML_PROCTYPE || x->kind == PML_INIT) && x->active)
      return;
  vec_each (const pml_process, x, &p->s->processes)
    if (x->kind == PML_PROCTYPE) {
      at = x->at;
      break;
    }
  pml_wrong(p, at,
            "no process runs: there is no 'init', and no proctype is "
            "'active'");
}

void pml_check_model(pml_parser *p) {
  bool was_failed = p->failed; /* what was sent may be something else */
  check_runnable(p);
  for (size_t i = 0; i < p->s->statements.count; i++) {
    const pml_statement *x = &p->s->statements.at[i];
    bool is_limited =
        x->kind == PML_SEND || (x->kind == PML_RECEIVE && x->random);
    if (is_limited && x->c > p->s->most_fields && !was_failed)
      pml_wrong(p, x->at,
                "this message has %u fields, but no channel of the model takes "
                "more than %u",
                x->c, p->s->most_fields);
  }
}
