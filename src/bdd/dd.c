#include "bdd/tables.h"

#include <assert.h>
#include <bdd.h>
#include <stdlib.h>

/* Life, sets and renamings: all that knows about BuDDy's tables. */

struct dd_renaming {
  bddPair *pairs;
};

static inline void begin(dds *diagrams) {
  assert(diagrams->is_open && !diagrams->is_spent);
  progress_tick(diagrams->clock);
  vec_reserve(diagrams->m, &diagrams->made, 1);
}

/* Results are referenced, and so found again when the mark is released. There
 * is room already: nothing can fail between the two. */
static inline dd end(dds *diagrams, BDD x) {
  assert(x >= 0 && diagrams->made.count < diagrams->made.capacity);
  diagrams->operations++;
  bdd_addref(x);
  diagrams->made.at[diagrams->made.count++] = x;
  if (base_unlikely(diagrams->wants_reorder))
    dds_reorder_now(diagrams);
  return x;
}

void dd_release(dds *diagrams, size_t mark) {
  assert(mark <= diagrams->made.count);
  while (diagrams->made.count > mark)
    bdd_delref(vec_pop(&diagrams->made));
}

void dd_keep(dds *diagrams, dd *slot, dd x) {
  assert(diagrams->is_open && x >= 0 && *slot >= 0);
  (void)diagrams;
  dd old = *slot;
  *slot = bdd_addref(x);
  bdd_delref(old);
}

dd dd_only(dds *diagrams, size_t mark, dd x) {
  assert(x >= 0 && mark <= diagrams->made.count);
  bdd_addref(x);
  dd_release(diagrams, mark);
  vec_push(diagrams->m, &diagrams->made,
           x); /* room is there, unless nothing was released */
  return x;
}

dd dd_variable(dds *diagrams, uint32_t v) {
  assert(v < diagrams->variables);
  begin(diagrams);
  return end(diagrams, bdd_ithvar((int)v));
}

dd dd_not(dds *diagrams, dd x) {
  begin(diagrams);
  return end(diagrams, bdd_not(x));
}

dd dd_and(dds *diagrams, dd x, dd y) {
  begin(diagrams);
  return end(diagrams, bdd_apply(x, y, bddop_and));
}

dd dd_or(dds *diagrams, dd x, dd y) {
  begin(diagrams);
  return end(diagrams, bdd_apply(x, y, bddop_or));
}

dd dd_xor(dds *diagrams, dd x, dd y) {
  begin(diagrams);
  return end(diagrams, bdd_apply(x, y, bddop_xor));
}

dd dd_iff(dds *diagrams, dd x, dd y) {
  begin(diagrams);
  return end(diagrams, bdd_apply(x, y, bddop_biimp));
}

dd dd_minus(dds *diagrams, dd x, dd y) {
  begin(diagrams);
  return end(diagrams, bdd_apply(x, y, bddop_diff));
}

dd dd_if(dds *diagrams, dd condition, dd yes, dd no) {
  begin(diagrams);
  return end(diagrams, bdd_ite(condition, yes, no));
}

bool dd_implies(dds *diagrams, dd x, dd y) {
  if (x == y || x == DD_FALSE || y == DD_TRUE)
    return true;
  begin(diagrams);
  diagrams->operations++;
  return bdd_apply(x, y, bddop_diff) == DD_FALSE;
}

bool dd_meets(dds *diagrams, dd x, dd y) {
  begin(diagrams);
  diagrams->operations++;
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
static dd conjunction(dds *diagrams, const uint32_t *variables,
                      const bool *values, size_t count) {
  begin(diagrams);
  literal few[32], *all = few;
  if (count > sizeof few / sizeof *few)
    all = mem_array(diagrams->m, count, sizeof *all);
  bool is_sorted = true;
  for (size_t i = 0; i < count; i++) {
    assert(variables[i] < diagrams->variables);
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
    mem_free(diagrams->m, all);
  dd result = end(diagrams, x);
  bdd_delref(x);
  return result;
}

dd dd_set(dds *diagrams, const uint32_t *variables, size_t count) {
  return conjunction(diagrams, variables, NULL, count);
}

dd dd_point(dds *diagrams, const uint32_t *variables, const bool *values,
            size_t count) {
  return conjunction(diagrams, variables, values, count);
}

dd dd_exists(dds *diagrams, dd x, dd set) {
  begin(diagrams);
  return end(diagrams, set == DD_TRUE ? x : bdd_exist(x, set));
}

/* In two steps: BuDDy can do both in one (bdd_appex), a third faster, but for
 * some chains of variables that does not end, though the diagrams are small
 * (tests/boolean/wide.py): what it has done already is probably driven out of
 * its cache level by level. */
dd dd_and_exists(dds *diagrams, dd x, dd y, dd set) {
  size_t mark = dd_mark(diagrams);
  return dd_only(diagrams, mark,
                 dd_exists(diagrams, dd_and(diagrams, x, y), set));
}

dd_renaming *dd_renaming_make(dds *diagrams, const uint32_t *from,
                              const uint32_t *to, size_t count) {
  begin(diagrams);
  dd_renaming *renaming = mem_alloc(diagrams->m, sizeof *renaming);
  size_t bytes = (size_t)diagrams->variables * sizeof(BDD) + 64;
  mem_charge(diagrams->m->budget, bytes);
  diagrams->charged += bytes;
  renaming->pairs = bdd_newpair();
  for (size_t i = 0; i < count; i++) {
    assert(from[i] < diagrams->variables && to[i] < diagrams->variables);
    bdd_setpair(renaming->pairs, (int)from[i], (int)to[i]);
  }
  return renaming;
}

dd dd_rename(dds *diagrams, dd x, const dd_renaming *renaming) {
  begin(diagrams);
  return end(diagrams, bdd_replace(x, renaming->pairs));
}

dd dd_fix(dds *diagrams, dd x, const uint32_t *variables, const bool *values,
          size_t count) {
  assert(variables || count == 0);
  if (count == 0) {
    begin(diagrams);
    return end(diagrams, x);
  }
  size_t mark = dd_mark(diagrams);
  dd point = dd_point(diagrams, variables, values, count);
  begin(diagrams);
  return dd_only(diagrams, mark, end(diagrams, bdd_restrict(x, point)));
}
