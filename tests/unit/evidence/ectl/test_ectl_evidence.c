/* Evidence about extended CTL: what the engine says is accepted and is what the
 * definition says; whatever is spoilt is refused, or is still true. */
#include "tests/unit/evidence/ectl/ectl_brute.h"
#include "tests/unit/evidence/ectl/ectl_spoil.h"

#include "engine/ectl/ectl_decide.h"
#include "evidence/ectl/evidence.h"

enum { INSTANCES = 3000, MUTANTS = 20, LONGEST = 3 };

typedef struct world {
  instance *x;
  report report;
  ectl_brute brute;
} world;

/* Of a part that has values. The stack has its top first. */
static bool truth_of(const world *w, const ectl_part *p, uint32_t state,
                     const uint32_t *stack, size_t depth) {
  const machine *system = &w->x->system;
  uint64_t i = state, d = 0;
  if (system->kind == MACHINE_PDS && depth == 0)
    return p->empty[i / 64] >> (i % 64) & 1;
  if (system->kind == MACHINE_PDS) {
    for (size_t k = depth; k-- > 1;)
      d = p->monitor->step.at[d * p->monitor->symbols + stack[k]];
    i += (d * machine_symbols(system) + stack[0]) * machine_states(system);
  }
  return p->values[i / 64] >> (i % 64) & 1;
}

static ectl_guess guess_of(world *w, uint32_t node, uint32_t state,
                           const uint32_t *stack, size_t depth) {
  uint8_t turned[LONGEST + 1] = {0};
  for (size_t i = 0; i < depth; i++)
    turned[depth - 1 - i] = (uint8_t)stack[i];
  return ectl_brute_at(&w->brute, node, state, (uint32_t)depth, turned);
}

static unsigned long known, open_guesses;

/* All parts that have values, where the definition decides. */
static void compare_with_brute(world *w, const ectl_answer *a) {
  const machine *system = &w->x->system;
  uint32_t stack[LONGEST + 1] = {0};
  size_t depth = 0;
  bool is_pds = system->kind == MACHINE_PDS;
  do {
    for (uint32_t s = 0; s < machine_states(system); s++)
      vec_each (const ectl_part, p, &a->parts) {
        if (is_pds && !p->monitor)
          continue;
        ectl_guess guess = guess_of(w, p->node, s, stack, depth);
        bool truth = truth_of(w, p, s, stack, depth);
        known += guess != ECTL_GUESS_OPEN;
        open_guesses += guess == ECTL_GUESS_OPEN;
        CHECK(guess == ECTL_GUESS_OPEN || truth == (guess == ECTL_GUESS_YES));
      }
  } while (is_pds && instance_next_stack(stack, &depth, machine_symbols(system),
                                         LONGEST));
}

/* The root at a configuration. */
static void compare_root(world *w, const ectl_answer *a, uint32_t state,
                         const uint32_t *stack, size_t depth) {
  const ectl_question *q = &w->x->q;
  bool truth = false;
  CHECK(ectl_evidence_holds(&w->x->mem, q, a, state, stack, depth, &truth));
  CHECK(truth == ectl_holds(a, q->system, (uint32_t)a->parts.count - 1, state,
                            stack, depth));
  ectl_guess guess = guess_of(w, q->root, state, stack, depth);
  known += guess != ECTL_GUESS_OPEN;
  open_guesses += guess == ECTL_GUESS_OPEN;
  CHECK(guess == ECTL_GUESS_OPEN || truth == (guess == ECTL_GUESS_YES));
}

static void compare_roots(world *w, const ectl_answer *a) {
  const machine *system = &w->x->system;
  vec_each (const machine_head, h, &system->heads)
    compare_root(w, a, h->state, &h->symbol, 1);
  vec_each (const ectl_place, p, &w->x->places)
    compare_root(w, a, p->state, p->stack.at, p->stack.count);
}

typedef struct kept {
  mem *m;
  vec(char) at;
} kept;

static int keep(void *self, const char *at, size_t length) {
  kept *k = self;
  for (size_t i = 0; i < length; i++)
    vec_push(k->m, &k->at, at[i]);
  return 0;
}

static void write_answer(world *w, const ectl_answer *a, kept *k) {
  text out;
  *k = (kept){.m = &w->x->mem};
  text_init(&out, keep, k);
  ectl_evidence_write(&w->x->mem, &w->x->q, a, &out);
  text_put(&out, "end\n");
  CHECK(text_end(&out));
}

static bool is_same(const kept *x, const kept *y) {
  return x->at.count == y->at.count &&
         memcmp(x->at.at, y->at.at, x->at.count) == 0;
}

static bool read_answer(world *w, const kept *k, ectl_answer *out) {
  lines in;
  lines_begin(&in, &w->x->mem, "f", k->at.at, k->at.count, &w->report);
  return ectl_evidence_read(&w->x->mem, &in, &w->x->q, out) && lines_end(&in);
}

static unsigned long accepted[WAYS], refused[WAYS];

/* What was accepted says what the original says. */
static void still_true(world *w, const ectl_answer *a, const ectl_answer *b) {
  const machine *system = &w->x->system;
  uint32_t stack[LONGEST + 1] = {0};
  size_t depth = 0;
  bool is_pds = system->kind == MACHINE_PDS, x = false, y = false;
  do {
    for (uint32_t s = 0; s < machine_states(system); s++)
      for (size_t i = 0; i < a->parts.count; i++)
        CHECK(
            (is_pds && (!a->parts.at[i].monitor || !b->parts.at[i].monitor)) ||
            truth_of(w, &a->parts.at[i], s, stack, depth) ==
                truth_of(w, &b->parts.at[i], s, stack, depth));
  } while (is_pds && instance_next_stack(stack, &depth, machine_symbols(system),
                                         LONGEST));
  vec_each (const machine_head, h, &system->heads) {
    const ectl_question *q = &w->x->q;
    CHECK(ectl_evidence_holds(&w->x->mem, q, a, h->state, &h->symbol, 1, &x));
    CHECK(ectl_evidence_holds(&w->x->mem, q, b, h->state, &h->symbol, 1, &y));
    CHECK(x == y);
  }
}

static void mutate(world *w, const kept *k, const ectl_answer *a) {
  const ectl_question *q = &w->x->q;
  ectl_answer b;
  const char *why = "";
  uint32_t way = instance_random(w->x, WAYS);
  bool is_spoilt = false;
  CHECK(read_answer(w, k, &b));
  if (way == 15) /* with values, so that one can be spoilt */
    CHECK(ectl_evidence_check(&w->x->mem, &w->x->clock, q, &b, &why));
  for (int i = 0; i < 6 && !is_spoilt; i++) {
    kept after;
    is_spoilt = spoil(w->x, &b, way);
    write_answer(w, &b, &after);
    is_spoilt = is_spoilt && (way == 15 || !is_same(k, &after));
  }
  if (!is_spoilt)
    return;
  bool good = ectl_evidence_check(&w->x->mem, &w->x->clock, q, &b, &why);
  CHECK(good == (why[0] == '\0'));
  CHECK(!good || way != 15);
  (good ? accepted : refused)[way]++;
  if (good)
    still_true(w, a, &b);
}

static unsigned long paths, wrong_paths, spoilt_paths, good_spoilt_paths;

static bool replays(world *w, const ectl_answer *a, uint32_t part,
                    const ectl_place *at, const ectl_path *p) {
  const char *why;
  bool good = ectl_path_check(&w->x->mem, &w->x->q, a, part, at->state,
                              at->stack.at, at->stack.count, p, &why);
  CHECK(good == (why[0] == '\0'));
  return good;
}

static void spoil_path(world *w, ectl_path *p) {
  instance *x = w->x;
  ectl_path_step *s = &p->steps.at[some(x, p->steps.count)];
  uint32_t *const parts[] = {&s->step,  &s->reading, &s->location,
                             &s->state, &s->depth,   &s->top};
  switch (instance_random(x, 4)) {
  case 0:
    p->end = (ectl_path_end)instance_random(x, ECTL_PATH_LOOPS + 1);
    p->loop = some(x, p->steps.count);
    break;
  case 1:
    p->steps.count--;
    break;
  default:
    *parts[instance_random(x, 6)] =
        instance_random(x, 4) ? instance_random(x, 5) : ECTL_NO;
  }
}

static bool holds_at(const world *w, const ectl_answer *a, uint32_t part,
                     const ectl_place *at) {
  return ectl_holds(a, &w->x->system, part, at->state, at->stack.at,
                    at->stack.count);
}

/* The path of a true one replays there, and not where it is false. */
static void try_path(world *w, const ectl_answer *a, uint32_t part,
                     const ectl_place *at, const ectl_place *other) {
  ectl_path p;
  if (!holds_at(w, a, part, at))
    return;
  ectl_find_path(&w->x->mem, &w->x->clock, a, &w->x->system, part, at->state,
                 at->stack.at, at->stack.count, 100000, &p);
  CHECK(replays(w, a, part, at, &p));
  paths++;
  if (!holds_at(w, a, part, other)) {
    wrong_paths++;
    p.steps.at[0].state = other->state;
    CHECK(!replays(w, a, part, other, &p));
    p.steps.at[0].state = at->state;
  }
  spoil_path(w, &p);
  spoilt_paths++;
  good_spoilt_paths += replays(w, a, part, at, &p);
}

static void try_paths(world *w, const ectl_answer *a) {
  instance *x = w->x;
  ectl_place here = {0}, there = {0};
  for (uint32_t part = 0; part < a->parts.count; part++)
    for (int i = 0; a->parts.at[part].table && i < 3; i++) {
      if (x->shape.has_stack) {
        here = x->places.at[some(x, x->places.count)];
        there = x->places.at[some(x, x->places.count)];
      } else {
        here.state = instance_random(x, machine_states(&x->system));
        there.state = instance_random(x, machine_states(&x->system));
      }
      try_path(w, a, part, &here, &there);
    }
}

static void accept(world *w, const ectl_answer *a) {
  const ectl_question *q = &w->x->q;
  const char *why = "";
  ectl_answer b;
  kept first, second;
  compare_with_brute(w, a);
  compare_roots(w, a);
  write_answer(w, a, &first);
  CHECK(read_answer(w, &first, &b));
  CHECK(ectl_evidence_check(&w->x->mem, &w->x->clock, q, &b, &why));
  write_answer(w, &b, &second);
  CHECK(is_same(&first, &second));
  still_true(w, a, &b);
  try_paths(w, a);
  for (int i = 0; i < MUTANTS; i++)
    mutate(w, &first, a);
}

static void one(uint64_t seed) {
  static const instance_shape shapes[] = {
      {false, 2, 2, 2, 2, 5, 1},  {false, 3, 2, 3, 2, 8, 2},
      {false, 4, 3, 3, 3, 10, 3}, {true, 2, 2, 2, 2, 5, 1},
      {true, 2, 2, 3, 2, 8, 2},   {true, 3, 3, 2, 3, 10, 3}};
  world w = {.x = instance_new(seed, &shapes[seed % 6])};
  ectl_answer a;
  const char *why = "";
  w.brute = (ectl_brute){.m = &w.x->mem, .q = &w.x->q};
  w.brute.is_pds = w.x->shape.has_stack;
  ectl_decide(&w.x->mem, &w.x->clock, &w.x->q, &a);
  bool good = ectl_evidence_check(&w.x->mem, &w.x->clock, &w.x->q, &a, &why);
  CHECK(good);
  if (good)
    accept(&w, &a);
  else
    printf("seed %llu: %s\n", (unsigned long long)seed, why);
  instance_delete(w.x);
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : INSTANCES;
  for (uint64_t seed = 1; seed <= count && check_failed < 20; seed++)
    one(seed);
  printf("definition: %lu known, %lu open\n", known, open_guesses);
  printf("paths: %lu replay, %lu refused elsewhere; %lu of %lu spoilt ones "
         "are paths still\n",
         paths, wrong_paths, good_spoilt_paths, spoilt_paths);
  for (uint32_t i = 0; i < WAYS; i++) {
    printf("  %-14s %6lu accepted, still true; %6lu refused\n", ways[i],
           accepted[i], refused[i]);
    CHECK(refused[i] > 0);
  }
  return check_end();
}
