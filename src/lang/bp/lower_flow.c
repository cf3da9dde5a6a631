#include "lang/bp/lower.h"

#include <assert.h>

/* A block, gone through from its end: what comes behind it; and of an 'if',
 * what comes if the conditions so far are false. */
struct bp_open {
  uint32_t behind, otherwise;
};

static bool has_location(const bp_item *item) { return item->kind < BP_ELSE; }

static bool goes_on(const bp_item *item) {
  return has_location(item) && item->kind != BP_GOTO && item->kind != BP_RETURN;
}

static bool branches(const bp_item *item) {
  return item->kind == BP_IF || item->kind == BP_ELSIF ||
         item->kind == BP_WHILE;
}

/* Something is to be done when the callee is back: see lower_statement.c. */
static bool has_step_behind(const bp_lower *lower,
                            const bp_procedure *procedure,
                            const bp_item *item) {
  uint32_t callee = lower->scope.procedure[item->callee.name];
  return procedure->enforces ||
         (callee != BP_NONE && lower->s->procedures.at[callee].results);
}

static void place(bp_lower *lower, uint32_t f) {
  assert(f < lower->s->procedures.count);
  const bp_procedure *procedure = &lower->s->procedures.at[f];
  uint32_t number = bp_procedure_number(f);
  for (uint32_t i = 0; i < procedure->items; i++) {
    bp_item *item = &lower->s->items.at[procedure->first_item + i];
    if (has_location(item))
      item->location = prog_add_location(lower->m, lower->p, number, item->line,
                                         item->column);
    if (item->kind == BP_ASSERT ||
        (item->kind == BP_CALL && has_step_behind(lower, procedure, item)))
      item->other = prog_add_location(lower->m, lower->p, number, 0, 0);
    else
      item->other = BP_NONE;
  }
}

/* Where the item goes on; 'behind' is what is behind it, and the result is what
 * is behind the item before it. */
static uint32_t link_item(bp_lower *lower, bp_item *item, uint32_t behind) {
  struct bp_open *open = lower->open.count ? &vec_last(&lower->open) : NULL;
  item->next = behind;
  switch (item->kind) {
  case BP_FI:
  case BP_OD: {
    struct bp_open new = {.behind = behind, .otherwise = behind};
    vec_push(lower->m, &lower->open, new);
    return item->kind == BP_FI ? behind
                               : lower->s->items.at[item->mate].location;
  }
  case BP_ELSE:
    open->otherwise = behind;
    return open->behind;
  case BP_ELSIF:
    item->other = open->otherwise;
    open->otherwise = item->location;
    return open->behind;
  case BP_IF:
    item->other = open->otherwise;
    lower->open.count--;
    return item->location;
  case BP_WHILE:
    item->other = open->behind;
    lower->open.count--;
    return item->location;
  default:
    return item->location;
  }
}

/* The end of the procedure gets a location if it is needed. */
static void place_end(bp_lower *lower, uint32_t f) {
  assert(f < lower->s->procedures.count);
  const bp_procedure *procedure = &lower->s->procedures.at[f];
  uint32_t end = BP_NONE;
  for (uint32_t i = 0; i <= procedure->items; i++) {
    bp_item *item = i < procedure->items
                        ? &lower->s->items.at[procedure->first_item + i]
                        : NULL;
    bool to_end = item && goes_on(item) && item->next == BP_NONE;
    bool other_to_end = item && branches(item) && item->other == BP_NONE;
    if (end == BP_NONE && (to_end || other_to_end || procedure->items == 0))
      end = prog_add_location(lower->m, lower->p, bp_procedure_number(f),
                              procedure->end_line, procedure->end_column);
    if (to_end)
      item->next = end;
    if (other_to_end)
      item->other = end;
  }
  lower->s->procedures.at[f].end = end;
}

void bp_lay_out(bp_lower *lower, uint32_t f) {
  assert(f < lower->s->procedures.count);
  bp_procedure *procedure = &lower->s->procedures.at[f];
  prog_procedure *out = &lower->p->procedures.at[bp_procedure_number(f)];
  uint32_t behind = BP_NONE;
  bool has_first_step =
      procedure->locals > procedure->parameters || procedure->enforces;
  if (has_first_step)
    out->entry =
        prog_add_location(lower->m, lower->p, bp_procedure_number(f), 0, 0);
  place(lower, f);
  lower->open.count = 0;
  for (uint32_t i = procedure->items; i-- > 0;)
    behind = link_item(lower, &lower->s->items.at[procedure->first_item + i],
                       behind);
  place_end(lower, f);
  procedure->first = procedure->items
                         ? lower->s->items.at[procedure->first_item].location
                         : procedure->end;
  if (!has_first_step)
    out->entry = procedure->first;
}
