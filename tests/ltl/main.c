/* Long random runs of the translation against the meaning of the formulas:
 *     ltl [COUNT [SEED]]
 *     ltl exhaustive
 * ends with the same line as a unit test. */
#include "tests/ltl/cases.h"

#include <stdlib.h>

static jmp_buf out;

/* All formulas with few operators, by number. */

enum { MOST_SIZE = 3, UNARY = 4, BINARY = 9 };
static const ltl_op unary[UNARY] = {LTL_NOT, LTL_NEXT, LTL_FINALLY,
                                    LTL_GLOBALLY};
static const ltl_op binary[BINARY] = {LTL_AND,     LTL_OR,   LTL_IMPLIES,
                                      LTL_EQUIV,   LTL_XOR,  LTL_UNTIL,
                                      LTL_RELEASE, LTL_WEAK, LTL_STRONG};

typedef struct family {
  uint32_t atoms;
  bool truth;                    /* the constant is a leaf, too */
  uint32_t count[MOST_SIZE + 1]; /* formulas with so many operators */
} family;

static void family_count(family *x) {
  x->count[0] = x->atoms + x->truth;
  for (int size = 1; size <= MOST_SIZE; size++) {
    x->count[size] = UNARY * x->count[size - 1];
    for (int i = 0; i < size; i++)
      x->count[size] += BINARY * x->count[i] * x->count[size - 1 - i];
  }
}

static uint32_t family_formula(mem *m, const family *x, ltl *t, int size,
                               uint32_t n) {
  if (size == 0)
    return n < x->atoms ? atom_number(m, t, n)
                        : ltl_make(m, t, LTL_TRUE, LTL_NONE, LTL_NONE);
  uint32_t inner = x->count[size - 1];
  if (n < UNARY * inner)
    return ltl_make(m, t, unary[n / inner],
                    family_formula(m, x, t, size - 1, n % inner), LTL_NONE);
  n -= UNARY * inner;
  int i = 0;
  for (; n >= BINARY * x->count[i] * x->count[size - 1 - i]; i++)
    n -= BINARY * x->count[i] * x->count[size - 1 - i];
  uint32_t op = n % BINARY, other = x->count[size - 1 - i];
  n /= BINARY;
  uint32_t left = family_formula(m, x, t, i, n / other);
  uint32_t right = family_formula(m, x, t, size - 1 - i, n % other);
  return ltl_make(m, t, binary[op], left, right);
}

static void all_formulas(cases *c, family x, int largest, size_t word) {
  family_count(&x);
  for (int size = 0; size <= largest; size++)
    for (uint32_t n = 0; n < x.count[size]; n++) {
      ltl t = {.mask = 0};
      for (uint32_t i = 0; i < x.atoms; i++)
        atom_number(c->m, &t, i);
      uint32_t f = family_formula(c->m, &x, &t, size, n);
      cases_formula(c, &t, f, x.atoms, word, true);
      ltl_free(c->m, &t);
    }
}

static void some_formulas(cases *c, unsigned long count) {
  for (unsigned long i = 0; i < count; i++) {
    uint32_t size = 1 + random_below(&c->seed, 15);
    cases_random(c, size, 1 + random_below(&c->seed, 4), 20);
    for (int j = 0; j < 10; j++)
      cases_shape(c);
  }
  CHECK(c->accepted > c->words / 4 && c->accepted < c->words - c->words / 4);
}

int main(int argc, char **argv) {
  unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 20000;
  mem_budget budget = {.fail_in = -1, .handler = &out};
  progress clock = {.budget = &budget};
  static cases c;
  mem m;
  mem_init(&m, &budget);
  c.m = &m;
  c.clock = &clock;
  c.certify = true;
  c.seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (setjmp(out)) {
    puts("memory or time is spent");
    return 1;
  }
  progress_begin(&clock, "test");
  if (argc > 1 && strcmp(argv[1], "exhaustive") == 0) {
    all_formulas(&c, (family){.atoms = 2, .truth = true}, 2, 3);
    all_formulas(&c, (family){.atoms = 1}, 3, 4);
  } else {
    some_formulas(&c, count);
  }
  CHECK(budget.used == 0);
  cases_report(&c);
  return check_end();
}
