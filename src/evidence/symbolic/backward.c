/* SYM_PROOF_BACKWARD: from where a target can be reached. */
#include "evidence/symbolic/checker.h"

#define NO VIEW_FORBIDDEN

typedef struct backward {
  checker *c;
  checked_rows heads, pops;
  checked_rows callee; /* pops: with locals NEXT, and globals OTHER when it is
                          popped */
} backward;

static const view heads_view = {{SYM_NOW, NO, NO, NO}, {SYM_NOW, NO, NO, NO}};
static const view pops_view = {{SYM_NOW, NO, SYM_BELOW, NO},
                               {SYM_NOW, NO, NO, NO}};
static const view callee_view = {{SYM_NOW, NO, SYM_OTHER, NO},
                                 {SYM_NEXT, NO, NO, NO}};

static bool backward_check_step(backward *b, const prog_edge *edge) {
  checker *c = b->c;
  dds *diagrams = &c->d;
  dd_renaming *renaming = checker_behind(c);
  dd heads = checker_rename(c, rows_of(&b->heads, edge->to), renaming);
  dd pops = checker_rename(c, rows_of(&b->pops, edge->to), renaming);
  return checker_within(c, dd_and(diagrams, c->relation, heads),
                        rows_of(&b->heads, edge->from), edge->from,
                        "a step into 'heads' is not from there") &&
         checker_within(c, dd_and(diagrams, c->relation, pops),
                        rows_of(&b->pops, edge->from), edge->from,
                        "a step into 'pops' is not from there");
}

static bool backward_check_call(backward *b, const prog_edge *edge) {
  checker *c = b->c;
  dds *diagrams = &c->d;
  dd heads =
      checker_rename(c, rows_of(&b->heads, edge->entry), checker_behind(c));
  dd own = rows_of(&b->heads, edge->from);
  if (!checker_within(c, dd_and(diagrams, c->relation, heads), own, edge->from,
                      "a call into 'heads' is not from there"))
    return false;
  dd through = rows_of(&b->callee, edge->entry);
  if (through == DD_FALSE)
    return true;
  through =
      checker_rename(c, through, checker_changed_globals(c, SYM_NOW, SYM_NEXT));
  through = dd_and(diagrams, c->relation, through);
  dd_renaming *renaming = checker_below(c);
  dd then = checker_rename(c, rows_of(&b->heads, edge->to), renaming);
  dd pops = checker_rename(c, rows_of(&b->pops, edge->to), renaming);
  return checker_within(c, dd_and(diagrams, through, then), own, edge->from,
                        "a call that returns into 'heads' is not from there") &&
         checker_within(c, dd_and(diagrams, through, pops),
                        rows_of(&b->pops, edge->from), edge->from,
                        "a call that returns into 'pops' is not from there");
}

static bool backward_check_return(backward *b, const prog_edge *edge) {
  checker *c = b->c;
  dd left = dd_and(&c->d, c->relation, checker_kept_globals(c));
  dd_renaming *renaming = checker_changed_globals(c, SYM_BELOW, SYM_NEXT);
  return checker_within(
      c, left, checker_rename(c, rows_of(&b->pops, edge->from), renaming),
      edge->from, "a return is not in 'pops'");
}

static bool check_edge(backward *b, uint32_t edge) {
  checker *c = b->c;
  const prog_edge *e = &c->p->edges.at[edge];
  size_t mark = dd_mark(&c->d);
  progress_tick(c->clock);
  checker_begin_edge(c, edge);
  bool holds = e->kind == PROG_STEP   ? backward_check_step(b, e)
               : e->kind == PROG_CALL ? backward_check_call(b, e)
                                      : backward_check_return(b, e);
  checker_end_edge(c);
  dd_release(&c->d, mark);
  return holds;
}

bool check_backward(checker *c, const prog_locations *targets) {
  backward b = {.c = c};
  const sym_proof *proof = c->proof;
  if (!checker_read_rows(c, &proof->heads, &heads_view, false, "heads",
                         &b.heads) ||
      !checker_read_rows(c, &proof->pops, &pops_view, false, "pops", &b.pops) ||
      !checker_read_rows(c, &proof->pops, &callee_view, true, "pops",
                         &b.callee))
    return false;
  vec_each (const uint32_t, t, targets)
    if (rows_of(&b.heads, *t) != DD_TRUE)
      return checker_fail(c, *t, "a target is not all in 'heads'");
  if (checker_has_start(c, rows_of(&b.heads, c->p->start), 0))
    return checker_fail(c, c->p->start, "the start is in 'heads'");
  for (uint32_t i = 0; i < c->p->edges.count; i++)
    if (!check_edge(&b, i))
      return false;
  return true;
}
