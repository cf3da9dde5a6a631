#include "lang/promela/parse/parts.h"

#include <assert.h>

/* What is sent, received, or given to a process that is run. */

typedef struct open_record {
  uint32_t node;   /* the copy of the reference's last part */
  uint32_t record; /* whose fields are listed */
  uint32_t field, element;
} open_record;

/* A copy of the reference e, whose last part is *tail. */
static uint32_t copy_reference(pml_parser *p, uint32_t e, uint32_t *tail) {
  uint32_t root = PML_NONE;
  for (;;) {
    uint32_t copy = pml_add_expr(p, p->s->exprs.at[e]);
    if (root == PML_NONE)
      root = copy;
    else
      p->s->exprs.at[*tail].c = copy;
    *tail = copy;
    e = p->s->exprs.at[e].c;
    if (e == PML_NONE)
      return root;
  }
}

/* The scalar that the open records lead to: its reference is made anew, so
 * that every argument is a tree of its own. */
static uint32_t make_scalar(pml_parser *p, uint32_t e, const open_record *open,
                            size_t depth) {
  assert(e < p->s->exprs.count);
  pml_place at = p->s->exprs.at[e].at;
  uint32_t tail, root = copy_reference(p, e, &tail);
  for (size_t i = 0; i < depth; i++) {
    const pml_record *r = &p->s->records.at[open[i].record];
    const pml_var *v = &p->s->vars.at[r->first + open[i].field];
    uint32_t index = v->is_array
                         ? pml_number_expr(p, (int32_t)open[i].element, at)
                         : PML_NONE;
    uint32_t part =
        pml_new_expr(p, PML_MEMBER, r->first + open[i].field, index, at);
    p->s->exprs.at[tail].c = part;
    tail = part;
  }
  return root;
}

bool pml_flatten(pml_parser *p, uint32_t e) {
  vec(open_record) open = {0};
  uint32_t sub = p->s->vars.at[pml_referred(p, e)].sub;
  if (pml_flat_size(p, PML_RECORD, sub) > PML_MOST_FIELDS)
    return pml_wrong(p, p->s->exprs.at[e].at, "a message has at most %d fields",
                     PML_MOST_FIELDS);
  vec_push(p->m, &open, ((open_record){0, sub, 0, 0}));
  while (open.count) {
    open_record *x = &vec_last(&open);
    const pml_record *r = &p->s->records.at[x->record];
    if (x->field < r->count) {
      const pml_var *v = &p->s->vars.at[r->first + x->field];
      if (x->element < v->count && v->type == PML_RECORD) {
        vec_push(p->m, &open, ((open_record){0, v->sub, 0, 0}));
        continue;
      }
      if (x->element < v->count)
        vec_push(p->m, &p->arguments, make_scalar(p, e, open.at, open.count));
      if (++vec_last(&open).element >= v->count) {
        vec_last(&open).element = 0;
        vec_last(&open).field++;
      }
      continue;
    }
    open.count--;
    if (!open.count)
      break;
    x = &vec_last(&open);
    r = &p->s->records.at[x->record];
    if (++x->element >= p->s->vars.at[r->first + x->field].count) {
      x->element = 0;
      x->field++;
    }
  }
  vec_free(p->m, &open);
  return true;
}

/* In the arguments of a receive only names and constants have a meaning. */
static bool arguments_check_received(pml_parser *p, uint32_t *e) {
  const pml_expr *x = &p->s->exprs.at[*e];
  if (p->facts.at[*e] & PML_FACT_BAD)
    return true;
  if (x->op == PML_NEGATE && p->s->exprs.at[x->a].op == PML_CONST) {
    *e = pml_number_expr(
        p, (int32_t)(0u - (uint32_t)p->s->exprs.at[x->a].value), x->at);
    return true;
  }
  switch (x->op) {
  case PML_CONST:
  case PML_NAME:
  case PML_EVAL:
  case PML_ANY:
    return true;
  case PML_SELF:
  case PML_LAST:
  case PML_COUNT:
    return pml_wrong(p, x->at,
                     "this cannot be assigned to: to compare with "
                     "it, write eval(...)");
  default:
    return pml_wrong(p, x->at,
                     "a variable, a constant, '_' or eval(...) should be here");
  }
}

/* There a send says what is sent, and '_' is anything. */
static bool in_trace(const pml_parser *p) {
  return p->process != PML_NONE &&
         (p->s->processes.at[p->process].kind == PML_TRACE ||
          p->s->processes.at[p->process].kind == PML_NOTRACE);
}

bool pml_take_argument(pml_parser *p, bool is_received, bool is_run) {
  uint32_t e = vec_pop(&p->operands);
  if (is_received && !arguments_check_received(p, &e))
    return false;
  const pml_expr *x = &p->s->exprs.at[e];
  if (!is_received && x->op == PML_EVAL)
    return pml_wrong(p, x->at, "'eval' is for the arguments of a receive");
  if (!(p->facts.at[e] & PML_FACT_RECORD)) {
    if (!is_received && !(x->op == PML_ANY && in_trace(p)))
      pml_check_value(p, e);
    vec_push(p->m, &p->arguments, e);
    return true;
  }
  if (!pml_check_whole_record(p, PML_RECORD,
                              p->s->vars.at[pml_referred(p, e)].sub, x->at))
    return false;
  if (is_run) {
    vec_push(p->m, &p->arguments, e);
    return true;
  }
  return pml_flatten(p, e);
}
