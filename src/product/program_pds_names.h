/* Valuations as numbers, with names that people can read: a state "g=1,h=0", a
 * symbol "main:12#5{x=1}", which is location 5, in line 12. */
#ifndef PRODUCT_PROGRAM_PDS_NAMES_H
#define PRODUCT_PROGRAM_PDS_NAMES_H

#include "base/map.h"
#include "product/program_pds.h"

typedef struct prog_naming {
  mem *m;
  const prog *p;
  prog_expansion *out;
  names states, symbols; /* by their cells; numbered as those of 'out' */
  vec(char) name;        /* scratch */
  vec(uint32_t) key;
} prog_naming;

/* The number of a control state, or of a symbol, which is made if it is new. */
uint32_t prog_state_number(prog_naming *naming, const uint32_t *globals);
uint32_t prog_symbol_number(prog_naming *naming, uint32_t location,
                            const uint32_t *locals);

/* Their cells again. */
void prog_state_cells(const prog_naming *naming, uint32_t state,
                      uint32_t *globals);
void prog_symbol_cells(const prog_naming *naming, uint32_t symbol,
                       uint32_t *locals);

/* Cells of the largest frame, and at least one. */
uint32_t prog_largest_frame(const prog *program);

/* When all heads (state, symbol) are known: adds the sets to the system. */
void prog_add_sets(const prog_naming *naming, const map *heads,
                   const prog_locations *targets, const prog_binding *binding);

void prog_naming_free(prog_naming *naming);

#endif
