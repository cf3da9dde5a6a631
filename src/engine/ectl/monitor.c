#include "engine/ectl/monitor.h"

#include "product/ectl_product.h"

#include <assert.h>

void ectl_monitor_first(mem *m, const machine *system, ectl_monitor *out) {
  *out = (ectl_monitor){.states = 1, .symbols = machine_symbols(system)};
  vec_resize(m, &out->step, out->symbols);
}

uint32_t ectl_monitor_read(const ectl_monitor *monitor, const uint32_t *stack,
                           size_t depth) {
  uint32_t d = 0;
  while (depth > 0)
    d = monitor->step.at[(size_t)d * monitor->symbols + stack[--depth]];
  return d;
}

typedef struct refiner {
  mem *m;
  progress *clock;
  const ectl_table *t;
  ectl_monitor *out;
  vec(uint32_t) targets; /* locations of pops, ascending */
  map hashes;            /* of states, and by their numbers: */
  vec(uint32_t) newest;
  vec(uint32_t) older; /* by state: of the same hash */
} refiner;

static void find_targets(refiner *r) {
  size_t locations = r->t->locations.keys.count;
  uint8_t *is_target = mem_array(r->m, locations + 1, 1);
  vec_each (const ectl_pop, pop, &r->t->pops)
    is_target[pop->to] = 1;
  for (uint32_t l = 0; l < locations; l++)
    if (is_target[l])
      vec_push(r->m, &r->targets, l);
  mem_free(r->m, is_target);
}

static uint64_t hash_of(const ectl_monitor *monitor, uint32_t was,
                        const uint64_t *set) {
  uint64_t h = was + UINT64_C(0x9E3779B97F4A7C15);
  for (uint32_t i = 0; i < monitor->words; i++) {
    h = (h ^ set[i]) * UINT64_C(0xFF51AFD7ED558CCD);
    h ^= h >> 32;
  }
  return h;
}

/* The state of that set, which lies behind those of all states. */
static uint32_t settle(refiner *r, uint32_t was) {
  ectl_monitor *monitor = r->out;
  const uint64_t *set =
      monitor->sets.at + (size_t)monitor->states * monitor->words;
  uint32_t n = map_insert(r->m, &r->hashes, hash_of(monitor, was, set));
  if (n == r->newest.count)
    vec_push(r->m, &r->newest, ECTL_NO);
  for (uint32_t d = r->newest.at[n]; d != ECTL_NO; d = r->older.at[d])
    if (monitor->was.at[d] == was &&
        memcmp(monitor->sets.at + (size_t)d * monitor->words, set,
               monitor->words * sizeof *set) == 0)
      return d;
  if (monitor->states == ECTL_NO - 1)
    mem_raise(r->m->budget, MEM_LIMIT);
  vec_push(r->m, &r->older, r->newest.at[n]);
  r->newest.at[n] = monitor->states;
  vec_push(r->m, &monitor->was, was);
  return monitor->states++;
}

static uint64_t *new_set(refiner *r) {
  ectl_monitor *monitor = r->out;
  size_t used = (size_t)monitor->states * monitor->words;
  monitor->sets.count = used;
  vec_resize(r->m, &monitor->sets, used + monitor->words);
  return monitor->sets.at + used;
}

static bool lives_above(const ectl_table *table, uint32_t head,
                        const uint64_t *below) {
  assert(head < table->heads.count);
  const ectl_head *h = &table->heads.at[head];
  if (h->lives)
    return true;
  for (uint32_t i = 0; i < h->pops; i++)
    if (ectl_bit(below, table->pops.at[table->pops_of.at[h->first_pop + i]].to))
      return true;
  return false;
}

static uint32_t step(refiner *r, uint32_t d, uint32_t g) {
  ectl_monitor *x = r->out;
  const ectl_monitor *c = x->coarser;
  uint32_t was = x->was.at[d];
  uint32_t symbol = map_find(&r->t->symbols, map_pair(g, was));
  uint64_t *set = new_set(r);
  const uint64_t *below = x->sets.at + (size_t)d * x->words;
  vec_each (const uint32_t, l, &r->targets) {
    progress_tick(r->clock);
    if (lives_above(r->t, ectl_find_head(r->t, *l, symbol), below))
      ectl_set_bit(set, *l);
  }
  return settle(r, c->step.at[(size_t)was * c->symbols + g]);
}

void ectl_monitor_refine(mem *m, progress *clock, const ectl_monitor *coarser,
                         const ectl_table *table, ectl_monitor *out) {
  refiner r = {.m = m, .clock = clock, .t = table, .out = out};
  *out =
      (ectl_monitor){.symbols = coarser->symbols,
                     .coarser = coarser,
                     .table = table,
                     .words = (uint32_t)(table->locations.keys.count / 64 + 1)};
  clock->phase = "monitor";
  find_targets(&r);
  uint64_t *set = new_set(&r);
  vec_each (const uint32_t, l, &r.targets)
    if (table->empty.at[*l])
      ectl_set_bit(set, *l);
  settle(&r, 0);
  for (uint32_t d = 0; d < out->states; d++)
    for (uint32_t g = 0; g < out->symbols; g++) {
      uint32_t to = step(&r, d, g);
      vec_push(m, &out->step, to);
      clock->done = d;
    }
  out->sets.count = (size_t)out->states * out->words;
  vec_free(m, &r.targets);
  map_free(m, &r.hashes);
  vec_free(m, &r.newest);
  vec_free(m, &r.older);
}
