/* Which model is searched for an answer: that of the text, or a smaller one
 * with the same answer. Evidence is always about that of the text. */
#include "problem/promela/steps.h"

#include "base/log.h"
#include "lang/promela/reduce/reduce.h"

static bool has_next(const ltl *t) {
  vec_each (const ltl_node, node, &t->nodes)
    if (node->op == LTL_NEXT)
      return true;
  return false;
}

/* Shortest runs of a reduced model need not be shortest, a process that could
 * move all the time may look as if it could not, and a value that nobody reads
 * is not cut. */
void promela_reduce(custos *c, const property *p) {
  const options *o = &c->options;
  const char *why;
  bool is_safe = p == NULL || (p->kind == PROPERTY_LTL && !has_next(&p->table));
  if (o->reduction && !o->fair && !o->strict && o->trace != TRACE_SHORTEST &&
      is_safe && !c->checked.is_whole)
    c->checked.is_reduced =
        pml_reduce(&c->job, &c->model, p ? &p->table.atoms : NULL,
                   &c->checked.reduced, &why);
  LOG(&c->clock, EXPLICIT, "%s",
      c->checked.is_reduced
          ? "the model is reduced: steps whose order nobody can notice have one"
          : "the model is searched as it is");
}
