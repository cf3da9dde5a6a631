#include "../unit/cfa_text.h"

#include "cfa/predicates.h"
#include "cfa/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Conditions about the sample program: what could be read is valid; printed and
 * read again it is read. */
static void print_and_read(cfa_case *x, uint32_t condition) {
  text out;
  desk_text printed = {0};
  uint32_t again;
  text_init(&out, desk_add, &printed);
  bool is_c = cfa_print_expression(&x->p, condition, &out);
  text_end(&out);
  if (is_c)
    CHECK(cfa_read_condition(&x->m, &x->p, printed.at, printed.count, 0, 0, "p",
                             1, 1, &x->r, &again));
  free(printed.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static cfa_case x;
  jmp_buf handler;
  uint32_t condition;
  cfa_predicates all = {0};
  cfa_case_init(&x);
  x.budget.limit = (size_t)64 << 20;
  x.budget.handler = &handler;
  if (setjmp(handler) == 0) {
    CHECK(cfa_case_read(&x, cfa_sample, strlen(cfa_sample)));
    bool is_read = cfa_read_condition(&x.m, &x.p, (const char *)data, size, 0,
                                      0, "c", 1, 1, &x.r, &condition);
    CHECK(is_read == (x.r.count == 0));
    CHECK(cfa_validate(&x.m, &x.p) == NULL);
    if (is_read)
      print_and_read(&x, condition);
    cfa_read_predicates(&x.m, &x.p, "p", (const char *)data, size, &x.r, &all);
  }
  cfa_case_clear(&x);
  if (check_failed)
    abort();
  return 0;
}
