/* Whatever bytes claim to be a formula: one message, or a formula that is
 * printed and read back as it is, and whose truth two evaluators agree on. */
#include "tests/unit/lasso.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_printing(bench *b, ltl *t, uint32_t f) {
  for (int i = 0; i < 4; i++) {
    uint32_t again = LTL_NONE;
    bench_print(b, t, f, i & 1);
    CHECK(bench_parse(b, t, i & 2 ? LTL_SPOT : LTL_SPIN, b->written, b->length,
                      &again));
    CHECK(again == f);
  }
}

static void check_truth(bench *b, const ltl *t, uint32_t f) {
  enum { SMALL = 12 }; /* the naive one takes exponential time */
  uint32_t atoms = names_count(&t->atoms);
  if (t->nodes.count > SMALL || atoms > 4)
    return;
  for (int i = 0; i < 4; i++) {
    lasso w = random_lasso(b, atoms, 3);
    CHECK(holds_on(b, t, f, &w) == naive_holds(t, f, &w, 0));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  for (int style = LTL_SPOT; style <= LTL_SPIN; style++) {
    jmp_buf handler;
    bench *b = bench_new(size);
    b->budget.limit = (size_t)64 << 20;
    b->budget.handler = &handler;
    if (setjmp(handler) == 0) {
      ltl t = {0};
      uint32_t f = LTL_NONE;
      bool good =
          bench_parse(b, &t, (ltl_style)style, (const char *)data, size, &f);
      CHECK(good ? b->report.count == 0 : b->report.count == 1);
      if (good) {
        check_truth(b, &t, f);
        check_printing(b, &t, f);
      }
    }
    bench_delete(b);
  }
  if (check_failed)
    abort();
  return 0;
}
