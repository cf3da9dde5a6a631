/* Whatever bytes claim to be an automaton: one message, or an automaton that
 * is written and read back as one that accepts the same words. */
#include "tests/unit/lasso.h"
#include "view/dot_omega.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool read_exactly(bench *b, const char *bytes, size_t size, omega *out) {
  char *copy = malloc(size ? size : 1); /* exact: ASan sees its end */
  if (!copy)
    abort();
  if (size)
    memcpy(copy, bytes, size);
  b->report.count = 0;
  bool good = omega_read_hoa(&b->mem, out, "f", copy, size, &b->report);
  free(copy);
  CHECK(b->report.count == !good);
  return good;
}

static void check_form(const omega *a) {
  CHECK(a->states > 0 && a->initial < a->states && a->sets <= 64);
  CHECK(a->first.count == (size_t)a->states + 1);
  CHECK(a->first.at[a->states] == a->edges.count);
  for (uint32_t q = 0; q < a->states; q++)
    for (uint32_t i = a->first.at[q]; i < a->first.at[q + 1]; i++) {
      const omega_edge *e = &a->edges.at[i];
      CHECK(e->from == q && e->to < a->states);
      CHECK((size_t)e->first_cube + e->cubes <= a->cubes.count);
      CHECK(!a->state_based || e->marks == a->edges.at[a->first.at[q]].marks);
    }
  vec_each (const omega_cube, c, &a->cubes)
    CHECK(!(c->value & ~c->mask));
}

static void check(bench *b, const char *bytes, size_t size) {
  omega a, again;
  text out;
  if (!read_exactly(b, bytes, size, &a))
    return;
  check_form(&a);
  bench_begin_text(b, &out);
  dot_omega(&a, NULL, &out);
  if (a.state_based && a.sets <= 1)
    omega_write_never(&a, "f", &out);
  bench_text(b, &out);
  bench_begin_text(b, &out);
  omega_write_hoa(&b->mem, &a, NULL, &out);
  bench_text(b, &out);
  CHECK(read_exactly(b, b->written, b->length, &again));
  check_form(&again);
  uint32_t atoms = names_count(&a.atoms);
  for (int i = 0; i < 4 && atoms < 20 && a.states < 20; i++) {
    lasso w = random_lasso(b, atoms, 3);
    CHECK(accepts_naively(&a, &w) == accepts_naively(&again, &w));
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  jmp_buf handler;
  bench *b = bench_new(size);
  b->budget.limit = (size_t)64 << 20;
  b->budget.handler = &handler;
  if (setjmp(handler) == 0)
    check(b, (const char *)data, size);
  bench_delete(b);
  if (check_failed)
    abort();
  return 0;
}
