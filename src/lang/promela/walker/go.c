/* Taking a step. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* Moves the process to where its move leads; true: it goes on alone. */
static bool go_advance(pml_walker *walker, uint32_t pid, uint32_t statement,
                       pml_step_kind kind) {
  assert(pid < walker->processes.count);
  walker_move move = {.statement = statement, .is_join = kind == PML_STEP_JOIN};
  bool goes_on;
  walker->processes.at[pid].at = walker_target(walker, &move, &goes_on);
  return goes_on;
}

/* The words with which SPIN's translation asks whether something else was
 * possible: not in its generic moves (jumps, else, the condition 1), which all
 * processes share, nor in a d_step. */
static bool is_asked(const pml_walker *walker, const pml_statement *statement) {
  if (statement->kind == PML_SKIP)
    return statement->a != PML_NONE &&
           walker->s->exprs.at[statement->a].value != 1;
  return statement->kind != PML_GOTO && statement->kind != PML_BREAK &&
         statement->kind != PML_ELSE && statement->kind != PML_DSTEP;
}

void walker_check_determinism(pml_walker *walker, uint32_t pid,
                              uint32_t statement, uint32_t ordinal) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  if (ordinal == 0 ||
      !walker->s->processes.at[walker->processes.at[pid].type]
           .is_deterministic ||
      !is_asked(walker, x))
    return;
  walker->place = x->at;
  walker_fault(walker, MODEL_ERROR, false,
               "a D_proctype can go on in more than one way");
}

/* Both halves of a handshake. */
static void shake_hands(pml_walker *walker, const walker_choice *choice) {
  const pml_step *step = &choice->step;
  assert(step->statement < walker->s->statements.count);
  walker->place = walker->s->statements.at[step->statement].at;
  walker_open_offer(walker, step->statement);
  if (walker->fatal)
    return;
  go_advance(walker, step->pid, step->statement, PML_STEP_STATEMENT);
  walker->last = step->pid;
  walker->pid = step->partner;
  walker_execute(walker, step->partner_statement);
  walker_check_determinism(walker, step->partner, step->partner_statement,
                           choice->partner_ordinal);
  if (walker->fatal)
    return;
  bool goes_on = go_advance(walker, step->partner, step->partner_statement,
                            PML_STEP_STATEMENT);
  walker->exclusive = goes_on ? step->partner : PML_NONE;
  walker->last = step->partner;
}

static void go_alone(pml_walker *walker, const pml_step *step) {
  assert(step->statement < walker->s->statements.count);
  const pml_statement *statement = &walker->s->statements.at[step->statement];
  bool was_open = walker->offer.is_open;
  bool offers = !was_open && walker_offers(walker, statement);
  walker->place = statement->at;
  if (offers)
    walker_open_offer(walker, step->statement);
  else
    walker_execute(walker, step->statement);
  if (walker->fatal)
    return;
  bool goes_on =
      go_advance(walker, step->pid, step->statement, PML_STEP_STATEMENT);
  walker->exclusive = goes_on && !walker->offer.is_open ? step->pid : PML_NONE;
  walker->last = step->pid;
}

void walker_take_choice(pml_walker *walker, const walker_choice *choice,
                        bool timeout) {
  walker->timeout = timeout;
  walker->going = walker->listening = true;
  walker_go(walker, choice);
  walker->choices_known = false;
}

void walker_go(pml_walker *walker, const walker_choice *choice) {
  const pml_step *step = &choice->step;
  walker->pid = step->pid;
  walker->fatal = false;
  walker->some = choice->ordinal > 0;
  if (step->kind == PML_STEP_STATEMENT)
    walker_check_determinism(walker, step->pid, step->statement,
                             choice->ordinal);
  switch (step->kind) {
  case PML_STEP_END:
    walker_die(walker);
    walker->exclusive = PML_NONE;
    walker->last = step->pid;
    break;
  case PML_STEP_JOIN:
    walker->exclusive =
        go_advance(walker, step->pid, step->statement, step->kind) ? step->pid
                                                                   : PML_NONE;
    walker->last = step->pid;
    break;
  case PML_STEP_STATEMENT:
    if (step->partner != PML_NONE)
      shake_hands(walker, choice);
    else
      go_alone(walker, step);
    break;
  }
  walker->stopped = walker->fatal;
  walker->timeout = walker->listening = walker->going = walker->fatal = false;
  if (walker->stopped) {
    walker->offer.is_open = false;
    walker->exclusive = PML_NONE;
    return;
  }
  if (walker->exclusive != PML_NONE &&
      !walker_can_move(walker, walker->exclusive))
    walker->exclusive = PML_NONE;
}
