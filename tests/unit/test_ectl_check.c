/* Extended CTL: the engine beside its slow twin. */
#include "ectl_instance.h"
#include "ectl_paths.h"

#include "engine/ectl/ectl_check.h"
#include "evidence/ectl_evidence.h"

typedef struct tally {
  unsigned long places, hold, nested, skipped;
  unsigned long paths, ends[ECTL_PATH_LOOPS + 1], shortest, long_ones;
} tally;

/* Is there a path that shows it, and of Until a shortest one? */
static bool path_is_good(instance *x, const ectl_answer *a, const twin *w,
                         uint32_t part, uint32_t state, const uint32_t *stack,
                         size_t depth, tally *t) {
  ectl_path p;
  walk_question k = {w, w->table[w->table_of[a->parts.at[part].node]]};
  walker start = {.s = state};
  if (x->shape.has_stack)
    for (size_t i = depth; i-- > 0;)
      start.stack[start.depth++] = stack[i];
  else
    start.stack[start.depth++] = 0;
  ectl_find_path(&x->mem, &x->clock, a, &x->system, part, state, stack, depth,
                 1000000, &p);
  t->paths++;
  t->ends[p.end]++;
  if (p.too_long || !walk_replays(&k, &p, start))
    return false;
  if (p.steps.count > 20)
    t->long_ones++;
  if (p.end != ECTL_PATH_DONE || t->paths % 8 != 0)
    return true;
  long steps = walk_shortest(&k, start);
  t->shortest += steps >= 0;
  return steps < 0 || (size_t)steps + 1 == p.steps.count;
}

static bool compare_at(instance *x, const ectl_answer *a, const twin *w,
                       uint32_t part, uint32_t state, const uint32_t *stack,
                       size_t depth, tally *t) {
  bool holds = ectl_holds(a, &x->system, part, state, stack, depth);
  t->places++;
  t->hold += holds;
  if (holds && a->parts.at[part].table && t->places % 2 == 0 &&
      !path_is_good(x, a, w, part, state, stack, depth, t))
    return false;
  return holds == twin_holds(w, a->parts.at[part].node, state, stack, depth);
}

/* Parts that are known everywhere, at stacks that nobody asked for. */
static bool compare_nested(instance *x, const ectl_answer *a, const twin *w,
                           tally *t) {
  bool same = true;
  uint32_t stack[7];
  for (uint32_t part = 0; part < a->parts.count; part++)
    for (unsigned i = 0; i < 6 && a->parts.at[part].values; i++) {
      size_t depth = instance_random(x, 8);
      for (size_t k = 0; k < depth; k++)
        stack[k] = instance_random(x, machine_symbols(&x->system));
      uint32_t state = instance_random(x, machine_states(&x->system));
      same = same && compare_at(x, a, w, part, state, stack, depth, t);
      t->nested++;
    }
  return same;
}

static bool compare(instance *x, tally *t) {
  twin w;
  ectl_answer a;
  bool same = true;
  if (!twin_begin(&x->mem, &w, &x->q)) {
    t->skipped++;
    twin_end(&w);
    return true;
  }
  ectl_check(&x->mem, &x->clock, &x->q, &a);
  uint32_t root = (uint32_t)a.parts.count - 1;
  const char *why = "";
  if (!ectl_evidence_check(&x->mem, &x->clock, &x->q, &a, &why)) {
    printf("%s\n", why);
    same = false;
  }
  if (x->shape.has_stack) {
    vec_each (const ectl_place, p, &x->places)
      same = same && compare_at(x, &a, &w, root, p->state, p->stack.at,
                                p->stack.count, t);
    vec_each (const machine_head, h, &x->system.heads)
      same = same && compare_at(x, &a, &w, root, h->state, &h->symbol, 1, t);
    same = same && compare_nested(x, &a, &w, t);
  } else {
    for (uint32_t part = 0; part <= root; part++)
      for (uint32_t s = 0; s < machine_states(&x->system); s++)
        same = same && compare_at(x, &a, &w, part, s, NULL, 0, t);
  }
  twin_end(&w);
  return same;
}

static void test_random(void) {
  static const instance_shape shapes[] = {
      {false, 2, 2, 2, 2, 5, 1},  {false, 3, 2, 3, 2, 8, 2},
      {false, 4, 3, 3, 3, 10, 3}, {true, 2, 2, 2, 2, 5, 1},
      {true, 2, 2, 3, 2, 8, 2},   {true, 3, 3, 2, 3, 10, 3}};
  tally t = {0};
  for (uint64_t i = 0; i < 6000; i++) {
    instance *x = instance_new(i, &shapes[i % 6]);
    bool same = compare(x, &t);
    if (!same)
      printf("instance %llu\n", (unsigned long long)i);
    CHECK(same);
    instance_delete(x);
  }
  printf("%lu places, %lu hold, %lu nested, %lu skipped\n", t.places, t.hold,
         t.nested, t.skipped);
  printf("%lu paths: %lu done, %lu released, %lu stop, %lu escape, %lu loop; "
         "%lu shortest, %lu long\n",
         t.paths, t.ends[0], t.ends[1], t.ends[2], t.ends[3], t.ends[4],
         t.shortest, t.long_ones);
  CHECK(t.skipped < 600 && t.hold > t.places / 4 && t.hold < 3 * t.places / 4);
}

int main(void) {
  test_random();
  return check_end();
}
