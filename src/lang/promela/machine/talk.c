/* Messages: sending, receiving, polling, and the trace that listens. */
#include "lang/promela/machine/state.h"

#include "base/mutant.h"

#include <assert.h>

static const char *what_channel(int32_t channel) {
  return channel == 0 ? "is not initialised" : "does not exist any more";
}

/* Length, or if 'want_full': is it full? */
int32_t pml_length(pml_machine *machine, int32_t channel, bool want_full) {
  uint32_t number = pml_channel_queue(machine, channel);
  if (base_unlikely(number == PML_NONE)) {
    if (want_full)
      pml_halt(machine, "the channel %s", what_channel(channel));
    else if (channel == 0)
      pml_fault(machine, MODEL_ERROR, "the channel is not initialised");
    return 0;
  }
  const pml_queue *queue = &machine->p->queues.at[number];
  if (queue->capacity == 0)
    return 0;
  uint32_t length = machine->state[machine->layout.contents[channel]];
  return want_full ? length == queue->capacity : (int32_t)length;
}

int32_t pml_talk_channel(pml_machine *machine, const pml_talk *talk) {
  const uint32_t *w = machine->code + talk->channel;
  /* Nearly always a plain variable. */
  if (w[0] == PML_QUICK_GLOBAL8 && w[3] == PML_OP_DONE)
    return machine->state[w[1]];
  if (w[0] == PML_QUICK_LOCAL8 && w[3] == PML_OP_DONE)
    return machine->state[machine->frame + w[1]];
  return pml_run(machine, talk->channel);
}

static int32_t word_value(pml_machine *machine, const pml_word *word) {
  const uint32_t *w = machine->code + word->code;
  if (w[0] == PML_QUICK_CONSTANT)
    return (int32_t)w[1];
  return pml_run(machine, word->code);
}

void pml_evaluate_words(pml_machine *machine, const pml_talk *talk) {
  const pml_word *word = machine->p->words.at + talk->first;
  for (uint32_t i = 0; i < talk->count; i++)
    machine->sent[i] = word_value(machine, word + i);
}

bool pml_can_send(pml_machine *machine, int32_t channel) {
  uint32_t number = pml_channel_queue(machine, channel);
  if (base_unlikely(number == PML_NONE)) {
    pml_halt(machine, "the channel %s", what_channel(channel));
    return false;
  }
  uint32_t capacity = machine->p->queues.at[number].capacity;
  return machine->state[machine->layout.contents[channel]] < capacity ||
         (capacity && machine->p->syntax->reading.loses_messages);
}

bool pml_is_lost(const pml_machine *machine, int32_t channel) {
  uint32_t capacity =
      machine->p->queues.at[machine->layout.queue[channel]].capacity;
  assert(capacity > 0);
  return machine->p->syntax->reading.loses_messages &&
         machine->state[machine->layout.contents[channel]] == capacity;
}

static void tell_count(pml_machine *machine, uint32_t given, uint32_t fields,
                       const char *verb) {
  pml_fault(machine, MODEL_ERROR,
            "%s %u values through a channel whose messages have %u", verb,
            (unsigned)given, (unsigned)fields);
}

/* Where a sorted send puts its message: before the first that is greater. The
 * value sent is compared as it is, before it is cut. */
static uint32_t sorted_slot(const pml_machine *machine, const pml_queue *queue,
                            const uint8_t *messages, uint32_t length,
                            uint32_t given) {
  const pml_scalar *fields = machine->p->fields.at + queue->first_field;
  for (uint32_t i = 0; i < length; i++) {
    const uint8_t *at = messages + (size_t)i * queue->message_bytes;
    for (uint32_t k = 0; k < queue->fields; k++) {
      int32_t there = pml_load(at, pml_scalar_word(&fields[k]));
      int32_t mine = k < given ? machine->sent[k] : 0;
      if (mine > there)
        break;
      if (mine < there && !MUTANT("promela-sorted-send"))
        return i;
      at += fields[k].bytes;
    }
  }
  return length;
}

static void write_message(const pml_machine *machine, const pml_queue *queue,
                          uint8_t *at, uint32_t given) {
  const pml_scalar *fields = machine->p->fields.at + queue->first_field;
  for (uint32_t k = 0; k < queue->fields; k++) {
    uint32_t scalar = pml_scalar_word(&fields[k]);
    pml_put(at, scalar, k < given ? pml_cut(machine->sent[k], scalar) : 0);
    at += fields[k].bytes;
  }
}

static void read_message(const pml_machine *machine, const pml_queue *queue,
                         const uint8_t *at, int32_t *out) {
  const pml_scalar *fields = machine->p->fields.at + queue->first_field;
  for (uint32_t k = 0; k < queue->fields; k++) {
    out[k] = pml_load(at, pml_scalar_word(&fields[k]));
    at += fields[k].bytes;
  }
}

void pml_send(pml_machine *machine, const pml_talk *talk, int32_t channel) {
  const pml_queue *queue =
      &machine->p->queues.at[machine->layout.queue[channel]];
  uint8_t *contents = machine->state + machine->layout.contents[channel];
  uint8_t *messages = contents + 1;
  uint32_t length = contents[0], slot = length, bytes = queue->message_bytes;
  if (talk->random) {
    slot = sorted_slot(machine, queue, messages, length, talk->count);
    memmove(messages + (size_t)(slot + 1) * bytes,
            messages + (size_t)slot * bytes, (size_t)(length - slot) * bytes);
  }
  contents[0] = (uint8_t)(length + 1);
  write_message(machine, queue, messages + (size_t)slot * bytes, talk->count);
  if (talk->count != queue->fields)
    tell_count(machine, talk->count, queue->fields, "sends");
  if (machine->p->watch.process != PML_NONE) {
    read_message(machine, queue, messages + (size_t)slot * bytes,
                 machine->message);
    pml_watch_event(machine, true, channel, machine->message, queue->fields);
  }
}

void pml_make_offer(pml_machine *machine, const pml_talk *talk,
                    int32_t channel) {
  const pml_queue *queue =
      &machine->p->queues.at[machine->layout.queue[channel]];
  const pml_scalar *fields = machine->p->fields.at + queue->first_field;
  for (uint32_t k = 0; k < queue->fields; k++)
    machine->offered[k] =
        k < talk->count && MUTANT("promela-offer-uncut") ? machine->sent[k]
        : k < talk->count
            ? pml_cut(machine->sent[k], pml_scalar_word(&fields[k]))
            : 0;
  if (talk->count != queue->fields)
    tell_count(machine, talk->count, queue->fields, "sends");
}

/* A receive may name more fields than the messages have. SPIN's verifier gives
 * 0 for them if there is but one field, and else cannot go on (notes, 11). */
static bool is_beyond(pml_machine *machine, const pml_talk *talk, uint32_t i,
                      uint32_t fields) {
  if (i < fields || fields == 1)
    return false;
  pml_halt(machine, "receives %u values of a channel whose messages have %u",
           (unsigned)talk->count, (unsigned)fields);
  return true;
}

bool pml_takes_offer(pml_machine *machine, const pml_talk *talk) {
  const pml_word *word = machine->p->words.at + talk->first;
  for (uint32_t i = 0; i < talk->count; i++)
    if (word[i].kind == PML_WORD_VALUE &&
        (is_beyond(machine, talk, i, machine->offer.count) ||
         word_value(machine, word + i) !=
             (i < machine->offer.count ? machine->offer.fields[i] : 0)))
      return false;
  return true;
}

/* The words are evaluated one by one and not kept: an eval() may look into
 * another channel. */
static bool takes_message(pml_machine *machine, const pml_talk *talk,
                          const pml_queue *queue, const uint8_t *at) {
  const pml_word *word = machine->p->words.at + talk->first;
  const pml_scalar *fields = machine->p->fields.at + queue->first_field;
  for (uint32_t i = 0; i < talk->count; i++) {
    bool is_there = i < queue->fields;
    if (word[i].kind == PML_WORD_VALUE &&
        (is_beyond(machine, talk, i, queue->fields) ||
         word_value(machine, word + i) !=
             (is_there ? pml_load(at, pml_scalar_word(&fields[i])) : 0)))
      return false;
    at += is_there ? fields[i].bytes : 0;
  }
  return true;
}

uint32_t pml_find_message(pml_machine *machine, const pml_talk *talk,
                          int32_t channel) {
  uint32_t number = pml_channel_queue(machine, channel);
  if (base_unlikely(number == PML_NONE)) {
    if (channel == 0)
      pml_fault(machine, MODEL_ERROR, "the channel is not initialised");
    return PML_NONE;
  }
  const pml_queue *queue = &machine->p->queues.at[number];
  const uint8_t *contents = machine->state + machine->layout.contents[channel];
  if (queue->capacity == 0) {
    if (talk->is_poll || talk->keeps)
      pml_fault(machine, MODEL_ERROR,
                "the content of a rendezvous channel cannot be looked at");
    return PML_NONE;
  }
  uint32_t length = contents[0];
  if (length == 0)
    return PML_NONE;
  if (!talk->random)
    length = 1;
  for (uint32_t i = 0; i < length; i++)
    if (takes_message(machine, talk, queue,
                      contents + 1 + (size_t)i * queue->message_bytes))
      return i;
  return PML_NONE;
}

void pml_assign_message(pml_machine *machine, const pml_talk *talk,
                        uint32_t fields) {
  const pml_word *word = machine->p->words.at + talk->first;
  bool is_fixed = true;
  if (talk->count > fields && is_beyond(machine, talk, fields, fields))
    return;
  for (uint32_t i = 0; i < talk->count; i++, word++) {
    is_fixed &= word->kind == PML_WORD_VALUE;
    if (word->kind != PML_WORD_TARGET)
      continue;
    int32_t address = word->code == PML_NONE ? 0 : pml_run(machine, word->code);
    if (address == PML_OUTSIDE)
      continue;
    uint32_t scalar = pml_scalar_word(&word->scalar);
    int32_t value = i < fields ? machine->message[i] : 0;
    int32_t kept = pml_cut(value, scalar);
    uint32_t at = word->offset + (word->is_local ? machine->frame : 0);
    pml_put(machine->state + at + address, scalar, kept);
    if (base_unlikely(kept != value))
      pml_note_cut(machine, machine->x->code_words + talk->first + i, value,
                   word->variable);
  }
  if (talk->count == fields || talk->keeps)
    return;
  /* SPIN cannot go on where nothing is left to be assigned. */
  if (is_fixed)
    pml_halt(machine, "receives %u values of a channel whose messages have %u",
             (unsigned)talk->count, (unsigned)fields);
  else
    tell_count(machine, talk->count, fields, "receives");
}

void pml_take_message(pml_machine *machine, const pml_talk *talk,
                      int32_t channel, uint32_t slot) {
  const pml_queue *queue =
      &machine->p->queues.at[machine->layout.queue[channel]];
  uint8_t *contents = machine->state + machine->layout.contents[channel];
  uint8_t *messages = contents + 1;
  uint32_t bytes = queue->message_bytes;
  if (!talk->keeps && machine->p->watch.process != PML_NONE) {
    read_message(machine, queue, messages + (size_t)slot * bytes,
                 machine->message);
    pml_watch_event(machine, false, channel, machine->message, queue->fields);
  }
  read_message(machine, queue, messages + (size_t)slot * bytes,
               machine->message);
  if (!talk->keeps) {
    uint32_t left = --contents[0];
    memmove(messages + (size_t)slot * bytes,
            messages + (size_t)(slot + 1) * bytes,
            (size_t)(left - slot) * bytes);
    memset(messages + (size_t)left * bytes, 0, bytes);
  }
  pml_assign_message(machine, talk, queue->fields);
}

bool pml_poll(pml_machine *machine, const pml_talk *talk) {
  return pml_find_message(machine, talk, pml_talk_channel(machine, talk)) !=
         PML_NONE;
}

/* Runs what the trace says in nobody's name. */
static int32_t watch_value(pml_machine *machine, uint32_t code) {
  uint32_t pid = machine->pid, frame = machine->frame;
  machine->pid = PML_NONE;
  machine->frame = 0;
  int32_t value = pml_run(machine, code);
  machine->pid = pid;
  machine->frame = frame;
  return value;
}

static bool is_event(pml_machine *machine, const pml_move *move, bool is_send,
                     int32_t channel) {
  return move->kind == (is_send ? PML_MOVE_SEND : PML_MOVE_RECEIVE) &&
         watch_value(machine, machine->p->talks.at[move->talk].channel) ==
             channel;
}

/* Does the trace speak of such events at all? */
static bool is_watched(pml_machine *machine, bool is_send, int32_t channel) {
  const pml_behaviour *behaviour =
      &machine->behaviours[machine->p->watch.process];
  for (uint32_t i = 0; i < behaviour->points; i++) {
    const pml_point *point = &machine->points[behaviour->first_point + i];
    for (uint32_t k = 0; k < point->count; k++)
      if (is_event(machine, &machine->moves[point->first + k], is_send,
                   channel))
        return true;
  }
  return false;
}

static bool is_as_traced(pml_machine *machine, const pml_move *move,
                         const int32_t *fields, uint32_t count) {
  assert(move->talk < machine->p->talks.count);
  const pml_talk *talk = &machine->p->talks.at[move->talk];
  const pml_word *words = machine->p->words.at + talk->first;
  for (uint32_t i = 0; i < talk->count; i++)
    if (words[i].kind == PML_WORD_VALUE &&
        watch_value(machine, words[i].code) != (i < count ? fields[i] : 0))
      return false;
  return true;
}

void pml_watch_event(pml_machine *machine, bool is_send, int32_t channel,
                     const int32_t *fields, uint32_t count) {
  const pml_lowered *lowered = machine->p;
  const pml_behaviour *behaviour = &machine->behaviours[lowered->watch.process];
  uint8_t *position = machine->state + lowered->watch_offset;
  uint32_t at = (uint32_t)(position[0] | position[1] << 8);
  uint32_t to = PML_NONE;
  if (!is_watched(machine, is_send, channel))
    return;
  const pml_point *point = &machine->points[behaviour->first_point + at];
  for (uint32_t k = 0; k < point->count && at != machine->x->watch_end; k++) {
    const pml_move *move = &machine->moves[point->first + k];
    if (!is_event(machine, move, is_send, channel) ||
        !is_as_traced(machine, move, fields, count))
      continue;
    if (to != PML_NONE) {
      pml_halt(machine, "the trace can take this event in two ways");
      return;
    }
    to = move->to;
  }
  if (lowered->watch.is_notrace) {
    if (to == PML_NONE)
      to = machine->x->watch_end; /* it can be matched no more */
    else if (to == machine->x->watch_end)
      pml_fault(machine, MODEL_ERROR, "all events of the notrace happened");
  } else if (to == PML_NONE) {
    pml_fault(machine, MODEL_ERROR, "the trace does not allow this event");
    return;
  }
  position[0] = (uint8_t)to;
  position[1] = (uint8_t)(to >> 8);
}
