/* What is kept while a formula is decided: parts are done in order, children
 * first. */
#ifndef ENGINE_ECTL_DECIDER_H
#define ENGINE_ECTL_DECIDER_H

#include "base/progress.h"
#include "product/ectl_product.h"

#include <assert.h>

typedef struct ectl_rung {
  const ectl_monitor *monitor;
} ectl_rung;

typedef struct ectl_decider {
  mem *m;
  progress *clock;
  const ectl_question *q;
  ectl_answer *out;
  bool has_stack;
  uint8_t *is_nested;      /* by part, PDS: a table has to know it everywhere */
  uint32_t *level;         /* by part: of 'monitors' */
  vec(ectl_rung) monitors; /* each refines the one before */
  uint32_t *props;         /* of the formulas: those of the system */
  machine *every_word, *one_action;
} ectl_decider;

static inline const ectl_node *ectl_part_node(const ectl_decider *c,
                                              uint32_t part) {
  assert(part < c->out->parts.count);
  return &vec_at(&c->q->formulas->nodes, c->out->parts.at[part].node);
}
static inline uint32_t ectl_part_left(const ectl_decider *c, uint32_t part) {
  return c->out->part_of[ectl_part_node(c, part)->left];
}
static inline uint32_t ectl_part_right(const ectl_decider *c, uint32_t part) {
  return c->out->part_of[ectl_part_node(c, part)->right];
}
static inline uint64_t *ectl_new_bits(const ectl_decider *c, uint64_t count) {
  return mem_array(c->m, (size_t)(count / 64 + 1), sizeof(uint64_t));
}

/* Of 'values' with one state of a monitor; LTS: of all. */
static inline uint64_t ectl_row(const ectl_decider *c) {
  const machine *s = c->q->system;
  return (uint64_t)machine_states(s) * (c->has_stack ? machine_symbols(s) : 1);
}

/* From the states of one monitor to those of a coarser one. */
uint32_t *ectl_make_coarse(const ectl_decider *decider, uint32_t from,
                           uint32_t to);

/* A part without a table. */
void ectl_decide_plain(ectl_decider *decider, uint32_t part);

#endif
