/* The model of a program. */
#ifndef LANG_GCL_MACHINE_MODEL_H
#define LANG_GCL_MACHINE_MODEL_H

#include "lang/gcl/compile.h"
#include "lang/gcl/gcl.h"

/* Where a point is in the text, for people. */
typedef struct gcl_point {
  uint32_t line, column; /* 0: the end of the program */
  uint32_t env;
  bool is_alone; /* on its line */
} gcl_point;

typedef struct gcl {
  char *file; /* without its folder */
  gcl_table table;
  gcl_code code;
  map points; /* nodes, by number of the point */
  gcl_point_code point_code;
  vec(gcl_point) places; /* by number of the point */
  vec(gcl_env) envs;     /* that 'places' mention */
  names index_names;
  uint8_t *initial;
  uint32_t values, calls; /* sizes of the machine's stacks */
} gcl;

/* 'g' has its table, code, points and places: makes 'x' its model. */
void gcl_make_model(mem *m, gcl *g, model *x);

#endif
