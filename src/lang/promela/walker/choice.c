/* Which steps are possible: the search of the notes' section 2, for one
 * state. */
#include "lang/promela/walker/parts.h"

#include <assert.h>

/* Faults of a move that is possible are those of its step. */
static bool can(pml_walker *walker, const walker_move *move, bool some) {
  size_t faults = walker->faults.count, letters = walker->fault_text.count;
  bool possible = walker_can(walker, move->statement, some);
  walker->fatal = false;
  if (possible) {
    walker->faults.count = faults;
    walker->fault_text.count = letters;
  }
  return possible;
}

static void add(pml_walker *walker, uint32_t pid, const walker_move *move,
                uint32_t ordinal) {
  pml_step step = {.pid = pid,
                   .kind = move->statement == PML_NONE ? PML_STEP_END
                           : move->is_join             ? PML_STEP_JOIN
                                                       : PML_STEP_STATEMENT,
                   .statement = move->statement,
                   .partner = PML_NONE,
                   .partner_statement = PML_NONE};
  vec_push(walker->m, &walker->choices,
           ((walker_choice){.step = step, .ordinal = ordinal}));
}

/* The second half of a handshake. */

/* Goes through what a process can do while an offer is open. With a sender,
 * receives become one step with its send; without, they are steps of their
 * own, and so are d_steps that come between the halves. */
static void answer(pml_walker *walker, uint32_t pid, const walker_choice *send,
                   bool *interlopers) {
  if (!walker_is_provided(walker, pid))
    return;
  walker->pid = pid;
  size_t floor = walker->moves.count;
  uint32_t escape = 0, ordinal = 0;
  walker_list(walker, walker->processes.at[pid].at, &walker->moves);
  for (size_t i = floor; i < walker->moves.count; i++) {
    walker_move move = walker->moves.at[i];
    if (escape && move.escape != escape)
      break;
    if (move.statement == PML_NONE || move.is_join || !can(walker, &move, true))
      continue;
    bool comes_between = walker_ignores_offers(walker, move.statement);
    if (comes_between)
      *interlopers = true;
    if (!send) {
      add(walker, pid, &move, ordinal);
    } else if (!comes_between) {
      walker_choice choice = *send;
      choice.step.partner = pid;
      choice.step.partner_statement = move.statement;
      choice.partner_ordinal = ordinal;
      vec_push(walker->m, &walker->choices, choice);
    }
    ordinal += !comes_between;
    escape = move.escape;
  }
  walker->moves.count = floor;
}

static bool answer_all(pml_walker *walker, const walker_choice *send) {
  bool interlopers = false;
  uint32_t caller = walker->pid;
  for (uint32_t pid = (uint32_t)walker->processes.count; pid-- > 0;)
    if (pid != walker->offer.last_mover)
      answer(walker, pid, send, &interlopers);
  walker->pid = caller;
  return interlopers;
}

/* Can the open offer be accepted after d_steps that come between? Looks at
 * the states they lead to, one after the other. */
static bool is_accepted_later(pml_walker *walker) {
  enum { MOST_STATES = 1000 };
  walker_words states = {0};
  vec(size_t) starts = {0};
  bool accepted = false, listening = walker->listening;
  uint32_t caller = walker->pid;
  size_t key, floor = walker->choices.count, output = walker->output.count;
  vec_push(walker->m, &starts, 0);
  walker_save(walker, &states, &key);
  for (size_t s = 0; s < starts.count && !accepted; s++) {
    walker_load(walker, states.at + starts.at[s]);
    answer_all(walker, NULL);
    size_t end = walker->choices.count;
    for (size_t i = floor; i < end && !accepted; i++) {
      walker_choice choice = walker->choices.at[i];
      if (!walker_ignores_offers(walker, choice.step.statement)) {
        accepted = true;
        break;
      }
      walker_load(walker, states.at + starts.at[s]);
      walker->listening = listening; /* what goes wrong between is told, too */
      walker_go(walker, &choice);
      if (walker->stopped) {
        accepted = true; /* the search ends there: that must be seen */
        break;
      }
      size_t from = states.count, known;
      walker_save(walker, &states, &key);
      for (known = 0; known < starts.count; known++)
        if (memcmp(states.at + starts.at[known], states.at + from,
                   (states.count - from) * sizeof *states.at) == 0)
          break;
      if (known < starts.count || starts.count >= MOST_STATES)
        states.count = from;
      else
        vec_push(walker->m, &starts, from);
    }
    walker->choices.count = floor;
  }
  walker_load(walker, states.at);
  walker->output.count = output; /* it was only tried */
  walker->listening = listening;
  walker->pid = caller;
  vec_free(walker->m, &states);
  vec_free(walker->m, &starts);
  return accepted;
}

/* The handshakes that a send can begin; false: there is none. */
static bool shake(pml_walker *walker, uint32_t pid, const walker_move *move,
                  uint32_t ordinal) {
  assert(move->statement < walker->s->statements.count);
  size_t before = walker->choices.count;
  walker->place = walker->s->statements.at[move->statement].at;
  walker->pid = pid;
  walker_open_offer(walker, move->statement);
  if (walker->fatal) { /* to be told when the step is taken */
    walker->fatal = walker->offer.is_open = false;
    add(walker, pid, move, ordinal);
    return true;
  }
  walker_check_determinism(walker, pid, move->statement, ordinal);
  add(walker, pid, move, ordinal);
  walker_choice send = vec_pop(&walker->choices);
  uint32_t last = walker->last;
  walker_node at = walker->processes.at[pid].at;
  bool goes_on;
  /* The sender has moved when the receiver looks: it is no longer where it
   * could take its own offer, which matters once another process has come
   * between. */
  walker->last = pid;
  walker->processes.at[pid].at = walker_target(walker, move, &goes_on);
  bool interlopers = answer_all(walker, &send);
  if (interlopers && is_accepted_later(walker))
    vec_push(walker->m, &walker->choices, send);
  walker->offer.is_open = false;
  walker->processes.at[pid].at = at;
  walker->last = last;
  return walker->choices.count > before;
}

/* Appends the steps of a process to 'choices'. */
static void choose(pml_walker *walker, uint32_t pid) {
  walker->some = false;
  bool may =
      walker_is_provided(walker, pid) && !walker_is_outranked(walker, pid);
  walker->fatal = false; /* that was only about others */
  if (!may)
    return;
  size_t floor = walker->moves.count;
  uint32_t ordinal = 0, escape = 0;
  walker_list(walker, walker->processes.at[pid].at, &walker->moves);
  for (size_t i = floor; i < walker->moves.count; i++) {
    walker_move move = walker->moves.at[i];
    if (escape && move.escape != escape)
      break;
    walker->pid = pid;
    walker->some = ordinal > 0;
    if (move.statement == PML_NONE) {
      if (pid + 1 != walker->processes.count)
        continue;
      add(walker, pid, &move, ordinal);
    } else if (move.is_join) {
      add(walker, pid, &move, ordinal);
    } else if (walker_offers(walker,
                             &walker->s->statements.at[move.statement])) {
      if (!shake(walker, pid, &move, ordinal))
        continue;
    } else if (can(walker, &move, ordinal > 0)) {
      add(walker, pid, &move, ordinal);
    } else {
      continue;
    }
    ordinal++;
    escape = move.escape;
  }
  walker->moves.count = floor;
}

bool walker_can_move(pml_walker *walker, uint32_t pid) {
  uint32_t caller = walker->pid;
  size_t before = walker->choices.count;
  choose(walker, pid);
  bool moves = walker->choices.count > before;
  walker->choices.count = before;
  walker->pid = caller;
  return moves;
}

/* Handshakes do not occur together with priorities or enabled(): SPIN refuses
 * such models, as the two do not agree on what a send then needs. */
bool walker_is_enabled(pml_walker *walker, uint32_t pid) {
  assert(pid < walker->processes.count);
  walker_node at = walker->processes.at[pid].at;
  if (at == WALKER_END)
    return pid + 1 == walker->processes.count;
  uint32_t caller = walker->pid;
  pml_place place = walker->place;
  size_t floor = walker->moves.count;
  bool enabled = false;
  walker->asking++;
  walker->pid = pid;
  walker_list(walker, at, &walker->moves);
  for (size_t i = floor; i < walker->moves.count && !enabled; i++) {
    const walker_move move = walker->moves.at[i];
    /* SPIN asks whether who looks has moved, not who is looked at. */
    enabled = move.is_join || walker_can(walker, move.statement, walker->some);
  }
  walker->moves.count = floor;
  walker->asking--;
  walker->pid = caller;
  walker->place = place;
  return enabled;
}

static void choose_all(pml_walker *walker) {
  walker->choices.count = 0;
  if (walker->offer.is_open) {
    answer_all(walker, NULL);
    return;
  }
  for (uint32_t pid = (uint32_t)walker->processes.count; pid-- > 0;)
    if (walker->exclusive == PML_NONE || walker->exclusive == pid)
      choose(walker, pid);
}

static void find(pml_walker *walker) {
  size_t faults = walker->faults.count, letters = walker->fault_text.count;
  walker->fatal = walker->timeout = false;
  choose_all(walker);
  if (walker->choices.count == 0 && walker->s->uses_timeout &&
      !walker->offer.is_open) {
    walker->faults.count = faults;
    walker->fault_text.count = letters;
    walker->timeout = true;
    choose_all(walker);
  }
  walker->choices_timeout = walker->timeout;
  walker->timeout = walker->fatal = false;
}

void walker_find_choices(pml_walker *walker) {
  if (walker->choices_known)
    return;
  if (walker->stopped) {
    walker->choices.count = 0;
    walker->choices_timeout = false;
  } else {
    find(walker);
  }
  walker->choices_known = true;
}

void walker_check_state(pml_walker *walker) {
  walker->occasion++;
  walker->listening = true;
  if (!walker->stopped)
    find(walker);
  walker->listening = false;
  walker->choices_known = !walker->stopped;
}
