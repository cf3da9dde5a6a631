/* The predicates that the engine used, for people. */
#include "api/c_programs.h"

#include "cfa/print.h"

size_t custos_predicate_count(const custos *c) {
  return c->c_problem.is_checked ? c->c_problem.result.predicates.count : 0;
}

custos_status custos_predicate_at(custos *c, size_t i, custos_predicate *out) {
  if (i >= custos_predicate_count(c))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such predicate");
  ENTER(c, "writing");
  const cfa *p = &c->c_problem.program;
  const panda_predicate *x = &c->c_problem.result.predicates.at[i];
  const cfa_location *at = &p->locations.at[x->location];
  bool placed = at->place.file != CFA_NONE;
  keeper k;
  bool is_source = cfa_print_expression(
      p, x->condition, keeper_begin(&k, c, &c->checked.statement));
  *out = (custos_predicate){
      .function = cfa_text(p, p->functions.at[at->function].name),
      .file = placed ? cfa_text(p, p->files.at[at->place.file]) : "",
      .line = placed ? at->place.line : 0,
      .column = placed ? at->place.column : 0,
      .text = keeper_end(&k),
      .is_invariant =
          x->is_invariant && c->c_problem.result.verdict == PANDA_HOLDS,
      .is_source = is_source};
  return context_leave(c, CUSTOS_OK);
}
