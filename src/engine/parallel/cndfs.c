#include "engine/parallel/cndfs.h"

#include <assert.h>
#include <sched.h>

enum { BLUE = 1, RED = 2 };

cndfs_worker *cndfs_worker_new(cndfs *n, team_member *me, const model *x,
                               const model_binding *binding,
                               const omega *automaton) {
  cndfs_worker *worker = mem_alloc(&me->m, sizeof *worker);
  worker->of = n;
  worker->me = me;
  worker->seed = me->number * UINT64_C(0x9E3779B97F4A7C15);
  pairs_init(&worker->p, &me->m, n->states, x, binding, automaton);
  trail_init(&worker->cyan, &me->m);
  trail_init(&worker->pink, &me->m);
  return worker;
}

static _Atomic uint32_t *colour(cndfs_worker *worker, uint32_t state) {
  return pool_word(worker->of->colours, worker->p.hand, state);
}
static bool has_colour(cndfs_worker *worker, uint32_t state, uint32_t which) {
  return (atomic_load(colour(worker, state)) & which) != 0;
}
static void paint(cndfs_worker *worker, uint32_t state, uint32_t which) {
  atomic_fetch_or(colour(worker, state), which);
}

static bool is_done(const cndfs_worker *worker) {
  return atomic_load_explicit(&worker->me->of->done, memory_order_relaxed);
}

static void push(cndfs_worker *worker, cndfs_stack *stack, uint32_t state,
                 uint32_t q) {
  cndfs_frame frame = {
      .first = stack->edges.count, .state = state, .automaton = q};
  vec_push(&worker->me->m, &stack->frames, frame);
}

static void pop(cndfs_stack *stack) {
  assert(vec_last(&stack->frames).first <= stack->edges.count);
  stack->edges.count = vec_pop(&stack->frames).first;
}

/* An edge that has not been followed yet. */
static bool follow(cndfs_stack *stack, uint32_t *to) {
  cndfs_frame *frame = &vec_last(&stack->frames);
  assert(frame->first + frame->followed <= stack->edges.count);
  if (frame->first + frame->followed == stack->edges.count)
    return false;
  *to = stack->edges.at[frame->first + frame->followed++];
  return true;
}

static uint32_t random_below(cndfs_worker *worker, uint32_t n) {
  assert(n > 0);
  worker->seed ^= worker->seed << 13;
  worker->seed ^= worker->seed >> 7;
  worker->seed ^= worker->seed << 17;
  return (uint32_t)((worker->seed >> 32) * n >> 32);
}

/* The edges of the last frame. */
static void shuffle(cndfs_worker *worker, cndfs_stack *stack) {
  size_t first = vec_last(&stack->frames).first,
         count = stack->edges.count - first;
  if (worker->seed == 0 || count < 2)
    return;
  uint32_t *at = stack->edges.at + first;
  for (uint32_t n = (uint32_t)count; n > 1; n--) {
    uint32_t k = random_below(worker, n), other = at[n - 1];
    at[n - 1] = at[k];
    at[k] = other;
  }
}

/* Accepting, and not in vain: the automaton can come back to it. */
static bool is_good(const cndfs_worker *worker, uint32_t q) {
  assert(q < worker->p.a->states);
  const shape *k = worker->of->kind;
  return k->is_accepting[q] && k->in_accepting[q];
}

static void cndfs_add_path(cndfs_worker *worker, const cndfs_stack *stack,
                           size_t end) {
  assert(end <= stack->frames.count);
  for (size_t i = 0; i < end; i++)
    vec_push(&worker->me->m, &worker->path, stack->frames.at[i].state);
}

/* The first place where something is undefined is kept: the blue stack leads
 * there. */
static void keep_wrong(cndfs_worker *worker) {
  if (worker->result != CNDFS_NOTHING)
    return;
  worker->result = CNDFS_WRONG;
  cndfs_add_path(worker, &worker->blue, worker->blue.frames.count);
  worker->loop = worker->path.count;
}

/* An edge from the last of the red stack, or of the blue one if that is empty,
 * leads to 'to', which is cyan. */
static void keep_cycle(cndfs_worker *worker, uint32_t to) {
  assert(worker->blue.frames.count > 0);
  const cndfs_stack *blue = &worker->blue, *red = &worker->red;
  worker->path.count = worker->loop = 0;
  if (red->frames.count) { /* the first red one is the last blue one */
    cndfs_add_path(worker, blue, blue->frames.count - 1);
    cndfs_add_path(worker, red, red->frames.count);
  } else {
    cndfs_add_path(worker, blue, blue->frames.count);
  }
  while (vec_at(&worker->path, worker->loop) != to)
    worker->loop++;
  assert(trail_has(&worker->cyan, to)); /* it is on the stack: a cycle */
  worker->result = CNDFS_CYCLE;
  atomic_store(&worker->me->of->done, true);
}

/* The state comes on the stack. False: something is undefined there. */
static bool cndfs_expand(cndfs_worker *worker, cndfs_stack *stack,
                         uint32_t state, uint32_t *q) {
  progress *clock = &worker->me->clock;
  bool good = pairs_expand(&worker->p, state, q);
  push(worker, stack, state, *q);
  worker->transitions += worker->p.items.count;
  vec_each (const pool_item, item, &worker->p.items)
    worker->stored += item->is_new;
  clock->states = worker->stored;
  clock->done++;
  clock->pending = worker->blue.frames.count + worker->red.frames.count;
  if (clock->pending > clock->depth)
    clock->depth = clock->pending;
  progress_tick(clock);
  return good;
}

/* Does the edge from 'q' to 'to' that closes a cycle on the stack make it an
 * accepting one, as far as can be seen from it? */
static bool closes(const cndfs_worker *worker, uint32_t q, uint32_t to) {
  const shape *k = worker->of->kind;
  return k->weak ? k->in_accepting[to]
                 : is_good(worker, q) || is_good(worker, to);
}

static void prefetch(cndfs_worker *worker) {
  vec_each (const pool_item, item, &worker->p.items)
    if (!item->is_new)
      base_prefetch(colour(worker, item->number));
}

/* False: an accepting cycle has been found. */
static bool enter_blue(cndfs_worker *worker, uint32_t state) {
  uint32_t q;
  bool good = cndfs_expand(worker, &worker->blue, state, &q);
  trail_push(&worker->cyan, state);
  if (!good)
    keep_wrong(worker);
  prefetch(worker);
  for (size_t i = 0; i < worker->p.items.count; i++) {
    const pool_item *to = worker->p.items.at + i;
    if (!to->is_new && has_colour(worker, to->number, BLUE))
      continue; /* whoever left it first has looked at its cycles */
    if (to->is_new || !trail_has(&worker->cyan, to->number)) {
      vec_push(&worker->me->m, &worker->blue.edges, to->number);
    } else if (closes(worker, q, pairs_automaton(&worker->p, i))) {
      keep_cycle(worker, to->number);
      return false;
    }
  }
  shuffle(worker, &worker->blue);
  return true;
}

static bool enter_red(cndfs_worker *worker, uint32_t state) {
  uint32_t q;
  cndfs_expand(worker, &worker->red, state, &q);
  if (worker->pink.list.count && is_good(worker, q))
    vec_push(&worker->me->m, &worker->awaited, state);
  trail_push(&worker->pink, state);
  vec_each (const pool_item, item, &worker->p.items) {
    if (trail_has(&worker->cyan, item->number)) {
      keep_cycle(worker, item->number);
      return false;
    }
    if (!trail_has(&worker->pink, item->number) &&
        !has_colour(worker, item->number, RED))
      vec_push(&worker->me->m, &worker->red.edges, item->number);
  }
  shuffle(worker, &worker->red);
  return true;
}

/* Until others have finished with all that is awaited. False: the end. */
static bool await(cndfs_worker *worker) {
  vec_each (const uint32_t, s, &worker->awaited)
    while (!has_colour(worker, *s, RED)) {
      if (is_done(worker))
        return false;
      sched_yield();
      progress_tick(&worker->me->clock);
    }
  return true;
}

/* From an accepting state, the last of the blue stack. False: the end. */
static bool search_red(cndfs_worker *worker, uint32_t seed) {
  worker->awaited.count = 0;
  if (!enter_red(worker, seed))
    return false;
  while (worker->red.frames.count) {
    uint32_t to;
    if (!follow(&worker->red, &to)) {
      pop(&worker->red);
      continue;
    }
    if (trail_has(&worker->pink, to) || has_colour(worker, to, RED))
      continue;
    if (is_done(worker) || !enter_red(worker, to))
      return false;
  }
  if (!await(worker))
    return false;
  while (worker->pink.list.count) {
    paint(worker, vec_last(&worker->pink.list), RED);
    trail_pop(&worker->pink);
  }
  return true;
}

static bool leave_blue(cndfs_worker *worker) {
  cndfs_frame frame = vec_last(&worker->blue.frames);
  paint(worker, frame.state, BLUE);
  if (!worker->of->kind->weak && is_good(worker, frame.automaton) &&
      !search_red(worker, frame.state))
    return false;
  trail_pop(&worker->cyan);
  pop(&worker->blue);
  return true;
}

/* False: the end. */
static bool search_blue(cndfs_worker *worker, uint32_t root) {
  if (has_colour(worker, root, BLUE))
    return true;
  bool goes_on = enter_blue(worker, root);
  while (goes_on && worker->blue.frames.count) {
    uint32_t to;
    if (is_done(worker))
      return false;
    if (!follow(&worker->blue, &to))
      goes_on = leave_blue(worker);
    else if (!trail_has(&worker->cyan, to) && !has_colour(worker, to, BLUE))
      goes_on = enter_blue(worker, to);
  }
  return goes_on;
}

void cndfs_work(team_member *me) {
  cndfs *n = me->self;
  cndfs_worker *worker = n->workers[me->number];
  vec(uint32_t) roots = {0};
  if (!pairs_start(&worker->p))
    keep_wrong(worker);
  vec_each (const pool_item, i, &worker->p.items) {
    vec_push(&me->m, &roots, i->number);
    worker->stored += i->is_new;
  }
  me->clock.states = worker->stored;
  bool goes_on = true;
  for (size_t i = 0; goes_on && i < roots.count; i++)
    goes_on = search_blue(worker, roots.at[(i + me->number) % roots.count]);
}
