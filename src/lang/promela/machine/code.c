/* Frequent pairs and triples of instructions become one: the machine runs a
 * copy of the model's code in which the first word of such a row names the
 * whole row. Everything keeps its place, so that jumps need no change, and a
 * jump into the middle finds the old words there. */
#include "lang/promela/machine/state.h"

/* A byte that is loaded as it is. */
static bool is_byte(uint32_t scalar) {
  uint32_t cell = scalar & 255;
  return cell == PML_CELL_U1 || cell == PML_CELL_U8 ||
         (cell == PML_CELL_UN && pml_unsigned_bytes(scalar >> 8) == 1);
}

static bool is_compare(uint32_t op) {
  return op >= PML_OP_EQUAL && op <= PML_OP_AT_LEAST;
}

/* A byte, a constant, a comparison, and what is done with it. */
static uint32_t comparison(const uint32_t *w, size_t left, bool is_local) {
  if (left < 7 || w[3] != PML_OP_PUSH || !is_compare(w[5]))
    return 0;
  uint32_t kind = w[5] - PML_OP_EQUAL;
  uint32_t first = w[6] == PML_OP_DONE        ? PML_QUICK_TEST
                   : w[6] == PML_OP_JUMP_ZERO ? PML_QUICK_BRANCH
                                              : PML_QUICK_COMPARE;
  return first + 2 * kind + is_local;
}

static uint32_t quick_load(const uint32_t *w, size_t left, bool is_local) {
  if (!is_byte(w[2]))
    return (w[2] & 255) == PML_CELL_I32
               ? (is_local ? PML_QUICK_LOCAL32 : PML_QUICK_GLOBAL32)
               : w[0];
  uint32_t row = comparison(w, left, is_local);
  return row ? row : is_local ? PML_QUICK_LOCAL8 : PML_QUICK_GLOBAL8;
}

/* A constant that goes into a byte which it fits. */
static uint32_t quick_push(const uint32_t *w, size_t left) {
  if (left >= 3 && w[2] == PML_OP_DONE)
    return PML_QUICK_CONSTANT;
  if (left < 6 || (w[2] != PML_OP_STORE_GLOBAL && w[2] != PML_OP_STORE_LOCAL) ||
      !is_byte(w[4]) || pml_cut((int32_t)w[1], w[4]) != (int32_t)w[1])
    return w[0];
  return w[2] == PML_OP_STORE_LOCAL ? PML_QUICK_SET_LOCAL
                                    : PML_QUICK_SET_GLOBAL;
}

void pml_copy_code(mem *m, pml_machine_model *x) {
  const uint32_t *from = x->p->code.at;
  size_t count = x->p->code.count, at = x->quick.count;
  vec_resize(m, &x->quick, count);
  while (at < count) {
    const uint32_t *w = from + at;
    uint32_t length = pml_length_of(w[0]);
    memcpy(x->quick.at + at, w, length * sizeof *w);
    if (w[0] == PML_OP_GLOBAL || w[0] == PML_OP_LOCAL)
      x->quick.at[at] = quick_load(w, count - at, w[0] == PML_OP_LOCAL);
    else if (w[0] == PML_OP_PUSH)
      x->quick.at[at] = quick_push(w, count - at);
    at += length;
  }
}
