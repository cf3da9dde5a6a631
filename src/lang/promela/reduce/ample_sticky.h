/* What ample_sticky.c and ample_counters.c share. */
#ifndef LANG_PROMELA_AMPLE_STICKY_H
#define LANG_PROMELA_AMPLE_STICKY_H

#include "lang/promela/reduce/ample_make.h"

/* One process type, while its cycles are broken. Points are numbered from 0;
 * components from 1. */
typedef struct pml_finder {
  pml_maker *k;
  const pml_behaviour *b;
  uint8_t *rank;    /* by point: the lower, the less it costs to cut it */
  uint8_t *is_cut;  /* by point */
  uint8_t *is_held; /* by point: cut, and the process never moves alone there */
  uint8_t *is_gone; /* by move of the model: no cycle need be feared */
  uint8_t *none_gone;
  uint32_t *component; /* by point */
  uint32_t *wider;     /* the same, if only points are cut that are held */
  uint32_t *entries;   /* by point: edges that come from its component */
  uint32_t *number;    /* Tarjan's; 0: not yet seen */
  uint32_t *low;
  uint8_t *is_waiting;
  uint32_t *stack, *path, *next;
  uint32_t components;
} pml_finder;

/* Does some move of the point count a variable? */
bool pml_has_counter(const pml_finder *finder, uint32_t point);
/* All moves of the component that count the same variable as one of this point
 * are gone. False: nothing has been done, as the variable is changed otherwise,
 * too. */
bool pml_cut_counter(pml_finder *finder, uint32_t point);

#endif
