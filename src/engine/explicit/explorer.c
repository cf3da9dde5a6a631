#include "engine/explicit/explorer.h"

#include "base/log.h"

void explorer_begin(explorer *e, mem *m, const model *x, progress *clock) {
  *e = (explorer){.m = m, .x = x, .clock = clock};
  for (size_t i = 0; i < EXPLORER_GROUP; i++)
    e->steps[i].m = m;
  e->scratch = mem_alloc(m, x->scratch_bytes);
  store_init(&e->states, m, x->most_bytes);
  clock->done = clock->pending = 0;
  clock->states = clock->matched = clock->depth = 0;
}

void explorer_end(explorer *e) {
  store_free(&e->states);
  vec_free(e->m, &e->parents);
  vec_free(e->m, &e->items);
  mem_free(e->m, e->scratch);
  for (size_t i = 0; i < EXPLORER_GROUP; i++)
    model_steps_free(&e->steps[i]);
}

statistics explorer_stats(const explorer *e) {
  uint64_t states = store_count(&e->states);
  return (statistics){.states = states,
                      .matched = e->arrivals - states,
                      .transitions = e->arrivals,
                      .depth = e->clock->depth,
                      .store_bytes = store_memory(&e->states) +
                                     e->parents.count * sizeof *e->parents.at};
}

/* The action of the first step from 'from' to 'to'. */
static uint32_t label_between(explorer *e, model_steps *steps, uint32_t from,
                              uint32_t to) {
  uint32_t size, from_size;
  const uint8_t *bytes = store_at(&e->states, to, &size);
  const uint8_t *from_bytes = store_at(&e->states, from, &from_size);
  model_steps_reset(steps);
  e->x->ops->next(e->x, e->scratch, from_bytes, from_size, steps);
  vec_each (const model_step, step, &steps->steps)
    if (step->size == size &&
        (size == 0 || memcmp(steps->bytes.at + step->at, bytes, size) == 0))
      return step->label;
  return MODEL_NONE;
}

static void explorer_add_state(explorer *e, const uint8_t *bytes, uint32_t size,
                               uint32_t label, model_run *out) {
  vec_push(e->m, &out->at, out->bytes.count);
  vec_push(e->m, &out->labels, label);
  vec_reserve(e->m, &out->bytes, size);
  if (size)
    memcpy(out->bytes.at + out->bytes.count, bytes, size);
  out->bytes.count += size;
}

/* The run to 'state' (STORE_NONE: there is none yet) and, if the fault happens
 * in a step, over that. */
static void explorer_add_run(explorer *e, uint32_t state,
                             const model_steps *steps, const model_fault *fault,
                             model_run *out) {
  vec(uint32_t) path = {0};
  model_steps again = {.m = e->m};
  const model_step *last =
      fault->step == MODEL_NONE ? NULL : steps->steps.at + fault->step;
  for (; state != STORE_NONE; state = e->parents.at[state])
    vec_push(e->m, &path, state);
  for (size_t i = path.count; i-- > 0;) {
    uint32_t label = last ? last->label : MODEL_NONE, size;
    const uint8_t *bytes = store_at(&e->states, path.at[i], &size);
    if (i > 0)
      label = label_between(e, &again, path.at[i], path.at[i - 1]);
    explorer_add_state(e, bytes, size, label, out);
  }
  if (last)
    explorer_add_state(e, steps->bytes.at + last->at, last->size, MODEL_NONE,
                       out);
  vec_push(e->m, &out->at, out->bytes.count);
  out->count = out->loop = out->labels.count;
  vec_free(e->m, &path);
  model_steps_free(&again);
}

/* Looks at the faults in the steps of 'state'. False: the end. */
static bool explorer_look(explorer *e, uint32_t state, const model_steps *steps,
                          const explorer_goal *goal) {
  if (!goal->f)
    return steps->worst <= goal->forgiven;
  const model_fault *first = findings_take(goal->f, steps);
  if (first)
    explorer_add_run(e, state, steps, first, &goal->f->out->run);
  return goal->f->out->faults == 0 || goal->keep_going;
}

static void add_items(explorer *e, const model_steps *steps) {
  size_t count = steps->steps.count;
  vec_reserve(e->m, &e->items, count);
  store_item *item = e->items.at + e->items.count;
  const model_step *step = steps->steps.at;
  for (size_t i = 0; i < count; i++, item++, step++) {
    item->bytes = steps->bytes.at + step->at;
    item->size = step->size;
  }
  e->items.count += count;
}

/* The first 'count' have been expanded; the initial states come from none. */
static void insert(explorer *e, size_t count, bool initial) {
  uint32_t before = store_count(&e->states);
  e->items.count = 0;
  for (size_t i = 0; i < count; i++)
    add_items(e, &e->steps[i]);
  store_insert_all(&e->states, e->items.at, e->items.count);
  e->arrivals += e->items.count;
  e->clock->states = store_count(&e->states);
  e->clock->matched = e->arrivals - e->clock->states;
  LOG_AT_MARKS(e->clock, EXPLICIT, before, store_count(&e->states),
               "%" PRIu32 " states stored, %" PRIu64
               " met again, depth %" PRIu64,
               store_count(&e->states), e->clock->matched, e->clock->depth);
  if (before == store_count(&e->states))
    return;
  vec_reserve(e->m, &e->parents, store_count(&e->states) - before);
  const store_item *item = e->items.at;
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < e->steps[i].steps.count; k++, item++)
      if (item->number == e->parents.count)
        e->parents.at[e->parents.count++] = initial ? STORE_NONE : e->group[i];
}

bool explorer_start(explorer *e, const explorer_goal *goal) {
  model_steps_reset(&e->steps[0]);
  e->x->ops->initial(e->x, e->scratch, &e->steps[0]);
  insert(e, 1, true);
  return e->steps[0].faults.count == 0 ||
         explorer_look(e, STORE_NONE, &e->steps[0], goal);
}

bool explorer_expand(explorer *e, size_t count, const explorer_goal *goal) {
  bool goes_on = true;
  size_t done = 0;
  for (; goes_on && done < count; done++) {
    uint32_t size, state = e->group[done];
    const uint8_t *bytes = store_at(&e->states, state, &size);
    model_steps *steps = &e->steps[done];
    model_steps_reset(steps);
    e->x->ops->next(e->x, e->scratch, bytes, size, steps);
    if (base_unlikely(steps->faults.count))
      goes_on = explorer_look(e, state, steps, goal);
    e->clock->done++;
    progress_tick(e->clock);
  }
  insert(e, done, false);
  return goes_on && (!goal->most || store_count(&e->states) <= goal->most);
}

/* The first fault of the state itself that counts; NULL: none. */
static const model_fault *fault_of_state(const model_steps *steps,
                                         const findings *f) {
  vec_each (const model_fault, fault, &steps->faults)
    if (fault->step == MODEL_NONE && fault->severity >= f->least)
      return fault;
  return NULL;
}

void explorer_look_nearer(explorer *e, uint32_t first, uint32_t end,
                          const explorer_goal *goal) {
  explicit_answer *answer = goal->f->out;
  model_steps *steps = &e->steps[0];
  const model_fault *found = NULL;
  if (answer->fault.step == MODEL_NONE)
    return;
  for (uint32_t i = first; i < end && !found; i++) {
    uint32_t size;
    const uint8_t *bytes = store_at(&e->states, i, &size);
    progress_tick(e->clock);
    model_steps_reset(steps);
    e->x->ops->next(e->x, e->scratch, bytes, size, steps);
    found = fault_of_state(steps, goal->f);
    if (!found)
      continue;
    explicit_note note = findings_copy(e->m, steps, found);
    answer->fault = note.fault;
    answer->fault_text = note.text;
    answer->run = (model_run){0};
    explorer_add_run(e, i, steps, &note.fault, &answer->run);
  }
}
