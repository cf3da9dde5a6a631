/* custos-mpi without MPI: packing, and the search of several ranks whose
 * messages arrive by chance, compared with the sequential search. */
#include "tests/unit/mpi/mpi_world.h"

static mem_budget budgets[WORLD_MOST + 1];
static mem memories[WORLD_MOST + 1];
static progress clocks[WORLD_MOST + 1];

static void origins(void) {
  for (int i = 0; i < 100000; i++) {
    uint32_t rank = world_random(ORIGIN_MOST_RANKS + 1);
    uint32_t number = world_random(UINT32_C(1) << 31);
    uint32_t level = world_random(ORIGIN_MOST_LEVEL + 1);
    origin o = origin_make(rank, number, level);
    CHECK(origin_rank(o) == rank && origin_number(o) == number &&
          origin_level(o) == level);
    uint64_t hash = (uint64_t)world_random(1U << 31) << 33 | number * 2;
    CHECK(origin_owner(hash, rank + 1) <= rank);
  }
  origin far = origin_make(ORIGIN_NO_RANK, (UINT32_C(1) << 31) - 1, UINT32_MAX);
  CHECK(far == UINT64_MAX && origin_level(far) == ORIGIN_MOST_LEVEL);
  CHECK(origin_owner(UINT64_MAX, 7) == 6 && origin_owner(0, 7) == 0);
}

/* What does not fit changes nothing; what fits comes back. */
static void one_batch(uint32_t capacity, uint32_t most) {
  uint8_t *room = world_alloc(capacity), bytes[64];
  batch b = {.at = room, .capacity = capacity};
  batch_state put[200], got;
  uint8_t first[200];
  uint32_t count = 0, place = 0, seen = 0;
  for (; count < 200; count++) {
    put[count] = (batch_state){.from = (uint64_t)world_random(1U << 31) << 20,
                               .bytes = bytes,
                               .size = world_random(most + 1)};
    first[count] = (uint8_t)world_random(256);
    memset(bytes, first[count], sizeof bytes);
    uint32_t before = b.used;
    if (!batch_put(&b, &put[count])) {
      CHECK(b.used == before && before + 12 + put[count].size > capacity);
      break;
    }
    CHECK(b.used == before + 12 + put[count].size && b.used <= capacity);
  }
  for (; batch_next(room, b.used, &place, &got); seen++) {
    CHECK(seen < count && got.from == put[seen].from &&
          got.size == put[seen].size);
    for (uint32_t i = 0; i < got.size; i++)
      CHECK(got.bytes[i] == first[seen]);
  }
  CHECK(seen == count && place == b.used);
  /* Cut off anywhere, nothing beyond the end is read. */
  for (uint32_t length = 0; length < b.used; length++) {
    uint8_t *piece = world_alloc(length);
    memcpy(piece, room, length);
    for (place = 0; batch_next(piece, length, &place, &got);)
      CHECK(got.size == 0 || got.bytes + got.size <= piece + length);
    CHECK(place <= length);
    free(piece);
  }
  free(room);
}

static void batches(void) {
  for (int i = 0; i < 300; i++)
    one_batch(1 + world_random(600), world_random(64));
  CHECK(batch_capacity(100, 2) == 65536);
  CHECK(batch_capacity(100, 4000) == 4096);
  CHECK(batch_capacity(1000000, 2) == 1000012);
}

/* A model: a random graph. */

typedef struct graph {
  uint64_t seed;
  uint32_t states, initials, wrong; /* one fault in so many places */
} graph;

static uint64_t scramble(uint64_t x) {
  x = (x ^ x >> 31) * UINT64_C(0x9E3779B97F4A7C15);
  return x ^ x >> 29;
}

/* States have different lengths. */
static void add_state(model_steps *out, uint32_t number) {
  uint32_t size = 3 + number % 5;
  uint8_t *to = model_steps_add(out, size);
  memset(to, (int)(number & 255), size);
  to[0] = (uint8_t)number;
  to[1] = (uint8_t)(number >> 8);
}

static void add_faults(const graph *g, uint64_t chance, uint32_t line,
                       uint32_t step, model_steps *out) {
  if (chance % g->wrong)
    return;
  model_severity severity = chance / g->wrong % 3 ? MODEL_NOTE : MODEL_ERROR;
  model_fault f = {.severity = severity, .step = step, .line = line % 40};
  model_steps_fault(out, &f, "wrong at %u", (unsigned)(line % 40));
}

static void graph_initial(const model *x, void *scratch, model_steps *out) {
  const graph *g = x->self;
  (void)scratch;
  for (uint32_t i = 0; i < g->initials; i++)
    add_state(out, (uint32_t)(scramble(g->seed + i) % g->states));
  add_faults(g, scramble(g->seed + 77), 1, 0, out);
}

static void graph_next(const model *x, void *scratch, const uint8_t *state,
                       uint32_t size, model_steps *out) {
  const graph *g = x->self;
  uint32_t number = state[0] | (uint32_t)state[1] << 8;
  uint64_t r = scramble(g->seed * 31 + number);
  uint8_t *covered = scratch;
  CHECK(size == 3 + number % 5);
  covered[number % 64 / 8] |= (uint8_t)(1 << number % 8);
  add_faults(g, scramble(r + 1), number, MODEL_NONE, out);
  for (uint32_t i = 0; i < r % 4; i++) {
    add_state(out, (uint32_t)(scramble(r + 10 + i) % g->states));
    vec_last(&out->steps).label = i;
    add_faults(g, scramble(r + 20 + i), number + i,
               (uint32_t)out->steps.count - 1, out);
  }
}

static const uint8_t *graph_covered(const model *x, const void *scratch) {
  (void)x;
  return scratch;
}

static const model_ops graph_ops = {
    .initial = graph_initial, .next = graph_next, .covered = graph_covered};

static model graph_model(mem *m, graph *g) {
  model x = {.ops = &graph_ops,
             .self = g,
             .language = "graph",
             .most_bytes = 7,
             .scratch_bytes = 8};
  vec_resize(m, &x.places, 64);
  return x;
}

static void begin_memory(void) {
  for (int i = 0; i <= WORLD_MOST; i++) {
    budgets[i] = (mem_budget){.fail_in = -1};
    mem_init(&memories[i], &budgets[i]);
    clocks[i] = (progress){.budget = &budgets[i]};
    progress_begin(&clocks[i], "searching");
  }
}

static void end_memory(void) {
  for (int i = 0; i <= WORLD_MOST; i++)
    mem_clear(&memories[i]);
}

/* A round of one rank; a raise makes it stop. */
static void work(uint32_t rank, bool *raised) {
  jmp_buf handler;
  budgets[rank].handler = &handler;
  if (setjmp(handler) == 0) {
    world.is_over[rank] = part_round(&world.parts[rank]);
  } else {
    *raised = true;
    part_fail(&world.parts[rank], budgets[rank].fault);
  }
  budgets[rank].handler = NULL;
}

/* Until it is over for all. False: it does not come to an end. */
static bool run_world(bool *raised) {
  uint32_t running = world.size;
  for (uint32_t rounds = 0; rounds < 20000000 && running; rounds++) {
    uint32_t rank = world_random(world.size);
    if (world.is_over[rank])
      continue;
    work(rank, raised);
    running -= world.is_over[rank];
  }
  return running == 0;
}

static void compare_notes(const explicit_answer *a, const explicit_answer *b) {
  uint64_t lines[2] = {0};
  vec_each (const explicit_note, n, &a->notes)
    lines[0] |= UINT64_C(1) << n->fault.line;
  vec_each (const explicit_note, n, &b->notes)
    lines[1] |= UINT64_C(1) << n->fault.line;
  CHECK(lines[0] == lines[1] && a->notes.count == b->notes.count);
}

static void compare_answers(const model *x, const explicit_answer *a,
                            const explicit_answer *b, bool all) {
  mem *m = &memories[WORLD_MOST];
  jmp_buf handler;
  const char *why = NULL;
  CHECK(a->verdict == b->verdict);
  if (all || a->verdict == EXPLICIT_HOLDS) {
    CHECK(a->stats.states == b->stats.states);
    CHECK(a->stats.matched == b->stats.matched);
    CHECK(a->stats.transitions == b->stats.transitions);
    CHECK(a->faults == b->faults);
    CHECK(a->covered && memcmp(a->covered, b->covered, 9) == 0);
    compare_notes(a, b);
  }
  budgets[WORLD_MOST].handler = &handler;
  if (setjmp(handler) != 0)
    CHECK(false);
  else if (a->verdict == EXPLICIT_FAULT && a->run.count)
    CHECK(model_replay_fault(m, x, &a->run, &why));
}

static void collect_all(model *x, explicit_answer *out) {
  collect c;
  jmp_buf handler;
  budgets[0].handler = &handler;
  if (setjmp(handler) != 0) {
    CHECK(false);
    return;
  }
  CHECK(world.parts[0].x == x);
  collect_begin(&c, &memories[0], &world.nets[0], &world.parts[0]);
  collect_totals(&c);
  collect_answer(&c, out);
  for (uint32_t i = 0; i < world.size; i++)
    part_end(&world.parts[i]);
}

/* 'failing': an allocation of some rank fails. */
static void search(graph *g, uint32_t ranks, bool keep_going, bool failing) {
  explicit_safety_options o = {.keep_going = keep_going};
  explicit_answer expected = {0}, found = {0};
  bool raised = false;
  jmp_buf handler;
  begin_memory();
  mem *m = &memories[WORLD_MOST];
  budgets[WORLD_MOST].handler = &handler;
  if (setjmp(handler) != 0)
    abort();
  model x = graph_model(m, g);
  explicit_safety(m, &clocks[WORLD_MOST], &x, &o, &expected);
  world_begin(ranks, 19 + world_random(200));
  for (uint32_t i = 0; i < ranks; i++)
    part_begin(&world.parts[i], &memories[i], &x, &clocks[i], &world.nets[i],
               &o);
  if (failing)
    budgets[world_random(ranks)].fail_in = world_random(100);
  CHECK(run_world(&raised));
  if (raised) {
    uint32_t failures = 0;
    for (uint32_t i = 0; i < ranks; i++)
      failures += world.parts[i].failure != MEM_NO_FAULT;
    CHECK(failures == 1 && failing);
  } else {
    for (uint32_t i = 0; i < ranks; i++)
      budgets[i].fail_in = -1;
    collect_all(&x, &found);
    compare_answers(&x, &found, &expected, keep_going);
  }
  world_end();
  end_memory();
}

static void searches(int count) {
  for (int i = 0; i < count; i++) {
    graph g = {.seed = world_random(1U << 30),
               .states = 1 + world_random(i % 10 ? 40 : 3000),
               .initials = 1 + world_random(3),
               .wrong = i % 3 ? 5 + world_random(100) : UINT32_MAX};
    search(&g, 1 + world_random(WORLD_MOST), i % 2, i % 7 == 0);
  }
}

int main(void) {
  world.seed = 6;
  origins();
  batches();
  searches(3000);
  return check_end();
}
