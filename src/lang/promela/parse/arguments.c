#include "lang/promela/parse/parts.h"

#include <assert.h>

/* What is sent, received, or given to a process that is run. */

typedef struct open_record {
  uint32_t node;   /* the copy of the reference's last part */
  uint32_t record; /* whose fields are listed */
  uint32_t field, element;
} open_record;

/* A copy of the reference e, whose last part is *tail. */
static uint32_t copy_reference(pml_parser *parser, uint32_t e, uint32_t *tail) {
  uint32_t root = PML_NONE;
  for (;;) {
    uint32_t copy = pml_add_expr(parser, parser->s->exprs.at[e]);
    if (root == PML_NONE)
      root = copy;
    else
      parser->s->exprs.at[*tail].c = copy;
    *tail = copy;
    e = parser->s->exprs.at[e].c;
    if (e == PML_NONE)
      return root;
  }
}

/* The scalar that the open records lead to: its reference is made anew, so
 * that every argument is a tree of its own. */
static uint32_t make_scalar(pml_parser *parser, uint32_t e,
                            const open_record *open, size_t depth) {
  assert(e < parser->s->exprs.count);
  pml_place at = parser->s->exprs.at[e].at;
  uint32_t tail, root = copy_reference(parser, e, &tail);
  for (size_t i = 0; i < depth; i++) {
    const pml_record *record = &parser->s->records.at[open[i].record];
    const pml_var *var = &parser->s->vars.at[record->first + open[i].field];
    uint32_t index = var->is_array
                         ? pml_number_expr(parser, (int32_t)open[i].element, at)
                         : PML_NONE;
    uint32_t part = pml_new_expr(parser, PML_MEMBER,
                                 record->first + open[i].field, index, at);
    parser->s->exprs.at[tail].c = part;
    tail = part;
  }
  return root;
}

bool pml_flatten(pml_parser *parser, uint32_t e) {
  vec(open_record) open = {0};
  uint32_t sub = parser->s->vars.at[pml_referred(parser, e)].sub;
  if (pml_flat_size(parser, PML_RECORD, sub) > PML_MOST_FIELDS)
    return pml_wrong(parser, parser->s->exprs.at[e].at,
                     "a message has at most %d fields", PML_MOST_FIELDS);
  vec_push(parser->m, &open, ((open_record){0, sub, 0, 0}));
  while (open.count) {
    open_record *x = &vec_last(&open);
    const pml_record *r = &parser->s->records.at[x->record];
    if (x->field < r->count) {
      const pml_var *var = &parser->s->vars.at[r->first + x->field];
      if (x->element < var->count && var->type == PML_RECORD) {
        vec_push(parser->m, &open, ((open_record){0, var->sub, 0, 0}));
        continue;
      }
      if (x->element < var->count)
        vec_push(parser->m, &parser->arguments,
                 make_scalar(parser, e, open.at, open.count));
      if (++vec_last(&open).element >= var->count) {
        vec_last(&open).element = 0;
        vec_last(&open).field++;
      }
      continue;
    }
    open.count--;
    if (!open.count)
      break;
    x = &vec_last(&open);
    r = &parser->s->records.at[x->record];
    if (++x->element >= parser->s->vars.at[r->first + x->field].count) {
      x->element = 0;
      x->field++;
    }
  }
  vec_free(parser->m, &open);
  return true;
}

/* In the arguments of a receive only names and constants have a meaning. */
static bool arguments_check_received(pml_parser *parser, uint32_t *e) {
  const pml_expr *expr = &parser->s->exprs.at[*e];
  if (parser->facts.at[*e] & PML_FACT_BAD)
    return true;
  if (expr->op == PML_NEGATE && parser->s->exprs.at[expr->a].op == PML_CONST) {
    *e = pml_number_expr(
        parser, (int32_t)(0u - (uint32_t)parser->s->exprs.at[expr->a].value),
        expr->at);
    return true;
  }
  switch (expr->op) {
  case PML_CONST:
  case PML_NAME:
  case PML_EVAL:
  case PML_ANY:
    return true;
  case PML_SELF:
  case PML_LAST:
  case PML_COUNT:
    return pml_wrong(parser, expr->at,
                     "this cannot be assigned to: to compare with "
                     "it, write eval(...)");
  default:
    return pml_wrong(parser, expr->at,
                     "a variable, a constant, '_' or eval(...) should be here");
  }
}

/* There a send says what is sent, and '_' is anything. */
static bool in_trace(const pml_parser *parser) {
  return parser->process != PML_NONE &&
         (parser->s->processes.at[parser->process].kind == PML_TRACE ||
          parser->s->processes.at[parser->process].kind == PML_NOTRACE);
}

bool pml_take_argument(pml_parser *parser, bool is_received, bool is_run) {
  uint32_t e = vec_pop(&parser->operands);
  if (is_received && !arguments_check_received(parser, &e))
    return false;
  const pml_expr *expr = &parser->s->exprs.at[e];
  if (!is_received && expr->op == PML_EVAL)
    return pml_wrong(parser, expr->at,
                     "'eval' is for the arguments of a receive");
  if (!(parser->facts.at[e] & PML_FACT_RECORD)) {
    if (!is_received && !(expr->op == PML_ANY && in_trace(parser)))
      pml_check_value(parser, e);
    vec_push(parser->m, &parser->arguments, e);
    return true;
  }
  if (!pml_check_whole_record(parser, PML_RECORD,
                              parser->s->vars.at[pml_referred(parser, e)].sub,
                              expr->at))
    return false;
  if (is_run) {
    vec_push(parser->m, &parser->arguments, e);
    return true;
  }
  return pml_flatten(parser, e);
}
