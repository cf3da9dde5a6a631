/* The real program, compiled and run: does it fail as a trace says? It is built
 * with the real libraries by clang, without optimisation; where it does not
 * fail so, with functions of ours in place of those of libraries that give
 * inputs, if there are any, then by gcc, and with optimisation. What of ours
 * has a part in its failure is told. */
#ifndef EVIDENCE_C_REPRODUCE_H
#define EVIDENCE_C_REPRODUCE_H

#include "evidence/c/stubs.h"

typedef struct c_reproduce_task {
  c_sources sources;
  const cfa *cfa;
  const c_trace *trace;
  const char *const *arguments; /* of clang: "-I...", "-D..."; NULL at the end;
                                   NULL: none */
  unsigned seconds;             /* of CPU time; 0: 10 */
  bool is_unconfined;           /* no sandbox, limits alone */
} c_reproduce_task;

typedef enum c_reproduce_state {
  C_REPRODUCED,     /* 'why' quotes what it said, or how it ended */
  C_NOT_REPRODUCED, /* 'why': what happened instead */
  C_UNREPRODUCIBLE, /* it cannot be built here; 'why' */
  C_NOT_CONFINED,   /* it was not run: there is no sandbox for it; 'why' */
  C_NOT_RUN         /* not run, or not watched: the machine refused; 'why' */
} c_reproduce_state;

typedef struct c_reproduction {
  c_reproduce_state state;
  bool at_place; /* its own message names the place, too */
  char why[256];
  char build[32]; /* what it was built with: "clang -O0" */
  char own[128];  /* functions and variables that we stand for, ", " between */
  c_stubs_replaced replaced; /* do some of these stand for a library's? */
  /* The file that was built and run, by 'command'; of the given 'mem'. With
   * one source it stands alone. NULL: it did not come so far. */
  char *text;
  size_t length;
  char *command; /* as for a shell; FILE.c stands for the text */
} c_reproduction;

/* Takes the time of a compiler, twice or so, and of the run. Raises as the
 * clock says; leaves nothing behind in any case. */
void c_reproduce(mem *m, progress *clock, const c_reproduce_task *t,
                 c_reproduction *out);

#endif
