/* Breadth-first search of the model alone. States are numbered as they are met,
 * so the numbers are the queue. */
#include "engine/explicit/explicit.h"

#include "engine/explicit/store.h"

typedef struct breadth {
  mem *m;
  const model *x;
  void *scratch;
  store states;
  vec(uint32_t) parents; /* STORE_NONE: initial */
  model_steps steps;
  vec(store_item) items;
  explicit_stats stats;
} breadth;

static void begin(breadth *v, mem *m, const model *x) {
  *v = (breadth){.m = m, .x = x, .steps = {.m = m}};
  v->scratch = mem_alloc(m, x->scratch_bytes);
  store_init(&v->states, m, x->most_bytes);
}

static void end(breadth *v) {
  v->stats.states = store_count(&v->states);
  v->stats.store_bytes =
      store_memory(&v->states) + v->parents.count * sizeof *v->parents.at;
  store_free(&v->states);
  vec_free(v->m, &v->parents);
  vec_free(v->m, &v->items);
  mem_free(v->m, v->scratch);
  model_steps_free(&v->steps);
}

static void add_steps(breadth *v, uint32_t parent) {
  v->items.count = 0;
  vec_each (const model_step, t, &v->steps.steps) {
    store_item item = {.bytes = v->steps.bytes.at + t->at, .size = t->size};
    vec_push(v->m, &v->items, item);
  }
  store_insert_all(&v->states, v->items.at, v->items.count);
  while (v->parents.count < store_count(&v->states))
    vec_push(v->m, &v->parents, parent);
  v->stats.transitions += v->steps.steps.count;
}

static void expand(breadth *v, uint32_t state) {
  uint32_t size;
  const uint8_t *bytes = store_at(&v->states, state, &size);
  model_steps_reset(&v->steps);
  v->x->ops->next(v->x, v->scratch, bytes, size, &v->steps);
}

/* The first state that is at fault, or STORE_NONE; 'most' states are enough
 * (0: no limit): then the count is greater. */
static uint32_t search(breadth *v, progress *clock, size_t most) {
  uint32_t level_end = 0;
  for (uint32_t i = 0; i < store_count(&v->states); i++) {
    if (i == level_end) {
      v->stats.depth++;
      level_end = store_count(&v->states);
    }
    if (most && store_count(&v->states) > most)
      break;
    clock->done = i;
    clock->pending = store_count(&v->states) - i;
    progress_tick(clock);
    expand(v, i);
    if (v->steps.is_fault)
      return i;
    add_steps(v, i);
  }
  return STORE_NONE;
}

/* The action of the first step from 'from' to 'to'. */
static uint32_t label_between(breadth *v, uint32_t from, uint32_t to) {
  uint32_t size;
  const uint8_t *bytes = store_at(&v->states, to, &size);
  expand(v, from);
  vec_each (const model_step, t, &v->steps.steps)
    if (t->size == size &&
        (size == 0 || memcmp(v->steps.bytes.at + t->at, bytes, size) == 0))
      return t->label;
  return MODEL_NONE;
}

static void add_run(breadth *v, uint32_t last, model_run *out) {
  vec(uint32_t) path = {0};
  for (uint32_t i = last; i != STORE_NONE; i = v->parents.at[i])
    vec_push(v->m, &path, i);
  for (size_t k = path.count; k-- > 0;) {
    uint32_t size;
    const uint8_t *bytes = store_at(&v->states, path.at[k], &size);
    vec_push(v->m, &out->at, out->bytes.count);
    vec_reserve(v->m, &out->bytes, size);
    if (size)
      memcpy(out->bytes.at + out->bytes.count, bytes, size);
    out->bytes.count += size;
    vec_push(v->m, &out->labels,
             k ? label_between(v, path.at[k], path.at[k - 1]) : MODEL_NONE);
  }
  vec_push(v->m, &out->at, out->bytes.count);
  out->count = out->loop = path.count;
  vec_free(v->m, &path);
}

static void add_fault(const model_steps *steps, explicit_answer *out) {
  memcpy(out->fault, steps->fault, sizeof out->fault);
  out->fault_line = steps->fault_line;
  out->fault_column = steps->fault_column;
  out->verdict = EXPLICIT_FAULT;
}

void explicit_safety(mem *m, progress *clock, const model *x,
                     explicit_answer *out) {
  breadth v;
  *out = (explicit_answer){.search = "breadth first"};
  begin(&v, m, x);
  x->ops->initial(x, v.scratch, &v.steps);
  if (v.steps.is_fault) { /* there is no state to show */
    add_fault(&v.steps, out);
    add_run(&v, STORE_NONE, &out->run);
  } else {
    add_steps(&v, STORE_NONE);
    uint32_t at = search(&v, clock, 0);
    if (at != STORE_NONE) {
      add_fault(&v.steps, out);
      add_run(&v, at, &out->run);
    }
  }
  end(&v);
  out->stats = v.stats;
}

bool explicit_states(mem *m, progress *clock, const model *x, size_t most,
                     product_states *out) {
  breadth v;
  *out = (product_states){0};
  begin(&v, m, x);
  x->ops->initial(x, v.scratch, &v.steps);
  bool done = !v.steps.is_fault;
  if (done) {
    add_steps(&v, STORE_NONE);
    done = search(&v, clock, most) == STORE_NONE &&
           (!most || store_count(&v.states) <= most);
  }
  for (uint32_t i = 0; done && i < store_count(&v.states); i++) {
    uint32_t size;
    const uint8_t *bytes = store_at(&v.states, i, &size);
    vec_push(m, &out->at, out->bytes.count);
    vec_reserve(m, &out->bytes, size);
    if (size)
      memcpy(out->bytes.at + out->bytes.count, bytes, size);
    out->bytes.count += size;
  }
  if (done)
    vec_push(m, &out->at, out->bytes.count);
  end(&v);
  return done;
}
