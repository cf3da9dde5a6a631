/* Walks that the caller leads, by the operations of the problem's kind. */
#include "problem/context.h"

static custos_status refuse(custos *c) {
  return context_fail(c, CUSTOS_ERR_USAGE,
                      "only programs (Promela, Boolean programs, Remopla, C) "
                      "can be walked through");
}

static custos_status refuse_before_start(custos *c) {
  return context_fail(c, CUSTOS_ERR_USAGE, "call custos_walk_start first");
}

custos_status custos_walk_start(custos *c) {
  const walk_ops *ops = c->ops->walk;
  return ops ? ops->start(c, false) : refuse(c);
}

custos_status custos_walk_along(custos *c) {
  const walk_ops *ops = c->ops->walk;
  if (!ops)
    return refuse(c);
  if (!c->has_run)
    return context_fail(c, CUSTOS_ERR_USAGE, "there is no run to walk along");
  return ops->start(c, true);
}

custos_status custos_walk_position(custos *c, custos_position *out) {
  const walk_ops *ops = c->ops->walk;
  return ops ? ops->position(c, out) : refuse_before_start(c);
}

custos_status custos_walk_move(custos *c, size_t i, custos_move *out) {
  const walk_ops *ops = c->ops->walk;
  return ops ? ops->move(c, i, out) : refuse_before_start(c);
}

custos_status custos_walk_take(custos *c, size_t i, custos_step *out) {
  const walk_ops *ops = c->ops->walk;
  return ops ? ops->take(c, i, out) : refuse_before_start(c);
}

custos_status custos_walk_go(custos *c, uint64_t number, custos_step *out) {
  const walk_ops *ops = c->ops->walk;
  return ops ? ops->go(c, number, out) : refuse_before_start(c);
}

custos_status custos_walk_look(custos *c, custos_see_fn *see, void *self) {
  const walk_ops *ops = c->ops->walk;
  return ops ? ops->look(c, see, self) : refuse_before_start(c);
}
