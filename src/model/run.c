#include "model/run.h"

#include <assert.h>
#include <stdio.h>

/* Everything is looked up anew at each state, in the plainest way: this is the
 * code that the engines are checked with. */
typedef struct replay {
  mem *m;
  const model *x;
  const model_run *run;
  void *scratch;
  model_steps out;
  const char **why;
} replay;

static bool is_not_a_run(replay *d, size_t at, const char *what) {
  enum { ROOM = 512 };
  char *message = mem_alloc(d->m, ROOM);
  snprintf(message, ROOM, "state %zu of the run %s", at, what);
  *d->why = message;
  return false;
}

static uint32_t size_of(const model_run *run, size_t i) {
  return (uint32_t)(run->at.at[i + 1] - run->at.at[i]);
}

static const uint8_t *state_of(const model_run *run, size_t i) {
  return run->bytes.at + run->at.at[i];
}

/* Whether the run is put together properly, so that it can be looked at. */
static bool has_shape(replay *d) {
  const model_run *run = d->run;
  bool good = run->count > 0 && run->loop <= run->count &&
              run->at.count == run->count + 1 &&
              run->labels.count == run->count &&
              (run->movers.count == 0 || run->movers.count == run->count) &&
              run->at.at[0] == 0 && run->at.at[run->count] == run->bytes.count;
  for (size_t i = 0; good && i < run->count; i++)
    good = run->at.at[i] <= run->at.at[i + 1] &&
           run->at.at[i + 1] - run->at.at[i] <= d->x->most_bytes;
  if (!good)
    *d->why = "the run is not well-formed";
  return good;
}

/* Is state 'i' of the run the state of this step? */
static bool leads_to(const replay *d, const model_step *step, size_t i) {
  uint32_t size = size_of(d->run, i);
  return step->size == size &&
         (size == 0 ||
          memcmp(d->out.bytes.at + step->at, state_of(d->run, i), size) == 0);
}

static bool is_same_state(const replay *d, size_t i, size_t j) {
  uint32_t size = size_of(d->run, i);
  return size == size_of(d->run, j) &&
         (size == 0 ||
          memcmp(state_of(d->run, i), state_of(d->run, j), size) == 0);
}

static bool starts_well(replay *d) {
  model_steps_reset(&d->out);
  d->x->ops->initial(d->x, d->scratch, &d->out);
  vec_each (const model_step, step, &d->out.steps)
    if (leads_to(d, step, 0))
      return true;
  return is_not_a_run(d, 0, "is not an initial state");
}

/* Fills 'out' with the steps from state 'i'. */
static void step_from(replay *d, size_t i) {
  model_steps_reset(&d->out);
  d->x->ops->next(d->x, d->scratch, state_of(d->run, i), size_of(d->run, i),
                  &d->out);
}

/* Is a fault of at least this severity in that step, or in the state if it is
 * MODEL_NONE? */
static bool has_fault(const replay *d, uint32_t step, model_severity least) {
  vec_each (const model_fault, fault, &d->out.faults)
    if (fault->step == step && fault->severity >= least)
      return true;
  return false;
}

/* Is it the step that the run takes from state 'from' to state 'to'? */
static bool fits(const replay *d, const model_step *step, size_t from,
                 size_t to) {
  const model_run *run = d->run;
  return step->label == run->labels.at[from] && leads_to(d, step, to) &&
         (run->movers.count == 0 || run->movers.at[from] == step->movers);
}

/* Can 'to' follow 'from', by the step that the run names? */
static bool follows(replay *d, size_t from, size_t to) {
  step_from(d, from);
  for (uint32_t i = 0; i < d->out.steps.count; i++)
    if (fits(d, d->out.steps.at + i, from, to) &&
        !has_fault(d, i, MODEL_UNDEFINED))
      return true;
  if (d->out.worst == MODEL_UNDEFINED)
    return is_not_a_run(d, from, "is one in which the model is wrong");
  if (d->out.steps.count == 0 && d->run->labels.at[from] == MODEL_NONE &&
      is_same_state(d, from, to))
    return true;
  return is_not_a_run(d, from, "has no such step to the next one");
}

static bool letter_of(replay *d, const model_binding *binding, size_t i,
                      uint64_t *letter) {
  assert(i < d->run->labels.count);
  uint32_t label = d->run->labels.at[i];
  model_steps_reset(&d->out);
  *letter = 0;
  if (!d->x->ops->letter(d->x, binding, d->scratch, state_of(d->run, i),
                         size_of(d->run, i), letter, &d->out))
    return is_not_a_run(d, i, "is one in which an atom has no value");
  if (label != MODEL_NONE)
    *letter |= binding->label_letters[label];
  return true;
}

static void begin(replay *d) {
  d->out.m = d->m;
  d->scratch = mem_alloc(d->m, d->x->scratch_bytes);
}

static void end(replay *d) {
  model_steps_free(&d->out);
  mem_free(d->m, d->scratch);
}

bool model_replay(mem *m, const model *x, const model_binding *binding,
                  const model_run *run, uint64_t *letters, const char **why) {
  replay d = {.m = m, .x = x, .run = run, .why = why};
  begin(&d);
  bool good = has_shape(&d);
  if (good && run->loop == run->count) {
    *why = "the run has no loop";
    good = false;
  }
  good = good && starts_well(&d);
  for (size_t i = 0; good && i < run->count; i++)
    good = follows(&d, i, i + 1 < run->count ? i + 1 : run->loop) &&
           letter_of(&d, binding, i, &letters[i]);
  end(&d);
  return good;
}

/* Is something wrong in the step to the last state? */
static bool leads_wrong(replay *d, model_severity least) {
  size_t last = d->run->count - 1;
  if (last > 0) {
    step_from(d, last - 1);
  } else {
    model_steps_reset(&d->out);
    d->x->ops->initial(d->x, d->scratch, &d->out);
  }
  for (uint32_t i = 0; i < d->out.steps.count; i++) {
    const model_step *step = d->out.steps.at + i;
    if (has_fault(d, i, least) &&
        (last > 0 ? fits(d, step, last - 1, last) : leads_to(d, step, 0)))
      return true;
  }
  return false;
}

static bool ends_wrong(replay *d, model_severity least) {
  size_t last = d->run->count - 1;
  step_from(d, last);
  return has_fault(d, MODEL_NONE, least) ||
         is_not_a_run(d, last, "is the last, but the model is not wrong there");
}

static bool replay_to(mem *m, const model *x, const model_run *run,
                      model_severity least, const char **why) {
  replay d = {.m = m, .x = x, .run = run, .why = why};
  begin(&d);
  bool good = has_shape(&d) && starts_well(&d);
  for (size_t i = 0; good && i + 2 < run->count; i++)
    good = follows(&d, i, i + 1);
  if (good && !leads_wrong(&d, least))
    good = (run->count < 2 || follows(&d, run->count - 2, run->count - 1)) &&
           ends_wrong(&d, least);
  end(&d);
  return good;
}

bool model_replay_fault(mem *m, const model *x, const model_run *run,
                        const char **why) {
  return replay_to(m, x, run, MODEL_ERROR, why);
}

bool model_replay_note(mem *m, const model *x, const model_run *run,
                       const char **why) {
  return replay_to(m, x, run, MODEL_NOTE, why);
}

/* Processes that are enabled in state 'i', whose steps are in 'out'. */
static uint64_t enabled_in(replay *d, size_t i) {
  const model_ops *ops = d->x->ops;
  if (!ops->enabled || d->out.steps.count == 0)
    return 0; /* no processes; an end, which is repeated */
  return ops->enabled(d->x, d->scratch, state_of(d->run, i),
                      size_of(d->run, i));
}

bool model_is_fair(mem *m, const model *x, const model_run *run) {
  const uint64_t several = UINT64_C(1) << 63;
  const char *why;
  replay d = {.m = m, .x = x, .run = run, .why = &why};
  uint64_t waiting = UINT64_MAX; /* enabled so far, and not moved yet */
  begin(&d);
  for (size_t i = run->loop; i < run->count; i++) {
    step_from(&d, i);
    waiting &= enabled_in(&d, i);
    vec_each (const model_step, step, &d.out.steps)
      if (fits(&d, step, i, i + 1 < run->count ? i + 1 : run->loop))
        waiting &= ~step->movers | several;
  }
  end(&d);
  return waiting == 0;
}
