#include "tests/unit/lang/bp/bp_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The texts of assertions are conditions, if they name no locals. */
static void read_conditions(bp_bench *x) {
  prog *p = &x->prog;
  for (size_t i = 0; i < p->claims.count && i < 8; i++) {
    uint32_t condition, procedure;
    char text[200];
    snprintf(text, sizeof text, "%s", prog_text(p, p->claims.at[i].text));
    x->report.count = 0;
    bool good =
        p->language->read_condition(&x->mem, p, text, strlen(text), "f", 1, 1,
                                    &x->report, &condition, &procedure);
    CHECK(good == (x->report.count == 0));
    CHECK(!good || condition < p->expressions.count);
  }
  CHECK(strcmp(prog_validate(&x->mem, p), "") == 0);
}

/* What is read is valid, and the same when it is written and read again. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  bp_bench *x = bench_new(), *y = bench_new();
  char *input = malloc(size + 1);
  if (!input)
    abort();
  memcpy(input, data, size);
  input[size] = '\0';
  x->budget.limit = y->budget.limit = (size_t)64 << 20;
  x->clock.limit = 2;
  x->budget.handler = y->budget.handler = &handler;
  if (setjmp(handler) == 0 && bench_read_bytes(x, (const char *)data, size)) {
    if (strlen(input) == size) {
      const char *once = bench_write(y, input);
      CHECK(once && bench_read(y, once));
      CHECK(strcmp(bench_tell(x, false), bench_tell(y, false)) == 0);
    }
    read_conditions(x);
  }
  bench_delete(x);
  bench_delete(y);
  free(input);
  if (check_failed)
    abort();
  return 0;
}
