#include "evidence/ectl/checker.h"

#include <assert.h>

bool ectl_lives_empty(const ectl_case *c, uint32_t automaton_state,
                      uint32_t state) {
  assert(automaton_state < c->automaton.machine->accepting.count);
  bool accepts = c->automaton.machine->accepting.at[automaton_state] != 0;
  bool y = ectl_sees_empty(&c->y, state);
  return c->table->is_release ? !accepts || y : accepts && y;
}

static bool monitor_lives_left(const ectl_case *c, uint32_t location) {
  assert(location < c->table->locations.keys.count);
  uint64_t key = c->table->locations.keys.at[location];
  return ectl_lives_empty(c, (uint32_t)(key >> 32), (uint32_t)key);
}

static bool lives_alone(const ectl_case *c, uint32_t h) {
  const ectl_table *table = c->table;
  if (table->heads.at[h].lives)
    return true;
  for (uint32_t i = 0; i < table->heads.at[h].pops; i++)
    if (monitor_lives_left(c, ectl_popped(table, &table->heads.at[h], i)))
      return true;
  return false;
}

static uint32_t first_head(const ectl_table *table, uint32_t state,
                           uint32_t symbol) {
  uint32_t l = map_find(&table->locations, map_pair(0, state));
  if (l == MAP_NONE || symbol == MAP_NONE)
    return MAP_NONE;
  return ectl_find_head(table, l, symbol);
}

bool ectl_table_values(ectl_case *c, uint64_t *values) {
  const ectl_table *table = c->table;
  uint32_t symbol = map_find(&table->symbols, map_pair(0, 0));
  for (uint32_t s = 0; s < machine_states(c->system); s++) {
    uint32_t h = first_head(table, s, symbol);
    if (h == MAP_NONE)
      return ectl_wrong(c, ECTL_NO, "the head of a state is missing");
    if (lives_alone(c, h))
      ectl_set_bit(values, s);
  }
  return true;
}

bool ectl_is_first_monitor(const ectl_monitor *monitor, uint32_t symbols) {
  if (monitor->coarser || monitor->table || monitor->states != 1 ||
      monitor->symbols != symbols || monitor->step.count != symbols)
    return false;
  vec_each (const uint32_t, d, &monitor->step)
    if (*d != 0)
      return false;
  return true;
}

/* A monitor with what is known of it and of its table. */
typedef struct reading {
  ectl_case *c;
  const ectl_monitor *x;
  uint32_t states, symbols;        /* of the system */
  uint32_t *targets, target_count; /* locations of pops */
  uint32_t *heads;                 /* of them, with one symbol */
  uint32_t *first_fine, *fines; /* by state of the coarser one: those of 'x' */
} reading;

static const uint64_t *set_of(const ectl_monitor *monitor, uint32_t d) {
  return monitor->sets.at + (size_t)d * monitor->words;
}

static bool has_good_shape(reading *v) {
  const ectl_monitor *monitor = v->x, *coarser = v->c->carried;
  size_t locations = v->c->table->locations.keys.count;
  if (monitor->symbols != v->symbols || monitor->states == 0 ||
      monitor->step.count != (size_t)monitor->states * monitor->symbols ||
      monitor->was.count != monitor->states ||
      monitor->sets.count != (size_t)monitor->states * monitor->words ||
      (size_t)monitor->words * 64 < locations)
    return false;
  vec_each (const uint32_t, d, &monitor->step)
    if (*d >= monitor->states)
      return false;
  vec_each (const uint32_t, d, &monitor->was)
    if (*d >= coarser->states)
      return false;
  return true;
}

static void find_targets(reading *v) {
  ectl_case *c = v->c;
  const ectl_table *table = c->table;
  size_t locations = table->locations.keys.count;
  memset(c->marks, 0, locations * sizeof *c->marks);
  v->targets = mem_array(c->m, locations + 1, sizeof *v->targets);
  v->heads = mem_array(c->m, locations + 1, sizeof *v->heads);
  vec_each (const ectl_pop, pop, &table->pops) {
    if (!c->marks[pop->to])
      v->targets[v->target_count++] = pop->to;
    c->marks[pop->to] = 1;
  }
}

static void group_states(reading *v) {
  const ectl_monitor *monitor = v->x;
  uint32_t coarse = v->c->carried->states;
  v->first_fine = mem_array(v->c->m, (size_t)coarse + 2, sizeof *v->first_fine);
  v->fines = mem_array(v->c->m, (size_t)monitor->states + 1, sizeof *v->fines);
  for (uint32_t d = 0; d < monitor->states; d++)
    v->first_fine[monitor->was.at[d] + 2]++;
  for (uint32_t d = 2; d < coarse + 2; d++)
    v->first_fine[d] += v->first_fine[d - 1];
  for (uint32_t d = 0; d < monitor->states; d++)
    v->fines[v->first_fine[monitor->was.at[d] + 1]++] = d;
}

static bool starts_rightly(reading *v) {
  if (v->x->was.at[0] != 0)
    return false;
  for (uint32_t i = 0; i < v->target_count; i++)
    if (ectl_bit(set_of(v->x, 0), v->targets[i]) !=
        monitor_lives_left(v->c, v->targets[i]))
      return false;
  return true;
}

static bool lives_on(const ectl_case *c, uint32_t h, const uint64_t *below) {
  const ectl_table *table = c->table;
  if (table->heads.at[h].lives)
    return true;
  for (uint32_t i = 0; i < table->heads.at[h].pops; i++)
    if (ectl_bit(below, ectl_popped(table, &table->heads.at[h], i)))
      return true;
  return false;
}

/* From state 'd', by the symbol of 'heads'. */
static bool steps_rightly(reading *v, uint32_t d, uint32_t symbol) {
  const ectl_monitor *monitor = v->x, *coarser = v->c->carried;
  uint32_t to = monitor->step.at[(size_t)d * monitor->symbols + symbol];
  if (monitor->was.at[to] !=
      coarser->step.at[(size_t)monitor->was.at[d] * monitor->symbols + symbol])
    return false;
  for (uint32_t i = 0; i < v->target_count; i++) {
    progress_tick(v->c->clock);
    if (ectl_bit(set_of(monitor, to), v->targets[i]) !=
        lives_on(v->c, v->heads[i], set_of(monitor, d)))
      return false;
  }
  return true;
}

/* All that is read of one symbol above what brings the coarser monitor into one
 * state. */
static bool reads_rightly(reading *v, uint32_t coarse, uint32_t symbol,
                          uint64_t *values) {
  ectl_case *c = v->c;
  const ectl_table *table = c->table;
  uint32_t y = map_find(&table->symbols, map_pair(symbol, coarse));
  for (uint32_t i = 0; i < v->target_count; i++) {
    v->heads[i] =
        y == MAP_NONE ? MAP_NONE : ectl_find_head(table, v->targets[i], y);
    if (v->heads[i] == MAP_NONE)
      return ectl_wrong(c, ECTL_NO, "a head where a pop ends is missing");
  }
  ectl_span fine = {v->first_fine[coarse], v->first_fine[coarse + 1]};
  for (uint32_t i = fine.first; i < fine.end; i++)
    if (!steps_rightly(v, v->fines[i], symbol))
      return ectl_wrong(c, ECTL_NO, "the monitor steps wrongly");
  for (uint32_t s = 0; s < v->states; s++) {
    uint32_t h = first_head(table, s, y);
    if (h == MAP_NONE)
      return ectl_wrong(c, ECTL_NO, "the head of a state is missing");
    for (uint32_t i = fine.first; i < fine.end; i++)
      if (lives_on(c, h, set_of(v->x, v->fines[i])))
        ectl_set_bit(values, ectl_value_at(v->states, v->symbols, s, symbol,
                                           v->fines[i]));
  }
  return true;
}

static bool reads_all(reading *v, uint64_t *values) {
  for (uint32_t d = 0; d < v->c->carried->states; d++)
    for (uint32_t symbol = 0; symbol < v->symbols; symbol++) {
      progress_tick(v->c->clock);
      if (!reads_rightly(v, d, symbol, values))
        return false;
    }
  return true;
}

bool ectl_monitor_check(ectl_case *c, const ectl_monitor *monitor,
                        uint64_t *values, uint64_t *empty) {
  reading v = {.c = c, .x = monitor};
  bool good = false;
  v.states = machine_states(c->system);
  v.symbols = machine_symbols(c->system);
  find_targets(&v);
  if (!has_good_shape(&v)) {
    ectl_wrong(c, ECTL_NO, "the monitor is not well made");
  } else if (!starts_rightly(&v)) {
    ectl_wrong(c, ECTL_NO, "the monitor starts wrongly");
  } else {
    group_states(&v);
    good = reads_all(&v, values);
  }
  for (uint32_t s = 0; good && s < v.states; s++)
    if (ectl_lives_empty(c, 0, s))
      ectl_set_bit(empty, s);
  mem_free(c->m, v.targets);
  mem_free(c->m, v.heads);
  mem_free(c->m, v.first_fine);
  mem_free(c->m, v.fines);
  return good;
}
