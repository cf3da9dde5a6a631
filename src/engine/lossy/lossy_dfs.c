#include "engine/lossy/lossy_dfs.h"

#include <assert.h>

void lossy_dfs_begin(lossy_dfs *dfs, mem *m, const model *x, progress *clock,
                     const lossy_dfs_options *dfs_options) {
  *dfs = (lossy_dfs){.m = m,
                     .x = x,
                     .clock = clock,
                     .table = dfs_options->table,
                     .keep_going = dfs_options->keep_going};
  dfs->found =
      (findings){.m = m,
                 .least = dfs_options->strict ? MODEL_NOTE : MODEL_ERROR,
                 .out = &dfs->answer};
  dfs->scratch = mem_alloc(m, x->scratch_bytes);
  for (size_t i = 0; i < LOSSY_DFS_GROUP; i++)
    dfs->steps[i].m = m;
  clock->done = clock->pending = 0;
  clock->states = clock->matched = clock->depth = 0;
}

void lossy_dfs_end(lossy_dfs *dfs) {
  vec_free(dfs->m, &dfs->stack);
  vec_free(dfs->m, &dfs->bytes);
  vec_free(dfs->m, &dfs->items);
  for (size_t i = 0; i < LOSSY_DFS_GROUP; i++)
    model_steps_free(&dfs->steps[i]);
  mem_free(dfs->m, dfs->scratch);
}

void lossy_dfs_reseed(lossy_dfs *dfs, uint64_t seed) {
  dfs->random = seed;
  dfs->stack.count = dfs->bytes.count = 0;
  dfs->is_full = false;
  dfs->hand = (table_hand){0};
}

void lossy_dfs_push(lossy_dfs *dfs, const lossy_dfs_step *dfs_step) {
  assert(dfs_step->parent == LOSSY_DFS_NONE ||
         dfs_step->parent < dfs->stack.count);
  uint32_t level = 1;
  if (dfs->stack.count == LOSSY_DFS_NONE)
    mem_raise(dfs->m->budget, MEM_LIMIT);
  if (dfs_step->parent != LOSSY_DFS_NONE)
    level += dfs->stack.at[dfs_step->parent].level;
  lossy_dfs_state top = {.at = dfs->bytes.count,
                         .size = dfs_step->size,
                         .parent = dfs_step->parent,
                         .label = dfs_step->label,
                         .level = level & (UINT32_MAX >> 1)};
  vec_push(dfs->m, &dfs->stack, top);
  vec_reserve(dfs->m, &dfs->bytes, dfs_step->size);
  if (dfs_step->size)
    memcpy(dfs->bytes.at + dfs->bytes.count, dfs_step->bytes, dfs_step->size);
  dfs->bytes.count += dfs_step->size;
  if (level > dfs->depth)
    dfs->depth = level;
}

static void pop_done(lossy_dfs *dfs) {
  while (dfs->stack.count && vec_last(&dfs->stack).is_done)
    dfs->bytes.count = dfs->stack.at[--dfs->stack.count].at;
}

/* The states that wait on top, the uppermost first. */
static size_t take_group(lossy_dfs *dfs) {
  size_t count = 0;
  for (size_t i = dfs->stack.count; i-- > 0 && count < LOSSY_DFS_GROUP;) {
    if (dfs->stack.at[i].is_done)
      break;
    dfs->stack.at[i].is_done = true;
    dfs->group[count++] = (uint32_t)i;
  }
  return count;
}

static void add_to_run(lossy_dfs *dfs, const uint8_t *bytes, uint32_t size,
                       uint32_t label) {
  model_run *run = &dfs->answer.run;
  vec_push(dfs->m, &run->at, run->bytes.count);
  vec_push(dfs->m, &run->labels, label);
  vec_reserve(dfs->m, &run->bytes, size);
  if (size)
    memcpy(run->bytes.at + run->bytes.count, bytes, size);
  run->bytes.count += size;
}

/* The run to 'state' (LOSSY_DFS_NONE: there is none yet) and, if the fault
 * happens in a step, over that. */
static void add_run(lossy_dfs *dfs, uint32_t state, const model_steps *steps,
                    const model_fault *fault) {
  vec(uint32_t) path = {0};
  model_run *run = &dfs->answer.run;
  const model_step *last =
      fault->step == MODEL_NONE ? NULL : steps->steps.at + fault->step;
  for (; state != LOSSY_DFS_NONE; state = dfs->stack.at[state].parent)
    vec_push(dfs->m, &path, state);
  for (size_t i = path.count; i-- > 0;) {
    const lossy_dfs_state *dfs_state = dfs->stack.at + path.at[i];
    uint32_t label = last ? last->label : MODEL_NONE;
    if (i > 0)
      label = dfs->stack.at[path.at[i - 1]].label;
    add_to_run(dfs, dfs->bytes.at + dfs_state->at, dfs_state->size, label);
  }
  if (last)
    add_to_run(dfs, steps->bytes.at + last->at, last->size, MODEL_NONE);
  vec_push(dfs->m, &run->at, run->bytes.count);
  run->count = run->loop = run->labels.count;
  vec_free(dfs->m, &path);
}

/* Looks at the faults in the steps of 'state'. False: the end. */
static bool look(lossy_dfs *dfs, uint32_t state, const model_steps *steps) {
  const model_fault *first = findings_take(&dfs->found, steps);
  if (first)
    add_run(dfs, state, steps, first);
  return dfs->answer.faults == 0 || dfs->keep_going;
}

static void add_items(lossy_dfs *dfs, uint32_t group) {
  const model_steps *steps = &dfs->steps[group];
  size_t count = steps->steps.count;
  vec_reserve(dfs->m, &dfs->items, count);
  lossy_dfs_item *item = dfs->items.at + dfs->items.count;
  for (size_t i = 0; i < count; i++, item++) {
    const model_step *step = steps->steps.at + i;
    item->hash =
        table_hash_of(dfs->table, steps->bytes.at + step->at, step->size);
    item->group = group;
    item->step = (uint32_t)i;
    table_expect(dfs->table, item->hash);
  }
  dfs->items.count += count;
}

static uint32_t random_below(lossy_dfs *dfs, size_t n) {
  dfs->random += UINT64_C(0x9E3779B97F4A7C15);
  return (uint32_t)((table_mix(dfs->random) >> 32) * n >> 32);
}

static void shuffle(lossy_dfs *dfs) {
  for (size_t n = dfs->items.count; n > 1; n--) {
    size_t k = random_below(dfs, n);
    lossy_dfs_item swapped = dfs->items.at[k];
    dfs->items.at[k] = dfs->items.at[n - 1];
    dfs->items.at[n - 1] = swapped;
  }
}

/* Stores what the first 'count' lead to, the last first, so that the first will
 * be on top. False: the table is full. */
static bool insert(lossy_dfs *dfs, size_t count, bool initial) {
  dfs->items.count = 0;
  for (size_t i = 0; i < count; i++)
    add_items(dfs, (uint32_t)i);
  if (dfs->random)
    shuffle(dfs);
  for (size_t i = dfs->items.count; i-- > 0 && !dfs->is_full;) {
    const lossy_dfs_item *item = dfs->items.at + i;
    table_answer answer = table_insert(dfs->table, &dfs->hand, item->hash);
    dfs->is_full = answer == TABLE_FULL;
    dfs->arrivals += !dfs->is_full;
    if (answer != TABLE_NEW)
      continue;
    const model_steps *steps = &dfs->steps[item->group];
    const model_step *step = steps->steps.at + item->step;
    lossy_dfs_step dfs_step = {.bytes = steps->bytes.at + step->at,
                               .size = step->size,
                               .parent = initial ? LOSSY_DFS_NONE
                                                 : dfs->group[item->group],
                               .label = step->label};
    lossy_dfs_push(dfs, &dfs_step);
    dfs->states++;
  }
  if (dfs->bytes.count > dfs->most_bytes)
    dfs->most_bytes = dfs->bytes.count;
  dfs->clock->states = dfs->states;
  dfs->clock->matched = dfs->arrivals - dfs->states;
  dfs->clock->depth = dfs->depth;
  dfs->clock->pending = dfs->stack.count;
  return !dfs->is_full;
}

bool lossy_dfs_start(lossy_dfs *dfs) {
  model_steps_reset(&dfs->steps[0]);
  dfs->x->ops->initial(dfs->x, dfs->scratch, &dfs->steps[0]);
  bool goes_on = insert(dfs, 1, true);
  if (dfs->steps[0].faults.count)
    goes_on &= look(dfs, LOSSY_DFS_NONE, &dfs->steps[0]);
  return goes_on;
}

bool lossy_dfs_on(lossy_dfs *dfs) {
  assert(dfs->stack.count > 0);
  bool goes_on = true;
  size_t count = take_group(dfs), done = 0;
  assert(count || vec_last(&dfs->stack).is_done);
  for (; goes_on && done < count; done++) {
    const lossy_dfs_state *dfs_state = dfs->stack.at + dfs->group[done];
    model_steps *steps = &dfs->steps[done];
    model_steps_reset(steps);
    dfs->x->ops->next(dfs->x, dfs->scratch, dfs->bytes.at + dfs_state->at,
                      dfs_state->size, steps);
    if (base_unlikely(steps->faults.count))
      goes_on = look(dfs, dfs->group[done], steps);
    dfs->clock->done++;
    dfs->expanded++;
    progress_tick(dfs->clock);
  }
  goes_on &= insert(dfs, done, false);
  pop_done(dfs);
  return goes_on;
}

/* A copy, since the model keeps it where the search's memory is. */
static const uint8_t *copy_covered(const lossy_dfs *dfs) {
  const model *x = dfs->x;
  const uint8_t *bits =
      x->ops->covered ? x->ops->covered(x, dfs->scratch) : NULL;
  if (!bits)
    return NULL;
  uint8_t *copy = mem_alloc(dfs->m, x->places.count / 8 + 1);
  for (size_t i = 0; i < x->places.count; i++)
    copy[i / 8] |= (uint8_t)(bits[i / 8] & (1 << i % 8));
  return copy;
}

void lossy_dfs_sum_up(lossy_dfs *dfs) {
  dfs->answer.stats =
      (statistics){.states = dfs->states,
                   .matched = dfs->arrivals - dfs->states,
                   .transitions = dfs->arrivals,
                   .depth = dfs->depth,
                   .store_bytes = dfs->stack.capacity * sizeof *dfs->stack.at +
                                  dfs->bytes.capacity};
  dfs->answer.covered = copy_covered(dfs);
}
