/* Open objects: large arrays whose content is not known byte for byte, and what
 * is known about all of their elements.
 *
 * What such an object holds is a root (nobody knows what, or one byte
 * everywhere) and the writes since then, newest first; nothing is ever changed,
 * so that what an object held at the head of a loop can still be asked about
 * later. An unknown root is read by making an input; places that may be the
 * same as one that was read before give the same. There are no arrays in the
 * terms: places that may be the same make a conditional.
 *
 * The candidates for invariants of loops that are said here speak of elements:
 * of one place, or of all indices that a bound admits. They are assumed where
 * an unknown root is read, for the index of that place; they are checked for an
 * index that is an input. Any choice of indices is sound where they are
 * assumed.
 *
 * Only where loops are summarised: what is read of an unknown root is no input
 * that a run could be given. */
#ifndef PANDA_ARRAYS_H
#define PANDA_ARRAYS_H

#include "engine/panda/loops/loops.h"

typedef enum arrays_kind {
  ARRAYS_UNKNOWN, /* a root */
  ARRAYS_FILLED,  /* a root: each byte is 'v.bits' */
  ARRAYS_WRITTEN
} arrays_kind;

typedef struct arrays_node {
  uint8_t kind, bytes; /* how many were written */
  uint32_t before;     /* node */
  uint32_t root;       /* node */
  uint32_t length;     /* writes since the root */
  term offset;
  value v;
} arrays_node;

/* What an unknown root has at a place. */
typedef struct arrays_read {
  uint32_t root;
  uint8_t bytes;
  term offset;
  value v;
} arrays_read;

/* So many facts have been instantiated for a place. */
typedef struct arrays_asked {
  uint32_t root;
  term offset;
  size_t facts;
} arrays_asked;

/* A variable, or the address of one, or what an object held, or what a load
 * without an index read, when a loop's invariant was assumed. */
typedef enum arrays_what {
  ARRAYS_SCALAR,
  ARRAYS_ADDRESS,
  ARRAYS_HEAD,
  ARRAYS_LOADED
} arrays_what;
typedef struct arrays_seen {
  arrays_what what;
  uint32_t number; /* variable, object or expression */
  value v;         /* of HEAD: 'object' is the node */
} arrays_seen;

/* The invariant of a loop was assumed then. */
typedef struct arrays_fact {
  uint32_t loop;
  size_t first, count; /* of 'seen' */
} arrays_fact;

typedef struct arrays_head {
  uint32_t object, old;
} arrays_head;

struct arrays {
  vec(arrays_node) nodes; /* number 0 is none */
  vec(arrays_read) reads;
  vec(arrays_asked) asked;
  vec(arrays_fact) facts;
  vec(arrays_seen) seen;
  vec(arrays_head) heads; /* the trail of 'open' of objects */
  term pending;           /* instances that are to be assumed */
  int depth;              /* of instances of instances */
};

/* open.c: which there are. */

arrays *arrays_new(mem *m);
void arrays_forget(concolic *engine); /* a new path from the beginning */
arrays_mark arrays_now(const concolic *engine);
void arrays_undo(concolic *engine, const arrays_mark *to);
static inline bool arrays_are_allowed(const concolic *engine) {
  return engine->loops && engine->loops->task == LOOPS_SUMMARISE;
}
/* Is it large enough to become one when it is forgotten? */
bool arrays_wants(const concolic *engine, const object *o);
/* No longer: its bytes are to be used. */
void arrays_close(concolic *engine, uint32_t object);
void arrays_become(concolic *engine, uint32_t object, arrays_kind root,
                   uint8_t byte);
/* With its present content, read or written as so many bytes at once. False: it
 * has too much in it. */
bool arrays_open(concolic *engine, uint32_t object, unsigned bytes);
/* An access at an open offset to an object that cannot be opened: the loops
 * that use it are to be summarised, too. False: there are none. */
bool arrays_want_writers(concolic *engine, uint32_t object);
void arrays_set_head(concolic *engine, uint32_t object, uint32_t node);
uint32_t arrays_add_node(concolic *engine, arrays_node node);

/* value.c: what they hold. */

/* What 'head' has at an offset that is in bounds, as so many bytes. False: the
 * run ended. Leaves instances pending. */
bool arrays_value(concolic *engine, uint32_t head, term offset, unsigned bytes,
                  bool is_pointer, value *out);
bool arrays_assume_pending(concolic *engine);
/* Loads and stores of open objects, in bounds. */
bool arrays_load(concolic *engine, const instruction *i, value p);
bool arrays_store(concolic *engine, const instruction *i, value p, value v);

/* evaluate.c: conditions. */

/* In which state, and for which index. */
typedef struct arrays_scope {
  const arrays_fact *fact; /* NULL: now */
  term index;              /* TERM_NONE: none */
  bool may_make_input;     /* of scalars that have no value */
  term valid;              /* what loads that were met demand */
} arrays_scope;

/* False: it has no meaning there. Leaves instances pending. */
bool arrays_evaluate(concolic *engine, arrays_scope *scope, uint32_t expression,
                     int depth, value *out);
/* TERM_NONE: it has no meaning there. */
term arrays_condition(concolic *engine, arrays_scope *scope,
                      const array_candidate *c);
bool arrays_scalar(concolic *engine, const arrays_scope *scope,
                   uint32_t variable, value *out);
bool arrays_address(concolic *engine, const arrays_scope *scope,
                    uint32_t variable, value *out);
/* What an object holds: a node; 0: it is not open. */
uint32_t arrays_head_of(concolic *engine, const arrays_scope *scope,
                        uint32_t object, unsigned bytes);
term arrays_in_bounds(concolic *engine, const object *o, term offset,
                      uint64_t count);

/* pass.c: at loop heads. */

bool arrays_keep_what_holds(concolic *engine, loops *x, loop *l);
bool arrays_assume(concolic *engine, loops *x, uint32_t number);
/* An unknown root was read: what is known about that place by the facts from
 * 'first' on. */
void arrays_instantiate(concolic *engine, uint32_t root, term offset,
                        size_t first);

/* sample.c */

void arrays_sample(concolic *engine, loops *x, loop *l);

/* guess.c */

void arrays_guess(loops *x, loop *l);

#endif
