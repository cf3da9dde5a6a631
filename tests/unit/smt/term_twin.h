/* Terms beside their definition: each is kept as it was asked for, without any
 * simplification, and evaluated operator by operator. */
#ifndef UNIT_TERM_TWIN_H
#define UNIT_TERM_TWIN_H

#include "smt/term.h"
#include "tests/unit/draw.h"

typedef struct twin_node {
  bits_op op; /* BITS_OP_COUNT: a constant or an input */
  bool is_input;
  unsigned width;
  uint32_t a, b, c; /* places of operands; lower */
  uint64_t value;   /* of a constant; the number of an input */
  term made;        /* what terms_apply gave */
} twin_node;

typedef struct twin {
  terms *t;
  vec(twin_node) nodes;
  vec(uint64_t) values; /* by node, of twin_evaluate */
} twin;

static inline uint64_t draw_word(unsigned width) {
  uint64_t mask = bits_mask(width), high = UINT64_C(1) << (width - 1);
  switch (draw(8)) {
  case 0:
    return 0;
  case 1:
    return 1 & mask;
  case 2:
    return mask;
  case 3:
    return high;
  case 4:
    return high - 1;
  case 5:
    return draw(8) & mask;
  case 6:
    return (mask >> draw(width)) & mask;
  default:
    return ((uint64_t)draw(UINT32_MAX) << 32 ^ draw(UINT32_MAX)) & mask;
  }
}

static inline uint32_t twin_constant(twin *w, unsigned width, uint64_t value) {
  twin_node n = {.op = BITS_OP_COUNT,
                 .width = width,
                 .value = value,
                 .made = terms_constant(w->t, width, value)};
  vec_push(&job, &w->nodes, n);
  return (uint32_t)w->nodes.count - 1;
}

static inline uint32_t twin_input(twin *w, unsigned width) {
  twin_node n = {.op = BITS_OP_COUNT,
                 .is_input = true,
                 .width = width,
                 .value = terms_inputs(w->t),
                 .made = terms_input(w->t, width, 0)};
  vec_push(&job, &w->nodes, n);
  return (uint32_t)w->nodes.count - 1;
}

static inline uint32_t twin_apply(twin *w, bits_op op, unsigned width,
                                  uint32_t a, uint32_t b, uint32_t c) {
  const twin_node *at = w->nodes.at;
  unsigned count = bits_operands(op);
  twin_node n = {.op = op, .width = width, .a = a, .b = b, .c = c};
  n.made = terms_apply(w->t, op, width, at[a].made,
                       count > 1 ? at[b].made : TERM_NONE,
                       count > 2 ? at[c].made : TERM_NONE);
  vec_push(&job, &w->nodes, n);
  return (uint32_t)w->nodes.count - 1;
}

static inline void twin_evaluate(twin *w, const uint64_t *inputs) {
  vec_resize(&job, &w->values, w->nodes.count);
  uint64_t *v = w->values.at;
  for (size_t i = 0; i < w->nodes.count; i++) {
    const twin_node *n = &w->nodes.at[i];
    if (n->op == BITS_OP_COUNT) {
      v[i] = n->is_input ? inputs[n->value] : n->value;
      continue;
    }
    unsigned count = bits_operands(n->op);
    unsigned from = w->nodes.at[n->op == BITS_CONCAT ? n->b : n->a].width;
    v[i] = bits_apply(n->op, n->width, from, v[n->a], count > 1 ? v[n->b] : 0,
                      count > 2 ? v[n->c] : 0);
  }
}

/* Some node of that width; newer ones more often. A constant if there is
 * none. */
static inline uint32_t twin_pick(twin *w, unsigned width) {
  uint32_t count = (uint32_t)w->nodes.count;
  for (int tries = 0; tries < 40; tries++) {
    uint32_t i =
        draw(2) ? draw(count) : count - 1 - draw(count < 6 ? count : 6);
    if (w->nodes.at[i].width == width)
      return i;
  }
  if (draw(2))
    return twin_constant(w, width, draw_word(width));
  uint32_t other = draw(count);
  unsigned from = w->nodes.at[other].width;
  if (from == width)
    return other;
  return twin_apply(w,
                    from > width ? BITS_TRUNC
                    : draw(2)    ? BITS_ZEXT
                                 : BITS_SEXT,
                    width, other, 0, 0);
}

/* Its width must be in 'widths'; extensions and parts where they fit. */
static inline uint32_t twin_grow(twin *w, const unsigned *widths,
                                 unsigned count) {
  bits_op op = (bits_op)draw(BITS_FADD); /* of words */
  unsigned width = widths[draw(count)], from = widths[draw(count)];
  if (op == BITS_ITE)
    return twin_apply(w, op, width, twin_pick(w, 1), twin_pick(w, width),
                      twin_pick(w, width));
  if (op >= BITS_EQ && op <= BITS_SLE)
    return twin_apply(w, op, 1, twin_pick(w, from), twin_pick(w, from), 0);
  if (op == BITS_CONCAT) {
    if (width + from > BITS_MOST)
      width = from = widths[0];
    return twin_apply(w, op, width + from, twin_pick(w, width),
                      twin_pick(w, from), 0);
  }
  if (op == BITS_ZEXT || op == BITS_SEXT || op == BITS_TRUNC) {
    unsigned low = width < from ? width : from;
    unsigned high = width < from ? from : width;
    return op == BITS_TRUNC ? twin_apply(w, op, low, twin_pick(w, high), 0, 0)
                            : twin_apply(w, op, high, twin_pick(w, low), 0, 0);
  }
  if (bits_operands(op) == 1)
    return twin_apply(w, op, width, twin_pick(w, width), 0, 0);
  uint32_t a = twin_pick(w, width);
  uint32_t b = draw(3)
                   ? twin_pick(w, width)
                   : twin_constant(w, width,
                                   op >= BITS_SHL && op <= BITS_ASHR && draw(2)
                                       ? draw(width + 2) & bits_mask(width)
                                       : draw_word(width));
  return draw(4) ? twin_apply(w, op, width, a, b, 0)
                 : twin_apply(w, op, width, b, a, 0);
}

static inline void twin_clear(twin *w) {
  vec_free(&job, &w->nodes);
  vec_free(&job, &w->values);
}

#endif
