#include "pds/derivation.h"

#include <assert.h>
#include <string.h>

static uint64_t add(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

uint64_t derivation_steps(mem *m, const derivation *d) {
  uint64_t *steps = mem_array(m, d->facts.count + 1, sizeof *steps), sum = 0;
  for (uint32_t i = 0; i < d->facts.count; i++) {
    const derivation_fact *fact = &d->facts.at[i];
    steps[i] = fact->rule == PDS_NONE ? 0 : 1;
    for (int k = 0; k < 2; k++)
      if (fact->premise[k] != PDS_NONE) {
        assert(fact->premise[k] < i);
        steps[i] = add(steps[i], steps[fact->premise[k]]);
      }
  }
  vec_each (const derivation_link, l, &d->witness)
    sum = add(sum, steps[l->fact]);
  mem_free(m, steps);
  return sum;
}

static bool add_vector(int64_t *sum, const int64_t *more, uint32_t dimension) {
  bool fits = true;
  for (uint32_t i = 0; i < dimension; i++)
    if (base_add_overflows(sum[i], more[i], &sum[i]))
      fits = false;
  return fits;
}

bool derivation_weight(mem *m, const pds *system, const derivation *d,
                       int64_t *out) {
  uint32_t n = system->dimension;
  int64_t *sums = mem_array(m, d->facts.count * n + 1, sizeof *sums);
  bool fits = true;
  for (size_t i = 0; i < d->facts.count; i++) {
    const derivation_fact *fact = &d->facts.at[i];
    if (fact->rule != PDS_NONE)
      fits &= add_vector(sums + i * n, pds_weight(system, fact->rule), n);
    for (int k = 0; k < 2; k++)
      if (fact->premise[k] != PDS_NONE)
        fits &=
            add_vector(sums + i * n, sums + (size_t)fact->premise[k] * n, n);
  }
  memset(out, 0, n * sizeof *out);
  vec_each (const derivation_link, l, &d->witness) {
    assert(l->fact < d->facts.count);
    fits &= add_vector(out, sums + (size_t)l->fact * n, n);
  }
  mem_free(m, sums);
  return fits;
}
