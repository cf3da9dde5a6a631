/* Everything that a state holds, told by the names of the syntax tree: what
 * the machine and the walker must agree on. Each writes it from its own layout,
 * so that a layout that is wrong is seen as a value that is. */
#ifndef LANG_PROMELA_VIEW_H
#define LANG_PROMELA_VIEW_H

#include "lang/promela/syntax/syntax.h"

typedef enum pml_view_kind {
  PML_VIEW_LAST,      /* _last, where the model uses it */
  PML_VIEW_TRACE,     /* where the trace or notrace stands: a position */
  PML_VIEW_VALUE,     /* of scalar 'element' of 'variable' */
  PML_VIEW_C_BYTE,    /* byte 'element' of what C adds */
  PML_VIEW_PROCESSES, /* how many there are */
  PML_VIEW_TYPE,      /* of a process: its number in the syntax */
  PML_VIEW_PRIORITY,  /* where the model uses it */
  PML_VIEW_POSITION,  /* of a process */
  PML_VIEW_CHANNELS,  /* how many there are */
  PML_VIEW_SHAPE,     /* of channel 'element': its number in the syntax */
  PML_VIEW_LENGTH,    /* how many values lie in channel 'element' */
  PML_VIEW_CONTENT    /* value number 'variable' in channel 'element' */
} pml_view_kind;

/* There is no room between its parts, so that views compare as bytes. */
typedef struct pml_view_item {
  uint16_t kind;
  uint16_t pid; /* PML_VIEW_GLOBAL: of nobody */
  uint32_t variable, element;
  int32_t value;
} pml_view_item;

enum { PML_VIEW_GLOBAL = UINT16_MAX };

/* The order: _last, the trace, globals in the order of the text, processes by
 * pid with their locals, channels by number. Scalars of a variable are counted
 * in the order of the text: elements of an array, in each the fields of its
 * record. */
typedef struct pml_view {
  mem *m;
  vec(pml_view_item) items;
} pml_view;

/* A position: twice the number of the statement that is next, one more behind
 * it; PML_NONE: at the closing brace. */
static inline uint32_t pml_view_position(uint32_t statement, bool is_behind) {
  return statement == PML_NONE ? PML_NONE : 2 * statement + is_behind;
}

static inline void pml_view_add(pml_view *v, pml_view_kind kind, uint32_t pid,
                                uint32_t variable, uint32_t element,
                                int32_t value) {
  vec_push(v->m, &v->items,
           ((pml_view_item){(uint16_t)kind, (uint16_t)pid, variable, element,
                            value}));
}

#endif
