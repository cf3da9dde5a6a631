#include "tests/unit/models.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The first byte chooses between .lts and .aut. What could be read is walked
 * over, written, and read again. */
static void walk(models *x) {
  const model *y = &x->model;
  y->ops->initial(y, x->scratch, &x->steps);
  CHECK(x->steps.steps.count > 0);
  for (int i = 0; i < 100 && x->steps.steps.count; i++) {
    uint8_t state[4], back[4];
    uint32_t size = x->steps.steps.at[0].size, same;
    int64_t number;
    memcpy(state, x->steps.bytes.at + x->steps.steps.at[0].at, size);
    y->ops->numbers(y, state, size, &number);
    CHECK(y->ops->from_numbers(y, &number, back, &same) && same == size &&
          memcmp(back, state, size) == 0);
    models_show(x, state, size);
    model_steps_reset(&x->steps);
    y->ops->next(y, x->scratch, state, size, &x->steps);
  }
}

static void write_and_read(models *x) {
  text out;
  desk_empty(&x->written);
  text_init(&out, desk_add, &x->written);
  lts_write(&x->model, &out);
  text_end(&out);
  models *y = models_new();
  CHECK(models_read_bytes(y, MODELS_LTS, x->written.at, x->written.count, NULL,
                          0));
  CHECK(names_count(&y->model.labels) <= names_count(&x->model.labels));
  CHECK(y->model.properties.count == x->model.properties.count);
  models_delete(y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  if (size == 0)
    return 0;
  models *x = models_new();
  bool is_aut = data[0] == 'd' || data[0] == 'D';
  x->budget.limit = (size_t)64 << 20;
  x->budget.handler = &handler;
  if (setjmp(handler) == 0) {
    if (models_read_bytes(x, is_aut ? MODELS_AUT : MODELS_LTS,
                          (const char *)data, size, NULL, 0)) {
      model_binding b;
      walk(x);
      models_bind(x, "p\n@a\nstate.0\nstate.a", &b);
      if (!is_aut)
        write_and_read(x);
    }
  }
  models_delete(x);
  if (check_failed)
    abort();
  return 0;
}
