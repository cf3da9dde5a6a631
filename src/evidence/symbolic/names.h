/* How files name the parts of a program: bits of globals by variable, element
 * and significance, locations by procedure and number. */
#ifndef EVIDENCE_SYMBOLIC_NAMES_H
#define EVIDENCE_SYMBOLIC_NAMES_H

#include "evidence/symbolic/symbolic.h"

typedef struct symbolic_names {
  uint32_t globals, locals; /* bits */
  vec(uint32_t) global;     /* global variables, in order */
  vec(uint32_t) first_bit;  /* by number in 'global' */
  uint32_t *by_procedure;   /* locations, those of a procedure together */
  uint32_t *first_location; /* by procedure, one more: in 'by_procedure' */
  uint32_t *number;         /* of a location, in its procedure */
} symbolic_names;

static const char *const symbolic_copies[SYM_COPIES] = {"now", "next", "below",
                                                        "other"};

void symbolic_names_init(mem *m, const prog *program, symbolic_names *out);
void symbolic_names_free(mem *m, symbolic_names *n);

static inline const char *symbolic_procedure(const prog *program,
                                             uint32_t procedure) {
  /* The program itself has no name. */
  return procedure == 0
             ? ""
             : prog_text(program, program->procedures.at[procedure].name);
}

/* The sections of a kind, in order; the last has no name. */
typedef enum symbolic_with {
  WITH_NOTHING,
  WITH_ENTRY,
  WITH_RANK
} symbolic_with;
typedef struct symbolic_section {
  const char *name;
  symbolic_with with;
} symbolic_section;
const symbolic_section *symbolic_sections(sym_proof_kind kind);
/* Its rows in a proof. */
sym_rows *symbolic_rows(sym_proof *proof, const char *section);

static const char *const symbolic_kinds[3] = {"forward", "backward", "ranks"};

#endif
