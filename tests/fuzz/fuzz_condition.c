#include "tests/unit/cfa_text.h"

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

/* False: it has no C form. */
static bool printed(cfa_case *x, const cfa_invariant *i, desk_text *into) {
  text out;
  text_init(&out, desk_add, into);
  bool is_c = cfa_print_invariant(&x->p, i, true, &out);
  text_end(&out);
  return is_c;
}

/* What is printed for tools, is read again. */
static void read_claim(cfa_case *x, const char *words, cfa_invariant i) {
  cfa_claim_text t = {.text = words, .file = "w", .line = 1, .column = 1};
  size_t before = x->r.count;
  bool is_read = cfa_read_claim(&x->m, &x->p, &t, &x->r, &i);
  CHECK(is_read == (x->r.count == before));
  desk_text once = {0};
  if (is_read && printed(x, &i, &once)) {
    cfa_invariant again = {.kind = i.kind, .at = i.at};
    t.text = once.at;
    CHECK(cfa_read_claim(&x->m, &x->p, &t, &x->r, &again));
    CHECK(again.index == i.index);
  }
  free(once.at);
}

static void read_claims(cfa_case *x, const uint8_t *data, size_t size) {
  char *words = mem_alloc(&x->m, size + 1);
  memcpy(words, data, size);
  read_claim(x, words, (cfa_invariant){.kind = CFA_AT_LOCATION, .at = 1});
  read_claim(x, words, (cfa_invariant){.kind = CFA_REQUIRES, .at = 0});
  read_claim(x, words, (cfa_invariant){.kind = CFA_ENSURES, .at = 1});
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
    read_claims(&x, data, size);
    cfa_read_predicates(&x.m, &x.p, "p", (const char *)data, size, &x.r, &all);
  }
  cfa_case_clear(&x);
  if (check_failed)
    abort();
  return 0;
}
