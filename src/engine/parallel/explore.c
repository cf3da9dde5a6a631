#include "engine/parallel/explore.h"

explore_worker *explore_worker_new(explore *e, team_member *me) {
  mem *m = &me->m;
  explore_worker *w = mem_alloc(m, sizeof *w);
  w->of = e;
  w->me = me;
  w->hand = pool_take_hand(e->states, m);
  w->scratch = mem_alloc(m, e->x->scratch_bytes);
  w->bytes = mem_alloc(m, (size_t)e->x->most_bytes + 1);
  w->stack.m = m;
  for (size_t i = 0; i < EXPLORE_GROUP; i++)
    w->steps[i].m = m;
  return w;
}

static void add_items(explore_worker *w, const model_steps *steps) {
  size_t count = steps->steps.count;
  vec_reserve(&w->me->m, &w->items, count);
  pool_item *item = w->items.at + w->items.count;
  const model_step *t = steps->steps.at;
  for (size_t i = 0; i < count; i++, item++, t++) {
    item->bytes = steps->bytes.at + t->at;
    item->size = t->size;
  }
  w->items.count += count;
}

/* The new states among those that 'parent' (plus one) leads to are put on the
 * stack, those with numbers one behind the other as one run. */
static void keep_new(explore_worker *w, const pool_item *items, size_t count,
                     uint32_t parent, uint32_t level, bool *run_is_open) {
  explore *e = w->of;
  for (const pool_item *i = items; i != items + count; i++) {
    if (!i->is_new)
      continue;
    w->stored++;
    if (parent)
      atomic_store_explicit(pool_word(e->parents, w->hand, i->number), parent,
                            memory_order_relaxed);
    if (*run_is_open && vec_last(&w->stack.runs).end == i->number) {
      vec_last(&w->stack.runs).end++;
      continue;
    }
    share_run run = {i->number, i->number + 1, level};
    share_push(&w->stack, run);
    *run_is_open = true;
  }
}

/* The first 'count' of the group have been expanded; the initial states come
 * from none. */
static void insert(explore_worker *w, size_t count, bool initial,
                   uint32_t level) {
  bool run_is_open = false;
  w->items.count = 0;
  for (size_t i = 0; i < count; i++)
    add_items(w, &w->steps[i]);
  pool_insert_all(w->hand, w->items.at, w->items.count);
  w->arrivals += w->items.count;
  const pool_item *at = w->items.at;
  for (size_t i = 0; i < count; i++) {
    size_t steps = w->steps[i].steps.count;
    if (steps)
      keep_new(w, at, steps, initial ? 0 : w->group[i] + 1, level,
               &run_is_open);
    at += steps;
  }
  progress *clock = &w->me->clock;
  clock->states = w->stored;
  clock->matched = w->arrivals - w->stored;
  clock->pending = w->stack.runs.count - w->stack.bottom;
  if (run_is_open && level > clock->depth)
    clock->depth = level;
}

/* False: this is the end, for all. */
static bool explore_look(explore_worker *w, uint32_t state,
                         const model_steps *steps) {
  explore *e = w->of;
  findings f = {.m = &w->me->m,
                .least = e->o->strict ? MODEL_NOTE : MODEL_ERROR,
                .out = &w->found};
  if (findings_take(&f, steps))
    w->fault_state = state;
  if (w->found.faults == 0 || e->o->keep_going)
    return true;
  atomic_store(&e->team->done, true);
  share_wake(&e->work);
  return false;
}

static bool start(explore_worker *w) {
  const model *x = w->of->x;
  model_steps *steps = &w->steps[0];
  x->ops->initial(x, w->scratch, steps);
  insert(w, 1, true, 1);
  return steps->faults.count == 0 || explore_look(w, POOL_NONE, steps);
}

/* From the top of the stack; the level of what comes next. */
static uint32_t take_group(explore_worker *w, size_t *count) {
  share_stack *s = &w->stack;
  uint32_t level = 0;
  size_t n = 0;
  while (n < EXPLORE_GROUP && !share_is_empty(s)) {
    share_run *top = &vec_last(&s->runs);
    if (top->level > level)
      level = top->level;
    while (n < EXPLORE_GROUP && top->next < top->end)
      w->group[n++] = top->next++;
    s->runs.count -= top->next == top->end;
  }
  *count = n;
  return level + 1;
}

static bool explore_expand(explore_worker *w) {
  const model *x = w->of->x;
  bool goes_on = true;
  size_t count, done = 0;
  uint32_t level = take_group(w, &count);
  for (; goes_on && done < count; done++) {
    uint32_t size = pool_copy(w->hand, w->group[done], w->bytes);
    model_steps *steps = &w->steps[done];
    model_steps_reset(steps);
    x->ops->next(x, w->scratch, w->bytes, size, steps);
    if (base_unlikely(steps->faults.count))
      goes_on = explore_look(w, w->group[done], steps);
    w->me->clock.done++;
    progress_tick(&w->me->clock);
  }
  insert(w, done, false, level);
  return goes_on;
}

void explore_work(team_member *me) {
  explore *e = me->self;
  explore_worker *w = e->workers[me->number];
  bool goes_on = me->number != 0 || start(w);
  while (goes_on &&
         !atomic_load_explicit(&me->of->done, memory_order_relaxed)) {
    if (share_is_empty(&w->stack)) {
      goes_on = share_take(&e->work, me, &w->stack);
      continue;
    }
    if (base_unlikely(share_wants(&e->work)))
      share_give(&e->work, &w->stack);
    goes_on = explore_expand(w);
  }
}

/* What it takes to retrace from state to state once more. */
typedef struct retrace {
  explore *e;
  mem *m;
  pool_hand *hand;
  void *scratch;
  model_steps steps;
  vec(uint32_t) path; /* the last state first */
  uint8_t *here, *there;
} retrace;

static void expand_again(retrace *v, uint32_t state) {
  const model *x = v->e->x;
  model_steps_reset(&v->steps);
  if (state == POOL_NONE) {
    x->ops->initial(x, v->scratch, &v->steps);
  } else {
    uint32_t size = pool_copy(v->hand, state, v->here);
    x->ops->next(x, v->scratch, v->here, size, &v->steps);
  }
}

/* The action of the first step from 'from' to 'to'. */
static uint32_t label_between(retrace *v, uint32_t from, uint32_t to) {
  uint32_t size = pool_copy(v->hand, to, v->there);
  expand_again(v, from);
  vec_each (const model_step, t, &v->steps.steps)
    if (t->size == size &&
        (size == 0 || memcmp(v->steps.bytes.at + t->at, v->there, size) == 0))
      return t->label;
  return MODEL_NONE;
}

static void add_state(mem *m, const uint8_t *bytes, uint32_t size,
                      uint32_t label, model_run *out) {
  vec_push(m, &out->at, out->bytes.count);
  vec_push(m, &out->labels, label);
  vec_reserve(m, &out->bytes, size);
  if (size)
    memcpy(out->bytes.at + out->bytes.count, bytes, size);
  out->bytes.count += size;
}

static void explore_add_path(retrace *v, uint32_t last_label, model_run *out) {
  for (size_t i = v->path.count; i-- > 0;) {
    uint32_t state = v->path.at[i];
    uint32_t label =
        i > 0 ? label_between(v, state, v->path.at[i - 1]) : last_label;
    uint32_t size = pool_copy(v->hand, state, v->here);
    add_state(v->m, v->here, size, label, out);
  }
}

void explore_add_run(explore *e, mem *m, uint32_t state, uint32_t step,
                     model_run *out) {
  retrace v = {.e = e, .m = m, .steps = {.m = m}};
  v.hand = e->workers[0]->hand;
  v.scratch = mem_alloc(m, e->x->scratch_bytes);
  v.here = mem_alloc(m, (size_t)e->x->most_bytes + 1);
  v.there = mem_alloc(m, (size_t)e->x->most_bytes + 1);
  for (uint32_t s = state; s != POOL_NONE;) {
    vec_push(m, &v.path, s);
    s = atomic_load_explicit(pool_word(e->parents, v.hand, s),
                             memory_order_relaxed) -
        1;
  }
  uint32_t label = MODEL_NONE;
  if (step != MODEL_NONE) {
    expand_again(&v, state);
    label = v.steps.steps.at[step].label;
  }
  explore_add_path(&v, label, out);
  if (step != MODEL_NONE) {
    expand_again(&v, state);
    const model_step *t = v.steps.steps.at + step;
    add_state(m, v.steps.bytes.at + t->at, t->size, MODEL_NONE, out);
  }
  vec_push(m, &out->at, out->bytes.count);
  out->count = out->loop = out->labels.count;
  vec_free(m, &v.path);
  model_steps_free(&v.steps);
  mem_free(m, v.scratch);
  mem_free(m, v.here);
  mem_free(m, v.there);
}
