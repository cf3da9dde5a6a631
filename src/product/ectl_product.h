/* A system and an automaton in step, head by head: appends heads with their
 * kinds and rules to a table, as ectl_table.h says. */
#ifndef PRODUCT_ECTL_PRODUCT_H
#define PRODUCT_ECTL_PRODUCT_H

#include "product/ectl_answer.h"
#include "product/ectl_moves.h"

/* Where a part of the formula holds; without 'values': everywhere. LTS: by
 * state. PDS: as in ectl_part; 'coarse' leads from the states of the table's
 * monitor to those that 'values' is about. */
typedef struct ectl_truth {
  const uint64_t *values, *empty;
  const uint32_t *coarse;
} ectl_truth;

typedef struct ectl_product {
  mem *m;
  ectl_table *table;
  ectl_truth x, y;
  ectl_moves moves;
} ectl_product;

/* The tables' machines and 'is_release' are there; x, y and the monitor are set
 * by the caller before the first head. */
void ectl_product_init(ectl_product *product, mem *m, ectl_table *table);

/* Their numbers, in the table. */
uint32_t ectl_product_location(ectl_product *product, uint32_t automaton_state,
                               uint32_t system_state);
uint32_t ectl_product_symbol(ectl_product *product, uint32_t symbol,
                             uint32_t monitor_state);

/* Appends the head and its rules. */
void ectl_product_expand(ectl_product *product, uint32_t location,
                         uint32_t symbol);

/* Locations without a stack: fills 'empty'. */
void ectl_product_empty(ectl_product *product);

void ectl_product_clear(ectl_product *product);

static inline bool ectl_bit(const uint64_t *bits, uint64_t n) {
  return bits[n / 64] >> (n % 64) & 1;
}
static inline void ectl_set_bit(uint64_t *bits, uint64_t n) {
  bits[n / 64] |= UINT64_C(1) << (n % 64);
}

#endif
