/* Which assumptions of the path matter: its formula is made by executing the
 * end of the log with terms, and the solver names those that exclude the side.
 *
 * Where a pointer leads is found by comparing addresses as terms, and by what
 * the run said of stores; a load that this does not decide is anything. */
#include "engine/panda/refine/inside.h"
#include "engine/panda/refine/path.h"

#include <assert.h>

static void core_assume(abstraction *a, path *x, const cfa_edge *edge,
                        uint32_t position) {
  term c = path_read(a, x, edge->a).word;
  if (!edge->holds)
    c = terms_not(a->t, c);
  if (terms_is_constant(a->t, c))
    return;
  vec_push(a->m, &x->assumptions, c);
  vec_push(a->m, &x->positions, position);
}

static void execute(abstraction *a, path *x, uint32_t position) {
  assert(position < a->log.count);
  const cfa_edge *edge = &a->p->edges.at[a->log.at[position].edge];
  switch (edge->kind) {
  case CFA_ASSUME:
    core_assume(a, x, edge, position);
    break;
  case CFA_ASSIGN:
    path_assign(a, x, edge->variable, path_read(a, x, edge->a));
    break;
  case CFA_INPUT:
  case CFA_SIZE:
  case CFA_HAVOC:
  case CFA_ALLOCATE:
    path_forget(a, x, edge);
    break;
  case CFA_STORE:
  case CFA_COPY:
  case CFA_FILL:
    path_write(a, x, edge, position);
    break;
  case CFA_CALL:
    path_call(a, x, edge, a->log.at[position].other);
    break;
  case CFA_RETURN:
    path_return(a, x, edge);
    break;
  default:
    break;
  }
}

/* The stack of calls at the beginning of the part that is executed. */
static void find_frames(abstraction *a, path *x, uint32_t first) {
  path_push(a, x, CFA_NONE);
  for (uint32_t i = 0; i < first; i++) {
    const cfa_edge *edge = &a->p->edges.at[a->log.at[i].edge];
    if (edge->kind == CFA_CALL)
      path_push(a, x, a->log.at[i].edge);
    else if (edge->kind == CFA_RETURN)
      x->frames.count--;
  }
}

static bool ask(abstraction *a, path *x, term side, refine_list *out) {
  smt_core_set core = {0};
  for (size_t i = 0; i < x->assumptions.count; i++)
    smt_push(a->solver, x->assumptions.at[i]);
  smt_push(a->solver, side);
  bool is_unsat = smt_decide(a->solver, TERM_NONE, false) == SMT_UNSAT;
  if (is_unsat)
    smt_core(a->solver, a->m, &core);
  smt_pop(a->solver, x->assumptions.count + 1);
  vec_each (const uint32_t, n, &core)
    if (*n < x->positions.count)
      vec_push(a->m, out, x->positions.at[*n]);
  vec_free(a->m, &core);
  return is_unsat;
}

bool refine_core(abstraction *a, uint32_t condition, bool holds,
                 refine_list *out) {
  path x = {0};
  uint32_t count = (uint32_t)a->log.count;
  uint32_t first = count > REFINE_PATH ? count - REFINE_PATH : 0;
  x.is_whole = first == 0;
  a->fresh = 0;
  find_frames(a, &x, first);
  for (uint32_t i = first; i < count; i++) {
    progress_tick(a->clock);
    execute(a, &x, i);
  }
  term side = path_read(a, &x, condition).word;
  if (!holds)
    side = terms_not(a->t, side);
  bool found = ask(a, &x, side, out);
  path_clear(a, &x);
  return found;
}
