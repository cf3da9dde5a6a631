#include "product/program_encode.h"

/* The order of the variables, from the program. (for now: as they come) */
void choose_order(mem *m, const prog *p, prog_bits *b) {
  (void)p;
  uint32_t count = b->globals + b->extra + b->locals;
  b->positions = mem_array(m, (size_t)count + 1, sizeof *b->positions);
  for (uint32_t i = 0; i < count; i++)
    b->positions[i] = i;
}
