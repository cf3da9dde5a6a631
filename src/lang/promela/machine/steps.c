/* The moves of one process in a state: which are possible, and what they do. */
#include "lang/promela/machine/state.h"

#include "base/mutant.h"

#include <assert.h>
#include <stdio.h>

/* Code runs on these bytes, in the name of this process. */
static void enter(pml_machine *machine, uint8_t *bytes, uint32_t size,
                  uint32_t pid) {
  machine->state = bytes;
  machine->size = size;
  machine->pid = pid;
  machine->frame = machine->layout.frame[pid];
}

/* Who may move at all. */

static bool is_move_enabled(pml_machine *machine, const pml_move *move,
                            uint32_t pid) {
  bool is_offered = machine->offer.channel != 0;
  const pml_talk *talk;
  int32_t channel;
  uint32_t queue;
  switch (move->kind) {
  case PML_MOVE_PLAIN:
    if (is_offered && !move->ignores_offers)
      return false;
    return move->guard == PML_NONE || pml_run(machine, move->guard);
  case PML_MOVE_ELSE:
    /* SPIN asks whether the process that is looking has moved, not the one
     * that is looked at. */
    return !is_offered && !machine->some;
  case PML_MOVE_SEND:
    if (is_offered)
      return false;
    channel = pml_talk_channel(machine, machine->p->talks.at + move->talk);
    queue = pml_channel_queue(machine, channel);
    return (queue != PML_NONE && machine->p->queues.at[queue].capacity == 0) ||
           pml_can_send(machine, channel);
  case PML_MOVE_RECEIVE:
    talk = machine->p->talks.at + move->talk;
    channel = pml_talk_channel(machine, talk);
    if (is_offered)
      return channel == (int32_t)machine->offer.channel && !talk->keeps &&
             pml_takes_offer(machine, talk);
    return pml_find_message(machine, talk, channel) != PML_NONE;
  default:
    return !is_offered && pid + 1 == machine->layout.processes;
  }
}

/* Looking from inside one process at another: what is going on here must not
 * notice. */
typedef struct context {
  uint8_t *state;
  uint32_t size, pid, frame, statement;
  bool quiet, halted;
} context;

static context leave(pml_machine *machine) {
  context c = {machine->state, machine->size,      machine->pid,
               machine->frame, machine->statement, machine->quiet,
               machine->halted};
  machine->quiet = true;
  machine->halted = false;
  machine->nested++;
  return c;
}

static void come_back(pml_machine *machine, const context *c) {
  machine->state = c->state;
  machine->size = c->size;
  machine->pid = c->pid;
  machine->frame = c->frame;
  machine->statement = c->statement;
  machine->quiet = c->quiet;
  machine->halted = c->halted;
  machine->nested--;
}

bool pml_is_enabled(pml_machine *machine, uint8_t *bytes, uint32_t size,
                    uint32_t pid) {
  const pml_point *point = pml_point_of(machine, bytes, pid);
  context c = leave(machine);
  bool result = false;
  enter(machine, bytes, size, pid);
  for (uint32_t i = 0; i < point->count && !result; i++) {
    result = is_move_enabled(machine, &machine->moves[point->first + i], pid);
    machine->halted = false;
  }
  come_back(machine, &c);
  return result;
}

static bool is_provided(pml_machine *machine, uint8_t *bytes, uint32_t size,
                        uint32_t pid) {
  uint32_t code = machine->behaviours[machine->layout.type[pid]].provided;
  if (code == PML_NONE)
    return true;
  context c = leave(machine);
  enter(machine, bytes, size, pid);
  bool result = pml_run(machine, code) != 0;
  come_back(machine, &c);
  return result;
}

static bool is_outranked(pml_machine *machine, uint8_t *bytes, uint32_t size,
                         uint32_t pid) {
  uint8_t mine = bytes[machine->layout.frame[pid] + 1];
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    if (bytes[machine->layout.frame[i] + 1] > mine &&
        is_provided(machine, bytes, size, i) &&
        pml_is_enabled(machine, bytes, size, i))
      return true;
  return false;
}

bool pml_may_move(pml_machine *machine, uint8_t *bytes, uint32_t size,
                  uint32_t pid) {
  machine->some = false;
  return is_provided(machine, bytes, size, pid) &&
         !(machine->p->has_priority && is_outranked(machine, bytes, size, pid));
}

static void cover(pml_machine *machine, const pml_move *move, uint32_t pid) {
  uint32_t place = move->statement == PML_NONE
                       ? machine->x->place_of_end.at[machine->layout.type[pid]]
                       : machine->x->place_of_statement.at[move->statement];
  if (place != PML_NONE)
    machine->covered[place >> 3] |= (uint8_t)(1 << (place & 7));
}

/* What was possible before in this list makes it ambiguous. */
static void check_deterministic(pml_machine *machine, const pml_move *move,
                                bool some) {
  if (some && move->must_be_first)
    pml_fault(machine, MODEL_ERROR,
              "two steps are possible at once in a D_proctype");
}

/* The process is behind its move; the state is x->state. */
static void settle(pml_machine *machine, const pml_move *move, uint32_t pid) {
  if (move->kind != PML_MOVE_END)
    pml_set_point(machine, machine->state, pid, move->to);
  if (machine->p->has_last && !MUTANT("promela-last"))
    machine->state[machine->p->last_offset] = (uint8_t)pid;
  cover(machine, move, pid);
}

static void copy_to(pml_machine *machine, uint8_t *to, const uint8_t *bytes,
                    uint32_t size, uint32_t pid) {
  memcpy(to, bytes, size);
  enter(machine, to, size, pid);
}

static bool is_possible_receipt(pml_machine *machine, const pml_move *move) {
  const pml_talk *talk = machine->p->talks.at + move->talk;
  if (pml_talk_channel(machine, talk) != (int32_t)machine->offer.channel)
    return false;
  if (talk->keeps) {
    pml_fault(machine, MODEL_ERROR,
              "the content of a rendezvous channel cannot be looked at");
    return false;
  }
  return pml_takes_offer(machine, talk);
}

/* Each partner's step has the faults of the offer and its own, and none of
 * another partner: whoever is not the first gets copies of those of the offer.
 * 'before': how many faults there were before the partner was asked. Where the
 * step's faults begin. */
static size_t take_over_faults(pml_machine *machine, const pml_taking *sender,
                               size_t before) {
  model_steps *out = machine->out;
  size_t first = sender->first_fault, end = first + sender->offer_faults;
  if (before == end && !machine->follow) {
    machine->is_offer_told = true;
    return first;
  }
  for (size_t i = first; i < end; i++) {
    char words[512];
    model_fault fault = out->faults.at[i];
    snprintf(words, sizeof words, "%s", out->fault_text.at + fault.at);
    if (!machine->follow)
      fault.step = MODEL_NONE;
    model_steps_fault(out, &fault, "%s", words);
  }
  return before;
}

/* The offer's own faults have been copied for all who took it. */
static void drop_offer_faults(pml_machine *machine, const pml_taking *sender) {
  model_steps *out = machine->out;
  size_t first = sender->first_fault, end = first + sender->offer_faults;
  if (first == end || machine->is_offer_told)
    return;
  memmove(out->faults.at + first, out->faults.at + end,
          (out->faults.count - end) * sizeof *out->faults.at);
  out->faults.count -= end - first;
}

/* 'half' is the state with the offer; process 'pid' takes it. */
static void receive_offer(pml_machine *machine, uint8_t *half, uint32_t size,
                          uint32_t pid, const pml_move *move, bool some,
                          const pml_taking *sender, size_t before) {
  const pml_talk *talk = machine->p->talks.at + move->talk;
  pml_taking taking = *sender;
  pml_offer offer = machine->offer;
  uint32_t processes = machine->layout.processes,
           channels = machine->layout.channels;
  taking.partner = pid;
  taking.received = move;
  taking.first_fault = take_over_faults(machine, sender, before);
  machine->statement = move->statement;
  copy_to(machine, machine->work, half, size, pid);
  machine->offer.channel = 0;
  if (machine->p->watch.process != PML_NONE && !machine->halted)
    pml_watch_event(machine, false, (int32_t)offer.channel, offer.fields,
                    offer.count);
  memcpy(machine->message, offer.fields,
         offer.count * sizeof *machine->message);
  if (!machine->halted)
    pml_assign_message(machine, talk, offer.count);
  if (!machine->halted && move->effect != PML_NONE)
    pml_run(machine, move->effect);
  check_deterministic(machine, move, some);
  if (machine->halted)
    pml_arrive_nowhere(machine, &taking);
  else {
    settle(machine, move, pid);
    pml_arrive(machine, &taking, move->atomic ? pid : PML_NONE);
  }
  machine->layout.processes = processes;
  machine->layout.channels = channels;
  machine->offer = offer;
}

static bool find_partner(pml_machine *machine, uint8_t *half, uint32_t size,
                         uint32_t last, const pml_taking *sender,
                         uint32_t level);

/* The bytes of the state after so many d_steps within this handshake. */
static uint8_t *half_after(const pml_machine *machine, uint32_t d_steps) {
  assert(d_steps <= PML_QUIRKS);
  return machine->half + (size_t)(machine->current - machine->base) * d_steps;
}

/* Did fewer d_steps lead to the state of so many, by the same process at the
 * end? Then whatever may follow is tried there already. */
static bool was_before(const pml_machine *machine, uint32_t size, uint32_t pid,
                       const pml_between *before, uint32_t d_steps) {
  const uint8_t *state = half_after(machine, d_steps);
  for (uint32_t i = d_steps; i-- > 1; before = before->before)
    if (before->pid == pid && memcmp(state, half_after(machine, i), size) == 0)
      return true;
  return false;
}

/* A d_step that does not look whether a handshake is going on: it runs, and
 * the handshake goes on behind it (notes, 7). True: the offer was taken then.
 * SPIN's verifier takes the d_step itself for that (an 'else' beside the send
 * is not possible, an atomic sequence that blocks there gives nothing away),
 * and misses what runs can do. */
static bool barge_in(pml_machine *machine, uint8_t *half, uint32_t size,
                     uint32_t pid, const pml_move *move,
                     const pml_taking *sender, uint32_t level, bool *ran) {
  pml_taking taking = *sender;
  pml_between between = {pid, move, sender->between};
  if (move->guard != PML_NONE && !pml_run(machine, move->guard))
    return false;
  *ran = true;
  if (level >= PML_QUIRKS) /* to leave the rest out would be a wrong verdict */
    mem_raise(machine->out->m->budget, MEM_ENDLESS);
  uint8_t *next = half_after(machine, level + 1);
  copy_to(machine, next, half, size, pid);
  if (move->effect != PML_NONE)
    pml_run(machine, move->effect);
  taking.between = &between;
  taking.movers |= pml_mover(pid);
  if (machine->halted) {
    pml_arrive_nowhere(machine, &taking);
    return true;
  }
  settle(machine, move, pid);
  if (was_before(machine, size, pid, sender->between, level + 1))
    return false;
  taking.offer_faults = machine->out->faults.count - taking.first_fault;
  return find_partner(machine, next, size, pid, &taking, level + 1) ||
         MUTANT("promela-dstep-takes-offer");
}

/* The moves of a process that could be the partner: was there one? */
static bool try_partner(pml_machine *machine, uint8_t *half, uint32_t size,
                        uint32_t pid, const pml_taking *sender,
                        uint32_t level) {
  const pml_point *point = pml_point_of(machine, half, pid);
  uint32_t escape = 0;
  bool some = false, any = false; /* a d_step between is no receipt */
  if (!pml_may_move(machine, half, size, pid))
    return false;
  for (uint32_t i = 0; i < point->count; i++) {
    const pml_move *move = &machine->moves[point->first + i];
    bool taken = false, ran = false;
    if (escape && move->escape != escape)
      break;
    enter(machine, half, size, pid);
    machine->statement = move->statement;
    machine->halted = false;
    if (move->kind == PML_MOVE_RECEIVE) {
      size_t before = sender ? machine->out->faults.count : 0;
      /* What cannot even be tested is a step that leads nowhere. */
      taken = is_possible_receipt(machine, move) || machine->halted;
      if (taken && sender)
        receive_offer(machine, half, size, pid, move, some, sender, before);
    } else if (move->kind == PML_MOVE_PLAIN && move->ignores_offers)
      taken = !sender ||
              barge_in(machine, half, size, pid, move, sender, level, &ran);
    any |= taken;
    if (!taken && !ran)
      continue;
    machine->some = true;
    some |= move->kind == PML_MOVE_RECEIVE;
    escape = move->escape;
    if (!sender)
      break;
  }
  return any;
}

/* Where nobody is waiting nobody need be asked. But a d_step that does not look
 * for handshakes moves its process while an offer is made. */
void pml_find_receivers(pml_machine *machine, const uint8_t *bytes) {
  machine->receivers = 0;
  for (uint32_t i = machine->layout.processes; i-- > 0;) {
    uint32_t first = machine->behaviours[machine->layout.type[i]].first_point;
    if (machine->x->has_quirk ||
        machine->x->receives.at[first + pml_point_at(machine, bytes, i)])
      machine->receiver[machine->receivers++] = (uint8_t)i;
  }
}

/* Whoever moved last cannot take the offer. Without a sender: is there any? */
static bool find_partner(pml_machine *machine, uint8_t *half, uint32_t size,
                         uint32_t last, const pml_taking *sender,
                         uint32_t level) {
  bool taken = false;
  for (uint32_t i = 0; i < machine->receivers; i++) {
    if (machine->receiver[i] == last)
      continue;
    taken |=
        try_partner(machine, half, size, machine->receiver[i], sender, level);
    if (taken && !sender)
      break;
  }
  return taken;
}

/* A send on a rendezvous channel: what is sent has been evaluated. */
static bool shake_hands(pml_machine *machine, uint8_t *bytes, uint32_t size,
                        int32_t channel, pml_taking *taking, bool is_question) {
  const pml_move *move = taking->move;
  const pml_talk *talk = machine->p->talks.at + move->talk;
  const pml_queue *queue =
      &machine->p->queues.at[machine->layout.queue[channel]];
  bool some = machine->some, timeout = machine->timeout;
  if (machine->receivers == PML_NONE)
    pml_find_receivers(machine, bytes);
  /* An offer that is wrong is an error even if nobody takes it. */
  if (machine->receivers == 0 && talk->count == queue->fields &&
      machine->p->watch.process == PML_NONE && !(some && move->must_be_first))
    return false;
  pml_make_offer(machine, talk, channel);
  copy_to(machine, machine->half, bytes, size, taking->pid);
  pml_set_point(machine, machine->half, taking->pid, move->to);
  if (machine->p->has_last)
    machine->half[machine->p->last_offset] = (uint8_t)taking->pid;
  machine->offer =
      (pml_offer){(uint32_t)channel, queue->fields, machine->offered};
  if (machine->p->watch.process != PML_NONE)
    pml_watch_event(machine, true, channel, machine->offer.fields,
                    machine->offer.count);
  if (!is_question) {
    check_deterministic(machine, move, some);
    taking->offer_faults = machine->out->faults.count - taking->first_fault;
    machine->is_offer_told = false;
  }
  machine->timeout = false;
  bool taken = find_partner(machine, machine->half, size, taking->pid,
                            is_question ? NULL : taking, 0);
  machine->offer.channel = 0;
  machine->timeout = timeout;
  machine->some = some;
  machine->halted = false;
  if (taken && !is_question)
    cover(machine, move, taking->pid);
  if (taken && !is_question)
    drop_offer_faults(machine, taking);
  return taken;
}

/* x->state is the copy; the rest of the move, then there it is. */
static void finish(pml_machine *machine, const pml_taking *taking) {
  const pml_move *move = taking->move;
  if (!machine->halted && move->effect != PML_NONE)
    pml_run(machine, move->effect);
  machine->statement = move->statement; /* of a d_step, it was a part of it */
  check_deterministic(machine, move, machine->some);
  if (machine->halted)
    return;
  settle(machine, move, taking->pid);
  pml_arrive(machine, taking, move->atomic ? taking->pid : PML_NONE);
}

static bool try_send(pml_machine *machine, uint8_t *bytes, uint32_t size,
                     pml_taking *taking) {
  const pml_talk *talk = machine->p->talks.at + taking->move->talk;
  int32_t channel = pml_talk_channel(machine, talk);
  uint32_t queue = pml_channel_queue(machine, channel);
  if (queue != PML_NONE && machine->p->queues.at[queue].capacity == 0) {
    pml_evaluate_words(machine, talk);
    return machine->halted ||
           shake_hands(machine, bytes, size, channel, taking, false);
  }
  if (!pml_can_send(machine, channel) || machine->halted)
    return machine->halted;
  bool is_lost = pml_is_lost(machine, channel);
  if (!is_lost)
    pml_evaluate_words(machine, talk);
  if (machine->halted)
    return true;
  copy_to(machine, machine->work, bytes, size, taking->pid);
  if (!is_lost)
    pml_send(machine, talk, channel);
  finish(machine, taking);
  return true;
}

static bool try_receive(pml_machine *machine, uint8_t *bytes, uint32_t size,
                        pml_taking *taking) {
  const pml_talk *talk = machine->p->talks.at + taking->move->talk;
  int32_t channel = pml_talk_channel(machine, talk);
  uint32_t slot = pml_find_message(machine, talk, channel);
  if (slot == PML_NONE || machine->halted)
    return machine->halted;
  copy_to(machine, machine->work, bytes, size, taking->pid);
  pml_take_message(machine, talk, channel, slot);
  finish(machine, taking);
  return true;
}

/* The guard has been seen to. False: it is not possible. A fault that leaves no
 * step is possible. */
static bool try_move(pml_machine *machine, uint8_t *bytes, uint32_t size,
                     pml_taking *taking) {
  const pml_move *move = taking->move;
  uint32_t pid = taking->pid;
  switch (move->kind) {
  case PML_MOVE_ELSE:
    if (machine->some)
      return false;
    break;
  case PML_MOVE_PLAIN:
    if (machine->halted)
      return true;
    break;
  case PML_MOVE_SEND:
    return try_send(machine, bytes, size, taking);
  case PML_MOVE_RECEIVE:
    return try_receive(machine, bytes, size, taking);
  case PML_MOVE_END:
    if (pid + 1 != machine->layout.processes)
      return false;
    size = machine->layout.frame[pid];
    break;
  }
  copy_to(machine, machine->work, bytes, size, pid);
  finish(machine, taking);
  return true;
}

bool pml_try_move(pml_machine *machine, uint8_t *bytes, uint32_t size,
                  uint32_t pid, uint64_t movers, const pml_move *move) {
  uint32_t processes = machine->layout.processes,
           channels = machine->layout.channels;
  pml_taking taking = {.pid = pid,
                       .move = move,
                       .partner = PML_NONE,
                       .movers = movers | pml_mover(pid),
                       .first_fault = machine->out->faults.count};
  enter(machine, bytes, size, pid);
  machine->statement = move->statement;
  machine->halted = false;
  if (move->guard != PML_NONE && !pml_run(machine, move->guard) &&
      !machine->halted)
    return false;
  if (!try_move(machine, bytes, size, &taking))
    return false;
  if (machine->halted)
    pml_arrive_nowhere(machine, &taking);
  machine->layout.processes = processes;
  machine->layout.channels = channels;
  machine->some = !MUTANT("promela-else-always");
  return true;
}

static base_noinline uint32_t interpret(pml_machine *machine, uint8_t *bytes,
                                        uint32_t size, uint32_t pid,
                                        uint64_t movers) {
  const pml_point *point = pml_point_of(machine, bytes, pid);
  const pml_move *move = machine->moves + point->first,
                 *end = move + point->count;
  uint32_t taken = 0, escape = 0;
  if (!pml_may_move(machine, bytes, size, pid))
    return 0;
  for (; move < end; move++) {
    if (escape && move->escape != escape)
      break;
    if (!pml_try_move(machine, bytes, size, pid, movers, move))
      continue;
    escape = move->escape;
    taken++;
  }
  machine->single += taken;
  return taken;
}

/* Small, and its calls are its last act: most processes cannot move. */
uint32_t pml_expand(pml_machine *machine, uint8_t *bytes, uint32_t size,
                    uint32_t pid, uint64_t movers) {
  pml_expand_fn *const *compiled = machine->compiled;
  if (compiled) {
    uint32_t first = machine->behaviours[machine->layout.type[pid]].first_point;
    pml_expand_fn *expand = compiled[first + pml_point_at(machine, bytes, pid)];
    if (expand)
      return expand(machine, bytes, size, pid, movers);
  }
  return interpret(machine, bytes, size, pid, movers);
}

/* As is_move_enabled, but a send needs its partner. */
static bool has_move(pml_machine *machine, uint8_t *bytes, uint32_t size,
                     uint32_t pid) {
  const pml_point *point = pml_point_of(machine, bytes, pid);
  if (!pml_may_move(machine, bytes, size, pid))
    return false;
  for (uint32_t i = 0; i < point->count; i++) {
    const pml_move *move = &machine->moves[point->first + i];
    enter(machine, bytes, size, pid);
    machine->halted = machine->some = false;
    if (!is_move_enabled(machine, move, pid) && !machine->halted)
      continue;
    if (move->kind != PML_MOVE_SEND || machine->halted)
      return true;
    const pml_talk *talk = machine->p->talks.at + move->talk;
    int32_t channel = pml_talk_channel(machine, talk);
    uint32_t queue = pml_channel_queue(machine, channel);
    if (queue == PML_NONE || machine->p->queues.at[queue].capacity)
      return true;
    pml_taking taking = {.pid = pid, .move = move, .partner = PML_NONE};
    pml_evaluate_words(machine, talk);
    if (shake_hands(machine, bytes, size, channel, &taking, true))
      return true;
  }
  return false;
}

static void note_single(pml_machine *machine, const pml_single *single) {
  (void)single;
  *(bool *)machine->follower = true;
}

/* Where a d_step may come between the halves of a handshake, only taking the
 * step shows whether there is one. Nothing of it is kept. */
static bool can_take_step(pml_machine *machine, uint8_t *bytes, uint32_t size,
                          uint32_t pid) {
  model_steps *out = machine->out;
  model_steps none = {.m = out ? out->m : NULL};
  pml_expand_fn *const *compiled = machine->compiled;
  bool found = false;
  machine->out = &none;
  machine->compiled = NULL;
  machine->follow = note_single;
  machine->follower = &found;
  pml_expand(machine, bytes, size, pid, 0);
  machine->follow = NULL;
  machine->compiled = compiled;
  machine->out = out;
  return found;
}

static uint64_t movers_in_round(pml_machine *machine, uint8_t *bytes,
                                uint32_t size, bool timeout) {
  uint64_t result = 0;
  context c = leave(machine);
  bool before = machine->timeout;
  machine->timeout = timeout;
  for (uint32_t i = 0; i < machine->layout.processes; i++)
    if (has_move(machine, bytes, size, i) &&
        (!machine->x->has_quirk || can_take_step(machine, bytes, size, i)))
      result |= pml_mover(i);
  machine->timeout = before;
  come_back(machine, &c);
  return result;
}

uint64_t pml_movers(pml_machine *machine, uint8_t *bytes, uint32_t size) {
  uint64_t result = movers_in_round(machine, bytes, size, false);
  return result || !machine->p->has_timeout
             ? result
             : movers_in_round(machine, bytes, size, true);
}

bool pml_is_stuck(pml_machine *machine, uint8_t *bytes, uint32_t size) {
  return movers_in_round(machine, bytes, size, false) == 0;
}
