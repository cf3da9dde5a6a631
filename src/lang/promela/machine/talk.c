/* Messages: sending, receiving, polling, and the trace that listens. */
#include "lang/promela/machine/state.h"

#include "base/mutant.h"

#include <assert.h>

static const char *what_channel(int32_t channel) {
  return channel == 0 ? "is not initialised" : "does not exist any more";
}

/* Length, or if 'want_full': is it full? */
int32_t pml_length(pml_machine *x, int32_t channel, bool want_full) {
  uint32_t number = pml_channel_queue(x, channel);
  if (base_unlikely(number == PML_NONE)) {
    if (want_full)
      pml_halt(x, "the channel %s", what_channel(channel));
    else if (channel == 0)
      pml_fault(x, MODEL_ERROR, "the channel is not initialised");
    return 0;
  }
  const pml_queue *q = &x->p->queues.at[number];
  if (q->capacity == 0)
    return 0;
  uint32_t length = x->state[x->layout.contents[channel]];
  return want_full ? length == q->capacity : (int32_t)length;
}

int32_t pml_talk_channel(pml_machine *x, const pml_talk *t) {
  const uint32_t *w = x->code + t->channel;
  /* Nearly always a plain variable. */
  if (w[0] == PML_QUICK_GLOBAL8 && w[3] == PML_OP_DONE)
    return x->state[w[1]];
  if (w[0] == PML_QUICK_LOCAL8 && w[3] == PML_OP_DONE)
    return x->state[x->frame + w[1]];
  return pml_run(x, t->channel);
}

static int32_t word_value(pml_machine *x, const pml_word *word) {
  const uint32_t *w = x->code + word->code;
  if (w[0] == PML_QUICK_CONSTANT)
    return (int32_t)w[1];
  return pml_run(x, word->code);
}

void pml_evaluate_words(pml_machine *x, const pml_talk *t) {
  const pml_word *word = x->p->words.at + t->first;
  for (uint32_t i = 0; i < t->count; i++)
    x->sent[i] = word_value(x, word + i);
}

bool pml_can_send(pml_machine *x, int32_t channel) {
  uint32_t number = pml_channel_queue(x, channel);
  if (base_unlikely(number == PML_NONE)) {
    pml_halt(x, "the channel %s", what_channel(channel));
    return false;
  }
  uint32_t capacity = x->p->queues.at[number].capacity;
  return x->state[x->layout.contents[channel]] < capacity ||
         (capacity && x->p->syntax->reading.loses_messages);
}

bool pml_is_lost(const pml_machine *x, int32_t channel) {
  uint32_t capacity = x->p->queues.at[x->layout.queue[channel]].capacity;
  assert(capacity > 0);
  return x->p->syntax->reading.loses_messages &&
         x->state[x->layout.contents[channel]] == capacity;
}

static void tell_count(pml_machine *x, uint32_t given, uint32_t fields,
                       const char *verb) {
  pml_fault(x, MODEL_ERROR,
            "%s %u values through a channel whose messages have %u", verb,
            (unsigned)given, (unsigned)fields);
}

/* Where a sorted send puts its message: before the first that is greater. The
 * value sent is compared as it is, before it is cut. */
static uint32_t sorted_slot(const pml_machine *x, const pml_queue *q,
                            const uint8_t *messages, uint32_t length,
                            uint32_t given) {
  const pml_scalar *fields = x->p->fields.at + q->first_field;
  for (uint32_t i = 0; i < length; i++) {
    const uint8_t *at = messages + (size_t)i * q->message_bytes;
    for (uint32_t k = 0; k < q->fields; k++) {
      int32_t there = pml_load(at, pml_scalar_word(&fields[k]));
      int32_t mine = k < given ? x->sent[k] : 0;
      if (mine > there)
        break;
      if (mine < there && !MUTANT("promela-sorted-send"))
        return i;
      at += fields[k].bytes;
    }
  }
  return length;
}

static void write_message(const pml_machine *x, const pml_queue *q, uint8_t *at,
                          uint32_t given) {
  const pml_scalar *fields = x->p->fields.at + q->first_field;
  for (uint32_t k = 0; k < q->fields; k++) {
    uint32_t scalar = pml_scalar_word(&fields[k]);
    pml_put(at, scalar, k < given ? pml_cut(x->sent[k], scalar) : 0);
    at += fields[k].bytes;
  }
}

static void read_message(const pml_machine *x, const pml_queue *q,
                         const uint8_t *at, int32_t *out) {
  const pml_scalar *fields = x->p->fields.at + q->first_field;
  for (uint32_t k = 0; k < q->fields; k++) {
    out[k] = pml_load(at, pml_scalar_word(&fields[k]));
    at += fields[k].bytes;
  }
}

void pml_send(pml_machine *x, const pml_talk *t, int32_t channel) {
  const pml_queue *q = &x->p->queues.at[x->layout.queue[channel]];
  uint8_t *contents = x->state + x->layout.contents[channel];
  uint8_t *messages = contents + 1;
  uint32_t length = contents[0], slot = length, bytes = q->message_bytes;
  if (t->random) {
    slot = sorted_slot(x, q, messages, length, t->count);
    memmove(messages + (size_t)(slot + 1) * bytes,
            messages + (size_t)slot * bytes, (size_t)(length - slot) * bytes);
  }
  contents[0] = (uint8_t)(length + 1);
  write_message(x, q, messages + (size_t)slot * bytes, t->count);
  if (t->count != q->fields)
    tell_count(x, t->count, q->fields, "sends");
  if (x->p->watch.process != PML_NONE) {
    read_message(x, q, messages + (size_t)slot * bytes, x->message);
    pml_watch_event(x, true, channel, x->message, q->fields);
  }
}

void pml_make_offer(pml_machine *x, const pml_talk *t, int32_t channel) {
  const pml_queue *q = &x->p->queues.at[x->layout.queue[channel]];
  const pml_scalar *fields = x->p->fields.at + q->first_field;
  for (uint32_t k = 0; k < q->fields; k++)
    x->offered[k] = k < t->count && MUTANT("promela-offer-uncut") ? x->sent[k]
                    : k < t->count
                        ? pml_cut(x->sent[k], pml_scalar_word(&fields[k]))
                        : 0;
  if (t->count != q->fields)
    tell_count(x, t->count, q->fields, "sends");
}

/* A receive may name more fields than the messages have. SPIN's verifier gives
 * 0 for them if there is but one field, and else cannot go on (notes, 11). */
static bool is_beyond(pml_machine *x, const pml_talk *t, uint32_t i,
                      uint32_t fields) {
  if (i < fields || fields == 1)
    return false;
  pml_halt(x, "receives %u values of a channel whose messages have %u",
           (unsigned)t->count, (unsigned)fields);
  return true;
}

bool pml_takes_offer(pml_machine *x, const pml_talk *t) {
  const pml_word *word = x->p->words.at + t->first;
  for (uint32_t i = 0; i < t->count; i++)
    if (word[i].kind == PML_WORD_VALUE &&
        (is_beyond(x, t, i, x->offer.count) ||
         word_value(x, word + i) !=
             (i < x->offer.count ? x->offer.fields[i] : 0)))
      return false;
  return true;
}

/* The words are evaluated one by one and not kept: an eval() may look into
 * another channel. */
static bool takes_message(pml_machine *x, const pml_talk *t, const pml_queue *q,
                          const uint8_t *at) {
  const pml_word *word = x->p->words.at + t->first;
  const pml_scalar *fields = x->p->fields.at + q->first_field;
  for (uint32_t i = 0; i < t->count; i++) {
    bool is_there = i < q->fields;
    if (word[i].kind == PML_WORD_VALUE &&
        (is_beyond(x, t, i, q->fields) ||
         word_value(x, word + i) !=
             (is_there ? pml_load(at, pml_scalar_word(&fields[i])) : 0)))
      return false;
    at += is_there ? fields[i].bytes : 0;
  }
  return true;
}

uint32_t pml_find_message(pml_machine *x, const pml_talk *t, int32_t channel) {
  uint32_t number = pml_channel_queue(x, channel);
  if (base_unlikely(number == PML_NONE)) {
    if (channel == 0)
      pml_fault(x, MODEL_ERROR, "the channel is not initialised");
    return PML_NONE;
  }
  const pml_queue *q = &x->p->queues.at[number];
  const uint8_t *contents = x->state + x->layout.contents[channel];
  if (q->capacity == 0) {
    if (t->is_poll || t->keeps)
      pml_fault(x, MODEL_ERROR,
                "the content of a rendezvous channel cannot be looked at");
    return PML_NONE;
  }
  uint32_t length = contents[0];
  if (length == 0)
    return PML_NONE;
  if (!t->random)
    length = 1;
  for (uint32_t i = 0; i < length; i++)
    if (takes_message(x, t, q, contents + 1 + (size_t)i * q->message_bytes))
      return i;
  return PML_NONE;
}

void pml_assign_message(pml_machine *x, const pml_talk *t, uint32_t fields) {
  const pml_word *word = x->p->words.at + t->first;
  bool is_fixed = true;
  if (t->count > fields && is_beyond(x, t, fields, fields))
    return;
  for (uint32_t i = 0; i < t->count; i++, word++) {
    is_fixed &= word->kind == PML_WORD_VALUE;
    if (word->kind != PML_WORD_TARGET)
      continue;
    int32_t address = word->code == PML_NONE ? 0 : pml_run(x, word->code);
    if (address == PML_OUTSIDE)
      continue;
    uint32_t scalar = pml_scalar_word(&word->scalar);
    int32_t value = i < fields ? x->message[i] : 0;
    int32_t kept = pml_cut(value, scalar);
    uint32_t at = word->offset + (word->is_local ? x->frame : 0);
    pml_put(x->state + at + address, scalar, kept);
    if (base_unlikely(kept != value))
      pml_note_cut(x, x->x->code_words + t->first + i, value, word->variable);
  }
  if (t->count == fields || t->keeps)
    return;
  /* SPIN cannot go on where nothing is left to be assigned. */
  if (is_fixed)
    pml_halt(x, "receives %u values of a channel whose messages have %u",
             (unsigned)t->count, (unsigned)fields);
  else
    tell_count(x, t->count, fields, "receives");
}

void pml_take_message(pml_machine *x, const pml_talk *t, int32_t channel,
                      uint32_t slot) {
  const pml_queue *q = &x->p->queues.at[x->layout.queue[channel]];
  uint8_t *contents = x->state + x->layout.contents[channel];
  uint8_t *messages = contents + 1;
  uint32_t bytes = q->message_bytes;
  if (!t->keeps && x->p->watch.process != PML_NONE) {
    read_message(x, q, messages + (size_t)slot * bytes, x->message);
    pml_watch_event(x, false, channel, x->message, q->fields);
  }
  read_message(x, q, messages + (size_t)slot * bytes, x->message);
  if (!t->keeps) {
    uint32_t left = --contents[0];
    memmove(messages + (size_t)slot * bytes,
            messages + (size_t)(slot + 1) * bytes,
            (size_t)(left - slot) * bytes);
    memset(messages + (size_t)left * bytes, 0, bytes);
  }
  pml_assign_message(x, t, q->fields);
}

bool pml_poll(pml_machine *x, const pml_talk *t) {
  return pml_find_message(x, t, pml_talk_channel(x, t)) != PML_NONE;
}

/* Runs what the trace says in nobody's name. */
static int32_t watch_value(pml_machine *x, uint32_t code) {
  uint32_t pid = x->pid, frame = x->frame;
  x->pid = PML_NONE;
  x->frame = 0;
  int32_t value = pml_run(x, code);
  x->pid = pid;
  x->frame = frame;
  return value;
}

static bool is_event(pml_machine *x, const pml_move *move, bool is_send,
                     int32_t channel) {
  return move->kind == (is_send ? PML_MOVE_SEND : PML_MOVE_RECEIVE) &&
         watch_value(x, x->p->talks.at[move->talk].channel) == channel;
}

/* Does the trace speak of such events at all? */
static bool is_watched(pml_machine *x, bool is_send, int32_t channel) {
  const pml_behaviour *b = &x->behaviours[x->p->watch.process];
  for (uint32_t i = 0; i < b->points; i++) {
    const pml_point *point = &x->points[b->first_point + i];
    for (uint32_t k = 0; k < point->count; k++)
      if (is_event(x, &x->moves[point->first + k], is_send, channel))
        return true;
  }
  return false;
}

static bool is_as_traced(pml_machine *x, const pml_move *move,
                         const int32_t *fields, uint32_t count) {
  assert(move->talk < x->p->talks.count);
  const pml_talk *t = &x->p->talks.at[move->talk];
  const pml_word *words = x->p->words.at + t->first;
  for (uint32_t i = 0; i < t->count; i++)
    if (words[i].kind == PML_WORD_VALUE &&
        watch_value(x, words[i].code) != (i < count ? fields[i] : 0))
      return false;
  return true;
}

void pml_watch_event(pml_machine *x, bool is_send, int32_t channel,
                     const int32_t *fields, uint32_t count) {
  const pml_lowered *p = x->p;
  const pml_behaviour *b = &x->behaviours[p->watch.process];
  uint8_t *position = x->state + p->watch_offset;
  uint32_t at = (uint32_t)(position[0] | position[1] << 8);
  uint32_t to = PML_NONE;
  if (!is_watched(x, is_send, channel))
    return;
  const pml_point *point = &x->points[b->first_point + at];
  for (uint32_t k = 0; k < point->count && at != x->x->watch_end; k++) {
    const pml_move *move = &x->moves[point->first + k];
    if (!is_event(x, move, is_send, channel) ||
        !is_as_traced(x, move, fields, count))
      continue;
    if (to != PML_NONE) {
      pml_halt(x, "the trace can take this event in two ways");
      return;
    }
    to = move->to;
  }
  if (p->watch.is_notrace) {
    if (to == PML_NONE)
      to = x->x->watch_end; /* it can be matched no more */
    else if (to == x->x->watch_end)
      pml_fault(x, MODEL_ERROR, "all events of the notrace happened");
  } else if (to == PML_NONE) {
    pml_fault(x, MODEL_ERROR, "the trace does not allow this event");
    return;
  }
  position[0] = (uint8_t)to;
  position[1] = (uint8_t)(to >> 8);
}
