/* Channels: sending, receiving, polling, and the handshake (notes, 10, 11). */
#include "lang/promela/walker/parts.h"

#include <assert.h>

walker_queue *walker_channel(pml_walker *w, int32_t number) {
  return number >= 1 && (uint32_t)number <= w->queue_count
             ? &w->queues.at[number - 1]
             : NULL;
}

static const pml_channel *shape_of(const pml_walker *w, const walker_queue *q) {
  return &w->s->channels.at[q->shape];
}

static bool is_handshake(const pml_walker *w, const walker_queue *q) {
  return shape_of(w, q)->capacity == 0;
}

static size_t length_of(const pml_walker *w, const walker_queue *q) {
  return q->content.count / shape_of(w, q)->count;
}

/* A bit has a byte to itself if it is the whole message. */
static int32_t cut_field(const pml_walker *w, const pml_channel *shape,
                         uint32_t i, int32_t value) {
  pml_type type = w->s->fields.at[shape->first + i].type;
  pml_var like = {.type = type, .is_array = shape->count == 1};
  return walker_cut(&like, value);
}

static bool is_compared(const pml_walker *w, uint32_t e) {
  assert(e < w->s->exprs.count);
  pml_op op = w->s->exprs.at[e].op;
  return op != PML_NAME && op != PML_ANY;
}

/* The values that a receive compares with go to the stack, 0 for the others;
 * where they begin. */
static size_t push_wanted(pml_walker *w, const pml_statement *x) {
  size_t first = w->stack.count;
  for (uint32_t i = 0; i < x->c; i++) {
    uint32_t e = w->s->lists.at[x->b + i];
    int32_t value = is_compared(w, e) ? walker_eval(w, e) : 0;
    vec_push(w->m, &w->stack, value);
  }
  return first;
}

static void count_fault(pml_walker *w, uint32_t fields, uint32_t count,
                        bool stops) {
  walker_fault(w, stops ? MODEL_UNDEFINED : MODEL_ERROR, stops,
               "%u message fields where the channel has %u", (unsigned)count,
               (unsigned)fields);
}

/* 'list', 'count' are the arguments, their values begin at 'first'. Beyond the
 * only field of a message there are zeros; beyond several there is nothing that
 * could be compared (notes, 11). */
static bool matches(pml_walker *w, uint32_t list, uint32_t count, size_t first,
                    const int32_t *message, uint32_t fields) {
  for (uint32_t i = 0; i < count; i++) {
    if (!is_compared(w, w->s->lists.at[list + i]))
      continue;
    if (i >= fields && fields > 1) {
      count_fault(w, fields, count, true);
      return false;
    }
    if (w->stack.at[first + i] != (i < fields ? message[i] : 0))
      return false;
  }
  return true;
}

/* Which message of a buffer is taken, or PML_NONE. */
static uint32_t find_message(pml_walker *w, const walker_queue *q,
                             uint32_t list, uint32_t count, bool random,
                             size_t first) {
  uint32_t fields = shape_of(w, q)->count;
  size_t length = length_of(w, q);
  for (uint32_t i = 0; i < length && (i == 0 || random) && !w->fatal; i++)
    if (matches(w, list, count, first, q->content.at + (size_t)i * fields,
                fields))
      return i;
  return PML_NONE;
}

static bool all_compared(const pml_walker *w, const pml_statement *x) {
  for (uint32_t i = 0; i < x->c; i++)
    if (!is_compared(w, w->s->lists.at[x->b + i]))
      return false;
  return true;
}

/* What is received must be a message's fields, unless it stays there. */
static void check_received(pml_walker *w, const pml_statement *x,
                           uint32_t fields) {
  bool is_beyond = x->c > fields && fields > 1;
  if (is_beyond || (!x->keeps && x->c != fields))
    count_fault(w, fields, x->c, is_beyond || all_compared(w, x));
}

bool walker_poll(pml_walker *w, const pml_expr *e, int32_t number,
                 size_t first) {
  if (number == 0)
    walker_fault(w, MODEL_ERROR, false, "the channel is not initialised");
  const walker_queue *q = walker_channel(w, number);
  if (!q)
    return false;
  if (is_handshake(w, q)) {
    walker_fault(w, MODEL_ERROR, false,
                 "a rendezvous channel cannot be polled");
    return false;
  }
  return find_message(w, q, e->b, e->c, e->random, first) != PML_NONE;
}

/* The channel of a receive; NULL: nothing can come from it. */
static walker_queue *source(pml_walker *w, const pml_statement *x,
                            int32_t *number) {
  *number = walker_eval(w, x->a);
  if (w->fatal)
    return NULL;
  if (*number == 0)
    walker_fault(w, MODEL_ERROR, false, "the channel is not initialised");
  return walker_channel(w, *number);
}

bool walker_can_receive(pml_walker *w, const pml_statement *x) {
  int32_t number;
  const walker_queue *q = source(w, x, &number);
  if (!q)
    return false;
  if (is_handshake(w, q)) {
    if (x->keeps)
      walker_fault(w, MODEL_ERROR, false,
                   "a rendezvous channel cannot be peeked into");
    return false;
  }
  if (q->content.count == 0)
    return false;
  size_t first = push_wanted(w, x);
  bool can = find_message(w, q, x->b, x->c, x->random, first) != PML_NONE;
  w->stack.count = first;
  return can;
}

bool walker_can_accept(pml_walker *w, const pml_statement *x) {
  int32_t number;
  const walker_queue *q = source(w, x, &number);
  if (!q || (uint32_t)number != w->offer.channel)
    return false;
  if (x->keeps) {
    walker_fault(w, MODEL_ERROR, false,
                 "a rendezvous channel cannot be peeked into");
    return false;
  }
  size_t first = push_wanted(w, x);
  bool can = matches(w, x->b, x->c, first, w->offer.message.at,
                     (uint32_t)w->offer.message.count);
  w->stack.count = first;
  return can;
}

/* Left to right: an index may depend on what came before it. */
static void assign_fields(pml_walker *w, const pml_statement *x, size_t message,
                          uint32_t fields) {
  for (uint32_t i = 0; i < x->c && !w->fatal; i++) {
    uint32_t e = w->s->lists.at[x->b + i];
    if (w->s->exprs.at[e].op == PML_NAME)
      walker_assign(w, e, i < fields ? w->stack.at[message + i] : 0);
  }
}

static void note_talk(pml_walker *w, const pml_statement *x, pml_talk_kind kind,
                      uint32_t channel, const int32_t *message) {
  w->talk = w->talk == PML_SENT && kind == PML_RECEIVED && w->offer.is_open
                ? PML_BOTH
                : kind;
  w->talk_channel = channel;
  if (!w->showing)
    return;
  if (w->talk != PML_BOTH) {
    w->name.count = 0;
    walker_show_expression(w, x->a, &w->name);
  }
  w->message.count = 0;
  walker_show_message(w, w->queues.at[channel - 1].shape, message, &w->message);
}

void walker_receive(pml_walker *w, uint32_t statement) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  int32_t number;
  walker_queue *q = source(w, x, &number);
  if (!q)
    return;
  const pml_channel *shape = shape_of(w, q);
  uint32_t fields = shape->count;
  check_received(w, x, fields);
  size_t floor = push_wanted(w, x);
  bool accepts = w->offer.is_open;
  uint32_t which =
      accepts ? 0 : find_message(w, q, x->b, x->c, x->random, floor);
  if (w->fatal || which == PML_NONE) {
    w->stack.count = floor;
    return;
  }
  size_t message = w->stack.count;
  for (uint32_t i = 0; i < fields; i++)
    vec_push(w->m, &w->stack,
             accepts ? w->offer.message.at[i]
                     : q->content.at[(size_t)which * fields + i]);
  note_talk(w, x, PML_RECEIVED, (uint32_t)number, w->stack.at + message);
  if (!x->keeps)
    walker_watch(w, false, (uint32_t)number, message, fields);
  w->offer.is_open = false;
  if (!accepts && !x->keeps) {
    size_t at = (size_t)which * fields;
    memmove(q->content.at + at, q->content.at + at + fields,
            (q->content.count - at - fields) * sizeof *q->content.at);
    q->content.count -= fields;
  }
  assign_fields(w, x, message, fields);
  w->stack.count = floor;
}

/* The channel of a send; there must be one. */
static walker_queue *sink(pml_walker *w, const pml_statement *x,
                          int32_t *number) {
  *number = walker_eval(w, x->a);
  if (w->fatal)
    return NULL;
  walker_queue *q = walker_channel(w, *number);
  if (!q)
    walker_fault(w, MODEL_UNDEFINED, true, "%s",
                 *number == 0 ? "the channel is not initialised"
                              : "the channel ended with its process");
  return q;
}

bool walker_can_send(pml_walker *w, const pml_statement *x) {
  int32_t number;
  const walker_queue *q = sink(w, x, &number);
  if (!q || is_handshake(w, q))
    return false;
  return w->s->reading.loses_messages ||
         length_of(w, q) < shape_of(w, q)->capacity;
}

bool walker_offers(pml_walker *w, const pml_statement *x) {
  if (x->kind != PML_SEND)
    return false;
  bool listening = w->listening;
  w->listening = false;
  const walker_queue *q = walker_channel(w, walker_eval(w, x->a));
  w->listening = listening;
  bool offers = q && !w->fatal && is_handshake(w, q);
  w->fatal = false;
  return offers;
}

/* The values as they are sent, on the stack, as many as the channel has
 * fields; where they begin. */
static size_t push_message(pml_walker *w, const pml_statement *x,
                           const pml_channel *shape) {
  size_t first = w->stack.count;
  if (x->c != shape->count)
    count_fault(w, shape->count, x->c, false);
  for (uint32_t i = 0; i < x->c; i++) {
    int32_t value = walker_eval(w, w->s->lists.at[x->b + i]);
    vec_push(w->m, &w->stack, value);
  }
  while (w->stack.count < first + shape->count)
    vec_push(w->m, &w->stack, 0);
  w->stack.count = first + shape->count;
  return first;
}

static void cut_message(pml_walker *w, const pml_channel *shape, size_t first) {
  for (uint32_t i = 0; i < shape->count; i++)
    w->stack.at[first + i] = cut_field(w, shape, i, w->stack.at[first + i]);
}

/* A sorted message goes before the first that is greater. */
static size_t talk_place_of(const pml_walker *w, const walker_queue *q,
                            const int32_t *message) {
  uint32_t fields = shape_of(w, q)->count;
  size_t length = length_of(w, q);
  for (size_t i = 0; i < length; i++)
    for (uint32_t k = 0; k < fields; k++) {
      int32_t there = q->content.at[i * fields + k];
      if (there > message[k])
        return i;
      if (there < message[k])
        break;
    }
  return length;
}

/* Where it comes is found before values are cut (notes, 11). */
void walker_send(pml_walker *w, uint32_t statement) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  int32_t number;
  walker_queue *q = sink(w, x, &number);
  if (!q)
    return;
  const pml_channel *shape = shape_of(w, q);
  /* The message is lost; nothing else happens. */
  if (w->s->reading.loses_messages && length_of(w, q) >= shape->capacity)
    return;
  size_t first = push_message(w, x, shape);
  if (!w->fatal) {
    q = walker_channel(w, number);
    uint32_t fields = shape->count;
    size_t at =
        x->random ? talk_place_of(w, q, w->stack.at + first) : length_of(w, q);
    cut_message(w, shape, first);
    vec_reserve(w->m, &q->content, fields);
    memmove(q->content.at + (at + 1) * fields, q->content.at + at * fields,
            (q->content.count - at * fields) * sizeof *q->content.at);
    memcpy(q->content.at + at * fields, w->stack.at + first,
           fields * sizeof *q->content.at);
    q->content.count += fields;
    note_talk(w, x, PML_SENT, (uint32_t)number, w->stack.at + first);
    walker_watch(w, true, (uint32_t)number, first, fields);
  }
  w->stack.count = first;
}

void walker_open_offer(pml_walker *w, uint32_t statement) {
  assert(statement < w->s->statements.count);
  const pml_statement *x = &w->s->statements.at[statement];
  int32_t number;
  const walker_queue *q = sink(w, x, &number);
  if (!q)
    return;
  const pml_channel *shape = shape_of(w, q);
  size_t first = push_message(w, x, shape);
  cut_message(w, shape, first);
  w->offer.is_open = true;
  w->offer.channel = (uint32_t)number;
  w->offer.last_mover = w->pid;
  vec_resize(w->m, &w->offer.message, shape->count);
  memcpy(w->offer.message.at, w->stack.at + first,
         shape->count * sizeof *w->stack.at);
  if (w->going) { /* not only tried */
    note_talk(w, x, PML_SENT, (uint32_t)number, w->stack.at + first);
    walker_watch(w, true, (uint32_t)number, first, shape->count);
  }
  w->stack.count = first;
}
