/* What a program declares: parameters and variables, and where each variable's
 * cells lie in a state. */
#ifndef LANG_GCL_TABLE_H
#define LANG_GCL_TABLE_H

#include "base/names.h"

#include <stdbool.h>

#define GCL_NONE UINT32_MAX

enum {
  GCL_MOST_VALUES = 1000000,    /* of an index */
  GCL_MOST_EXPANDED = 10000000, /* nodes, and values of indices */
  GCL_MOST_CELLS = 10000000,
  GCL_MOST_PLACES = 1000, /* of an assignment */
  GCL_PADDING = 8         /* bytes behind a state that may be read */
};

typedef enum gcl_type {
  GCL_INTEGER,
  GCL_BOOLEAN,
  GCL_UNKNOWN /* after an error: no more about it */
} gcl_type;

/* A cell is stored as its value minus 'low', in 'width' bits; the cells of an
 * array follow each other, 'stride' bits apart. */
typedef struct gcl_var {
  uint32_t name;
  gcl_type type;
  bool is_array;
  uint32_t count; /* of cells */
  uint32_t position, width, stride;
  int64_t low, high; /* FALSE is 0, TRUE is 1 */
  uint64_t mask;
  int64_t initial;
} gcl_var;

typedef struct gcl_symbol {
  bool is_param;
  uint32_t var;
  int64_t value;
} gcl_symbol;

typedef struct gcl_table {
  names names;
  vec(gcl_symbol) symbols; /* by name */
  vec(gcl_var) vars;
  uint32_t point_position, point_width; /* behind the cells */
  uint32_t state_bytes;
  uint64_t cells;
} gcl_table;

/* Bits of a state, the lowest first. At most 57 unless they begin a byte. */
static inline uint64_t gcl_get_word(const uint8_t *at) {
  return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 |
         (uint64_t)at[3] << 24 | (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 |
         (uint64_t)at[6] << 48 | (uint64_t)at[7] << 56;
}

static inline uint64_t gcl_get(const uint8_t *state, uint32_t position,
                               uint64_t mask) {
  return gcl_get_word(state + (position >> 3)) >> (position & 7) & mask;
}

static inline void gcl_put(uint8_t *state, uint32_t position, uint64_t mask,
                           uint64_t value) {
  uint8_t *at = state + (position >> 3);
  uint32_t shift = position & 7;
  uint64_t word = (gcl_get_word(at) & ~(mask << shift)) | value << shift;
  at[0] = (uint8_t)word;
  at[1] = (uint8_t)(word >> 8);
  at[2] = (uint8_t)(word >> 16);
  at[3] = (uint8_t)(word >> 24);
  at[4] = (uint8_t)(word >> 32);
  at[5] = (uint8_t)(word >> 40);
  at[6] = (uint8_t)(word >> 48);
  at[7] = (uint8_t)(word >> 56);
}

static inline int64_t gcl_cell(const gcl_var *var, const uint8_t *state,
                               uint32_t position) {
  return (int64_t)(gcl_get(state, position, var->mask) + (uint64_t)var->low);
}

#endif
