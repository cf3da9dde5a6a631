#include "engine/parallel/cndfs.h"

#include <assert.h>
#include <sched.h>

enum { BLUE = 1, RED = 2 };

cndfs_worker *cndfs_worker_new(cndfs *n, team_member *me, const model *x,
                               const model_binding *b, const omega *a) {
  cndfs_worker *w = mem_alloc(&me->m, sizeof *w);
  w->of = n;
  w->me = me;
  w->seed = me->number * UINT64_C(0x9E3779B97F4A7C15);
  pairs_init(&w->p, &me->m, n->states, x, b, a);
  trail_init(&w->cyan, &me->m);
  trail_init(&w->pink, &me->m);
  return w;
}

static _Atomic uint32_t *colour(cndfs_worker *w, uint32_t state) {
  return pool_word(w->of->colours, w->p.hand, state);
}
static bool has_colour(cndfs_worker *w, uint32_t state, uint32_t which) {
  return (atomic_load(colour(w, state)) & which) != 0;
}
static void paint(cndfs_worker *w, uint32_t state, uint32_t which) {
  atomic_fetch_or(colour(w, state), which);
}

static bool is_done(const cndfs_worker *w) {
  return atomic_load_explicit(&w->me->of->done, memory_order_relaxed);
}

static void push(cndfs_worker *w, cndfs_stack *s, uint32_t state, uint32_t q) {
  cndfs_frame f = {.first = s->edges.count, .state = state, .automaton = q};
  vec_push(&w->me->m, &s->frames, f);
}

static void pop(cndfs_stack *s) {
  assert(vec_last(&s->frames).first <= s->edges.count);
  s->edges.count = vec_pop(&s->frames).first;
}

/* An edge that has not been followed yet. */
static bool follow(cndfs_stack *s, uint32_t *to) {
  cndfs_frame *f = &vec_last(&s->frames);
  assert(f->first + f->followed <= s->edges.count);
  if (f->first + f->followed == s->edges.count)
    return false;
  *to = s->edges.at[f->first + f->followed++];
  return true;
}

static uint32_t random_below(cndfs_worker *w, uint32_t n) {
  assert(n > 0);
  w->seed ^= w->seed << 13;
  w->seed ^= w->seed >> 7;
  w->seed ^= w->seed << 17;
  return (uint32_t)((w->seed >> 32) * n >> 32);
}

/* The edges of the last frame. */
static void shuffle(cndfs_worker *w, cndfs_stack *s) {
  size_t first = vec_last(&s->frames).first, count = s->edges.count - first;
  if (w->seed == 0 || count < 2)
    return;
  uint32_t *at = s->edges.at + first;
  for (uint32_t n = (uint32_t)count; n > 1; n--) {
    uint32_t k = random_below(w, n), other = at[n - 1];
    at[n - 1] = at[k];
    at[k] = other;
  }
}

/* Accepting, and not in vain: the automaton can come back to it. */
static bool is_good(const cndfs_worker *w, uint32_t q) {
  assert(q < w->p.a->states);
  const shape *k = w->of->kind;
  return k->is_accepting[q] && k->in_accepting[q];
}

static void cndfs_add_path(cndfs_worker *w, const cndfs_stack *s, size_t end) {
  assert(end <= s->frames.count);
  for (size_t i = 0; i < end; i++)
    vec_push(&w->me->m, &w->path, s->frames.at[i].state);
}

/* The first place where something is undefined is kept: the blue stack leads
 * there. */
static void keep_wrong(cndfs_worker *w) {
  if (w->result != CNDFS_NOTHING)
    return;
  w->result = CNDFS_WRONG;
  cndfs_add_path(w, &w->blue, w->blue.frames.count);
  w->loop = w->path.count;
}

/* An edge from the last of the red stack, or of the blue one if that is empty,
 * leads to 'to', which is cyan. */
static void keep_cycle(cndfs_worker *w, uint32_t to) {
  assert(w->blue.frames.count > 0);
  const cndfs_stack *blue = &w->blue, *red = &w->red;
  w->path.count = w->loop = 0;
  if (red->frames.count) { /* the first red one is the last blue one */
    cndfs_add_path(w, blue, blue->frames.count - 1);
    cndfs_add_path(w, red, red->frames.count);
  } else {
    cndfs_add_path(w, blue, blue->frames.count);
  }
  while (vec_at(&w->path, w->loop) != to)
    w->loop++;
  assert(trail_has(&w->cyan, to)); /* it is on the stack: a cycle */
  w->result = CNDFS_CYCLE;
  atomic_store(&w->me->of->done, true);
}

/* The state comes on the stack. False: something is undefined there. */
static bool cndfs_expand(cndfs_worker *w, cndfs_stack *s, uint32_t state,
                         uint32_t *q) {
  progress *clock = &w->me->clock;
  bool good = pairs_expand(&w->p, state, q);
  push(w, s, state, *q);
  w->transitions += w->p.items.count;
  vec_each (const pool_item, i, &w->p.items)
    w->stored += i->is_new;
  clock->states = w->stored;
  clock->done++;
  clock->pending = w->blue.frames.count + w->red.frames.count;
  if (clock->pending > clock->depth)
    clock->depth = clock->pending;
  progress_tick(clock);
  return good;
}

/* Does the edge from 'q' to 'to' that closes a cycle on the stack make it an
 * accepting one, as far as can be seen from it? */
static bool closes(const cndfs_worker *w, uint32_t q, uint32_t to) {
  const shape *k = w->of->kind;
  return k->weak ? k->in_accepting[to] : is_good(w, q) || is_good(w, to);
}

static void prefetch(cndfs_worker *w) {
  vec_each (const pool_item, i, &w->p.items)
    if (!i->is_new)
      base_prefetch(colour(w, i->number));
}

/* False: an accepting cycle has been found. */
static bool enter_blue(cndfs_worker *w, uint32_t state) {
  uint32_t q;
  bool good = cndfs_expand(w, &w->blue, state, &q);
  trail_push(&w->cyan, state);
  if (!good)
    keep_wrong(w);
  prefetch(w);
  for (size_t i = 0; i < w->p.items.count; i++) {
    const pool_item *to = w->p.items.at + i;
    if (!to->is_new && has_colour(w, to->number, BLUE))
      continue; /* whoever left it first has looked at its cycles */
    if (to->is_new || !trail_has(&w->cyan, to->number)) {
      vec_push(&w->me->m, &w->blue.edges, to->number);
    } else if (closes(w, q, pairs_automaton(&w->p, i))) {
      keep_cycle(w, to->number);
      return false;
    }
  }
  shuffle(w, &w->blue);
  return true;
}

static bool enter_red(cndfs_worker *w, uint32_t state) {
  uint32_t q;
  cndfs_expand(w, &w->red, state, &q);
  if (w->pink.list.count && is_good(w, q))
    vec_push(&w->me->m, &w->awaited, state);
  trail_push(&w->pink, state);
  vec_each (const pool_item, i, &w->p.items) {
    if (trail_has(&w->cyan, i->number)) {
      keep_cycle(w, i->number);
      return false;
    }
    if (!trail_has(&w->pink, i->number) && !has_colour(w, i->number, RED))
      vec_push(&w->me->m, &w->red.edges, i->number);
  }
  shuffle(w, &w->red);
  return true;
}

/* Until others have finished with all that is awaited. False: the end. */
static bool await(cndfs_worker *w) {
  vec_each (const uint32_t, s, &w->awaited)
    while (!has_colour(w, *s, RED)) {
      if (is_done(w))
        return false;
      sched_yield();
      progress_tick(&w->me->clock);
    }
  return true;
}

/* From an accepting state, the last of the blue stack. False: the end. */
static bool search_red(cndfs_worker *w, uint32_t seed) {
  w->awaited.count = 0;
  if (!enter_red(w, seed))
    return false;
  while (w->red.frames.count) {
    uint32_t to;
    if (!follow(&w->red, &to)) {
      pop(&w->red);
      continue;
    }
    if (trail_has(&w->pink, to) || has_colour(w, to, RED))
      continue;
    if (is_done(w) || !enter_red(w, to))
      return false;
  }
  if (!await(w))
    return false;
  while (w->pink.list.count) {
    paint(w, vec_last(&w->pink.list), RED);
    trail_pop(&w->pink);
  }
  return true;
}

static bool leave_blue(cndfs_worker *w) {
  cndfs_frame f = vec_last(&w->blue.frames);
  paint(w, f.state, BLUE);
  if (!w->of->kind->weak && is_good(w, f.automaton) && !search_red(w, f.state))
    return false;
  trail_pop(&w->cyan);
  pop(&w->blue);
  return true;
}

/* False: the end. */
static bool search_blue(cndfs_worker *w, uint32_t root) {
  if (has_colour(w, root, BLUE))
    return true;
  bool goes_on = enter_blue(w, root);
  while (goes_on && w->blue.frames.count) {
    uint32_t to;
    if (is_done(w))
      return false;
    if (!follow(&w->blue, &to))
      goes_on = leave_blue(w);
    else if (!trail_has(&w->cyan, to) && !has_colour(w, to, BLUE))
      goes_on = enter_blue(w, to);
  }
  return goes_on;
}

void cndfs_work(team_member *me) {
  cndfs *n = me->self;
  cndfs_worker *w = n->workers[me->number];
  vec(uint32_t) roots = {0};
  if (!pairs_start(&w->p))
    keep_wrong(w);
  vec_each (const pool_item, i, &w->p.items) {
    vec_push(&me->m, &roots, i->number);
    w->stored += i->is_new;
  }
  me->clock.states = w->stored;
  bool goes_on = true;
  for (size_t i = 0; goes_on && i < roots.count; i++)
    goes_on = search_blue(w, roots.at[(i + me->number) % roots.count]);
}
