/* SYM_PROOF_FORWARD: what can be reached, frame by frame. */
#include "evidence/symbolic/checker.h"

#define NO VIEW_FORBIDDEN

typedef struct forward {
  checker *c;
  checked_rows reach;
  checked_rows callee; /* summaries: entry at globals NOW and locals NEXT,
                          globals OTHER when it is popped */
  checked_rows popped; /* the same: entry at globals BELOW and locals OTHER,
                          globals NOW when it is popped */
  dd *entered;         /* by entry: reach[m, m] where it is its own entry,
                          over NOW; -1: not known yet */
} forward;

static const view reach_view = {{SYM_NOW, NO, SYM_BELOW, NO},
                                {SYM_NOW, NO, NO, SYM_OTHER}};
static const view callee_view = {{SYM_OTHER, SYM_NOW, NO, NO},
                                 {NO, SYM_NEXT, NO, NO}};
static const view popped_view = {{SYM_NOW, SYM_BELOW, NO, NO},
                                 {NO, SYM_OTHER, NO, NO}};

/* What of reach[m, m] is at its own entry. */
static dd entered(forward *f, uint32_t m) {
  checker *c = f->c;
  dds *diagrams = &c->d;
  if (f->entered[m] != -1)
    return f->entered[m];
  size_t mark = dd_mark(diagrams);
  dd set = rows_find(&f->reach, m, m), same = DD_TRUE, now, then;
  uint32_t frame = c->frame_bits[checker_procedure(c, m)];
  variable_list gone = {0};
  for (uint32_t i = c->globals + c->locals; i-- > 0;) {
    uint32_t bit = c->at_position[i];
    if (bit >= c->globals + frame)
      continue;
    uint32_t v = i * SYM_COPIES + (bit < c->globals ? SYM_BELOW : SYM_OTHER);
    now = dd_variable(diagrams, i * SYM_COPIES + SYM_NOW);
    then = dd_variable(diagrams, v);
    same = dd_and(diagrams, same, dd_iff(diagrams, now, then));
    vec_push(c->m, &gone, v);
  }
  if (set != DD_FALSE)
    set = dd_and_exists(diagrams, set, same,
                        dd_set(diagrams, gone.at, gone.count));
  vec_free(c->m, &gone);
  dd kept = DD_FALSE;
  dd_keep(diagrams, &kept, set);
  dd_release(diagrams, mark);
  f->entered[m] = kept;
  return kept;
}

static bool forward_check_step(forward *f, const prog_edge *edge,
                               const checked_row *row, dd left) {
  checker *c = f->c;
  dd right = rows_find(&f->reach, edge->to, row->with);
  return checker_within(c, left, checker_rename(c, right, checker_behind(c)),
                        edge->from, "a step leads out of 'reach'");
}

static bool forward_check_call(forward *f, const prog_edge *edge,
                               const checked_row *row, dd left) {
  checker *c = f->c;
  dd callee = checker_rename(c, entered(f, edge->entry), checker_behind(c));
  if (!checker_within(c, left, callee, edge->from,
                      "a call leads out of 'reach'"))
    return false;
  dd summary = rows_of(&f->callee, edge->entry);
  if (summary == DD_FALSE)
    return true;
  summary =
      checker_rename(c, summary, checker_changed_globals(c, SYM_NOW, SYM_NEXT));
  dd right = rows_find(&f->reach, edge->to, row->with);
  return checker_within(c, dd_and(&c->d, left, summary),
                        checker_rename(c, right, checker_below(c)), edge->from,
                        "what a call returns to is not in 'reach'");
}

static bool forward_check_return(forward *f, const prog_edge *edge,
                                 const checked_row *row, dd left) {
  checker *c = f->c;
  dd summary = checker_rename(c, rows_of(&f->popped, row->with),
                              checker_changed_globals(c, SYM_NOW, SYM_NEXT));
  return checker_within(c, left, summary, edge->from,
                        "a return is not in 'summaries'");
}

static bool check_row(forward *f, const prog_edge *edge,
                      const checked_row *row) {
  dd left = dd_and(&f->c->d, row->set, f->c->relation);
  if (left == DD_FALSE)
    return true;
  return edge->kind == PROG_STEP   ? forward_check_step(f, edge, row, left)
         : edge->kind == PROG_CALL ? forward_check_call(f, edge, row, left)
                                   : forward_check_return(f, edge, row, left);
}

static bool forward_check_location(forward *f, uint32_t location) {
  checker *c = f->c;
  const prog_location *l = &c->p->locations.at[location];
  const checked_rows *rows = &f->reach;
  uint32_t first = rows->first[location], end = rows->first[location + 1];
  bool holds = true;
  for (uint32_t i = 0; i < l->edges && holds && first < end; i++) {
    uint32_t edge = l->first_edge + i;
    size_t mark = dd_mark(&c->d);
    progress_tick(c->clock);
    checker_begin_edge(c, edge);
    for (uint32_t k = first; k < end && holds; k++)
      holds = check_row(f, &c->p->edges.at[edge], &rows->rows.at[k]);
    checker_end_edge(c);
    dd_release(&c->d, mark);
  }
  return holds;
}

/* Rows are about entries of their own procedure. */
static bool check_entries(forward *f) {
  checker *c = f->c;
  vec_each (const checked_row, row, &f->reach.rows)
    if (row->with >= c->proof->symbols ||
        checker_procedure(c, row->with) != checker_procedure(c, row->symbol))
      return checker_fail(c, row->symbol,
                          "'reach' has an entry of another frame");
  return true;
}

bool check_forward(checker *c, const prog_locations *targets) {
  forward f = {.c = c};
  const sym_proof *proof = c->proof;
  if (!checker_read_rows(c, &proof->reach, &reach_view, false, "reach",
                         &f.reach) ||
      !checker_read_rows(c, &proof->summaries, &callee_view, true, "summaries",
                         &f.callee) ||
      !checker_read_rows(c, &proof->summaries, &popped_view, false, "summaries",
                         &f.popped) ||
      !check_entries(&f))
    return false;
  f.entered = mem_array(c->m, (size_t)proof->symbols + 1, sizeof *f.entered);
  for (uint32_t i = 0; i < proof->symbols; i++)
    f.entered[i] = -1;
  if (!checker_has_start(c, entered(&f, c->p->start), 0))
    return checker_fail(c, c->p->start, "the start is not in 'reach'");
  vec_each (const uint32_t, t, targets)
    for (uint32_t k = f.reach.first[*t]; k < f.reach.first[*t + 1]; k++)
      if (f.reach.rows.at[k].set != DD_FALSE)
        return checker_fail(c, *t, "a target is in 'reach'");
  for (uint32_t n = 0; n < proof->symbols; n++)
    if (!forward_check_location(&f, n))
      return false;
  return true;
}
