#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  problem *x = fuzz_problem(&handler);
  if (setjmp(handler) == 0) {
    CHECK(problem_read(x, "states p q \"0\"\np a -> q b\n"));
    bool good = pds_text_read_configurations(&x->mem, &x->pds, PDS_FINAL, "f",
                                             (const char *)data, size, 1, 1,
                                             &x->report);
    CHECK(good == (x->report.count == 0));
    if (good)
      fuzz_round_trips(x);
  }
  fuzz_end(x);
  return 0;
}
