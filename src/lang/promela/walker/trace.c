/* trace and notrace: an automaton that watches what is sent and received
 * (notes, 15). */
#include "lang/promela/walker/parts.h"

#include <assert.h>

static bool is_talk(const pml_statement *x, bool is_send) {
  return x->kind == (is_send ? PML_SEND : PML_RECEIVE);
}

/* Only channels that the trace names in the same direction count. */
static bool is_watched(pml_walker *w, bool is_send, uint32_t channel) {
  for (size_t i = 0; i < w->trace_talks.count; i++) {
    const pml_statement *x = &w->s->statements.at[w->trace_talks.at[i]];
    if (is_talk(x, is_send) && walker_eval(w, x->a) == (int32_t)channel)
      return true;
  }
  return false;
}

static bool fits(pml_walker *w, const pml_statement *x, size_t message,
                 uint32_t count) {
  for (uint32_t i = 0; i < x->c && i < count; i++) {
    uint32_t e = w->s->lists.at[x->b + i];
    if (w->s->exprs.at[e].op != PML_ANY &&
        walker_eval(w, e) != w->stack.at[message + i])
      return false;
  }
  return true;
}

static void trace_advance(pml_walker *w, const walker_move *x) {
  assert(w->trace < w->s->processes.count);
  bool goes_on;
  w->trace_at = walker_target(w, x, &goes_on);
  bool is_notrace = w->s->processes.at[w->trace].kind == PML_NOTRACE;
  if (is_notrace && w->trace_at == WALKER_END)
    w->trace_over = true;
  if (w->trace_over)
    walker_fault(w, MODEL_ERROR, false, "the notrace has been completed");
}

static void mismatch(pml_walker *w) {
  assert(w->trace < w->s->processes.count);
  if (w->s->processes.at[w->trace].kind == PML_NOTRACE) {
    w->trace_over = true;
    w->trace_at = WALKER_END; /* where it was no longer matters */
  } else
    walker_fault(w, MODEL_ERROR, false, "the trace does not allow this");
}

void walker_watch(pml_walker *w, bool is_send, uint32_t channel, size_t message,
                  uint32_t count) {
  if (w->trace == PML_NONE || w->trace_over)
    return;
  uint32_t caller = w->pid;
  w->pid = PML_NONE;
  if (is_watched(w, is_send, channel)) {
    size_t floor = w->moves.count, found = 0;
    walker_move match = {0};
    walker_list(w, w->trace_at, &w->moves);
    for (size_t i = floor; i < w->moves.count; i++) {
      walker_move move = w->moves.at[i];
      if (move.statement == PML_NONE)
        continue;
      const pml_statement *x = &w->s->statements.at[move.statement];
      if (!is_talk(x, is_send) || walker_eval(w, x->a) != (int32_t)channel ||
          !fits(w, x, message, count))
        continue;
      match = move;
      found++;
    }
    w->moves.count = floor;
    if (found == 1)
      trace_advance(w, &match);
    else if (found == 0)
      mismatch(w);
    else
      walker_fault(w, MODEL_UNDEFINED, true,
                   "the trace allows this in more than one way");
  }
  w->pid = caller;
}

/* At the end of a run SPIN asks it of a notrace, too, unless that can be
 * matched no more (measured). */
bool walker_trace_completed(const pml_walker *w) {
  if (w->trace == PML_NONE || w->trace_over)
    return true;
  return w->trace_at == WALKER_END || walker_stands(&w->end_nodes, w->trace_at);
}
