/* Native code for long stretches that no input reaches: C made of the bytecode
 * of hot functions, compiled in the background (native/build.h), and entered at
 * heads of loops.
 *
 * The code that is made knows only the usual case: plain words, pointers into
 * live objects, bytes that are known. Whatever else an edge would meet (an
 * input, a term, a fault, something that is not initialised) makes it stop at
 * the beginning of that edge, which has changed nothing yet, and the
 * interpreter goes on from there. So there is one place that knows these
 * things, and what is native is never seen in a state or a verdict. */
#ifndef PANDA_NATIVE_H
#define PANDA_NATIVE_H

#include "engine/panda/run/concolic.h"
#include "native/build.h"

/* What native code shares with us is declared once: the text of these lines is
 * part of the C that is made. */

/* An object that is read or written: where its bytes are. */
#define NATIVE_VIEW_FIELDS                                                     \
  unsigned char *bytes, *state;                                                \
  uint32_t *refs;                                                              \
  uint32_t *notes; /* of granules: stamps, or who read them last; NULL:        \
                      nothing is noted */                                      \
  uint64_t size;

#define NATIVE_CONTEXT_FIELDS                                                  \
  struct concolic *k;                                                          \
  value *frame, *globals;                                                      \
  uint32_t *global_stamps;                                                     \
  uint64_t *loop_changes;                                                      \
  uint32_t *loop_depths;                                                       \
  uint64_t steps, changes;    /* as the interpreter counts them */             \
  uint64_t passes;            /* of heads that may still come, */              \
  uint32_t calls;             /* and calls */                                  \
  uint32_t depth, most_depth; /* frames */                                     \
  uint32_t at;                /* where it stopped */                           \
  uint32_t bottom;            /* call in the frame that was entered */         \
  uint32_t since, serial;     /* see run/concolic.h, cover/cover.h */          \
  value result;               /* of the function that has returned */          \
  struct native_view view;                                                     \
  /* Fills the view, if the access is an ordinary one. */                      \
  int (*look)(struct native_context *, uint32_t object, uint64_t offset,       \
              uint32_t bytes, int writes);                                     \
  void (*note_global)(struct native_context *, uint32_t number);               \
  void (*note_write)(struct native_context *, uint32_t object,                 \
                     uint64_t offset, uint32_t bytes);                         \
  void (*note_read)(struct native_context *, uint32_t object, uint64_t offset, \
                    uint32_t bytes);                                           \
  void (*write_pointer)(struct native_context *, uint32_t object,              \
                        uint64_t offset, uint64_t bits, uint32_t to);          \
  /* A frame that has no place of its own yet: where its registers go. */      \
  value *(*save)(struct native_context *, uint32_t function, uint32_t at);

typedef struct native_view {
  NATIVE_VIEW_FIELDS
} native_view;

typedef struct native_context {
  NATIVE_CONTEXT_FIELDS
} native_context;

/* From the n-th loop head of the program on, until it stops. */
typedef void native_entry(native_context *, uint32_t head);

/* text.c */

/* The functions of a program that are wanted, as C: for each there is
 * "custos_<number>", a native_entry. NUL at the end; in 'm'. */
char *native_text(mem *m, const code *c, const calls *known,
                  const bool *is_wanted, size_t *length);

/* run.c */

/* Can the run be native from the head that it is at? */
bool native_is_allowed(const concolic *engine);
/* Runs; 'engine' is then as if it had been interpreted. How many steps. */
uint64_t native_enter(concolic *engine, native_entry *entry);

/* native.c: when. */

native *native_new(concolic *engine);
/* All functions, now, and at every head: waits for the compiler. */
void native_force(native *n);
/* Quick execution has stopped: if that was at a head that has waited for its
 * turn, the run goes on natively. What it then stops at is the interpreter's.
 */
void native_run(concolic *engine);
/* Is the compiler at work? */
bool native_is_coming(const native *n);
/* Unloads the code; NULL is allowed. */
void native_delete(native *n);

#endif
