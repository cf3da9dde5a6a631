#include "tests/unit/desk.h"

#include "evidence/c/witness_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Whatever the bytes are: claims, or a message that says where. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static report r;
  mem_budget budget = {.fail_in = -1, .limit = (size_t)64 << 20};
  jmp_buf handler;
  mem m;
  budget.handler = &handler;
  mem_init(&m, &budget);
  r.count = 0;
  if (setjmp(handler) == 0) {
    c_witness_proof w;
    bool is_read =
        c_witness_read(&m, "w.yml", (const char *)data, size, &r, &w);
    CHECK(is_read == (r.count == 0));
    for (size_t i = 0; is_read && i < w.count; i++)
      CHECK(w.claims[i].line > 0 && strlen(w.claims[i].value) <= size);
  }
  mem_clear(&m);
  if (check_failed)
    abort();
  return 0;
}
