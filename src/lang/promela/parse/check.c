#include "lang/promela/parse/parts.h"

#include <assert.h>

/* What is wrong although every part of it is right. */

static bool wrong_at(pml_parser *parser, uint32_t e, const char *message) {
  assert(e < parser->facts.count);
  if (!(parser->facts.at[e] & PML_FACT_BAD))
    pml_wrong(parser, parser->s->exprs.at[e].at, "%s", message);
  parser->facts.at[e] |= PML_FACT_BAD;
  return false;
}

/* A whole expression: a test, or what is assigned. */
static void check_whole(pml_parser *parser, uint32_t e) {
  assert(e < parser->facts.count);
  uint8_t facts = parser->facts.at[e];
  if (facts & PML_FACT_RECORD)
    wrong_at(parser, e, "this is a whole record: name one of its fields");
  else if (parser->s->exprs.at[e].op == PML_ANY)
    wrong_at(parser, e, "'_' has no value: it only takes what is received");
  else if (parser->s->exprs.at[e].op == PML_EVAL)
    wrong_at(parser, e, "'eval' is for the arguments of a receive");
  else if (facts & PML_FACT_RUNS)
    wrong_at(parser, e, "there is more than one 'run' in this expression");
}

static void check_run_free(pml_parser *parser, uint32_t e) {
  assert(e < parser->facts.count);
  if (parser->facts.at[e] & PML_FACT_RUN)
    wrong_at(parser, e,
             "'run' must be a statement of its own, or the value that is "
             "assigned");
}

static void check_channel(pml_parser *parser, uint32_t e) {
  assert(e < parser->s->exprs.count);
  const pml_expr *expr = &parser->s->exprs.at[e];
  if (parser->facts.at[e] & PML_FACT_BAD)
    return;
  if (expr->op != PML_NAME)
    wrong_at(parser, e, "the name of a channel should be here");
  else if (parser->s->vars.at[pml_referred(parser, e)].type != PML_CHAN)
    pml_wrong(
        parser, expr->at, "'%s' is no channel",
        pml_name(parser, parser->s->vars.at[pml_referred(parser, e)].name));
}

/* The same variable cannot take two fields; of arrays nobody knows. */
static void check_what_is_received(pml_parser *parser,
                                   const pml_statement *statement) {
  map seen = {0};
  for (uint32_t i = 0; i < statement->c; i++) {
    uint32_t e = parser->s->lists.at[statement->b + i];
    const pml_expr *expr = &parser->s->exprs.at[e];
    if (expr->op != PML_NAME || expr->b != PML_NONE || expr->c != PML_NONE ||
        parser->facts.at[e] & PML_FACT_BAD)
      continue;
    size_t before = seen.keys.count;
    if (map_insert(parser->m, &seen, expr->a) < before)
      wrong_at(parser, e, "this variable takes two fields of one message");
  }
  map_free(parser->m, &seen);
}

static uint8_t all_facts(const pml_parser *parser,
                         const pml_statement *statement) {
  uint8_t all = 0;
  bool has_list = statement->kind == PML_SEND ||
                  statement->kind == PML_RECEIVE ||
                  statement->kind == PML_PRINT;
  if (statement->a != PML_NONE && statement->kind != PML_DECLARE)
    all |= parser->facts.at[statement->a];
  if (statement->b != PML_NONE && !has_list)
    all |= parser->facts.at[statement->b];
  for (uint32_t i = 0; has_list && i < statement->c; i++)
    all |= parser->facts.at[parser->s->lists.at[statement->b + i]];
  return all;
}

static void check_dstep(pml_parser *parser, const pml_statement *statement) {
  uint8_t facts = all_facts(parser, statement);
  if (facts & PML_FACT_RUN)
    pml_wrong(parser, statement->at,
              "'run' cannot stand in a d_step; take atomic");
  if (facts & PML_FACT_REMOTE)
    pml_wrong(parser, statement->at,
              "a d_step cannot look into another process; take atomic");
}

typedef struct assigned_part {
  uint32_t e;
  bool is_side; /* of an operator */
} assigned_part;

static bool check_is_channel(const pml_parser *parser, uint32_t e) {
  assert(e < parser->s->exprs.count);
  const pml_expr *expr = &parser->s->exprs.at[e];
  return expr->op == PML_NAME && expr->c == PML_NONE &&
         parser->s->vars.at[expr->a].type == PML_CHAN;
}

/* As SPIN has it: a channel is a value where it stands alone, and no side of an
 * operator in what is assigned. Fields of records and tests are not looked at.
 */
void pml_check_assigned(pml_parser *parser, uint32_t value) {
  vec(assigned_part) open = {0};
  vec_push(parser->m, &open, ((assigned_part){value, false}));
  while (open.count) {
    assigned_part part = vec_pop(&open);
    const pml_expr *expr = &parser->s->exprs.at[part.e];
    if (part.is_side && check_is_channel(parser, part.e))
      wrong_at(parser, part.e,
               "a channel cannot be a side of an operator here");
    if (expr->op == PML_NAME || expr->op == PML_MEMBER) {
      if (expr->b != PML_NONE)
        vec_push(parser->m, &open, ((assigned_part){expr->b, false}));
      if (expr->c != PML_NONE)
        vec_push(parser->m, &open, ((assigned_part){expr->c, false}));
    } else if (expr->op >= PML_NOT && expr->op <= PML_CONDITIONAL) {
      vec_push(parser->m, &open, ((assigned_part){expr->a, true}));
      if (expr->b != PML_NONE)
        vec_push(parser->m, &open, ((assigned_part){expr->b, true}));
      if (expr->op == PML_CONDITIONAL)
        vec_push(parser->m, &open, ((assigned_part){expr->c, true}));
    }
  }
  vec_free(parser->m, &open);
}

static void check_counted(pml_parser *parser, const pml_statement *statement) {
  if (check_is_channel(parser, statement->a))
    wrong_at(parser, statement->a, "a channel is no number to count with");
}

static void check_assign(pml_parser *parser, const pml_statement *statement) {
  assert(statement->a < parser->s->exprs.count);
  const pml_expr *target = &parser->s->exprs.at[statement->a];
  check_whole(parser, statement->b);
  pml_check_assigned(parser, statement->b);
  assert(statement->a < parser->facts.count);
  if (parser->facts.at[statement->a] & PML_FACT_BAD || target->op != PML_NAME)
    return;
  const pml_expr *value = &parser->s->exprs.at[statement->b];
  if (value->op == PML_NAME && value->b != PML_NONE &&
      !check_is_channel(parser, statement->b))
    value = &parser->s->exprs.at[value->b]; /* SPIN looks at the index */
  if (check_is_channel(parser, statement->a) && value->op == PML_CONST)
    wrong_at(parser, statement->b,
             "only a channel can be assigned to a channel");
}

void pml_check_statement(pml_parser *parser, uint32_t statement) {
  assert(statement < parser->s->statements.count);
  pml_statement x = parser->s->statements.at[statement];
  switch (x.kind) {
  case PML_TEST:
    check_whole(parser, x.a);
    if (parser->facts.at[x.a] & PML_FACT_RUN &&
        parser->s->exprs.at[x.a].op != PML_RUN)
      wrong_at(parser, x.a,
               "'run' cannot stand in a larger expression: it is a "
               "statement of its own");
    break;
  case PML_ASSERT:
    check_whole(parser, x.a);
    check_run_free(parser, x.a);
    break;
  case PML_ASSIGN:
    check_assign(parser, &x);
    break;
  case PML_INCREMENT:
  case PML_DECREMENT:
    check_counted(parser, &x);
    break;
  case PML_SEND:
    check_channel(parser, x.a);
    for (uint32_t i = 0; i < x.c; i++)
      check_run_free(parser, parser->s->lists.at[x.b + i]);
    break;
  case PML_RECEIVE:
    check_channel(parser, x.a);
    check_what_is_received(parser, &x);
    break;
  default:
    break;
  }
  if (parser->inside.at[statement] != PML_NONE)
    check_dstep(parser, &x);
}

/* When all is read. */

/* A record is given as its scalars, and they may become what they like: SPIN
 * compares their number only. */
static uint32_t scalars_taken(const pml_parser *parser,
                              const pml_process *process) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < process->parameters; i++) {
    const pml_var *var = &parser->s->vars.at[process->first_parameter + i];
    count += pml_flat_size(parser, var->type, var->sub);
  }
  return count;
}

static uint32_t scalars_given(const pml_parser *parser, const pml_expr *run) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < run->c; i++) {
    uint32_t e = parser->s->lists.at[run->b + i];
    if (parser->facts.at[e] & PML_FACT_RECORD) {
      const pml_var *var = &parser->s->vars.at[pml_referred(parser, e)];
      count += pml_flat_size(parser, var->type, var->sub);
    } else {
      count++;
    }
  }
  return count;
}

void pml_resolve_runs(pml_parser *parser) {
  for (size_t i = 0; i < parser->runs.count; i++) {
    pml_expr *expr = &parser->s->exprs.at[parser->runs.at[i]];
    pml_symbol symbol = pml_find(parser, expr->a);
    if (symbol.kind == PML_IS_UNKNOWN)
      continue;
    if (symbol.kind == PML_IS_NOTHING) {
      pml_undeclared(parser, expr->a, expr->at, "there is no such proctype");
      continue;
    }
    if (symbol.kind != PML_IS_PROCESS) {
      pml_wrong(parser, expr->at, "'%s' is no proctype",
                pml_name(parser, expr->a));
      continue;
    }
    const pml_process *process = &parser->s->processes.at[symbol.number];
    expr->a = symbol.number;
    uint32_t taken = scalars_taken(parser, process),
             given = scalars_given(parser, expr);
    if (taken != given)
      pml_wrong(parser, expr->at, "'%s' takes %u argument%s, not %u%s",
                pml_name(parser, process->name), taken, taken == 1 ? "" : "s",
                given,
                taken == process->parameters && given == expr->c
                    ? ""
                    : ": each field of a record is one");
  }
}

static void check_runnable(pml_parser *parser) {
  pml_place at = {0, 1, 1};
  vec_each (const pml_process, process, &parser->s->processes)
    if ((process->kind == PML_PROCTYPE || process->kind == PML_INIT) &&
        process->active)
      return;
  vec_each (const pml_process, process, &parser->s->processes)
    if (process->kind == PML_PROCTYPE) {
      at = process->at;
      break;
    }
  pml_wrong(parser, at,
            "no process runs: there is no 'init', and no proctype is "
            "'active'");
}

void pml_check_model(pml_parser *parser) {
  bool was_failed = parser->failed; /* what was sent may be something else */
  check_runnable(parser);
  for (size_t i = 0; i < parser->s->statements.count; i++) {
    const pml_statement *statement = &parser->s->statements.at[i];
    bool is_limited = statement->kind == PML_SEND ||
                      (statement->kind == PML_RECEIVE && statement->random);
    if (is_limited && statement->c > parser->s->most_fields && !was_failed)
      pml_wrong(parser, statement->at,
                "this message has %u fields, but no channel of the model takes "
                "more than %u",
                statement->c, parser->s->most_fields);
  }
}
