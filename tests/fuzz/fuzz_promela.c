#include "lang/promela/parse/parse.h"
#include "tests/unit/check.h"

#include <stdlib.h>

/* Any bytes as a model: whatever is accepted must be a sound tree, and all of
 * it must print; whatever is not must have a message. */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int forget(void *self, const char *piece, size_t length) {
  (void)piece;
  *(size_t *)self += length;
  return 0;
}

static bool in_statements(const pml_syntax *s, uint32_t x) {
  return x < s->statements.count;
}

static void check_statement(const pml_syntax *s, uint32_t n) {
  const pml_statement *x = &s->statements.at[n];
  CHECK(x->next == PML_NONE || in_statements(s, x->next));
  CHECK(x->parent == PML_NONE || in_statements(s, x->parent));
  CHECK(x->process < s->processes.count);
  switch (x->kind) {
  case PML_IF:
  case PML_DO:
    CHECK(x->c > 0 && x->a + x->c <= s->options.count);
    for (uint32_t i = 0; i < x->c; i++) {
      uint32_t first = s->options.at[x->a + i].first;
      CHECK(in_statements(s, first) && s->statements.at[first].parent == n);
    }
    break;
  case PML_GOTO:
    CHECK(in_statements(s, x->target) &&
          s->statements.at[x->target].process == x->process);
    break;
  case PML_BREAK:
    CHECK(in_statements(s, x->target) &&
          s->statements.at[x->target].kind == PML_DO);
    break;
  case PML_UNLESS:
    CHECK(in_statements(s, x->b) && s->statements.at[x->b].parent == n);
    CHECK(in_statements(s, x->a) && s->statements.at[x->a].parent == n);
    break;
  case PML_BLOCK: /* what an unless took apart has lost its parts */
    CHECK(in_statements(s, x->a));
    break;
  case PML_ATOMIC:
  case PML_DSTEP:
    CHECK(in_statements(s, x->a) && s->statements.at[x->a].parent == n);
    break;
  case PML_SEND:
  case PML_RECEIVE:
    CHECK(x->b + x->c <= s->lists.count && s->exprs.at[x->a].op == PML_NAME);
    break;
  case PML_ASSIGN:
    CHECK(x->a < s->exprs.count && x->b < s->exprs.count &&
          s->exprs.at[x->a].op == PML_NAME);
    break;
  default:
    break;
  }
}

static void check_tree(const pml_syntax *s) {
  size_t printed = 0;
  text *out = malloc(sizeof *out);
  if (!out)
    abort();
  text_init(out, forget, &printed);
  for (uint32_t i = 0; i < s->statements.count; i++) {
    check_statement(s, i);
    pml_print_statement(s, i, out);
  }
  vec_each (const pml_label, l, &s->labels)
    CHECK(in_statements(s, l->statement));
  vec_each (const pml_formula, f, &s->formulas)
    pml_print_formula(s, f->root, out);
  vec_each (const pml_process, p, &s->processes)
    CHECK(p->body == PML_NONE || in_statements(s, p->body));
  text_end(out);
  free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  mem_budget budget = {.fail_in = -1, .limit = (size_t)256 << 20};
  mem m;
  pml_syntax *s = calloc(1, sizeof *s);
  report *r = calloc(1, sizeof *r);
  progress clock = {.budget = &budget, .limit = 2};
  if (!s || !r)
    abort();
  mem_init(&m, &budget);
  budget.handler = &handler;
  if (setjmp(handler) == 0) {
    progress_begin(&clock, "fuzz");
    bool good = pml_tokenise(&m, &s->tokens, "f", (const char *)data, size,
                             NULL, r, &clock) &&
                pml_parse(&m, s, "f", r, &clock);
    CHECK(good == (r->count == 0));
    if (good)
      check_tree(s);
  }
  mem_clear(&m);
  free(s);
  free(r);
  if (check_failed)
    abort();
  return 0;
}
