#include "tests/unit/models.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Walks over a program, asking for all that can be asked for. */
static void walk(models *x, const model_binding *b) {
  const model *y = &x->model;
  uint32_t size = y->most_bytes;
  uint8_t *state = mem_alloc(&x->mem, size), *back = mem_alloc(&x->mem, size);
  int64_t *numbers = mem_array(&x->mem, y->number_count, sizeof *numbers);
  y->ops->initial(y, x->scratch, &x->steps);
  CHECK(x->steps.steps.count == 1);
  for (size_t i = 0; i < 50 && x->steps.steps.count; i++) {
    uint64_t letter;
    const model_step *step = &x->steps.steps.at[i % x->steps.steps.count];
    CHECK(step->size == size);
    memcpy(state, x->steps.bytes.at + step->at, size);
    y->ops->numbers(y, state, size, numbers);
    CHECK(y->ops->from_numbers(y, numbers, back, &size) &&
          memcmp(back, state, size) == 0);
    models_show(x, state, size);
    model_steps_reset(&x->steps);
    if (b)
      y->ops->letter(y, b, x->scratch, state, size, &letter, &x->steps);
    model_steps_reset(&x->steps);
    y->ops->next(y, x->scratch, state, size, &x->steps);
    CHECK(x->steps.worst != MODEL_UNDEFINED ||
          (y->may_fault && x->steps.steps.count == 0));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  models *x = models_new();
  x->budget.limit = (size_t)64 << 20;
  x->clock.limit = 2;
  x->budget.handler = &handler;
  if (setjmp(handler) == 0) {
    if (models_read_bytes(x, MODELS_GCL, (const char *)data, size, NULL, 0)) {
      model_binding b;
      /* The formulas' texts are atoms as good as any. */
      names atoms = {0};
      vec_each (const model_property, p, &x->model.properties)
        if (names_count(&atoms) < MODEL_MOST_ATOMS)
          names_insert(&x->mem, &atoms, x->model.property_text.at + p->at,
                       p->length);
      bool bound = x->model.ops->bind(&x->model, &x->mem, &atoms, "f", 1, 1,
                                      &x->report, &b);
      walk(x, bound ? &b : NULL);
    }
  }
  models_delete(x);
  if (check_failed)
    abort();
  return 0;
}
