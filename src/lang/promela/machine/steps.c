/* The moves of one process in a state: which are possible, and what they do. */
#include "lang/promela/machine/state.h"

#include "base/mutant.h"

#include <assert.h>
#include <stdio.h>

/* Code runs on these bytes, in the name of this process. */
static void enter(pml_machine *x, uint8_t *bytes, uint32_t size, uint32_t pid) {
  x->state = bytes;
  x->size = size;
  x->pid = pid;
  x->frame = x->layout.frame[pid];
}

/* Who may move at all. */

static bool is_move_enabled(pml_machine *x, const pml_move *move,
                            uint32_t pid) {
  bool is_offered = x->offer.channel != 0;
  const pml_talk *t;
  int32_t channel;
  uint32_t queue;
  switch (move->kind) {
  case PML_MOVE_PLAIN:
    if (is_offered && !move->ignores_offers)
      return false;
    return move->guard == PML_NONE || pml_run(x, move->guard);
  case PML_MOVE_ELSE:
    /* SPIN asks whether the process that is looking has moved, not the one
     * that is looked at. */
    return !is_offered && !x->some;
  case PML_MOVE_SEND:
    if (is_offered)
      return false;
    channel = pml_talk_channel(x, x->p->talks.at + move->talk);
    queue = pml_channel_queue(x, channel);
    return (queue != PML_NONE && x->p->queues.at[queue].capacity == 0) ||
           pml_can_send(x, channel);
  case PML_MOVE_RECEIVE:
    t = x->p->talks.at + move->talk;
    channel = pml_talk_channel(x, t);
    if (is_offered)
      return channel == (int32_t)x->offer.channel && !t->keeps &&
             pml_takes_offer(x, t);
    return pml_find_message(x, t, channel) != PML_NONE;
  default:
    return !is_offered && pid + 1 == x->layout.processes;
  }
}

/* Looking from inside one process at another: what is going on here must not
 * notice. */
typedef struct context {
  uint8_t *state;
  uint32_t size, pid, frame, statement;
  bool quiet, halted;
} context;

static context leave(pml_machine *x) {
  context c = {x->state,     x->size,  x->pid,   x->frame,
               x->statement, x->quiet, x->halted};
  x->quiet = true;
  x->halted = false;
  x->nested++;
  return c;
}

static void come_back(pml_machine *x, const context *c) {
  x->state = c->state;
  x->size = c->size;
  x->pid = c->pid;
  x->frame = c->frame;
  x->statement = c->statement;
  x->quiet = c->quiet;
  x->halted = c->halted;
  x->nested--;
}

bool pml_is_enabled(pml_machine *x, uint8_t *bytes, uint32_t size,
                    uint32_t pid) {
  const pml_point *point = pml_point_of(x, bytes, pid);
  context c = leave(x);
  bool result = false;
  enter(x, bytes, size, pid);
  for (uint32_t i = 0; i < point->count && !result; i++) {
    result = is_move_enabled(x, &x->moves[point->first + i], pid);
    x->halted = false;
  }
  come_back(x, &c);
  return result;
}

static bool is_provided(pml_machine *x, uint8_t *bytes, uint32_t size,
                        uint32_t pid) {
  uint32_t code = x->behaviours[x->layout.type[pid]].provided;
  if (code == PML_NONE)
    return true;
  context c = leave(x);
  enter(x, bytes, size, pid);
  bool result = pml_run(x, code) != 0;
  come_back(x, &c);
  return result;
}

static bool is_outranked(pml_machine *x, uint8_t *bytes, uint32_t size,
                         uint32_t pid) {
  uint8_t mine = bytes[x->layout.frame[pid] + 1];
  for (uint32_t i = 0; i < x->layout.processes; i++)
    if (bytes[x->layout.frame[i] + 1] > mine &&
        is_provided(x, bytes, size, i) && pml_is_enabled(x, bytes, size, i))
      return true;
  return false;
}

bool pml_may_move(pml_machine *x, uint8_t *bytes, uint32_t size, uint32_t pid) {
  x->some = false;
  return is_provided(x, bytes, size, pid) &&
         !(x->p->has_priority && is_outranked(x, bytes, size, pid));
}

static void cover(pml_machine *x, const pml_move *move, uint32_t pid) {
  uint32_t place = move->statement == PML_NONE
                       ? x->x->place_of_end.at[x->layout.type[pid]]
                       : x->x->place_of_statement.at[move->statement];
  if (place != PML_NONE)
    x->covered[place >> 3] |= (uint8_t)(1 << (place & 7));
}

/* What was possible before in this list makes it ambiguous. */
static void check_deterministic(pml_machine *x, const pml_move *move,
                                bool some) {
  if (some && move->must_be_first)
    pml_fault(x, MODEL_ERROR, "two steps are possible at once in a D_proctype");
}

/* The process is behind its move; the state is x->state. */
static void settle(pml_machine *x, const pml_move *move, uint32_t pid) {
  if (move->kind != PML_MOVE_END)
    pml_set_point(x, x->state, pid, move->to);
  if (x->p->has_last && !MUTANT("promela-last"))
    x->state[x->p->last_offset] = (uint8_t)pid;
  cover(x, move, pid);
}

static void copy_to(pml_machine *x, uint8_t *to, const uint8_t *bytes,
                    uint32_t size, uint32_t pid) {
  memcpy(to, bytes, size);
  enter(x, to, size, pid);
}

static bool is_possible_receipt(pml_machine *x, const pml_move *move) {
  const pml_talk *t = x->p->talks.at + move->talk;
  if (pml_talk_channel(x, t) != (int32_t)x->offer.channel)
    return false;
  if (t->keeps) {
    pml_fault(x, MODEL_ERROR,
              "the content of a rendezvous channel cannot be looked at");
    return false;
  }
  return pml_takes_offer(x, t);
}

/* Each partner's step has the faults of the offer and its own, and none of
 * another partner: whoever is not the first gets copies of those of the offer.
 * 'before': how many faults there were before the partner was asked. Where the
 * step's faults begin. */
static size_t take_over_faults(pml_machine *x, const pml_taking *sender,
                               size_t before) {
  model_steps *out = x->out;
  size_t first = sender->first_fault, end = first + sender->offer_faults;
  if (before == end && !x->follow) {
    x->is_offer_told = true;
    return first;
  }
  for (size_t i = first; i < end; i++) {
    char words[512];
    model_fault f = out->faults.at[i];
    snprintf(words, sizeof words, "%s", out->fault_text.at + f.at);
    if (!x->follow)
      f.step = MODEL_NONE;
    model_steps_fault(out, &f, "%s", words);
  }
  return before;
}

/* The offer's own faults have been copied for all who took it. */
static void drop_offer_faults(pml_machine *x, const pml_taking *sender) {
  model_steps *out = x->out;
  size_t first = sender->first_fault, end = first + sender->offer_faults;
  if (first == end || x->is_offer_told)
    return;
  memmove(out->faults.at + first, out->faults.at + end,
          (out->faults.count - end) * sizeof *out->faults.at);
  out->faults.count -= end - first;
}

/* 'half' is the state with the offer; process 'pid' takes it. */
static void receive_offer(pml_machine *x, uint8_t *half, uint32_t size,
                          uint32_t pid, const pml_move *move, bool some,
                          const pml_taking *sender, size_t before) {
  const pml_talk *t = x->p->talks.at + move->talk;
  pml_taking taking = *sender;
  pml_offer offer = x->offer;
  uint32_t processes = x->layout.processes, channels = x->layout.channels;
  taking.partner = pid;
  taking.received = move;
  taking.first_fault = take_over_faults(x, sender, before);
  x->statement = move->statement;
  copy_to(x, x->work, half, size, pid);
  x->offer.channel = 0;
  if (x->p->watch.process != PML_NONE && !x->halted)
    pml_watch_event(x, false, (int32_t)offer.channel, offer.fields,
                    offer.count);
  memcpy(x->message, offer.fields, offer.count * sizeof *x->message);
  if (!x->halted)
    pml_assign_message(x, t, offer.count);
  if (!x->halted && move->effect != PML_NONE)
    pml_run(x, move->effect);
  check_deterministic(x, move, some);
  if (x->halted)
    pml_arrive_nowhere(x, &taking);
  else {
    settle(x, move, pid);
    pml_arrive(x, &taking, move->atomic ? pid : PML_NONE);
  }
  x->layout.processes = processes;
  x->layout.channels = channels;
  x->offer = offer;
}

static bool find_partner(pml_machine *x, uint8_t *half, uint32_t size,
                         uint32_t last, const pml_taking *sender,
                         uint32_t level);

/* The bytes of the state after so many d_steps within this handshake. */
static uint8_t *half_after(const pml_machine *x, uint32_t d_steps) {
  assert(d_steps <= PML_QUIRKS);
  return x->half + (size_t)(x->current - x->base) * d_steps;
}

/* Did fewer d_steps lead to the state of so many, by the same process at the
 * end? Then whatever may follow is tried there already. */
static bool was_before(const pml_machine *x, uint32_t size, uint32_t pid,
                       const pml_between *before, uint32_t d_steps) {
  const uint8_t *state = half_after(x, d_steps);
  for (uint32_t i = d_steps; i-- > 1; before = before->before)
    if (before->pid == pid && memcmp(state, half_after(x, i), size) == 0)
      return true;
  return false;
}

/* A d_step that does not look whether a handshake is going on: it runs, and
 * the handshake goes on behind it (notes, 7). True: the offer was taken then.
 * SPIN's verifier takes the d_step itself for that (an 'else' beside the send
 * is not possible, an atomic sequence that blocks there gives nothing away),
 * and misses what runs can do. */
static bool barge_in(pml_machine *x, uint8_t *half, uint32_t size, uint32_t pid,
                     const pml_move *move, const pml_taking *sender,
                     uint32_t level, bool *ran) {
  pml_taking taking = *sender;
  pml_between between = {pid, move, sender->between};
  if (move->guard != PML_NONE && !pml_run(x, move->guard))
    return false;
  *ran = true;
  if (level >= PML_QUIRKS) /* to leave the rest out would be a wrong verdict */
    mem_raise(x->out->m->budget, MEM_ENDLESS);
  uint8_t *next = half_after(x, level + 1);
  copy_to(x, next, half, size, pid);
  if (move->effect != PML_NONE)
    pml_run(x, move->effect);
  taking.between = &between;
  taking.movers |= pml_mover(pid);
  if (x->halted) {
    pml_arrive_nowhere(x, &taking);
    return true;
  }
  settle(x, move, pid);
  if (was_before(x, size, pid, sender->between, level + 1))
    return false;
  taking.offer_faults = x->out->faults.count - taking.first_fault;
  return find_partner(x, next, size, pid, &taking, level + 1) ||
         MUTANT("promela-dstep-takes-offer");
}

/* The moves of a process that could be the partner: was there one? */
static bool try_partner(pml_machine *x, uint8_t *half, uint32_t size,
                        uint32_t pid, const pml_taking *sender,
                        uint32_t level) {
  const pml_point *point = pml_point_of(x, half, pid);
  uint32_t escape = 0;
  bool some = false, any = false; /* a d_step between is no receipt */
  if (!pml_may_move(x, half, size, pid))
    return false;
  for (uint32_t i = 0; i < point->count; i++) {
    const pml_move *move = &x->moves[point->first + i];
    bool taken = false, ran = false;
    if (escape && move->escape != escape)
      break;
    enter(x, half, size, pid);
    x->statement = move->statement;
    x->halted = false;
    if (move->kind == PML_MOVE_RECEIVE) {
      size_t before = sender ? x->out->faults.count : 0;
      /* What cannot even be tested is a step that leads nowhere. */
      taken = is_possible_receipt(x, move) || x->halted;
      if (taken && sender)
        receive_offer(x, half, size, pid, move, some, sender, before);
    } else if (move->kind == PML_MOVE_PLAIN && move->ignores_offers)
      taken =
          !sender || barge_in(x, half, size, pid, move, sender, level, &ran);
    any |= taken;
    if (!taken && !ran)
      continue;
    x->some = true;
    some |= move->kind == PML_MOVE_RECEIVE;
    escape = move->escape;
    if (!sender)
      break;
  }
  return any;
}

/* Where nobody is waiting nobody need be asked. But a d_step that does not look
 * for handshakes moves its process while an offer is made. */
void pml_find_receivers(pml_machine *x, const uint8_t *bytes) {
  x->receivers = 0;
  for (uint32_t i = x->layout.processes; i-- > 0;) {
    uint32_t first = x->behaviours[x->layout.type[i]].first_point;
    if (x->x->has_quirk || x->x->receives.at[first + pml_point_at(x, bytes, i)])
      x->receiver[x->receivers++] = (uint8_t)i;
  }
}

/* Whoever moved last cannot take the offer. Without a sender: is there any? */
static bool find_partner(pml_machine *x, uint8_t *half, uint32_t size,
                         uint32_t last, const pml_taking *sender,
                         uint32_t level) {
  bool taken = false;
  for (uint32_t i = 0; i < x->receivers; i++) {
    if (x->receiver[i] == last)
      continue;
    taken |= try_partner(x, half, size, x->receiver[i], sender, level);
    if (taken && !sender)
      break;
  }
  return taken;
}

/* A send on a rendezvous channel: what is sent has been evaluated. */
static bool shake_hands(pml_machine *x, uint8_t *bytes, uint32_t size,
                        int32_t channel, pml_taking *taking, bool is_question) {
  const pml_move *move = taking->move;
  const pml_talk *t = x->p->talks.at + move->talk;
  const pml_queue *q = &x->p->queues.at[x->layout.queue[channel]];
  bool some = x->some, timeout = x->timeout;
  if (x->receivers == PML_NONE)
    pml_find_receivers(x, bytes);
  /* An offer that is wrong is an error even if nobody takes it. */
  if (x->receivers == 0 && t->count == q->fields &&
      x->p->watch.process == PML_NONE && !(some && move->must_be_first))
    return false;
  pml_make_offer(x, t, channel);
  copy_to(x, x->half, bytes, size, taking->pid);
  pml_set_point(x, x->half, taking->pid, move->to);
  if (x->p->has_last)
    x->half[x->p->last_offset] = (uint8_t)taking->pid;
  x->offer = (pml_offer){(uint32_t)channel, q->fields, x->offered};
  if (x->p->watch.process != PML_NONE)
    pml_watch_event(x, true, channel, x->offer.fields, x->offer.count);
  if (!is_question) {
    check_deterministic(x, move, some);
    taking->offer_faults = x->out->faults.count - taking->first_fault;
    x->is_offer_told = false;
  }
  x->timeout = false;
  bool taken = find_partner(x, x->half, size, taking->pid,
                            is_question ? NULL : taking, 0);
  x->offer.channel = 0;
  x->timeout = timeout;
  x->some = some;
  x->halted = false;
  if (taken && !is_question)
    cover(x, move, taking->pid);
  if (taken && !is_question)
    drop_offer_faults(x, taking);
  return taken;
}

/* x->state is the copy; the rest of the move, then there it is. */
static void finish(pml_machine *x, const pml_taking *taking) {
  const pml_move *move = taking->move;
  if (!x->halted && move->effect != PML_NONE)
    pml_run(x, move->effect);
  x->statement = move->statement; /* of a d_step, it was a part of it */
  check_deterministic(x, move, x->some);
  if (x->halted)
    return;
  settle(x, move, taking->pid);
  pml_arrive(x, taking, move->atomic ? taking->pid : PML_NONE);
}

static bool try_send(pml_machine *x, uint8_t *bytes, uint32_t size,
                     pml_taking *taking) {
  const pml_talk *t = x->p->talks.at + taking->move->talk;
  int32_t channel = pml_talk_channel(x, t);
  uint32_t queue = pml_channel_queue(x, channel);
  if (queue != PML_NONE && x->p->queues.at[queue].capacity == 0) {
    pml_evaluate_words(x, t);
    return x->halted || shake_hands(x, bytes, size, channel, taking, false);
  }
  if (!pml_can_send(x, channel) || x->halted)
    return x->halted;
  bool is_lost = pml_is_lost(x, channel);
  if (!is_lost)
    pml_evaluate_words(x, t);
  if (x->halted)
    return true;
  copy_to(x, x->work, bytes, size, taking->pid);
  if (!is_lost)
    pml_send(x, t, channel);
  finish(x, taking);
  return true;
}

static bool try_receive(pml_machine *x, uint8_t *bytes, uint32_t size,
                        pml_taking *taking) {
  const pml_talk *t = x->p->talks.at + taking->move->talk;
  int32_t channel = pml_talk_channel(x, t);
  uint32_t slot = pml_find_message(x, t, channel);
  if (slot == PML_NONE || x->halted)
    return x->halted;
  copy_to(x, x->work, bytes, size, taking->pid);
  pml_take_message(x, t, channel, slot);
  finish(x, taking);
  return true;
}

/* The guard has been seen to. False: it is not possible. A fault that leaves no
 * step is possible. */
static bool try_move(pml_machine *x, uint8_t *bytes, uint32_t size,
                     pml_taking *taking) {
  const pml_move *move = taking->move;
  uint32_t pid = taking->pid;
  switch (move->kind) {
  case PML_MOVE_ELSE:
    if (x->some)
      return false;
    break;
  case PML_MOVE_PLAIN:
    if (x->halted)
      return true;
    break;
  case PML_MOVE_SEND:
    return try_send(x, bytes, size, taking);
  case PML_MOVE_RECEIVE:
    return try_receive(x, bytes, size, taking);
  case PML_MOVE_END:
    if (pid + 1 != x->layout.processes)
      return false;
    size = x->layout.frame[pid];
    break;
  }
  copy_to(x, x->work, bytes, size, pid);
  finish(x, taking);
  return true;
}

bool pml_try_move(pml_machine *x, uint8_t *bytes, uint32_t size, uint32_t pid,
                  uint64_t movers, const pml_move *move) {
  uint32_t processes = x->layout.processes, channels = x->layout.channels;
  pml_taking taking = {.pid = pid,
                       .move = move,
                       .partner = PML_NONE,
                       .movers = movers | pml_mover(pid),
                       .first_fault = x->out->faults.count};
  enter(x, bytes, size, pid);
  x->statement = move->statement;
  x->halted = false;
  if (move->guard != PML_NONE && !pml_run(x, move->guard) && !x->halted)
    return false;
  if (!try_move(x, bytes, size, &taking))
    return false;
  if (x->halted)
    pml_arrive_nowhere(x, &taking);
  x->layout.processes = processes;
  x->layout.channels = channels;
  x->some = !MUTANT("promela-else-always");
  return true;
}

static base_noinline uint32_t interpret(pml_machine *x, uint8_t *bytes,
                                        uint32_t size, uint32_t pid,
                                        uint64_t movers) {
  const pml_point *point = pml_point_of(x, bytes, pid);
  const pml_move *move = x->moves + point->first, *end = move + point->count;
  uint32_t taken = 0, escape = 0;
  if (!pml_may_move(x, bytes, size, pid))
    return 0;
  for (; move < end; move++) {
    if (escape && move->escape != escape)
      break;
    if (!pml_try_move(x, bytes, size, pid, movers, move))
      continue;
    escape = move->escape;
    taken++;
  }
  x->single += taken;
  return taken;
}

/* Small, and its calls are its last act: most processes cannot move. */
uint32_t pml_expand(pml_machine *x, uint8_t *bytes, uint32_t size, uint32_t pid,
                    uint64_t movers) {
  pml_expand_fn *const *compiled = x->compiled;
  if (compiled) {
    uint32_t first = x->behaviours[x->layout.type[pid]].first_point;
    pml_expand_fn *expand = compiled[first + pml_point_at(x, bytes, pid)];
    if (expand)
      return expand(x, bytes, size, pid, movers);
  }
  return interpret(x, bytes, size, pid, movers);
}

/* As is_move_enabled, but a send needs its partner. */
static bool has_move(pml_machine *x, uint8_t *bytes, uint32_t size,
                     uint32_t pid) {
  const pml_point *point = pml_point_of(x, bytes, pid);
  if (!pml_may_move(x, bytes, size, pid))
    return false;
  for (uint32_t i = 0; i < point->count; i++) {
    const pml_move *move = &x->moves[point->first + i];
    enter(x, bytes, size, pid);
    x->halted = x->some = false;
    if (!is_move_enabled(x, move, pid) && !x->halted)
      continue;
    if (move->kind != PML_MOVE_SEND || x->halted)
      return true;
    const pml_talk *t = x->p->talks.at + move->talk;
    int32_t channel = pml_talk_channel(x, t);
    uint32_t queue = pml_channel_queue(x, channel);
    if (queue == PML_NONE || x->p->queues.at[queue].capacity)
      return true;
    pml_taking taking = {.pid = pid, .move = move, .partner = PML_NONE};
    pml_evaluate_words(x, t);
    if (shake_hands(x, bytes, size, channel, &taking, true))
      return true;
  }
  return false;
}

static void note_single(pml_machine *x, const pml_single *s) {
  (void)s;
  *(bool *)x->follower = true;
}

/* Where a d_step may come between the halves of a handshake, only taking the
 * step shows whether there is one. Nothing of it is kept. */
static bool can_take_step(pml_machine *x, uint8_t *bytes, uint32_t size,
                          uint32_t pid) {
  model_steps *out = x->out;
  model_steps none = {.m = out ? out->m : NULL};
  pml_expand_fn *const *compiled = x->compiled;
  bool found = false;
  x->out = &none;
  x->compiled = NULL;
  x->follow = note_single;
  x->follower = &found;
  pml_expand(x, bytes, size, pid, 0);
  x->follow = NULL;
  x->compiled = compiled;
  x->out = out;
  return found;
}

static uint64_t movers_in_round(pml_machine *x, uint8_t *bytes, uint32_t size,
                                bool timeout) {
  uint64_t result = 0;
  context c = leave(x);
  bool before = x->timeout;
  x->timeout = timeout;
  for (uint32_t i = 0; i < x->layout.processes; i++)
    if (has_move(x, bytes, size, i) &&
        (!x->x->has_quirk || can_take_step(x, bytes, size, i)))
      result |= pml_mover(i);
  x->timeout = before;
  come_back(x, &c);
  return result;
}

uint64_t pml_movers(pml_machine *x, uint8_t *bytes, uint32_t size) {
  uint64_t result = movers_in_round(x, bytes, size, false);
  return result || !x->p->has_timeout ? result
                                      : movers_in_round(x, bytes, size, true);
}

bool pml_is_stuck(pml_machine *x, uint8_t *bytes, uint32_t size) {
  return movers_in_round(x, bytes, size, false) == 0;
}
