/* All errors, each with the run that led to it: depth first in the order of the
 * text, a state being stored when it is entered. So the run of an error is what
 * lies on the stack, and the errors come in the order in which SPIN's verifier
 * (without reduction) meets them.
 * Invariant: frame 0 holds the initial states; the state of each other frame is
 * what step 'next' - 1 of the one below leads to. */
#include "base/log.h"
#include "engine/explicit/findings.h"
#include "engine/explicit/store.h"

#include <assert.h>

typedef struct frame {
  uint32_t state; /* STORE_NONE: of frame 0 */
  uint32_t next;  /* step to be taken */
  model_steps steps;
} frame;

typedef struct errors {
  mem *m;
  progress *clock;
  const model *x;
  const explicit_errors_options *o;
  explicit_answer *out;
  findings f;
  void *scratch;
  store states;
  vec(frame) frames; /* those behind 'depth' are kept for their memory */
  size_t depth;
  uint64_t arrivals, told;
} errors;

static void errors_add_state(errors *v, const uint8_t *bytes, uint32_t size,
                             uint32_t label, model_run *run) {
  vec_push(v->m, &run->at, run->bytes.count);
  vec_push(v->m, &run->labels, label);
  vec_reserve(v->m, &run->bytes, size);
  if (size)
    memcpy(run->bytes.at + run->bytes.count, bytes, size);
  run->bytes.count += size;
}

/* The states on the stack and, if the fault happens in a step, the one that it
 * leads to. */
static void make_run(errors *v, const model_fault *fault, model_run *run) {
  for (size_t i = 1; i < v->depth; i++) {
    const frame *f = &v->frames.at[i];
    uint32_t size;
    const uint8_t *bytes = store_at(&v->states, f->state, &size);
    bool is_taken = i + 1 < v->depth || fault->step != MODEL_NONE;
    errors_add_state(
        v, bytes, size,
        is_taken ? f->steps.steps.at[f->next - 1].label : MODEL_NONE, run);
  }
  if (fault->step != MODEL_NONE) {
    const model_steps *steps = &v->frames.at[v->depth - 1].steps;
    const model_step *last = &steps->steps.at[fault->step];
    errors_add_state(v, steps->bytes.at + last->at, last->size, MODEL_NONE,
                     run);
  }
  vec_push(v->m, &run->at, run->bytes.count);
  run->count = run->loop = run->labels.count;
}

static void free_run(errors *v, model_run *run) {
  vec_free(v->m, &run->at);
  vec_free(v->m, &run->labels);
  vec_free(v->m, &run->bytes);
}

/* The errors in a step of the top frame, or (MODEL_NONE) in its state. False:
 * the caller has had enough. */
static bool errors_tell(errors *v, uint32_t step) {
  const model_steps *steps = &v->frames.at[v->depth - 1].steps;
  bool goes_on = true;
  for (size_t i = 0; i < steps->faults.count && goes_on; i++) {
    const model_fault *fault = &steps->faults.at[i];
    if (fault->step != step || fault->severity < v->f.least ||
        v->told == v->o->most)
      continue;
    model_run run = {0};
    make_run(v, fault, &run);
    v->told++;
    goes_on =
        v->o->found(v->o->self, &run, fault, model_fault_text(steps, fault));
    free_run(v, &run);
  }
  return goes_on;
}

static bool errors_enter(errors *v, uint32_t state) {
  if (v->depth == v->frames.count)
    vec_push(v->m, &v->frames, ((frame){.steps.m = v->m}));
  frame *f = &v->frames.at[v->depth++];
  f->state = state;
  f->next = 0;
  model_steps_reset(&f->steps);
  if (state == STORE_NONE) {
    v->x->ops->initial(v->x, v->scratch, &f->steps);
  } else {
    uint32_t size;
    const uint8_t *bytes = store_at(&v->states, state, &size);
    v->x->ops->next(v->x, v->scratch, bytes, size, &f->steps);
  }
  v->clock->done++;
  if (v->depth - 1 > v->clock->depth)
    v->clock->depth = v->depth - 1;
  progress_tick(v->clock);
  if (!f->steps.faults.count)
    return true;
  findings_take(&v->f, &f->steps);
  return errors_tell(v, MODEL_NONE);
}

static bool take(errors *v, uint32_t step) {
  const frame *f = &v->frames.at[v->depth - 1];
  if (f->steps.faults.count && !errors_tell(v, step))
    return false;
  const model_step *s = &f->steps.steps.at[step];
  const uint8_t *bytes = f->steps.bytes.at + s->at;
  uint32_t before = store_count(&v->states);
  uint32_t state =
      store_insert(&v->states, bytes, s->size, store_hash(bytes, s->size));
  v->arrivals++;
  LOG_AT_MARKS(v->clock, EXPLICIT, v->clock->states, store_count(&v->states),
               "%" PRIu32 " states stored, depth %" PRIu64,
               store_count(&v->states), v->clock->depth);
  v->clock->states = store_count(&v->states);
  v->clock->matched = v->arrivals - v->clock->states;
  return state < before || errors_enter(v, state);
}

static void errors_search(errors *v) {
  bool goes_on = errors_enter(v, STORE_NONE);
  while (goes_on && v->depth) {
    frame *f = &v->frames.at[v->depth - 1];
    if (f->next == f->steps.steps.count)
      v->depth--;
    else
      goes_on = take(v, f->next++);
  }
}

void explicit_errors(mem *m, progress *clock, const model *x,
                     const explicit_errors_options *o, explicit_answer *out) {
  assert(o->found != NULL);
  errors v = {.m = m, .clock = clock, .x = x, .o = o, .out = out};
  *out = (explicit_answer){.search = "depth first"};
  v.f = (findings){
      .m = m, .least = o->strict ? MODEL_NOTE : MODEL_ERROR, .out = out};
  v.scratch = mem_alloc(m, x->scratch_bytes);
  store_init(&v.states, m, x->most_bytes);
  clock->done = clock->pending = 0;
  clock->states = clock->matched = clock->depth = 0;
  errors_search(&v);
  out->stats = (statistics){.states = store_count(&v.states),
                            .matched = v.arrivals - store_count(&v.states),
                            .transitions = v.arrivals,
                            .depth = clock->depth,
                            .store_bytes = store_memory(&v.states)};
  out->covered = explicit_copy_covered(m, x, v.scratch);
  vec_each (frame, f, &v.frames)
    model_steps_free(&f->steps);
  vec_free(m, &v.frames);
  store_free(&v.states);
  mem_free(m, v.scratch);
}
