/* A program as an explicit pushdown system, by interpretation: control states
 * are valuations of the globals, symbols are locations with valuations of their
 * locals. Only heads that may be reached are expanded (what is popped is joined
 * with what may lie below). */
#ifndef PRODUCT_PROGRAM_PDS_H
#define PRODUCT_PROGRAM_PDS_H

#include "pds/pds.h"
#include "product/program_atoms.h"

typedef struct prog_expansion {
  pds pds;
  vec(uint32_t) rule_edge;       /* of the program, by rule */
  vec(uint32_t) symbol_location; /* by symbol */
} prog_expansion;

/* The initial set is the start; the final one has every configuration with one
 * of 'targets' on top. The atoms of 'binding' (may be NULL) become named sets
 * "atom0", "atom1", ... (of a condition that names locals, as far as heads may
 * be reached); those of calls and returns have none, but calls and returns are
 * actions: "call.f", "return.f". False: more than 'most' rules would be needed,
 * or many times as many steps to find them. */
bool prog_expand(mem *m, progress *clock, const prog *program,
                 const prog_locations *targets, const prog_binding *binding,
                 size_t most, prog_expansion *out);

#endif
