#include "lang/bp/lower.h"

#include <assert.h>

/* A block, gone through from its end: what comes behind it; and of an 'if',
 * what comes if the conditions so far are false. */
struct bp_open {
  uint32_t behind, otherwise;
};

static bool has_location(const bp_item *x) { return x->kind < BP_ELSE; }

static bool goes_on(const bp_item *x) {
  return has_location(x) && x->kind != BP_GOTO && x->kind != BP_RETURN;
}

static bool branches(const bp_item *x) {
  return x->kind == BP_IF || x->kind == BP_ELSIF || x->kind == BP_WHILE;
}

/* Something is to be done when the callee is back: see lower_statement.c. */
static bool has_step_behind(const bp_lower *l, const bp_procedure *f,
                            const bp_item *x) {
  uint32_t callee = l->scope.procedure[x->callee.name];
  return f->enforces ||
         (callee != BP_NONE && l->s->procedures.at[callee].results);
}

static void place(bp_lower *l, uint32_t f) {
  assert(f < l->s->procedures.count);
  const bp_procedure *q = &l->s->procedures.at[f];
  uint32_t number = bp_procedure_number(f);
  for (uint32_t i = 0; i < q->items; i++) {
    bp_item *x = &l->s->items.at[q->first_item + i];
    if (has_location(x))
      x->location = prog_add_location(l->m, l->p, number, x->line, x->column);
    if (x->kind == BP_ASSERT ||
        (x->kind == BP_CALL && has_step_behind(l, q, x)))
      x->other = prog_add_location(l->m, l->p, number, 0, 0);
    else
      x->other = BP_NONE;
  }
}

/* Where the item goes on; 'behind' is what is behind it, and the result is what
 * is behind the item before it. */
static uint32_t link_item(bp_lower *l, bp_item *x, uint32_t behind) {
  struct bp_open *open = l->open.count ? &vec_last(&l->open) : NULL;
  x->next = behind;
  switch (x->kind) {
  case BP_FI:
  case BP_OD: {
    struct bp_open new = {.behind = behind, .otherwise = behind};
    vec_push(l->m, &l->open, new);
    return x->kind == BP_FI ? behind : l->s->items.at[x->mate].location;
  }
  case BP_ELSE:
    open->otherwise = behind;
    return open->behind;
  case BP_ELSIF:
    x->other = open->otherwise;
    open->otherwise = x->location;
    return open->behind;
  case BP_IF:
    x->other = open->otherwise;
    l->open.count--;
    return x->location;
  case BP_WHILE:
    x->other = open->behind;
    l->open.count--;
    return x->location;
  default:
    return x->location;
  }
}

/* The end of the procedure gets a location if it is needed. */
static void place_end(bp_lower *l, uint32_t f) {
  assert(f < l->s->procedures.count);
  const bp_procedure *q = &l->s->procedures.at[f];
  uint32_t end = BP_NONE;
  for (uint32_t i = 0; i <= q->items; i++) {
    bp_item *x = i < q->items ? &l->s->items.at[q->first_item + i] : NULL;
    bool to_end = x && goes_on(x) && x->next == BP_NONE;
    bool other_to_end = x && branches(x) && x->other == BP_NONE;
    if (end == BP_NONE && (to_end || other_to_end || q->items == 0))
      end = prog_add_location(l->m, l->p, bp_procedure_number(f), q->end_line,
                              q->end_column);
    if (to_end)
      x->next = end;
    if (other_to_end)
      x->other = end;
  }
  l->s->procedures.at[f].end = end;
}

void bp_lay_out(bp_lower *l, uint32_t f) {
  assert(f < l->s->procedures.count);
  bp_procedure *q = &l->s->procedures.at[f];
  prog_procedure *out = &l->p->procedures.at[bp_procedure_number(f)];
  uint32_t behind = BP_NONE;
  bool has_first_step = q->locals > q->parameters || q->enforces;
  if (has_first_step)
    out->entry = prog_add_location(l->m, l->p, bp_procedure_number(f), 0, 0);
  place(l, f);
  l->open.count = 0;
  for (uint32_t i = q->items; i-- > 0;)
    behind = link_item(l, &l->s->items.at[q->first_item + i], behind);
  place_end(l, f);
  q->first = q->items ? l->s->items.at[q->first_item].location : q->end;
  if (!has_first_step)
    out->entry = q->first;
}
