#include "engine/parallel/explore.h"

explore_worker *explore_worker_new(explore *e, team_member *me) {
  mem *m = &me->m;
  explore_worker *worker = mem_alloc(m, sizeof *worker);
  worker->of = e;
  worker->me = me;
  worker->hand = pool_take_hand(e->states, m);
  worker->scratch = mem_alloc(m, e->x->scratch_bytes);
  worker->bytes = mem_alloc(m, (size_t)e->x->most_bytes + 1);
  worker->stack.m = m;
  for (size_t i = 0; i < EXPLORE_GROUP; i++)
    worker->steps[i].m = m;
  return worker;
}

static void add_items(explore_worker *worker, const model_steps *steps) {
  size_t count = steps->steps.count;
  vec_reserve(&worker->me->m, &worker->items, count);
  pool_item *item = worker->items.at + worker->items.count;
  const model_step *step = steps->steps.at;
  for (size_t i = 0; i < count; i++, item++, step++) {
    item->bytes = steps->bytes.at + step->at;
    item->size = step->size;
  }
  worker->items.count += count;
}

/* The new states among those that 'parent' (plus one) leads to are put on the
 * stack, those with numbers one behind the other as one run. */
static void keep_new(explore_worker *worker, const pool_item *items,
                     size_t count, uint32_t parent, uint32_t level,
                     bool *run_is_open) {
  explore *e = worker->of;
  for (const pool_item *item = items; item != items + count; item++) {
    if (!item->is_new)
      continue;
    worker->stored++;
    if (parent)
      atomic_store_explicit(pool_word(e->parents, worker->hand, item->number),
                            parent, memory_order_relaxed);
    if (*run_is_open && vec_last(&worker->stack.runs).end == item->number) {
      vec_last(&worker->stack.runs).end++;
      continue;
    }
    share_run run = {item->number, item->number + 1, level};
    share_push(&worker->stack, run);
    *run_is_open = true;
  }
}

/* The first 'count' of the group have been expanded; the initial states come
 * from none. */
static void insert(explore_worker *worker, size_t count, bool initial,
                   uint32_t level) {
  bool run_is_open = false;
  worker->items.count = 0;
  for (size_t i = 0; i < count; i++)
    add_items(worker, &worker->steps[i]);
  pool_insert_all(worker->hand, worker->items.at, worker->items.count);
  worker->arrivals += worker->items.count;
  const pool_item *at = worker->items.at;
  for (size_t i = 0; i < count; i++) {
    size_t steps = worker->steps[i].steps.count;
    if (steps)
      keep_new(worker, at, steps, initial ? 0 : worker->group[i] + 1, level,
               &run_is_open);
    at += steps;
  }
  progress *clock = &worker->me->clock;
  clock->states = worker->stored;
  clock->matched = worker->arrivals - worker->stored;
  clock->pending = worker->stack.runs.count - worker->stack.bottom;
  if (run_is_open && level > clock->depth)
    clock->depth = level;
}

/* False: this is the end, for all. */
static bool explore_look(explore_worker *worker, uint32_t state,
                         const model_steps *steps) {
  explore *e = worker->of;
  findings f = {.m = &worker->me->m,
                .least = e->o->strict ? MODEL_NOTE : MODEL_ERROR,
                .out = &worker->found};
  if (findings_take(&f, steps))
    worker->fault_state = state;
  if (worker->found.faults == 0 || e->o->keep_going)
    return true;
  atomic_store(&e->team->done, true);
  share_wake(&e->work);
  return false;
}

static bool start(explore_worker *worker) {
  const model *x = worker->of->x;
  model_steps *steps = &worker->steps[0];
  x->ops->initial(x, worker->scratch, steps);
  insert(worker, 1, true, 1);
  return steps->faults.count == 0 || explore_look(worker, POOL_NONE, steps);
}

/* From the top of the stack; the level of what comes next. */
static uint32_t take_group(explore_worker *worker, size_t *count) {
  share_stack *stack = &worker->stack;
  uint32_t level = 0;
  size_t n = 0;
  while (n < EXPLORE_GROUP && !share_is_empty(stack)) {
    share_run *top = &vec_last(&stack->runs);
    if (top->level > level)
      level = top->level;
    while (n < EXPLORE_GROUP && top->next < top->end)
      worker->group[n++] = top->next++;
    stack->runs.count -= top->next == top->end;
  }
  *count = n;
  return level + 1;
}

static bool explore_expand(explore_worker *worker) {
  const model *x = worker->of->x;
  bool goes_on = true;
  size_t count, done = 0;
  uint32_t level = take_group(worker, &count);
  for (; goes_on && done < count; done++) {
    uint32_t size = pool_copy(worker->hand, worker->group[done], worker->bytes);
    model_steps *steps = &worker->steps[done];
    model_steps_reset(steps);
    x->ops->next(x, worker->scratch, worker->bytes, size, steps);
    if (base_unlikely(steps->faults.count))
      goes_on = explore_look(worker, worker->group[done], steps);
    worker->me->clock.done++;
    progress_tick(&worker->me->clock);
  }
  insert(worker, done, false, level);
  return goes_on;
}

void explore_work(team_member *me) {
  explore *e = me->self;
  explore_worker *worker = e->workers[me->number];
  bool goes_on = me->number != 0 || start(worker);
  while (goes_on &&
         !atomic_load_explicit(&me->of->done, memory_order_relaxed)) {
    if (share_is_empty(&worker->stack)) {
      goes_on = share_take(&e->work, me, &worker->stack);
      continue;
    }
    if (base_unlikely(share_wants(&e->work)))
      share_give(&e->work, &worker->stack);
    goes_on = explore_expand(worker);
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
  vec_each (const model_step, step, &v->steps.steps)
    if (step->size == size && (size == 0 || memcmp(v->steps.bytes.at + step->at,
                                                   v->there, size) == 0))
      return step->label;
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
