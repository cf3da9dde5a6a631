/* Questions that are asked of a problem, by the operations of its kind. */
#include "problem/temporal.h"

#include <string.h>

custos_status custos_check(custos *c, size_t i, custos_result *out) {
  return c->ops->check(c, i, out);
}

custos_status custos_solve(custos *c, custos_result *out) {
  if (c->ops->solve)
    return c->ops->solve(c, out);
  jmp_buf unused;
  context_enter(c, "saturating", &unused);
  context_no_result(c, out);
  context_drop_job(c);
  return context_fail(c, CUSTOS_ERR_USAGE,
                      "%s has no final set: ask for its properties",
                      c->ops->title);
}

custos_status custos_value(custos *c, void *out) {
  if (!c->solved || !c->ring.size)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "solve a problem with a semiring first");
  if (c->answer.value)
    memcpy(out, c->answer.value, c->ring.size);
  else
    c->ring.zero(c->ring.self, out);
  return CUSTOS_OK;
}

custos_status custos_value_at(custos *c, uint32_t state, uint32_t symbol,
                              void *out) {
  if (!c->solved || !c->answer.post)
    return context_fail(c, CUSTOS_ERR_USAGE,
                        "solve a problem with a semiring by post* first");
  if (state >= custos_state_count(c) || symbol >= custos_symbol_count(c))
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no such head");
  ENTER_WRITING(c, "combining"); /* the answer is only read */
  const void *value = solve_value_at(&c->aside, &c->answer, state, symbol);
  if (value)
    memcpy(out, value, c->ring.size);
  else
    c->ring.zero(c->ring.self, out);
  mem_clear(&c->aside);
  return context_leave(c, CUSTOS_OK);
}
