/* The check of answers about extended CTL, in three parts: values of the parts
 * of the formula that need no table (values.c), tables (table.c,
 * closed.c), and monitors with the values that tables give
 * (monitor.c). */
#ifndef EVIDENCE_ECTL_CHECKER_H
#define EVIDENCE_ECTL_CHECKER_H

#include "base/progress.h"
#include "evidence/ectl/rows.h"

#include <assert.h>

static inline bool ectl_bit(const uint64_t *bits, uint64_t i) {
  return bits[i / 64] >> (i % 64) & 1;
}
static inline void ectl_set_bit(uint64_t *bits, uint64_t i) {
  bits[i / 64] |= UINT64_C(1) << (i % 64);
}
static inline size_t ectl_words(uint64_t bits) {
  return (size_t)(bits / 64) + 1;
}

/* The values of a part, seen from a monitor that is the part's own or refines
 * it. */
typedef struct ectl_sight {
  bool always; /* there is no part: it is true everywhere */
  const uint64_t *values, *empty;
  uint32_t *states_of; /* PDS: by state of the monitor, that of the part's */
  uint32_t states, symbols; /* of the system; LTS: one symbol */
} ectl_sight;

static inline uint64_t ectl_value_at(uint32_t states, uint32_t symbols,
                                     uint32_t state, uint32_t symbol,
                                     uint32_t monitor_state) {
  return ((uint64_t)monitor_state * symbols + symbol) * states + state;
}

/* LTS: 'symbol' and 'monitor_state' do not matter. */
static inline bool ectl_sees(const ectl_sight *x, uint32_t state,
                             uint32_t symbol, uint32_t monitor_state) {
  if (x->always || !x->states_of)
    return x->always || ectl_bit(x->values, state);
  return ectl_bit(x->values, ectl_value_at(x->states, x->symbols, state, symbol,
                                           x->states_of[monitor_state]));
}

/* With nothing left on the stack, be it the system's or the automaton's. */
static inline bool ectl_sees_empty(const ectl_sight *x, uint32_t state) {
  return x->always || ectl_bit(x->states_of ? x->empty : x->values, state);
}

/* False: the monitor does not refine the part's. 'part' ECTL_NO: always. */
bool ectl_look(mem *m, const ectl_question *question, const ectl_answer *answer,
               uint32_t part, const ectl_monitor *from, ectl_sight *out);

/* One table and what it is about. */
typedef struct ectl_case {
  mem *m;
  progress *clock;
  const machine *system;
  const ectl_rows *system_rows;
  bool is_pds;
  ectl_automaton automaton;
  const ectl_table *table;
  const ectl_monitor *carried; /* LTS: NULL */
  ectl_sight x, y;             /* from 'carried' */
  uint32_t *marks;             /* by location */
  const char *wrong;
  uint32_t head; /* that something is wrong with; ECTL_NO: another thing */
} ectl_case;

static inline bool ectl_wrong(ectl_case *c, uint32_t head, const char *what) {
  c->wrong = what;
  c->head = head;
  return false;
}

/* The table's kinds, pops, lives and deaths; that it is closed. */
bool ectl_table_check(ectl_case *c);
/* Parts of this, of a table whose numbers and kinds are good: each pop and life
 * has its reason; all that rules lead to is there, and dead where it must. */
bool ectl_is_justified(ectl_case *c);
bool ectl_is_closed(ectl_case *c);
void ectl_case_free(ectl_case *c);

/* Where pop 'i' of the head ends. */
static inline uint32_t ectl_popped(const ectl_table *t, const ectl_head *h,
                                   uint32_t i) {
  return t->pops.at[t->pops_of.at[h->first_pop + i]].to;
}
static inline uint32_t ectl_location_state(const ectl_table *t, uint32_t l) {
  return (uint32_t)t->locations.keys.at[l];
}
static inline bool ectl_accepts(const ectl_case *c, uint32_t location) {
  assert(location < c->table->locations.keys.count);
  uint64_t key = c->table->locations.keys.at[location];
  return c->automaton.machine->accepting.at[key >> 32] != 0;
}

/* Does a location live with no stack left? */
bool ectl_lives_empty(const ectl_case *c, uint32_t automaton_state,
                      uint32_t state);

/* LTS: the values that the table gives; false: a head is missing. */
bool ectl_table_values(ectl_case *c, uint64_t *values);
/* PDS: is this the table's monitor? And the values that both give. */
bool ectl_monitor_check(ectl_case *c, const ectl_monitor *monitor,
                        uint64_t *values, uint64_t *empty);
/* Knows nothing, and is well made. */
bool ectl_is_first_monitor(const ectl_monitor *monitor, uint32_t symbols);

#endif
