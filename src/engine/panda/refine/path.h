/* The state behind a path, as terms: variables of each call, and what was
 * written to memory, newest last. */
#ifndef PANDA_PATH_H
#define PANDA_PATH_H

#include "engine/panda/abstraction/inside.h"

typedef struct path_frame {
  uint32_t number; /* no other call of the path has it */
  uint32_t edge;   /* that called it; CFA_NONE: main */
} path_frame;

typedef struct path_store {
  abs_value at;
  uint64_t bytes; /* 0: the whole object may have changed */
  abs_value what; /* of a store, as wide as 'width' */
  unsigned width;
} path_store;

struct path {
  bool is_whole; /* it begins where the program does */
  vec(path_frame) frames;
  uint32_t numbers;
  map index; /* of (frame, variable) in 'values' */
  vec(abs_value) values;
  vec(path_store) stores;
  abs_terms assumptions;
  vec(uint32_t) positions; /* of them in the log */
};

enum { PATH_OWNER = 16, PATH_LOOKS_BACK = 400 };

void path_push(abstraction *a, path *x, uint32_t edge);
abs_value path_read(abstraction *a, path *x, uint32_t expression);
void path_assign(abstraction *a, path *x, uint32_t variable, abs_value v);
/* INPUT, SIZE, HAVOC, ALLOCATE */
void path_forget(abstraction *a, path *x, const cfa_edge *edge);
/* STORE, COPY, FILL */
void path_write(abstraction *a, path *x, const cfa_edge *edge,
                uint32_t position);
void path_call(abstraction *a, path *x, const cfa_edge *edge, uint32_t callee);
void path_return(abstraction *a, path *x, const cfa_edge *edge);
void path_clear(abstraction *a, path *x);

#endif
