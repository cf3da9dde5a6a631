/* Extended CTL: the engine beside its slow twin. */
#include "tests/unit/ectl_instance.h"
#include "tests/unit/engine/ectl/ectl_paths.h"

#include "engine/ectl/ectl_decide.h"
#include "evidence/ectl/evidence.h"

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
  ectl_decide(&x->mem, &x->clock, &x->q, &a);
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

/* Rule 'n' of all that a machine with two states, a stack of 'symbols' and one
 * action can have. */
static machine_rule small_rule(uint32_t n, uint32_t symbols, bool has_stack) {
  machine_rule r = {
      .from = n & 1, .to = n >> 1 & 1, .operation = MACHINE_REWRITE};
  n >>= 2;
  if (has_stack) {
    r.top = n % symbols;
    n /= symbols;
    r.operation = n == 0 ? MACHINE_POP : n & 1 ? MACHINE_PUSH : MACHINE_REWRITE;
    r.symbol = n == 0 ? MACHINE_NONE : (n - 1) / 2;
  }
  return r;
}

/* The rules whose bits are set; the second state accepts. */
static void small_machine(instance *x, machine *y, machine_kind kind,
                          uint32_t symbols, uint32_t rules) {
  mem *m = &x->mem;
  machine_init(m, y, kind);
  machine_add_state(m, y, "s", 1, false);
  machine_add_state(m, y, "t", 1, true);
  if (symbols > 1)
    names_insert(m, &y->symbols, "g", 1);
  names_insert(m, &y->actions, "a", 1);
  for (uint32_t i = 0; rules >> i; i++)
    if (rules >> i & 1)
      vec_push(m, &y->rules, small_rule(i, symbols, machine_has_stack(y)));
}

/* 'f' below: E(p U[a] q), E(p R[a] q), or one of them in another. */
static void small_formula(instance *x, uint32_t f) {
  mem *m = &x->mem;
  uint32_t p = ectl_add_prop(m, &x->formulas, "p", 1);
  uint32_t q = ectl_add_prop(m, &x->formulas, "q", 1);
  ectl_node n = {f & 1 ? ECTL_ER : ECTL_EU, p, q, 0};
  x->q.root = ectl_add(m, &x->formulas, n);
  if (f < 2)
    return;
  n.op = f & 2 ? ECTL_ER : ECTL_EU;
  *(f & 4 ? &n.left : &n.right) = x->q.root;
  x->q.root = ectl_add(m, &x->formulas, n);
}

static bool is_deterministic(mem *m, const machine *x) {
  uint32_t first, second;
  return !machine_clash(m, x, &first, &second);
}

/* A system and an automaton by their rules, all labels by turns. */
static void small_one(bool has_stack, uint32_t symbols, uint32_t of_system,
                      uint32_t of_automaton, uint32_t labels, tally *t) {
  instance_shape shape = {.has_stack = has_stack};
  instance *x = instance_begin(labels, &shape);
  machine *s = &x->system;
  small_machine(x, s, has_stack ? MACHINE_PDS : MACHINE_LTS,
                has_stack ? symbols : 1, of_system);
  small_machine(x, &x->until[0], has_stack ? MACHINE_DFA : MACHINE_PDA,
                has_stack ? 1 : symbols, of_automaton);
  x->all_release[0] = &x->until[0];
  names_insert(&x->mem, &s->props, "p", 1);
  names_insert(&x->mem, &s->props, "q", 1);
  for (uint32_t i = 0; i < 4; i++)
    for (uint32_t g = 0; g < machine_symbols(s); g++)
      if (labels >> (4 * g + i) & 1)
        vec_push(
            &x->mem, &s->facts,
            ((machine_fact){{i / 2, has_stack ? g : MACHINE_NONE}, i & 1}));
  if (has_stack)
    instance_find_places(x, 3);
  x->q.places = &x->places;
  uint32_t f = labels % 8;
  if (!is_deterministic(&x->mem, &x->until[0]))
    f = f & 1 ? 4 : 0; /* Until alone */
  small_formula(x, f);
  CHECK(compare(x, t));
  instance_delete(x);
}

/* Systems of two states with automata of two states, one of them with a stack
 * of one symbol: every third of all, spread over them. */
static void test_all_small(void) {
  tally t = {0};
  uint32_t turn = 0;
  for (uint32_t s = 0; s < 16; s++)
    for (uint32_t a = 0; a < 4096; a += 1 + turn % 5)
      small_one(false, 1, s, a, turn++ * 7919, &t);
  for (uint32_t s = 0; s < 4096; s += 1 + turn % 5)
    for (uint32_t a = 0; a < 16; a++)
      small_one(true, 1, s, a, turn++ * 7919, &t);
  printf("small: %lu places, %lu hold, %lu paths\n", t.places, t.hold, t.paths);
  CHECK(t.skipped == 0 && t.hold > 10000 && t.hold < t.places - 10000);
}

/* Rings of both: the only way around has the product of their lengths. */
static void test_long_lasso(void) {
  instance_shape shape = {.symbols = 1, .actions = 1};
  instance *x = instance_begin(1, &shape);
  mem *m = &x->mem;
  ectl_answer a;
  ectl_path p;
  machine_init(m, &x->system, MACHINE_LTS);
  machine_init(m, &x->release[0], MACHINE_DFA);
  for (uint32_t ring = 0; ring < 2; ring++) {
    machine *y = ring ? &x->release[0] : &x->system;
    uint32_t length = ring ? 7 : 300;
    names_insert(m, &y->actions, "a", 1);
    for (uint32_t i = 0; i < length; i++) {
      char name[16];
      int size = snprintf(name, sizeof name, "s%u", i);
      machine_add_state(m, y, name, (size_t)size, false);
      machine_rule r = {
          .from = i, .to = (i + 1) % length, .operation = MACHINE_REWRITE};
      vec_push(m, &y->rules, r);
    }
  }
  uint32_t no = ectl_add(m, &x->formulas, (ectl_node){.op = ECTL_FALSE});
  x->q.root = ectl_add(m, &x->formulas, (ectl_node){ECTL_ER, no, no, 0});
  ectl_decide(m, &x->clock, &x->q, &a);
  CHECK(ectl_holds(&a, &x->system, 1, 5, NULL, 0));
  ectl_find_path(m, &x->clock, &a, &x->system, 1, 5, NULL, 0, 10000, &p);
  CHECK(!p.too_long && p.end == ECTL_PATH_LOOPS && p.loop == 0 &&
        p.steps.count == 2101);
  ectl_find_path(m, &x->clock, &a, &x->system, 1, 5, NULL, 0, 2099, &p);
  CHECK(p.too_long && p.steps.count == 0);
  instance_delete(x);
}

/* Whether the n-th allocation from the start fails. */
static bool faults(uint64_t seed, int64_t n) {
  static const instance_shape shape = {true, 2, 2, 3, 2, 8, 3};
  jmp_buf handler;
  instance *x = instance_new(seed, &shape);
  volatile bool has_faulted = true;
  x->budget.handler = &handler;
  x->budget.fail_in = n;
  if (setjmp(handler) == 0) {
    ectl_answer a;
    ectl_path p;
    uint32_t g = 0;
    ectl_decide(&x->mem, &x->clock, &x->q, &a);
    for (uint32_t i = 0; i < a.parts.count; i++)
      if (a.parts.at[i].table && ectl_holds(&a, &x->system, i, 0, &g, 1))
        ectl_find_path(&x->mem, &x->clock, &a, &x->system, i, 0, &g, 1, 1000,
                       &p);
    has_faulted = false;
  }
  x->budget.handler = NULL;
  x->budget.fail_in = -1;
  instance_delete(x);
  return has_faulted;
}

static void test_allocation(void) {
  int64_t all = 0;
  for (uint64_t seed = 0; seed < 10; seed++) {
    int64_t n = 0;
    while (n < 5000 && faults(seed, n))
      n++;
    CHECK(n < 5000);
    all += n;
  }
  CHECK(all > 500);
}

int main(void) {
  test_random();
  test_all_small();
  test_long_lasso();
  test_allocation();
  return check_end();
}
