#include "lang/remopla/remopla.h"
#include "tests/unit/check.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct bench {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  prog program;
} bench;

/* What can be read is a program as program.h says, and some piece of its own
 * text is a condition as good as any. */
static void check_read(bench *x, const char *text, size_t size) {
  define d = {"N", 3};
  uint32_t condition, procedure;
  bool is_good = remopla_read(&x->mem, &x->program, "f", text, size, &d,
                              size % 2, &x->report, &x->clock);
  CHECK(is_good == (x->report.count == 0));
  if (!is_good)
    return;
  CHECK(strcmp(prog_validate(&x->mem, &x->program), "") == 0);
  size_t from = size / 2, length = size - from < 20 ? size - from : 20;
  x->program.language->read_condition(&x->mem, &x->program, text + from, length,
                                      "f", 1, 1, &x->report, &condition,
                                      &procedure);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  bench *volatile x = calloc(1, sizeof *x);
  if (!x)
    return 0;
  x->budget.fail_in = -1;
  x->budget.limit = (size_t)64 << 20;
  x->budget.handler = &handler;
  mem_init(&x->mem, (mem_budget *)&x->budget);
  x->clock.budget = (mem_budget *)&x->budget;
  x->clock.limit = 2;
  progress_begin((progress *)&x->clock, "fuzz");
  if (setjmp(handler) == 0)
    check_read(x, (const char *)data, size);
  mem_clear((mem *)&x->mem);
  free(x);
  if (check_failed)
    abort();
  return 0;
}
