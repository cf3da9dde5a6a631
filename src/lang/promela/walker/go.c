/* Taking a step. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* Moves the process to where its move leads; true: it goes on alone. */
static bool go_advance(pml_walker *w, uint32_t pid, uint32_t statement,
                       pml_step_kind kind) {
  assert(pid < w->processes.count);
  walker_move x = {.statement = statement, .is_join = kind == PML_STEP_JOIN};
  bool goes_on;
  w->processes.at[pid].at = walker_target(w, &x, &goes_on);
  return goes_on;
}

/* The words with which SPIN's translation asks whether something else was
 * possible: not in its generic moves (jumps, else, the condition 1), which all
 * processes share, nor in a d_step. */
static bool is_asked(const pml_walker *w, const pml_statement *x) {
  if (x->kind == PML_SKIP)
    return x->a != PML_NONE && w->s->exprs.at[x->a].value != 1;
  return x->kind != PML_GOTO && x->kind != PML_BREAK && x->kind != PML_ELSE &&
         x->kind != PML_DSTEP;
}

void walker_check_determinism(pml_walker *w, uint32_t pid, uint32_t statement,
                              uint32_t ordinal) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  if (ordinal == 0 ||
      !w->s->processes.at[w->processes.at[pid].type].is_deterministic ||
      !is_asked(w, x))
    return;
  w->place = x->at;
  walker_fault(w, MODEL_ERROR, false,
               "a D_proctype can go on in more than one way");
}

/* Both halves of a handshake. */
static void shake_hands(pml_walker *w, const walker_choice *c) {
  const pml_step *s = &c->step;
  assert(s->statement < w->s->statements.count);
  w->place = w->s->statements.at[s->statement].at;
  walker_open_offer(w, s->statement);
  if (w->fatal)
    return;
  go_advance(w, s->pid, s->statement, PML_STEP_STATEMENT);
  w->last = s->pid;
  w->pid = s->partner;
  walker_execute(w, s->partner_statement);
  walker_check_determinism(w, s->partner, s->partner_statement,
                           c->partner_ordinal);
  if (w->fatal)
    return;
  bool goes_on =
      go_advance(w, s->partner, s->partner_statement, PML_STEP_STATEMENT);
  w->exclusive = goes_on ? s->partner : PML_NONE;
  w->last = s->partner;
}

static void go_alone(pml_walker *w, const pml_step *s) {
  assert(s->statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[s->statement];
  bool was_open = w->offer.is_open;
  bool offers = !was_open && walker_offers(w, x);
  w->place = x->at;
  if (offers)
    walker_open_offer(w, s->statement);
  else
    walker_execute(w, s->statement);
  if (w->fatal)
    return;
  bool goes_on = go_advance(w, s->pid, s->statement, PML_STEP_STATEMENT);
  w->exclusive = goes_on && !w->offer.is_open ? s->pid : PML_NONE;
  w->last = s->pid;
}

void walker_take_choice(pml_walker *w, const walker_choice *c, bool timeout) {
  w->timeout = timeout;
  w->going = w->listening = true;
  walker_go(w, c);
  w->choices_known = false;
}

void walker_go(pml_walker *w, const walker_choice *c) {
  const pml_step *s = &c->step;
  w->pid = s->pid;
  w->fatal = false;
  w->some = c->ordinal > 0;
  if (s->kind == PML_STEP_STATEMENT)
    walker_check_determinism(w, s->pid, s->statement, c->ordinal);
  switch (s->kind) {
  case PML_STEP_END:
    walker_die(w);
    w->exclusive = PML_NONE;
    w->last = s->pid;
    break;
  case PML_STEP_JOIN:
    w->exclusive =
        go_advance(w, s->pid, s->statement, s->kind) ? s->pid : PML_NONE;
    w->last = s->pid;
    break;
  case PML_STEP_STATEMENT:
    if (s->partner != PML_NONE)
      shake_hands(w, c);
    else
      go_alone(w, s);
    break;
  }
  w->stopped = w->fatal;
  w->timeout = w->listening = w->going = w->fatal = false;
  if (w->stopped) {
    w->offer.is_open = false;
    w->exclusive = PML_NONE;
    return;
  }
  if (w->exclusive != PML_NONE && !walker_can_move(w, w->exclusive))
    w->exclusive = PML_NONE;
}
