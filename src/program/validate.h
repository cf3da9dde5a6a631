/* Shared by the two halves of prog_validate: parts, and what edges say. */
#ifndef PROGRAM_VALIDATE_H
#define PROGRAM_VALIDATE_H

#include "program/program.h"

typedef struct prog_checker {
  mem *m;
  const prog *p;
  char *wrong;    /* what was found first; NULL: nothing */
  uint32_t *seen; /* by expression: the last use in which it was met */
  uint32_t use;
  vec(uint32_t) pending;
} prog_checker;

/* Notes the first mistake: "edge 3: ...". Always false. */
bool prog_wrong(prog_checker *checker, const char *what, size_t number,
                const char *reason);

/* Both trust variables, procedures and locations; edges trust expressions. */
bool prog_check_expressions(prog_checker *checker);
bool prog_check_edges(prog_checker *checker);

#endif
