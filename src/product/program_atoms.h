/* What the atoms of a formula mean on a program:
 *     label.L      the next statement has the label; also label.f:L
 *     proc.f       the procedure on top is f
 *     call.f       the next step calls f; return.f: it returns from f
 *     "x = 3"      a condition in the program's language (also a bare global)
 * and a bare name that is only one of a label, a procedure or a variable. */
#ifndef PRODUCT_PROGRAM_ATOMS_H
#define PRODUCT_PROGRAM_ATOMS_H

#include "program/run.h"

enum { PROG_MOST_ATOMS = 64 };

typedef enum prog_atom_kind {
  PROG_ATOM_LABEL,
  PROG_ATOM_PROCEDURE,
  PROG_ATOM_CALL,
  PROG_ATOM_RETURN,
  PROG_ATOM_CONDITION
} prog_atom_kind;

typedef struct prog_atom {
  prog_atom_kind kind;
  uint32_t procedure; /* or, of a condition, that of its locals: PROG_NONE */
  uint32_t condition;
  size_t first, count; /* PROG_ATOM_LABEL: in 'locations' */
} prog_atom;

typedef struct prog_binding {
  vec(prog_atom) atoms; /* as many, and in the same order, as were bound */
  prog_locations locations;
} prog_binding;

/* Appends conditions to the program. False: reported. */
bool prog_bind(mem *m, prog *program, const names *atoms, const char *file,
               uint32_t line, uint32_t column, report *r, prog_binding *out);

/* The atoms that hold in a configuration whose next step takes 'edge' (or
 * PROG_STUTTER): by interpretation, for replay. */
uint64_t prog_letter(const prog *program, const prog_binding *binding,
                     const prog_configuration *c, uint32_t edge);

#endif
