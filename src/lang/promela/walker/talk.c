/* Channels: sending, receiving, polling, and the handshake (notes, 10, 11). */
#include "lang/promela/walker/parts.h"

#include <assert.h>

walker_queue *walker_channel(pml_walker *walker, int32_t number) {
  return number >= 1 && (uint32_t)number <= walker->queue_count
             ? &walker->queues.at[number - 1]
             : NULL;
}

static const pml_channel *shape_of(const pml_walker *walker,
                                   const walker_queue *queue) {
  return &walker->s->channels.at[queue->shape];
}

static bool is_handshake(const pml_walker *walker, const walker_queue *queue) {
  return shape_of(walker, queue)->capacity == 0;
}

static size_t length_of(const pml_walker *walker, const walker_queue *queue) {
  return queue->content.count / shape_of(walker, queue)->count;
}

/* A bit has a byte to itself if it is the whole message. */
static int32_t cut_field(const pml_walker *walker, const pml_channel *shape,
                         uint32_t i, int32_t value) {
  pml_type type = walker->s->fields.at[shape->first + i].type;
  pml_var like = {.type = type, .is_array = shape->count == 1};
  return walker_cut(&like, value);
}

static bool is_compared(const pml_walker *walker, uint32_t e) {
  assert(e < walker->s->exprs.count);
  pml_op op = walker->s->exprs.at[e].op;
  return op != PML_NAME && op != PML_ANY;
}

/* The values that a receive compares with go to the stack, 0 for the others;
 * where they begin. */
static size_t push_wanted(pml_walker *walker, const pml_statement *statement) {
  size_t first = walker->stack.count;
  for (uint32_t i = 0; i < statement->c; i++) {
    uint32_t e = walker->s->lists.at[statement->b + i];
    int32_t value = is_compared(walker, e) ? walker_eval(walker, e) : 0;
    vec_push(walker->m, &walker->stack, value);
  }
  return first;
}

static void count_fault(pml_walker *walker, uint32_t fields, uint32_t count,
                        bool stops) {
  walker_fault(walker, stops ? MODEL_UNDEFINED : MODEL_ERROR, stops,
               "%u message fields where the channel has %u", (unsigned)count,
               (unsigned)fields);
}

/* 'list', 'count' are the arguments, their values begin at 'first'. Beyond the
 * only field of a message there are zeros; beyond several there is nothing that
 * could be compared (notes, 11). */
static bool matches(pml_walker *walker, uint32_t list, uint32_t count,
                    size_t first, const int32_t *message, uint32_t fields) {
  for (uint32_t i = 0; i < count; i++) {
    if (!is_compared(walker, walker->s->lists.at[list + i]))
      continue;
    if (i >= fields && fields > 1) {
      count_fault(walker, fields, count, true);
      return false;
    }
    if (walker->stack.at[first + i] != (i < fields ? message[i] : 0))
      return false;
  }
  return true;
}

/* Which message of a buffer is taken, or PML_NONE. */
static uint32_t find_message(pml_walker *walker, const walker_queue *queue,
                             uint32_t list, uint32_t count, bool random,
                             size_t first) {
  uint32_t fields = shape_of(walker, queue)->count;
  size_t length = length_of(walker, queue);
  for (uint32_t i = 0; i < length && (i == 0 || random) && !walker->fatal; i++)
    if (matches(walker, list, count, first,
                queue->content.at + (size_t)i * fields, fields))
      return i;
  return PML_NONE;
}

static bool all_compared(const pml_walker *walker,
                         const pml_statement *statement) {
  for (uint32_t i = 0; i < statement->c; i++)
    if (!is_compared(walker, walker->s->lists.at[statement->b + i]))
      return false;
  return true;
}

/* What is received must be a message's fields, unless it stays there. */
static void check_received(pml_walker *walker, const pml_statement *statement,
                           uint32_t fields) {
  bool is_beyond = statement->c > fields && fields > 1;
  if (is_beyond || (!statement->keeps && statement->c != fields))
    count_fault(walker, fields, statement->c,
                is_beyond || all_compared(walker, statement));
}

bool walker_poll(pml_walker *walker, const pml_expr *expr, int32_t number,
                 size_t first) {
  if (number == 0)
    walker_fault(walker, MODEL_ERROR, false, "the channel is not initialised");
  const walker_queue *queue = walker_channel(walker, number);
  if (!queue)
    return false;
  if (is_handshake(walker, queue)) {
    walker_fault(walker, MODEL_ERROR, false,
                 "a rendezvous channel cannot be polled");
    return false;
  }
  return find_message(walker, queue, expr->b, expr->c, expr->random, first) !=
         PML_NONE;
}

/* The channel of a receive; NULL: nothing can come from it. */
static walker_queue *source(pml_walker *walker, const pml_statement *statement,
                            int32_t *number) {
  *number = walker_eval(walker, statement->a);
  if (walker->fatal)
    return NULL;
  if (*number == 0)
    walker_fault(walker, MODEL_ERROR, false, "the channel is not initialised");
  return walker_channel(walker, *number);
}

bool walker_can_receive(pml_walker *walker, const pml_statement *statement) {
  int32_t number;
  const walker_queue *queue = source(walker, statement, &number);
  if (!queue)
    return false;
  if (is_handshake(walker, queue)) {
    if (statement->keeps)
      walker_fault(walker, MODEL_ERROR, false,
                   "a rendezvous channel cannot be peeked into");
    return false;
  }
  if (queue->content.count == 0)
    return false;
  size_t first = push_wanted(walker, statement);
  bool can = find_message(walker, queue, statement->b, statement->c,
                          statement->random, first) != PML_NONE;
  walker->stack.count = first;
  return can;
}

bool walker_can_accept(pml_walker *walker, const pml_statement *statement) {
  int32_t number;
  const walker_queue *queue = source(walker, statement, &number);
  if (!queue || (uint32_t)number != walker->offer.channel)
    return false;
  if (statement->keeps) {
    walker_fault(walker, MODEL_ERROR, false,
                 "a rendezvous channel cannot be peeked into");
    return false;
  }
  size_t first = push_wanted(walker, statement);
  bool can =
      matches(walker, statement->b, statement->c, first,
              walker->offer.message.at, (uint32_t)walker->offer.message.count);
  walker->stack.count = first;
  return can;
}

/* Left to right: an index may depend on what came before it. */
static void assign_fields(pml_walker *walker, const pml_statement *statement,
                          size_t message, uint32_t fields) {
  for (uint32_t i = 0; i < statement->c && !walker->fatal; i++) {
    uint32_t e = walker->s->lists.at[statement->b + i];
    if (walker->s->exprs.at[e].op == PML_NAME)
      walker_assign(walker, e, i < fields ? walker->stack.at[message + i] : 0);
  }
}

static void note_talk(pml_walker *walker, const pml_statement *statement,
                      pml_talk_kind kind, uint32_t channel,
                      const int32_t *message) {
  walker->talk =
      walker->talk == PML_SENT && kind == PML_RECEIVED && walker->offer.is_open
          ? PML_BOTH
          : kind;
  walker->talk_channel = channel;
  if (!walker->showing)
    return;
  if (walker->talk != PML_BOTH) {
    walker->name.count = 0;
    walker_show_expression(walker, statement->a, &walker->name);
  }
  walker->message.count = 0;
  walker_show_message(walker, walker->queues.at[channel - 1].shape, message,
                      &walker->message);
}

void walker_receive(pml_walker *walker, uint32_t statement) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  int32_t number;
  walker_queue *queue = source(walker, x, &number);
  if (!queue)
    return;
  const pml_channel *shape = shape_of(walker, queue);
  uint32_t fields = shape->count;
  check_received(walker, x, fields);
  size_t floor = push_wanted(walker, x);
  bool accepts = walker->offer.is_open;
  uint32_t which =
      accepts ? 0 : find_message(walker, queue, x->b, x->c, x->random, floor);
  if (walker->fatal || which == PML_NONE) {
    walker->stack.count = floor;
    return;
  }
  size_t message = walker->stack.count;
  for (uint32_t i = 0; i < fields; i++)
    vec_push(walker->m, &walker->stack,
             accepts ? walker->offer.message.at[i]
                     : queue->content.at[(size_t)which * fields + i]);
  note_talk(walker, x, PML_RECEIVED, (uint32_t)number,
            walker->stack.at + message);
  if (!x->keeps)
    walker_watch(walker, false, (uint32_t)number, message, fields);
  walker->offer.is_open = false;
  if (!accepts && !x->keeps) {
    size_t at = (size_t)which * fields;
    memmove(queue->content.at + at, queue->content.at + at + fields,
            (queue->content.count - at - fields) * sizeof *queue->content.at);
    queue->content.count -= fields;
  }
  assign_fields(walker, x, message, fields);
  walker->stack.count = floor;
}

/* The channel of a send; there must be one. */
static walker_queue *sink(pml_walker *walker, const pml_statement *statement,
                          int32_t *number) {
  *number = walker_eval(walker, statement->a);
  if (walker->fatal)
    return NULL;
  walker_queue *queue = walker_channel(walker, *number);
  if (!queue)
    walker_fault(walker, MODEL_UNDEFINED, true, "%s",
                 *number == 0 ? "the channel is not initialised"
                              : "the channel ended with its process");
  return queue;
}

bool walker_can_send(pml_walker *walker, const pml_statement *statement) {
  int32_t number;
  const walker_queue *queue = sink(walker, statement, &number);
  if (!queue || is_handshake(walker, queue))
    return false;
  return walker->s->reading.loses_messages ||
         length_of(walker, queue) < shape_of(walker, queue)->capacity;
}

bool walker_offers(pml_walker *walker, const pml_statement *statement) {
  if (statement->kind != PML_SEND)
    return false;
  bool listening = walker->listening;
  walker->listening = false;
  const walker_queue *queue =
      walker_channel(walker, walker_eval(walker, statement->a));
  walker->listening = listening;
  bool offers = queue && !walker->fatal && is_handshake(walker, queue);
  walker->fatal = false;
  return offers;
}

/* The values as they are sent, on the stack, as many as the channel has
 * fields; where they begin. */
static size_t push_message(pml_walker *walker, const pml_statement *statement,
                           const pml_channel *shape) {
  size_t first = walker->stack.count;
  if (statement->c != shape->count)
    count_fault(walker, shape->count, statement->c, false);
  for (uint32_t i = 0; i < statement->c; i++) {
    int32_t value = walker_eval(walker, walker->s->lists.at[statement->b + i]);
    vec_push(walker->m, &walker->stack, value);
  }
  while (walker->stack.count < first + shape->count)
    vec_push(walker->m, &walker->stack, 0);
  walker->stack.count = first + shape->count;
  return first;
}

static void cut_message(pml_walker *walker, const pml_channel *shape,
                        size_t first) {
  for (uint32_t i = 0; i < shape->count; i++)
    walker->stack.at[first + i] =
        cut_field(walker, shape, i, walker->stack.at[first + i]);
}

/* A sorted message goes before the first that is greater. */
static size_t talk_place_of(const pml_walker *walker, const walker_queue *queue,
                            const int32_t *message) {
  uint32_t fields = shape_of(walker, queue)->count;
  size_t length = length_of(walker, queue);
  for (size_t i = 0; i < length; i++)
    for (uint32_t k = 0; k < fields; k++) {
      int32_t there = queue->content.at[i * fields + k];
      if (there > message[k])
        return i;
      if (there < message[k])
        break;
    }
  return length;
}

/* Where it comes is found before values are cut (notes, 11). */
void walker_send(pml_walker *walker, uint32_t statement) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  int32_t number;
  walker_queue *queue = sink(walker, x, &number);
  if (!queue)
    return;
  const pml_channel *shape = shape_of(walker, queue);
  /* The message is lost; nothing else happens. */
  if (walker->s->reading.loses_messages &&
      length_of(walker, queue) >= shape->capacity)
    return;
  size_t first = push_message(walker, x, shape);
  if (!walker->fatal) {
    queue = walker_channel(walker, number);
    uint32_t fields = shape->count;
    size_t at = x->random
                    ? talk_place_of(walker, queue, walker->stack.at + first)
                    : length_of(walker, queue);
    cut_message(walker, shape, first);
    vec_reserve(walker->m, &queue->content, fields);
    memmove(queue->content.at + (at + 1) * fields,
            queue->content.at + at * fields,
            (queue->content.count - at * fields) * sizeof *queue->content.at);
    memcpy(queue->content.at + at * fields, walker->stack.at + first,
           fields * sizeof *queue->content.at);
    queue->content.count += fields;
    note_talk(walker, x, PML_SENT, (uint32_t)number, walker->stack.at + first);
    walker_watch(walker, true, (uint32_t)number, first, fields);
  }
  walker->stack.count = first;
}

void walker_open_offer(pml_walker *walker, uint32_t statement) {
  assert(statement < walker->s->statements.count);
  const pml_statement *x = &walker->s->statements.at[statement];
  int32_t number;
  const walker_queue *queue = sink(walker, x, &number);
  if (!queue)
    return;
  const pml_channel *shape = shape_of(walker, queue);
  size_t first = push_message(walker, x, shape);
  cut_message(walker, shape, first);
  walker->offer.is_open = true;
  walker->offer.channel = (uint32_t)number;
  walker->offer.last_mover = walker->pid;
  vec_resize(walker->m, &walker->offer.message, shape->count);
  memcpy(walker->offer.message.at, walker->stack.at + first,
         shape->count * sizeof *walker->stack.at);
  if (walker->going) { /* not only tried */
    note_talk(walker, x, PML_SENT, (uint32_t)number, walker->stack.at + first);
    walker_watch(walker, true, (uint32_t)number, first, shape->count);
  }
  walker->stack.count = first;
}
