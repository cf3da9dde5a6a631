/* Taking a step. */
#include "lang/promela/walk_parts.h"

/* Moves the process to where its move leads; true: it goes on alone. */
static bool advance(pml_walk *w, uint32_t pid, uint32_t statement,
                    pml_step_kind kind) {
  walk_move x = {.statement = statement, .is_join = kind == PML_STEP_JOIN};
  bool goes_on;
  w->processes.at[pid].at = walk_target(w, &x, &goes_on);
  return goes_on;
}

static void check_determinism(pml_walk *w, const walk_choice *c) {
  const walk_process *p = &w->processes.at[c->step.pid];
  if (c->ordinal == 0 || c->step.statement == PML_NONE ||
      !w->s->processes.at[p->type].is_deterministic)
    return;
  w->place = w->s->statements.at[c->step.statement].at;
  walk_fault(w, MODEL_ERROR, false,
             "a D_proctype can go on in more than one way");
}

/* Both halves of a handshake. */
static void shake_hands(pml_walk *w, const pml_step *s) {
  w->place = w->s->statements.at[s->statement].at;
  walk_open_offer(w, s->statement);
  if (w->fatal)
    return;
  advance(w, s->pid, s->statement, PML_STEP_STATEMENT);
  w->last = s->pid;
  w->pid = s->partner;
  walk_execute(w, s->partner_statement);
  if (w->fatal)
    return;
  bool goes_on =
      advance(w, s->partner, s->partner_statement, PML_STEP_STATEMENT);
  w->exclusive = goes_on ? s->partner : PML_NONE;
  w->last = s->partner;
}

static void go_alone(pml_walk *w, const pml_step *s) {
  const pml_statement *x = &w->s->statements.at[s->statement];
  bool was_open = w->offer.is_open;
  bool offers = !was_open && walk_offers(w, x);
  w->place = x->at;
  if (offers)
    walk_open_offer(w, s->statement);
  else
    walk_execute(w, s->statement);
  if (w->fatal)
    return;
  bool goes_on = advance(w, s->pid, s->statement, PML_STEP_STATEMENT);
  w->exclusive = goes_on && !w->offer.is_open ? s->pid : PML_NONE;
  w->last = s->pid;
}

void walk_take_choice(pml_walk *w, const walk_choice *c, bool timeout) {
  w->timeout = timeout;
  w->going = w->listening = true;
  walk_go(w, c);
  w->choices_known = false;
}

void walk_go(pml_walk *w, const walk_choice *c) {
  const pml_step *s = &c->step;
  w->pid = s->pid;
  w->fatal = false;
  w->some = c->ordinal > 0;
  check_determinism(w, c);
  switch (s->kind) {
  case PML_STEP_END:
    walk_die(w);
    w->exclusive = PML_NONE;
    w->last = s->pid;
    break;
  case PML_STEP_JOIN:
    w->exclusive =
        advance(w, s->pid, s->statement, s->kind) ? s->pid : PML_NONE;
    w->last = s->pid;
    break;
  case PML_STEP_STATEMENT:
    if (s->partner != PML_NONE)
      shake_hands(w, s);
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
  if (w->exclusive != PML_NONE && !walk_can_move(w, w->exclusive))
    w->exclusive = PML_NONE;
}
