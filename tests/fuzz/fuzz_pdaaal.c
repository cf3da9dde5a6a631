#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  problem *x = fuzz_problem(&handler);
  if (setjmp(handler) == 0) {
    bool good = problem_read_bytes(x, (const char *)data, size, true);
    CHECK(good == (x->report.count == 0));
    if (good)
      fuzz_round_trips(x);
  }
  fuzz_end(x);
  return 0;
}
