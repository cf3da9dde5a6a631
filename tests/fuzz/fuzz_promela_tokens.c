#include "tests/unit/check.h"

#include "lang/promela/tokens/tokens.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Every file that is included is the text itself: a way to nest. */
typedef struct text {
  const char *at;
  size_t length;
} text;

static bool read_again(void *self, mem *m, const char *from, const char *path,
                       bool is_system, const char **name, const char **at,
                       size_t *length) {
  const text *x = self;
  (void)m, (void)from;
  *name = "again";
  *at = x->at;
  *length = x->length;
  return !is_system && *path;
}

static void check_tokens(const pml_tokens *t, const pml_token *at,
                         size_t count) {
  CHECK(count && at[count - 1].kind == PML_T_END);
  for (size_t i = 0; i < count; i++) {
    bool has_name = at[i].kind == PML_T_NAME || at[i].kind == PML_T_STRING ||
                    at[i].kind == PML_T_C_TEXT;
    CHECK(at[i].at.file < names_count(&t->files));
    CHECK(has_name ? at[i].name < names_count(&t->names)
                   : at[i].name == PML_NONE);
    CHECK(i + 1 == count || at[i].kind != PML_T_END);
    CHECK(at[i].value >= 0);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static report report;
  jmp_buf handler;
  mem_budget budget = {.fail_in = -1, .limit = (size_t)256 << 20};
  mem m;
  progress clock = {.budget = &budget, .limit = 5};
  char *copy = malloc(size ? size : 1);
  text self = {copy, size};
  pml_includes includes = {&self, read_again, NULL};
  if (!copy)
    abort();
  if (size)
    memcpy(copy, data, size);
  report.count = 0;
  mem_init(&m, &budget);
  budget.handler = &handler;
  progress_begin(&clock, "reading");
  if (setjmp(handler) == 0) {
    pml_tokens t;
    pml_token_list more = {0};
    bool good =
        pml_tokenise(&m, &t, "f.pml", copy, size, &includes, &report, &clock);
    CHECK(good == (report.count == 0));
    check_tokens(&t, t.list.at, t.list.count);
    report.count = 0;
    good = pml_tokenise_more(&m, &t, "g", 3, 4, copy, size, &report, &more);
    CHECK(good == (report.count == 0));
    check_tokens(&t, more.at, more.count);
  }
  mem_clear(&m);
  CHECK(budget.used == 0);
  free(copy);
  if (check_failed)
    abort();
  return 0;
}
