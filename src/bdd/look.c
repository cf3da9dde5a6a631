#include "bdd/dd.h"

#include "base/map.h"

#include <assert.h>
#include <bdd.h>
#include <stdlib.h>

/* What is in a diagram: none of these makes nodes. 'chosen' is false between
 * them. */

uint32_t dd_top(dd x) { return (uint32_t)bdd_var(x); }
dd dd_low(dd x) { return bdd_low(x); }
dd dd_high(dd x) { return bdd_high(x); }

size_t dd_size(dds *diagrams, dd x) {
  (void)diagrams;
  return (size_t)bdd_nodecount(x);
}

void dd_pick(dds *diagrams, dd x, const uint32_t *variables, size_t count,
             bool *values) {
  assert(x != DD_FALSE);
  for (dd y = x; y != DD_TRUE;) {
    bool high = bdd_low(y) == bddfalse;
    diagrams->chosen[bdd_var(y)] = high;
    y = high ? bdd_high(y) : bdd_low(y);
  }
  for (size_t i = 0; i < count; i++)
    values[i] = diagrams->chosen[variables[i]];
  for (dd y = x; y != DD_TRUE;) {
    diagrams->chosen[bdd_var(y)] = false;
    y = bdd_low(y) == bddfalse ? bdd_high(y) : bdd_low(y);
  }
}

static int by_number(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* Not bdd_support, whose scratch does not survive that BuDDy is closed and
 * opened again. */
void dd_support(dds *diagrams, dd x, dd_variables *out) {
  size_t first = out->count;
  map seen = {0};
  if (x > DD_TRUE)
    map_insert(diagrams->m, &seen, (uint64_t)x);
  for (size_t i = 0; i < seen.keys.count; i++) {
    dd y = (dd)seen.keys.at[i], children[] = {bdd_low(y), bdd_high(y)};
    for (int c = 0; c < 2; c++)
      if (children[c] > DD_TRUE)
        map_insert(diagrams->m, &seen, (uint64_t)children[c]);
    if (!diagrams->chosen[bdd_var(y)]) {
      vec_push(diagrams->m, out, (uint32_t)bdd_var(y));
      diagrams->chosen[bdd_var(y)] = true;
    }
  }
  map_free(diagrams->m, &seen);
  for (size_t i = first; i < out->count; i++)
    diagrams->chosen[out->at[i]] = false;
  if (out->count > first)
    qsort(out->at + first, out->count - first, sizeof *out->at, by_number);
}

/* Ranks: a variable's place among those that the diagram has, from the root;
 * they keep numbers within the range of a double if the result is. */
typedef struct counter {
  mem *m;
  uint32_t *rank; /* by variable */
  uint32_t ranks;
  map seen;
  vec(double) counts; /* by number in 'seen' */
} counter;

static uint32_t rank_of(const counter *c, dd x) {
  return x <= DD_TRUE ? c->ranks : c->rank[bdd_var(x)];
}

static double power(uint32_t exponent) {
  double p = 1;
  while (exponent-- > 0)
    p *= 2;
  return p;
}

/* Over the variables from that of x on. As deep as there are variables. */
static double count_from(counter *c, dd x) {
  if (x <= DD_TRUE)
    return x;
  uint32_t known = map_find(&c->seen, (uint64_t)x);
  if (known != MAP_NONE)
    return c->counts.at[known];
  dd low = bdd_low(x), high = bdd_high(x);
  uint32_t here = rank_of(c, x) + 1;
  double sum = 0;
  if (low != DD_FALSE) /* 0 times infinity is not 0 */
    sum += count_from(c, low) * power(rank_of(c, low) - here);
  if (high != DD_FALSE)
    sum += count_from(c, high) * power(rank_of(c, high) - here);
  map_insert(c->m, &c->seen, (uint64_t)x);
  vec_push(c->m, &c->counts, sum);
  return sum;
}

double dd_count(dds *diagrams, dd x, size_t count) {
  if (x == DD_FALSE)
    return 0;
  counter c = {.m = diagrams->m,
               .rank =
                   mem_array(diagrams->m, diagrams->variables, sizeof *c.rank)};
  dd_variables has = {0};
  dd_support(diagrams, x, &has);
  vec_each (uint32_t, v, &has)
    *v = (uint32_t)bdd_var2level((int)*v);
  if (has.count > 0)
    qsort(has.at, has.count, sizeof *has.at, by_number);
  vec_each (const uint32_t, level, &has)
    c.rank[bdd_level2var((int)*level)] = c.ranks++;
  vec_free(diagrams->m, &has);
  assert(c.ranks <= count);
  double result =
      count_from(&c, x) * power((uint32_t)(count - (size_t)c.ranks));
  map_free(diagrams->m, &c.seen);
  vec_free(diagrams->m, &c.counts);
  mem_free(diagrams->m, c.rank);
  return result;
}
