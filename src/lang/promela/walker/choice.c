/* Which steps are possible: the search of the notes' section 2, for one
 * state. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* Faults of a move that is possible are those of its step. */
static bool can(pml_walker *w, const walker_move *x, bool some) {
  size_t faults = w->faults.count, letters = w->fault_text.count;
  bool possible = walker_can(w, x->statement, some);
  w->fatal = false;
  if (possible) {
    w->faults.count = faults;
    w->fault_text.count = letters;
  }
  return possible;
}

static void add(pml_walker *w, uint32_t pid, const walker_move *x,
                uint32_t ordinal) {
  pml_step step = {.pid = pid,
                   .kind = x->statement == PML_NONE ? PML_STEP_END
                           : x->is_join             ? PML_STEP_JOIN
                                                    : PML_STEP_STATEMENT,
                   .statement = x->statement,
                   .partner = PML_NONE,
                   .partner_statement = PML_NONE};
  vec_push(w->m, &w->choices,
           ((walker_choice){.step = step, .ordinal = ordinal}));
}

/* The second half of a handshake. */

/* Goes through what a process can do while an offer is open. With a sender,
 * receives become one step with its send; without, they are steps of their
 * own, and so are d_steps that come between the halves. */
static void answer(pml_walker *w, uint32_t pid, const walker_choice *send,
                   bool *interlopers) {
  if (!walker_is_provided(w, pid))
    return;
  w->pid = pid;
  size_t floor = w->moves.count;
  uint32_t escape = 0, ordinal = 0;
  walker_list(w, w->processes.at[pid].at, &w->moves);
  for (size_t i = floor; i < w->moves.count; i++) {
    walker_move x = w->moves.at[i];
    if (escape && x.escape != escape)
      break;
    if (x.statement == PML_NONE || x.is_join || !can(w, &x, true))
      continue;
    bool comes_between = walker_ignores_offers(w, x.statement);
    if (comes_between)
      *interlopers = true;
    if (!send) {
      add(w, pid, &x, ordinal);
    } else if (!comes_between) {
      walker_choice c = *send;
      c.step.partner = pid;
      c.step.partner_statement = x.statement;
      c.partner_ordinal = ordinal;
      vec_push(w->m, &w->choices, c);
    }
    ordinal += !comes_between;
    escape = x.escape;
  }
  w->moves.count = floor;
}

static bool answer_all(pml_walker *w, const walker_choice *send) {
  bool interlopers = false;
  uint32_t caller = w->pid;
  for (uint32_t pid = (uint32_t)w->processes.count; pid-- > 0;)
    if (pid != w->offer.last_mover)
      answer(w, pid, send, &interlopers);
  w->pid = caller;
  return interlopers;
}

/* Can the open offer be accepted after d_steps that come between? Looks at
 * the states they lead to, one after the other. */
static bool is_accepted_later(pml_walker *w) {
  enum { MOST_STATES = 1000 };
  walker_words states = {0};
  vec(size_t) starts = {0};
  bool accepted = false, listening = w->listening;
  uint32_t caller = w->pid;
  size_t key, floor = w->choices.count, output = w->output.count;
  vec_push(w->m, &starts, 0);
  walker_save(w, &states, &key);
  for (size_t s = 0; s < starts.count && !accepted; s++) {
    walker_load(w, states.at + starts.at[s]);
    answer_all(w, NULL);
    size_t end = w->choices.count;
    for (size_t i = floor; i < end && !accepted; i++) {
      walker_choice c = w->choices.at[i];
      if (!walker_ignores_offers(w, c.step.statement)) {
        accepted = true;
        break;
      }
      walker_load(w, states.at + starts.at[s]);
      w->listening = listening; /* what goes wrong between is told, too */
      walker_go(w, &c);
      if (w->stopped) {
        accepted = true; /* the search ends there: that must be seen */
        break;
      }
      size_t from = states.count, known;
      walker_save(w, &states, &key);
      for (known = 0; known < starts.count; known++)
        if (memcmp(states.at + starts.at[known], states.at + from,
                   (states.count - from) * sizeof *states.at) == 0)
          break;
      if (known < starts.count || starts.count >= MOST_STATES)
        states.count = from;
      else
        vec_push(w->m, &starts, from);
    }
    w->choices.count = floor;
  }
  walker_load(w, states.at);
  w->output.count = output; /* it was only tried */
  w->listening = listening;
  w->pid = caller;
  vec_free(w->m, &states);
  vec_free(w->m, &starts);
  return accepted;
}

/* The handshakes that a send can begin; false: there is none. */
static bool shake(pml_walker *w, uint32_t pid, const walker_move *x,
                  uint32_t ordinal) {
  assert(x->statement < w->s->statements.count);
  size_t before = w->choices.count;
  w->place = w->s->statements.at[x->statement].at;
  w->pid = pid;
  walker_open_offer(w, x->statement);
  if (w->fatal) { /* to be told when the step is taken */
    w->fatal = w->offer.is_open = false;
    add(w, pid, x, ordinal);
    return true;
  }
  walker_check_determinism(w, pid, x->statement, ordinal);
  add(w, pid, x, ordinal);
  walker_choice send = vec_pop(&w->choices);
  uint32_t last = w->last;
  walker_node at = w->processes.at[pid].at;
  bool goes_on;
  /* The sender has moved when the receiver looks: it is no longer where it
   * could take its own offer, which matters once another process has come
   * between. */
  w->last = pid;
  w->processes.at[pid].at = walker_target(w, x, &goes_on);
  bool interlopers = answer_all(w, &send);
  if (interlopers && is_accepted_later(w))
    vec_push(w->m, &w->choices, send);
  w->offer.is_open = false;
  w->processes.at[pid].at = at;
  w->last = last;
  return w->choices.count > before;
}

/* Appends the steps of a process to 'choices'. */
static void choose(pml_walker *w, uint32_t pid) {
  w->some = false;
  bool may = walker_is_provided(w, pid) && !walker_is_outranked(w, pid);
  w->fatal = false; /* that was only about others */
  if (!may)
    return;
  size_t floor = w->moves.count;
  uint32_t ordinal = 0, escape = 0;
  walker_list(w, w->processes.at[pid].at, &w->moves);
  for (size_t i = floor; i < w->moves.count; i++) {
    walker_move x = w->moves.at[i];
    if (escape && x.escape != escape)
      break;
    w->pid = pid;
    w->some = ordinal > 0;
    if (x.statement == PML_NONE) {
      if (pid + 1 != w->processes.count)
        continue;
      add(w, pid, &x, ordinal);
    } else if (x.is_join) {
      add(w, pid, &x, ordinal);
    } else if (walker_offers(w, &w->s->statements.at[x.statement])) {
      if (!shake(w, pid, &x, ordinal))
        continue;
    } else if (can(w, &x, ordinal > 0)) {
      add(w, pid, &x, ordinal);
    } else {
      continue;
    }
    ordinal++;
    escape = x.escape;
  }
  w->moves.count = floor;
}

bool walker_can_move(pml_walker *w, uint32_t pid) {
  uint32_t caller = w->pid;
  size_t before = w->choices.count;
  choose(w, pid);
  bool moves = w->choices.count > before;
  w->choices.count = before;
  w->pid = caller;
  return moves;
}

/* Handshakes do not occur together with priorities or enabled(): SPIN refuses
 * such models, as the two do not agree on what a send then needs. */
bool walker_is_enabled(pml_walker *w, uint32_t pid) {
  assert(pid < w->processes.count);
  walker_node at = w->processes.at[pid].at;
  if (at == WALKER_END)
    return pid + 1 == w->processes.count;
  uint32_t caller = w->pid;
  pml_place place = w->place;
  size_t floor = w->moves.count;
  bool enabled = false;
  w->asking++;
  w->pid = pid;
  walker_list(w, at, &w->moves);
  for (size_t i = floor; i < w->moves.count && !enabled; i++) {
    const walker_move x = w->moves.at[i];
    /* SPIN asks whether who looks has moved, not who is looked at. */
    enabled = x.is_join || walker_can(w, x.statement, w->some);
  }
  w->moves.count = floor;
  w->asking--;
  w->pid = caller;
  w->place = place;
  return enabled;
}

static void choose_all(pml_walker *w) {
  w->choices.count = 0;
  if (w->offer.is_open) {
    answer_all(w, NULL);
    return;
  }
  for (uint32_t pid = (uint32_t)w->processes.count; pid-- > 0;)
    if (w->exclusive == PML_NONE || w->exclusive == pid)
      choose(w, pid);
}

static void find(pml_walker *w) {
  size_t faults = w->faults.count, letters = w->fault_text.count;
  w->fatal = w->timeout = false;
  choose_all(w);
  if (w->choices.count == 0 && w->s->uses_timeout && !w->offer.is_open) {
    w->faults.count = faults;
    w->fault_text.count = letters;
    w->timeout = true;
    choose_all(w);
  }
  w->choices_timeout = w->timeout;
  w->timeout = w->fatal = false;
}

void walker_find_choices(pml_walker *w) {
  if (w->choices_known)
    return;
  if (w->stopped) {
    w->choices.count = 0;
    w->choices_timeout = false;
  } else {
    find(w);
  }
  w->choices_known = true;
}

void walker_check_state(pml_walker *w) {
  w->occasion++;
  w->listening = true;
  if (!w->stopped)
    find(w);
  w->listening = false;
  w->choices_known = !w->stopped;
}
