#include "lang/promela/promela.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* Any bytes as a model, run for a while by both semantics: neither may crash or
 * hang, every state goes through numbers and back, every step unfolds, and the
 * walker takes what the machine did. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { STATES = 40, STEPS = 60 };

static void check_numbers(mem *m, const model *x, const uint8_t *state,
                          uint32_t size) {
  int64_t *numbers = mem_array(m, x->number_count, sizeof *numbers);
  uint8_t *back = mem_alloc(m, (size_t)x->most_bytes + 1);
  uint32_t same = 0;
  x->ops->numbers(x, state, size, numbers);
  CHECK(x->ops->from_numbers(x, numbers, back, &same) && same == size &&
        memcmp(back, state, size) == 0);
  mem_free(m, numbers);
  mem_free(m, back);
}

/* Along one run: the first step, then the second, and so on. */
static void run_machine(mem *m, const model *x) {
  void *scratch = mem_alloc(m, x->scratch_bytes);
  model_steps steps = {.m = m};
  uint8_t *state = mem_alloc(m, (size_t)x->most_bytes + 1);
  pml_steps singles = {0};
  x->ops->initial(x, scratch, &steps);
  for (uint32_t i = 0; i < STATES && steps.steps.count; i++) {
    const model_step *t = &steps.steps.at[i % steps.steps.count];
    uint32_t size = t->size;
    memcpy(state, steps.bytes.at + t->at, size);
    check_numbers(m, x, state, size);
    model_steps_reset(&steps);
    x->ops->next(x, scratch, state, size, &steps);
    if (steps.steps.count == 0)
      break;
    t = &steps.steps.at[0];
    singles.count = 0;
    CHECK(pml_unfold(x, m, state, size, steps.bytes.at + t->at, t->size, NULL,
                     0, &singles));
    CHECK(singles.count > 0);
  }
}

static void see(void *self, const pml_seen *x) {
  *(size_t *)self += strlen(x->name) + strlen(x->value) + strlen(x->process);
}

static void run_walker(mem *m, const pml_syntax *s) {
  pml_walker *w = pml_walker_new(m, s);
  pml_steps steps = {0};
  pml_event e;
  size_t seen = 0;
  for (uint32_t i = 0; i < STEPS; i++) {
    steps.count = 0;
    pml_walker_steps(w, &steps);
    if (steps.count == 0)
      break;
    CHECK(pml_walker_take(w, &steps.at[i % steps.count], &e));
    if (e.stopped)
      break;
    pml_walker_mark(w);
  }
  pml_walker_look(w, &seen, see);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  mem_budget budget = {.fail_in = -1, .limit = (size_t)256 << 20};
  mem m;
  model *x = calloc(1, sizeof *x);
  report *r = calloc(1, sizeof *r);
  progress clock = {.budget = &budget, .limit = 2};
  if (!x || !r)
    abort();
  mem_init(&m, &budget);
  budget.handler = &handler;
  if (setjmp(handler) == 0) {
    progress_begin(&clock, "fuzz");
    bool good =
        promela_read(&m, x, "f", (const char *)data, size, NULL, r, &clock);
    CHECK(good == (r->count == 0));
    if (good) {
      run_machine(&m, x);
      run_walker(&m, &promela_of(x)->syntax);
    }
  }
  mem_clear(&m);
  free(x);
  free(r);
  if (check_failed)
    abort();
  return 0;
}
