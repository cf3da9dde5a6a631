#include "tests/unit/ectl_text.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Telling calls itself, and texts of cores grow: small formulas only. */
static bool is_small(const ectl_bench *x) {
  return x->formulas.nodes.count < 200;
}

/* The core, its core and its parts. */
static void check_formulas(ectl_bench *x) {
  size_t count = x->formulas.nodes.count;
  for (uint32_t i = 0; i < count && i < 50; i++) {
    ectl_list parts = {0};
    uint32_t core = ectl_core(&x->mem, &x->formulas, i);
    CHECK(ectl_core(&x->mem, &x->formulas, core) == core);
    ectl_parts(&x->mem, &x->formulas, core, &parts);
    CHECK(parts.count && vec_last(&parts) == core);
  }
}

/* What is read is complete, and the same when it is written and read again. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  ectl_bench *x = bench_new();
  bool is_exact;
  x->budget.limit = (size_t)64 << 20;
  x->budget.handler = &handler;
  if (setjmp(handler) == 0) {
    bool good = bench_read_bytes(x, (const char *)data, size);
    CHECK(!(ectl_is_open((const char *)data, size) && good));
    if (good && is_small(x)) {
      CHECK(bench_survives(x, &is_exact));
      check_formulas(x);
    }
    x->report.count = 0;
    uint32_t node = ectl_read_formula(&x->mem, "f.ectl", (const char *)data,
                                      size, &x->report, &x->formulas);
    CHECK((node == ECTL_NONE) == (x->report.count > 0));
  }
  bench_delete(x);
  if (check_failed)
    abort();
  return 0;
}
