#include "bdd/tables.h"

#include <assert.h>
#include <bdd.h>
#include <stdlib.h>

/* Life, sets and renamings: all that knows about BuDDy's tables. */

struct dd_renaming {
  bddPair *pairs;
};

static inline void begin(dds *d) {
  assert(d->is_open && !d->is_spent);
  progress_tick(d->clock);
  vec_reserve(d->m, &d->made, 1);
}

/* Results are referenced, and so found again when the mark is released. There
 * is room already: nothing can fail between the two. */
static inline dd end(dds *d, BDD x) {
  assert(x >= 0 && d->made.count < d->made.capacity);
  d->operations++;
  bdd_addref(x);
  d->made.at[d->made.count++] = x;
  if (base_unlikely(d->wants_reorder))
    dds_reorder_now(d);
  return x;
}

void dd_release(dds *d, size_t mark) {
  assert(mark <= d->made.count);
  while (d->made.count > mark)
    bdd_delref(vec_pop(&d->made));
}

void dd_keep(dds *d, dd *slot, dd x) {
  assert(d->is_open && x >= 0 && *slot >= 0);
  (void)d;
  dd old = *slot;
  *slot = bdd_addref(x);
  bdd_delref(old);
}

dd dd_only(dds *d, size_t mark, dd x) {
  assert(x >= 0 && mark <= d->made.count);
  bdd_addref(x);
  dd_release(d, mark);
  vec_push(d->m, &d->made, x); /* room is there, unless nothing was released */
  return x;
}

dd dd_variable(dds *d, uint32_t v) {
  assert(v < d->variables);
  begin(d);
  return end(d, bdd_ithvar((int)v));
}

dd dd_not(dds *d, dd x) {
  begin(d);
  return end(d, bdd_not(x));
}

dd dd_and(dds *d, dd x, dd y) {
  begin(d);
  return end(d, bdd_apply(x, y, bddop_and));
}

dd dd_or(dds *d, dd x, dd y) {
  begin(d);
  return end(d, bdd_apply(x, y, bddop_or));
}

dd dd_xor(dds *d, dd x, dd y) {
  begin(d);
  return end(d, bdd_apply(x, y, bddop_xor));
}

dd dd_iff(dds *d, dd x, dd y) {
  begin(d);
  return end(d, bdd_apply(x, y, bddop_biimp));
}

dd dd_minus(dds *d, dd x, dd y) {
  begin(d);
  return end(d, bdd_apply(x, y, bddop_diff));
}

dd dd_if(dds *d, dd condition, dd yes, dd no) {
  begin(d);
  return end(d, bdd_ite(condition, yes, no));
}

bool dd_implies(dds *d, dd x, dd y) {
  if (x == y || x == DD_FALSE || y == DD_TRUE)
    return true;
  begin(d);
  d->operations++;
  return bdd_apply(x, y, bddop_diff) == DD_FALSE;
}

bool dd_meets(dds *d, dd x, dd y) {
  begin(d);
  d->operations++;
  return bdd_apply(x, y, bddop_and) != DD_FALSE;
}

typedef struct literal {
  int level;
  uint32_t variable;
  bool value;
} literal;

static int by_level(const void *a, const void *b) {
  int x = ((const literal *)a)->level, y = ((const literal *)b)->level;
  return (x > y) - (x < y);
}

/* From the last variable to the first, so that each takes one node. */
static dd conjunction(dds *d, const uint32_t *variables, const bool *values,
                      size_t count) {
  begin(d);
  literal few[32], *all = few;
  if (count > sizeof few / sizeof *few)
    all = mem_array(d->m, count, sizeof *all);
  bool is_sorted = true;
  for (size_t i = 0; i < count; i++) {
    assert(variables[i] < d->variables);
    all[i] = (literal){.level = bdd_var2level((int)variables[i]),
                       .variable = variables[i],
                       .value = !values || values[i]};
    is_sorted = is_sorted && (i == 0 || all[i - 1].level <= all[i].level);
  }
  if (!is_sorted)
    qsort(all, count, sizeof *all, by_level);
  BDD x = bddtrue;
  for (size_t i = count; i-- > 0;) {
    int v = (int)all[i].variable;
    BDD y =
        bdd_apply(x, all[i].value ? bdd_ithvar(v) : bdd_nithvar(v), bddop_and);
    bdd_addref(y);
    bdd_delref(x);
    x = y;
  }
  if (all != few)
    mem_free(d->m, all);
  dd result = end(d, x);
  bdd_delref(x);
  return result;
}

dd dd_set(dds *d, const uint32_t *variables, size_t count) {
  return conjunction(d, variables, NULL, count);
}

dd dd_point(dds *d, const uint32_t *variables, const bool *values,
            size_t count) {
  return conjunction(d, variables, values, count);
}

dd dd_exists(dds *d, dd x, dd set) {
  begin(d);
  return end(d, set == DD_TRUE ? x : bdd_exist(x, set));
}

/* In two steps: BuDDy can do both in one (bdd_appex), a third faster, but for
 * some chains of variables that does not end, though the diagrams are small
 * (tests/boolean/wide.py): what it has done already is probably driven out of
 * its cache level by level. */
dd dd_and_exists(dds *d, dd x, dd y, dd set) {
  size_t mark = dd_mark(d);
  return dd_only(d, mark, dd_exists(d, dd_and(d, x, y), set));
}

dd_renaming *dd_renaming_make(dds *d, const uint32_t *from, const uint32_t *to,
                              size_t count) {
  begin(d);
  dd_renaming *r = mem_alloc(d->m, sizeof *r);
  size_t bytes = (size_t)d->variables * sizeof(BDD) + 64;
  mem_charge(d->m->budget, bytes);
  d->charged += bytes;
  r->pairs = bdd_newpair();
  for (size_t i = 0; i < count; i++) {
    assert(from[i] < d->variables && to[i] < d->variables);
    bdd_setpair(r->pairs, (int)from[i], (int)to[i]);
  }
  return r;
}

dd dd_rename(dds *d, dd x, const dd_renaming *r) {
  begin(d);
  return end(d, bdd_replace(x, r->pairs));
}

dd dd_fix(dds *d, dd x, const uint32_t *variables, const bool *values,
          size_t count) {
  assert(variables || count == 0);
  if (count == 0) {
    begin(d);
    return end(d, x);
  }
  size_t mark = dd_mark(d);
  dd point = dd_point(d, variables, values, count);
  begin(d);
  return dd_only(d, mark, end(d, bdd_restrict(x, point)));
}
