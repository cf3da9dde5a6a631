#include "tests/unit/cfa_text.h"

#include "cfa/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* What could be read is valid, can be printed, and comes back as it is
 * written. */
static void look(cfa_case *x) {
  text out;
  desk_text printed = {0};
  CHECK(cfa_validate(&x->m, &x->p) == NULL);
  text_init(&out, desk_add, &printed);
  for (uint32_t i = 0; i < x->p.expressions.count && i < 500; i++)
    cfa_print_expression(&x->p, i, &out);
  for (uint32_t i = 0; i < x->p.edges.count && i < 500; i++)
    cfa_print_edge(&x->p, i, &out);
  for (uint32_t i = 0; i < x->p.types.count && i < 500; i++)
    cfa_print_part(&x->p, i, i * 7, &out);
  text_end(&out);
  free(printed.at);
}

static void write_and_read(cfa_case *x) {
  static cfa_case y;
  const char *written = cfa_case_write(x);
  cfa_case_init(&y);
  CHECK(cfa_case_read(&y, written, strlen(written)));
  CHECK(strcmp(cfa_case_write(&y), written) == 0);
  cfa_case_clear(&y);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static cfa_case x;
  jmp_buf handler;
  cfa_case_init(&x);
  x.budget.limit = (size_t)64 << 20;
  x.budget.handler = &handler;
  if (setjmp(handler) == 0 && cfa_case_read(&x, (const char *)data, size)) {
    look(&x);
    write_and_read(&x);
  }
  cfa_case_clear(&x);
  if (check_failed)
    abort();
  return 0;
}
