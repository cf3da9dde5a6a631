#include "engine/lossy/lossy_dfs.h"

#include <assert.h>

void lossy_dfs_begin(lossy_dfs *w, mem *m, const model *x, progress *clock,
                     const lossy_dfs_options *o) {
  *w = (lossy_dfs){.m = m,
                   .x = x,
                   .clock = clock,
                   .table = o->table,
                   .keep_going = o->keep_going};
  w->found = (findings){
      .m = m, .least = o->strict ? MODEL_NOTE : MODEL_ERROR, .out = &w->answer};
  w->scratch = mem_alloc(m, x->scratch_bytes);
  for (size_t i = 0; i < LOSSY_DFS_GROUP; i++)
    w->steps[i].m = m;
  clock->done = clock->pending = 0;
  clock->states = clock->matched = clock->depth = 0;
}

void lossy_dfs_end(lossy_dfs *w) {
  vec_free(w->m, &w->stack);
  vec_free(w->m, &w->bytes);
  vec_free(w->m, &w->items);
  for (size_t i = 0; i < LOSSY_DFS_GROUP; i++)
    model_steps_free(&w->steps[i]);
  mem_free(w->m, w->scratch);
}

void lossy_dfs_reseed(lossy_dfs *w, uint64_t seed) {
  w->random = seed;
  w->stack.count = w->bytes.count = 0;
  w->is_full = false;
  w->hand = (table_hand){0};
}

void lossy_dfs_push(lossy_dfs *w, const lossy_dfs_step *s) {
  assert(s->parent == LOSSY_DFS_NONE || s->parent < w->stack.count);
  uint32_t level = 1;
  if (w->stack.count == LOSSY_DFS_NONE)
    mem_raise(w->m->budget, MEM_LIMIT);
  if (s->parent != LOSSY_DFS_NONE)
    level += w->stack.at[s->parent].level;
  lossy_dfs_state top = {.at = w->bytes.count,
                         .size = s->size,
                         .parent = s->parent,
                         .label = s->label,
                         .level = level & (UINT32_MAX >> 1)};
  vec_push(w->m, &w->stack, top);
  vec_reserve(w->m, &w->bytes, s->size);
  if (s->size)
    memcpy(w->bytes.at + w->bytes.count, s->bytes, s->size);
  w->bytes.count += s->size;
  if (level > w->depth)
    w->depth = level;
}

static void pop_done(lossy_dfs *w) {
  while (w->stack.count && vec_last(&w->stack).is_done)
    w->bytes.count = w->stack.at[--w->stack.count].at;
}

/* The states that wait on top, the uppermost first. */
static size_t take_group(lossy_dfs *w) {
  size_t count = 0;
  for (size_t i = w->stack.count; i-- > 0 && count < LOSSY_DFS_GROUP;) {
    if (w->stack.at[i].is_done)
      break;
    w->stack.at[i].is_done = true;
    w->group[count++] = (uint32_t)i;
  }
  return count;
}

static void add_to_run(lossy_dfs *w, const uint8_t *bytes, uint32_t size,
                       uint32_t label) {
  model_run *run = &w->answer.run;
  vec_push(w->m, &run->at, run->bytes.count);
  vec_push(w->m, &run->labels, label);
  vec_reserve(w->m, &run->bytes, size);
  if (size)
    memcpy(run->bytes.at + run->bytes.count, bytes, size);
  run->bytes.count += size;
}

/* The run to 'state' (LOSSY_DFS_NONE: there is none yet) and, if the fault
 * happens in a step, over that. */
static void add_run(lossy_dfs *w, uint32_t state, const model_steps *steps,
                    const model_fault *fault) {
  vec(uint32_t) path = {0};
  model_run *run = &w->answer.run;
  const model_step *last =
      fault->step == MODEL_NONE ? NULL : steps->steps.at + fault->step;
  for (; state != LOSSY_DFS_NONE; state = w->stack.at[state].parent)
    vec_push(w->m, &path, state);
  for (size_t i = path.count; i-- > 0;) {
    const lossy_dfs_state *s = w->stack.at + path.at[i];
    uint32_t label = last ? last->label : MODEL_NONE;
    if (i > 0)
      label = w->stack.at[path.at[i - 1]].label;
    add_to_run(w, w->bytes.at + s->at, s->size, label);
  }
  if (last)
    add_to_run(w, steps->bytes.at + last->at, last->size, MODEL_NONE);
  vec_push(w->m, &run->at, run->bytes.count);
  run->count = run->loop = run->labels.count;
  vec_free(w->m, &path);
}

/* Looks at the faults in the steps of 'state'. False: the end. */
static bool look(lossy_dfs *w, uint32_t state, const model_steps *steps) {
  const model_fault *first = findings_take(&w->found, steps);
  if (first)
    add_run(w, state, steps, first);
  return w->answer.faults == 0 || w->keep_going;
}

static void add_items(lossy_dfs *w, uint32_t group) {
  const model_steps *steps = &w->steps[group];
  size_t count = steps->steps.count;
  vec_reserve(w->m, &w->items, count);
  lossy_dfs_item *item = w->items.at + w->items.count;
  for (size_t i = 0; i < count; i++, item++) {
    const model_step *t = steps->steps.at + i;
    item->hash = table_hash_of(w->table, steps->bytes.at + t->at, t->size);
    item->group = group;
    item->step = (uint32_t)i;
    table_expect(w->table, item->hash);
  }
  w->items.count += count;
}

static uint32_t random_below(lossy_dfs *w, size_t n) {
  w->random += UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)((table_mix(w->random) >> 32) * n >> 32);
}

static void shuffle(lossy_dfs *w) {
  for (size_t n = w->items.count; n > 1; n--) {
    size_t k = random_below(w, n);
    lossy_dfs_item swapped = w->items.at[k];
    w->items.at[k] = w->items.at[n - 1];
    w->items.at[n - 1] = swapped;
  }
}

/* Stores what the first 'count' lead to, the last first, so that the first will
 * be on top. False: the table is full. */
static bool insert(lossy_dfs *w, size_t count, bool initial) {
  w->items.count = 0;
  for (size_t i = 0; i < count; i++)
    add_items(w, (uint32_t)i);
  if (w->random)
    shuffle(w);
  for (size_t i = w->items.count; i-- > 0 && !w->is_full;) {
    const lossy_dfs_item *item = w->items.at + i;
    table_answer answer = table_insert(w->table, &w->hand, item->hash);
    w->is_full = answer == TABLE_FULL;
    w->arrivals += !w->is_full;
    if (answer != TABLE_NEW)
      continue;
    const model_steps *steps = &w->steps[item->group];
    const model_step *t = steps->steps.at + item->step;
    lossy_dfs_step s = {.bytes = steps->bytes.at + t->at,
                        .size = t->size,
                        .parent =
                            initial ? LOSSY_DFS_NONE : w->group[item->group],
                        .label = t->label};
    lossy_dfs_push(w, &s);
    w->states++;
  }
  if (w->bytes.count > w->most_bytes)
    w->most_bytes = w->bytes.count;
  w->clock->states = w->states;
  w->clock->matched = w->arrivals - w->states;
  w->clock->depth = w->depth;
  w->clock->pending = w->stack.count;
  return !w->is_full;
}

bool lossy_dfs_start(lossy_dfs *w) {
  model_steps_reset(&w->steps[0]);
  w->x->ops->initial(w->x, w->scratch, &w->steps[0]);
  bool goes_on = insert(w, 1, true);
  if (w->steps[0].faults.count)
    goes_on &= look(w, LOSSY_DFS_NONE, &w->steps[0]);
  return goes_on;
}

bool lossy_dfs_on(lossy_dfs *w) {
  assert(w->stack.count > 0);
  bool goes_on = true;
  size_t count = take_group(w), done = 0;
  assert(count || vec_last(&w->stack).is_done);
  for (; goes_on && done < count; done++) {
    const lossy_dfs_state *s = w->stack.at + w->group[done];
    model_steps *steps = &w->steps[done];
    model_steps_reset(steps);
    w->x->ops->next(w->x, w->scratch, w->bytes.at + s->at, s->size, steps);
    if (base_unlikely(steps->faults.count))
      goes_on = look(w, w->group[done], steps);
    w->clock->done++;
    w->expanded++;
    progress_tick(w->clock);
  }
  goes_on &= insert(w, done, false);
  pop_done(w);
  return goes_on;
}

/* A copy, since the model keeps it where the search's memory is. */
static const uint8_t *copy_covered(const lossy_dfs *w) {
  const model *x = w->x;
  const uint8_t *bits = x->ops->covered ? x->ops->covered(x, w->scratch) : NULL;
  if (!bits)
    return NULL;
  uint8_t *copy = mem_alloc(w->m, x->places.count / 8 + 1);
  for (size_t i = 0; i < x->places.count; i++)
    copy[i / 8] |= (uint8_t)(bits[i / 8] & (1 << i % 8));
  return copy;
}

void lossy_dfs_sum_up(lossy_dfs *w) {
  w->answer.stats =
      (statistics){.states = w->states,
                   .matched = w->arrivals - w->states,
                   .transitions = w->arrivals,
                   .depth = w->depth,
                   .store_bytes = w->stack.capacity * sizeof *w->stack.at +
                                  w->bytes.capacity};
  w->answer.covered = copy_covered(w);
}
