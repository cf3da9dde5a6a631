/* trace and notrace: an automaton that watches what is sent and received
 * (notes, 15). */
#include "lang/promela/walker/parts.h"

#include <assert.h>

static bool is_talk(const pml_statement *statement, bool is_send) {
  return statement->kind == (is_send ? PML_SEND : PML_RECEIVE);
}

/* Only channels that the trace names in the same direction count. */
static bool is_watched(pml_walker *walker, bool is_send, uint32_t channel) {
  for (size_t i = 0; i < walker->trace_talks.count; i++) {
    const pml_statement *statement =
        &walker->s->statements.at[walker->trace_talks.at[i]];
    if (is_talk(statement, is_send) &&
        walker_eval(walker, statement->a) == (int32_t)channel)
      return true;
  }
  return false;
}

static bool fits(pml_walker *walker, const pml_statement *statement,
                 size_t message, uint32_t count) {
  for (uint32_t i = 0; i < statement->c && i < count; i++) {
    uint32_t e = walker->s->lists.at[statement->b + i];
    if (walker->s->exprs.at[e].op != PML_ANY &&
        walker_eval(walker, e) != walker->stack.at[message + i])
      return false;
  }
  return true;
}

static void trace_advance(pml_walker *walker, const walker_move *move) {
  assert(walker->trace < walker->s->processes.count);
  bool goes_on;
  walker->trace_at = walker_target(walker, move, &goes_on);
  bool is_notrace = walker->s->processes.at[walker->trace].kind == PML_NOTRACE;
  if (is_notrace && walker->trace_at == WALKER_END)
    walker->trace_over = true;
  if (walker->trace_over)
    walker_fault(walker, MODEL_ERROR, false, "the notrace has been completed");
}

static void mismatch(pml_walker *walker) {
  assert(walker->trace < walker->s->processes.count);
  if (walker->s->processes.at[walker->trace].kind == PML_NOTRACE) {
    walker->trace_over = true;
    walker->trace_at = WALKER_END; /* where it was no longer matters */
  } else
    walker_fault(walker, MODEL_ERROR, false, "the trace does not allow this");
}

void walker_watch(pml_walker *walker, bool is_send, uint32_t channel,
                  size_t message, uint32_t count) {
  if (walker->trace == PML_NONE || walker->trace_over)
    return;
  uint32_t caller = walker->pid;
  walker->pid = PML_NONE;
  if (is_watched(walker, is_send, channel)) {
    size_t floor = walker->moves.count, found = 0;
    walker_move match = {0};
    walker_list(walker, walker->trace_at, &walker->moves);
    for (size_t i = floor; i < walker->moves.count; i++) {
      walker_move move = walker->moves.at[i];
      if (move.statement == PML_NONE)
        continue;
      const pml_statement *statement =
          &walker->s->statements.at[move.statement];
      if (!is_talk(statement, is_send) ||
          walker_eval(walker, statement->a) != (int32_t)channel ||
          !fits(walker, statement, message, count))
        continue;
      match = move;
      found++;
    }
    walker->moves.count = floor;
    if (found == 1)
      trace_advance(walker, &match);
    else if (found == 0)
      mismatch(walker);
    else
      walker_fault(walker, MODEL_UNDEFINED, true,
                   "the trace allows this in more than one way");
  }
  walker->pid = caller;
}

/* At the end of a run SPIN asks it of a notrace, too, unless that can be
 * matched no more (measured). */
bool walker_trace_completed(const pml_walker *walker) {
  if (walker->trace == PML_NONE || walker->trace_over)
    return true;
  return walker->trace_at == WALKER_END ||
         walker_stands(&walker->end_nodes, walker->trace_at);
}
