#include "mpi/part.h"

enum { LOOK_EVERY = 4, FLUSH_EVERY = 1024 }; /* rounds */

void part_begin(part *s, mem *m, const model *x, progress *clock, net *n,
                const explicit_safety_options *o) {
  *s = (part){.m = m, .x = x, .clock = clock, .net = n, .options = *o};
  s->rank = net_rank(n);
  s->ranks = net_size(n);
  s->fault_state = STORE_NONE;
  s->fault_level = UINT32_MAX;
  s->findings = (findings){
      .m = m, .least = o->strict ? MODEL_NOTE : MODEL_ERROR, .out = &s->found};
  for (size_t i = 0; i < PART_GROUP; i++)
    s->steps[i].m = m;
  clock->done = clock->pending = 0;
  clock->states = clock->matched = clock->depth = 0;
  s->scratch = mem_alloc(m, x->scratch_bytes);
  store_init(&s->states, m, x->most_bytes);
}

void part_end(part *s) {
  store_free(&s->states);
  vec_free(s->m, &s->origins);
  vec_free(s->m, &s->items);
  vec_free(s->m, &s->item_origins);
  vec_free(s->m, &s->arrived);
  vec_free(s->m, &s->arrived_origins);
  mem_free(s->m, s->scratch);
  for (size_t i = 0; i < PART_GROUP; i++)
    model_steps_free(&s->steps[i]);
}

/* What waits to be sent is not sent any more. */
static void stop(part *s) {
  s->stops = true;
  for (uint32_t i = 0; i < s->ranks; i++)
    if (i != s->rank)
      net_outgoing(s->net, i)->used = 0;
}

static void stop_all(part *s) {
  if (s->stops)
    return;
  stop(s);
  net_stop(s->net);
}

void part_fail(part *s, mem_fault failure) {
  s->failure = failure;
  stop_all(s);
}

/* Origins are kept for those that are new: these have the next numbers. */
static void insert(part *s, store_item *items, const origin *origins,
                   size_t count) {
  vec_reserve(s->m, &s->origins, count);
  store_insert_all(&s->states, items, count);
  for (size_t i = 0; i < count; i++) {
    if (items[i].number != s->origins.count)
      continue;
    s->origins.at[s->origins.count++] = origins[i];
    if (origin_level(origins[i]) > s->clock->depth)
      s->clock->depth = origin_level(origins[i]);
  }
  s->clock->states = store_count(&s->states);
}

static void take_batch(part *s, const net_message *message) {
  enum { TOGETHER = 32 };
  batch_state state;
  uint32_t place = 0;
  s->arrived.count = s->arrived_origins.count = 0;
  vec_reserve(s->m, &s->arrived, TOGETHER);
  vec_reserve(s->m, &s->arrived_origins, TOGETHER);
  while (batch_next(message->at, message->length, &place, &state)) {
    s->arrived.at[s->arrived.count++] =
        (store_item){.bytes = state.bytes, .size = state.size};
    s->arrived_origins.at[s->arrived_origins.count++] = state.from;
    if (s->arrived.count == TOGETHER) {
      insert(s, s->arrived.at, s->arrived_origins.at, TOGETHER);
      s->arrived.count = s->arrived_origins.count = 0;
    }
  }
  insert(s, s->arrived.at, s->arrived_origins.at, s->arrived.count);
}

/* True: there was something. */
static bool receive(part *s) {
  net_message message;
  bool any = false;
  while (net_receive(s->net, &message)) {
    any = true;
    if (message.length == 0)
      stop(s);
    if (!s->stops)
      take_batch(s, &message);
  }
  return any;
}

/* Receives while it waits: no circle of ranks waits for each other for ever,
 * since receiving never waits. */
static void send_batch(part *s, uint32_t rank) {
  while (!net_send(s->net, rank))
    if (receive(s))
      net_awake(s->net);
    else
      net_pause(s->net);
}

static void send_all(part *s) {
  for (uint32_t i = 0; i < s->ranks; i++)
    if (i != s->rank)
      send_batch(s, i);
}

static void send_state(part *s, uint32_t rank, const batch_state *state) {
  while (!s->stops && !batch_put(net_outgoing(s->net, rank), state))
    send_batch(s, rank);
}

/* The first fault is where the run of the answer will lead. */
static void look(part *s, uint32_t state, uint32_t level,
                 const model_steps *steps) {
  const model_fault *first = findings_take(&s->findings, steps);
  if (first) {
    s->fault_state = state;
    s->fault_level = level;
    s->fault_number = (uint32_t)(first - steps->faults.at);
  }
  if (s->found.faults && !s->options.keep_going)
    stop_all(s);
}

/* Where the steps lead: ours are noted, others sent, unless they are initial
 * states, which their owners know. */
static void deal(part *s, const model_steps *steps, origin from) {
  vec_reserve(s->m, &s->items, steps->steps.count);
  vec_reserve(s->m, &s->item_origins, steps->steps.count);
  vec_each (const model_step, step, &steps->steps) {
    const uint8_t *bytes = steps->bytes.at + step->at;
    uint32_t owner =
        s->ranks == 1 ? s->rank
                      : origin_owner(store_hash(bytes, step->size), s->ranks);
    if (owner == s->rank) {
      s->items.at[s->items.count++] =
          (store_item){.bytes = bytes, .size = step->size};
      s->item_origins.at[s->item_origins.count++] = from;
    } else if (origin_rank(from) != ORIGIN_NO_RANK) {
      send_state(
          s, owner,
          &(batch_state){.from = from, .bytes = bytes, .size = step->size});
    }
  }
}

/* Every rank knows the initial states, and keeps its own; the first one counts
 * them, and looks for faults. */
static void start(part *s) {
  model_steps *steps = &s->steps[0];
  s->started = true;
  model_steps_reset(steps);
  s->x->ops->initial(s->x, s->scratch, steps);
  deal(s, steps, origin_make(ORIGIN_NO_RANK, 0, 1));
  insert(s, s->items.at, s->item_origins.at, s->items.count);
  if (s->rank == 0) {
    s->arrivals += steps->steps.count;
    if (steps->faults.count)
      look(s, STORE_NONE, 0, steps);
  }
}

static void expand(part *s) {
  uint32_t first = s->next, end = store_count(&s->states);
  if (end - first > PART_GROUP)
    end = first + PART_GROUP;
  s->items.count = s->item_origins.count = 0;
  for (uint32_t state = first; state < end && !s->stops; state++) {
    uint32_t size, level = origin_level(s->origins.at[state]);
    const uint8_t *bytes = store_at(&s->states, state, &size);
    model_steps *steps = &s->steps[state - first];
    model_steps_reset(steps);
    s->x->ops->next(s->x, s->scratch, bytes, size, steps);
    s->next = state + 1;
    s->arrivals += steps->steps.count;
    if (base_unlikely(steps->faults.count))
      look(s, state, level, steps);
    deal(s, steps, origin_make(s->rank, state, level + 1));
    s->clock->done++;
    progress_tick(s->clock);
  }
  insert(s, s->items.at, s->item_origins.at, s->items.count);
  s->clock->matched =
      s->arrivals > s->clock->states ? s->arrivals - s->clock->states : 0;
  s->clock->pending = store_count(&s->states) - s->next;
}

static bool is_idle(const part *s) {
  if (!s->stops && s->next < store_count(&s->states))
    return false;
  for (uint32_t i = 0; i < s->ranks; i++)
    if (i != s->rank && net_outgoing(s->net, i)->used)
      return false;
  return true;
}

bool part_round(part *s) {
  if (!s->started && !s->stops)
    start(s);
  s->rounds++;
  if (!s->stops && s->next < store_count(&s->states)) {
    expand(s);
    if (s->rounds % FLUSH_EVERY == 0)
      send_all(s);
    if (s->rounds % LOOK_EVERY == 0)
      receive(s);
    return false;
  }
  if (receive(s))
    net_awake(s->net);
  if (!s->stops)
    send_all(s);
  if (!is_idle(s))
    return false;
  if (net_over(s->net))
    return true;
  net_pause(s->net);
  if (!s->stops)
    progress_look(s->clock);
  return false;
}
