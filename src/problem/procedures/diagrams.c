/* Programs with procedures as problems: their diagrams, and what was found. */
#include "problem/procedures/procedures_parts.h"

#include <string.h>

void context_drop_found(custos *c) {
  mem kept = c->found.mem;
  dds_close(&c->diagrams);
  mem_clear(&kept);
  memset(&c->found, 0, sizeof c->found);
  c->found.mem = kept;
}

bool context_open_program(custos *c, mem *m, const prog_bits *bits) {
  return prog_open_diagrams(m, &c->clock, bits, 0, &c->diagrams);
}

custos_status context_diagrams_in_use(custos *c) {
  return context_fail(c, CUSTOS_ERR_USAGE,
                      "another context of this process works with decision "
                      "diagrams: one program at a time can be checked");
}
