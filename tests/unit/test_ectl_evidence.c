/* Evidence about extended CTL: what the engine says is accepted and is what the
 * definition says; whatever is spoilt is refused, or is still true. */
#include "check.h"
#include "ectl_brute.h"
#include "ectl_random.h"

#include "engine/ectl/ectl_check.h"
#include "evidence/ectl_evidence.h"

#include <stdlib.h>

enum { INSTANCES = 3000, MUTANTS = 12, LONGEST = 3 };

typedef struct world {
  mem_budget budget;
  mem mem;
  progress clock;
  report report;
  ectl_instance instance;
  ectl_brute brute;
} world;

static world *world_new(uint64_t seed) {
  world *w = calloc(1, sizeof *w);
  if (!w)
    abort();
  w->budget.fail_in = -1;
  mem_init(&w->mem, &w->budget);
  w->clock.budget = &w->budget;
  progress_begin(&w->clock, "test");
  ectl_random(&w->mem, seed, &w->instance);
  w->brute = (ectl_brute){.m = &w->mem, .q = &w->instance.question};
  w->brute.is_pds = w->instance.system.kind == MACHINE_PDS;
  return w;
}

static void world_delete(world *w) {
  mem_clear(&w->mem);
  CHECK(w->budget.used == 0);
  free(w);
}

/* ---- Truth ----------------------------------------------------------------
 */

/* Of a part that has values. The stack has its top first. */
static bool truth_of(const world *w, const ectl_part *p, uint32_t state,
                     const uint32_t *stack, uint32_t depth) {
  const machine *system = &w->instance.system;
  uint64_t i = state, d = 0;
  if (system->kind == MACHINE_PDS && depth == 0)
    return p->empty[i / 64] >> (i % 64) & 1;
  if (system->kind == MACHINE_PDS) {
    for (uint32_t k = depth; k-- > 1;)
      d = p->monitor->step.at[d * p->monitor->symbols + stack[k]];
    i += (d * machine_symbols(system) + stack[0]) * machine_states(system);
  }
  return p->values[i / 64] >> (i % 64) & 1;
}

static ectl_guess guess_of(world *w, uint32_t node, uint32_t state,
                           const uint32_t *stack, uint32_t depth) {
  uint8_t turned[LONGEST + 1] = {0};
  for (uint32_t i = 0; i < depth; i++)
    turned[depth - 1 - i] = (uint8_t)stack[i];
  return ectl_brute_at(&w->brute, node, state, depth, turned);
}

/* Every stack up to LONGEST symbols, the empty one first. */
static bool next_stack(uint32_t symbols, uint32_t *stack, uint32_t *depth) {
  uint32_t i = 0;
  for (; i < *depth && ++stack[i] == symbols; i++)
    stack[i] = 0;
  if (i == *depth)
    stack[(*depth)++] = 0;
  return *depth <= LONGEST;
}

static unsigned long known, open_guesses;

/* All parts that have values, where the definition decides. */
static void compare_with_brute(world *w, const ectl_answer *a) {
  const machine *system = &w->instance.system;
  uint32_t stack[LONGEST + 1] = {0}, depth = 0;
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
  } while (is_pds && next_stack(machine_symbols(system), stack, &depth));
}

/* The root at a configuration. */
static void compare_root(world *w, const ectl_answer *a, uint32_t state,
                         const uint32_t *stack, uint32_t depth) {
  const ectl_question *q = &w->instance.question;
  bool truth = false;
  CHECK(ectl_evidence_holds(&w->mem, q, a, state, stack, depth, &truth));
  CHECK(truth == ectl_holds(a, q->system, (uint32_t)a->parts.count - 1, state,
                            stack, depth));
  ectl_guess guess = guess_of(w, q->root, state, stack, depth);
  known += guess != ECTL_GUESS_OPEN;
  open_guesses += guess == ECTL_GUESS_OPEN;
  CHECK(guess == ECTL_GUESS_OPEN || truth == (guess == ECTL_GUESS_YES));
}

static void compare_roots(world *w, const ectl_answer *a) {
  const machine *system = &w->instance.system;
  vec_each (const machine_head, h, &system->heads)
    compare_root(w, a, h->state, &h->symbol, 1);
  vec_each (const ectl_place, p, &w->instance.places)
    compare_root(w, a, p->state, p->stack.at, (uint32_t)p->stack.count);
}

/* ---- Text -----------------------------------------------------------------
 */

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
  *k = (kept){.m = &w->mem};
  text_init(&out, keep, k);
  ectl_evidence_write(&w->mem, &w->instance.question, a, &out);
  text_put(&out, "end\n");
  CHECK(text_end(&out));
}

static bool read_answer(world *w, const kept *k, ectl_answer *out) {
  lines in;
  lines_begin(&in, &w->mem, "f", k->at.at, k->at.count, &w->report);
  return ectl_evidence_read(&w->mem, &in, &w->instance.question, out) &&
         lines_end(&in);
}

/* ---- Spoiling -------------------------------------------------------------
 */

static const char *const ways[] = {
    "kind",       "lives",         "pop removed",  "pop added",
    "order",      "life's rule",   "life's next",  "life's pop",
    "pop's rule", "pop's reasons", "pop's end",    "monitor's set",
    "step",       "was",           "head dropped", "value",
    "carried"};
enum { WAYS = sizeof ways / sizeof *ways };
static unsigned long accepted[WAYS], refused[WAYS];

static void list_pops(world *w, ectl_table *t) {
  uint32_t first = 0;
  vec_resize(&w->mem, &t->pops_of, t->pops.count);
  vec_each (ectl_head, h, &t->heads)
    h->pops = 0;
  vec_each (const ectl_pop, p, &t->pops)
    t->heads.at[p->head].pops++;
  vec_each (ectl_head, h, &t->heads) {
    h->first_pop = first;
    first += h->pops;
    h->pops = 0;
  }
  for (uint32_t i = 0; i < t->pops.count; i++) {
    ectl_head *h = &t->heads.at[t->pops.at[i].head];
    t->pops_of.at[h->first_pop + h->pops++] = i;
  }
}

/* Numbers behind it fall by one; those that were it are now another's. */
static void drop(uint32_t *n, uint32_t gone) {
  if (*n != ECTL_NO && *n > gone)
    --*n;
}

static void remove_pop(world *w, ectl_table *t, uint32_t gone) {
  memmove(t->pops.at + gone, t->pops.at + gone + 1,
          (t->pops.count - gone - 1) * sizeof *t->pops.at);
  t->pops.count--;
  vec_each (ectl_pop, p, &t->pops) {
    drop(&p->first, gone);
    drop(&p->second, gone);
  }
  vec_each (ectl_head, h, &t->heads)
    drop(&h->first, gone);
  list_pops(w, t);
}

static void remove_head(world *w, ectl_table *t, uint32_t gone) {
  for (uint32_t i = (uint32_t)t->pops.count; i-- > 0;)
    if (t->pops.at[i].head == gone)
      remove_pop(w, t, i);
  memmove(t->heads.at + gone, t->heads.at + gone + 1,
          (t->heads.count - gone - 1) * sizeof *t->heads.at);
  t->heads.count--;
  vec_each (ectl_pop, p, &t->pops)
    drop(&p->head, gone);
  t->head_numbers = (map){0};
  vec_each (ectl_head, h, &t->heads) {
    drop(&h->next, gone);
    map_insert(&w->mem, &t->head_numbers, map_pair(h->location, h->symbol));
  }
  list_pops(w, t);
}

static uint32_t some(ectl_dice *r, size_t count) {
  return count ? ectl_roll(r, (uint32_t)count) : 0;
}

static bool spoil_head(world *w, ectl_dice *r, ectl_table *t, uint32_t way) {
  ectl_head *h = t->heads.count ? &t->heads.at[some(r, t->heads.count)] : NULL;
  if (!h)
    return false;
  bool is_life = h->kind == ECTL_PLAIN && h->lives;
  switch (way) {
  case 0:
    h->kind = (uint8_t)ectl_roll(r, ECTL_ESCAPE + 1);
    h->lives = ectl_roll(r, 2) != 0;
    return true;
  case 1:
    h->lives = !h->lives;
    if (h->lives) {
      h->rule = some(r, t->rules.count);
      h->first = ectl_roll(r, 2) ? ECTL_NO : some(r, t->pops.count);
      h->next = some(r, t->heads.count);
      h->order = ectl_roll(r, 1000);
    }
    return true;
  case 4:
    h->order = ectl_roll(r, 4);
    return true;
  case 5:
    h->rule = some(r, t->rules.count);
    return is_life;
  case 6:
    h->next = some(r, t->heads.count);
    return is_life;
  case 7:
    h->first = ectl_roll(r, 2) ? ECTL_NO : some(r, t->pops.count);
    return is_life;
  default:
    remove_head(w, t, (uint32_t)(h - t->heads.at));
    return true;
  }
}

static bool spoil_pop(world *w, ectl_dice *r, ectl_table *t, uint32_t way) {
  if (t->pops.count == 0)
    return false;
  uint32_t i = some(r, t->pops.count);
  ectl_pop *p = &t->pops.at[i];
  switch (way) {
  case 2:
    remove_pop(w, t, i);
    return true;
  case 3: {
    ectl_pop more = *p;
    more.head = some(r, t->heads.count);
    more.to = some(r, t->locations.keys.count);
    vec_push(&w->mem, &t->pops, more);
    list_pops(w, t);
    return true;
  }
  case 8:
    p->rule = some(r, t->rules.count);
    return true;
  case 9:
    *(ectl_roll(r, 2) ? &p->first : &p->second) =
        ectl_roll(r, 3) ? some(r, t->pops.count) : ECTL_NO;
    return true;
  default:
    p->to = some(r, t->locations.keys.count);
    return true;
  }
}

static bool spoil_monitor(ectl_dice *r, ectl_monitor *x, uint32_t way) {
  uint32_t d = x ? ectl_roll(r, x->states) : 0;
  if (!x)
    return false;
  switch (way) {
  case 11: {
    uint32_t bit = some(r, x->table->locations.keys.count);
    x->sets.at[d * x->words + bit / 64] ^= UINT64_C(1) << (bit % 64);
    return true;
  }
  case 12:
    x->step.at[d * x->symbols + ectl_roll(r, x->symbols)] =
        ectl_roll(r, x->states);
    return true;
  default:
    x->was.at[d] = ectl_roll(r, x->coarser->states);
    return true;
  }
}

static bool spoil_value(const world *w, ectl_dice *r, ectl_part *p) {
  uint64_t bits = machine_states(&w->instance.system);
  if (w->brute.is_pds && !p->monitor)
    return false;
  if (w->brute.is_pds)
    bits *= (uint64_t)machine_symbols(&w->instance.system) * p->monitor->states;
  uint64_t i = ectl_roll(r, (uint32_t)bits);
  p->values[i / 64] ^= UINT64_C(1) << (i % 64);
  return true;
}

/* One thing in one place; false: there is no such thing there. */
static bool spoil(world *w, ectl_dice *r, ectl_answer *a, uint32_t way) {
  ectl_part *p = &a->parts.at[some(r, a->parts.count)];
  const ectl_part *other = &a->parts.at[some(r, a->parts.count)];
  ectl_table *t = (ectl_table *)p->table;
  if (way == 15)
    return spoil_value(w, r, p);
  if (!t)
    return false;
  if (way >= 11 && way <= 13)
    return spoil_monitor(r, (ectl_monitor *)p->monitor, way);
  if (way == 16) {
    if (!other->monitor || other->monitor == t->carried)
      return false;
    t->carried = other->monitor;
    return true;
  }
  if (way == 2 || way == 3 || (way >= 8 && way <= 10))
    return spoil_pop(w, r, t, way);
  return spoil_head(w, r, t, way);
}

/* What was accepted says what the original says. */
static void still_true(world *w, const ectl_answer *a, const ectl_answer *b) {
  const machine *system = &w->instance.system;
  uint32_t stack[LONGEST + 1] = {0}, depth = 0;
  bool is_pds = system->kind == MACHINE_PDS, x = false, y = false;
  do {
    for (uint32_t s = 0; s < machine_states(system); s++)
      for (size_t i = 0; i < a->parts.count; i++)
        CHECK(
            (is_pds && (!a->parts.at[i].monitor || !b->parts.at[i].monitor)) ||
            truth_of(w, &a->parts.at[i], s, stack, depth) ==
                truth_of(w, &b->parts.at[i], s, stack, depth));
  } while (is_pds && next_stack(machine_symbols(system), stack, &depth));
  vec_each (const machine_head, h, &system->heads) {
    const ectl_question *q = &w->instance.question;
    CHECK(ectl_evidence_holds(&w->mem, q, a, h->state, &h->symbol, 1, &x));
    CHECK(ectl_evidence_holds(&w->mem, q, b, h->state, &h->symbol, 1, &y));
    CHECK(x == y);
  }
}

static void mutate(world *w, ectl_dice *r, const kept *k,
                   const ectl_answer *a) {
  const ectl_question *q = &w->instance.question;
  ectl_answer b;
  const char *why = "";
  uint32_t way = ectl_roll(r, WAYS);
  if (!read_answer(w, k, &b))
    return;
  if (way == 15) /* with values, so that one can be spoilt */
    CHECK(ectl_evidence_check(&w->mem, &w->clock, q, &b, &why));
  if (!spoil(w, r, &b, way))
    return;
  bool good = ectl_evidence_check(&w->mem, &w->clock, q, &b, &why);
  CHECK(good == (why[0] == '\0'));
  CHECK(!good || way != 15);
  (good ? accepted : refused)[way]++;
  if (good)
    still_true(w, a, &b);
}

/* ---- All ------------------------------------------------------------------
 */

static void one(uint64_t seed) {
  world *w = world_new(seed);
  const ectl_question *q = &w->instance.question;
  ectl_answer a, b;
  const char *why = "";
  kept first, second;
  ectl_dice r = {seed * 77 + 1};
  ectl_check(&w->mem, &w->clock, q, &a);
  bool good = ectl_evidence_check(&w->mem, &w->clock, q, &a, &why);
  CHECK(good);
  if (!good)
    printf("seed %llu: %s\n", (unsigned long long)seed, why);
  compare_with_brute(w, &a);
  compare_roots(w, &a);
  write_answer(w, &a, &first);
  CHECK(read_answer(w, &first, &b));
  CHECK(ectl_evidence_check(&w->mem, &w->clock, q, &b, &why));
  write_answer(w, &b, &second);
  CHECK(first.at.count == second.at.count &&
        memcmp(first.at.at, second.at.at, first.at.count) == 0);
  still_true(w, &a, &b);
  for (int i = 0; good && i < MUTANTS; i++)
    mutate(w, &r, &first, &a);
  world_delete(w);
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : INSTANCES;
  for (uint64_t seed = 1; seed <= count && check_failed < 20; seed++)
    one(seed);
  printf("definition: %lu known, %lu open\n", known, open_guesses);
  for (uint32_t i = 0; i < WAYS; i++)
    printf("  %-14s %6lu accepted, still true; %6lu refused\n", ways[i],
           accepted[i], refused[i]);
  return check_end();
}
