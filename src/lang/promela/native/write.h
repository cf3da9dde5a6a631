/* Writing a lowered model as C.
 *
 * The code that is made knows only the usual case. Whatever is out of the
 * ordinary (a fault, a note, a process that is started, a failed assertion)
 * makes it forget the move that it is at, which has changed nothing yet but a
 * copy of the state, and hand it to the interpreter. So there is one place that
 * tells faults, and native code needs to know nothing about them. */
#ifndef LANG_PROMELA_NATIVE_WRITE_H
#define LANG_PROMELA_NATIVE_WRITE_H

#include "lang/promela/machine/state.h"

/* What native code calls. Declared here once: the text of these lines is part
 * of the C that is made. */
#define PML_RUNTIME_FUNCTIONS                                                  \
  /* As pml_may_move. */                                                       \
  unsigned (*may_move)(void *x, unsigned char *bytes, unsigned size,           \
                       unsigned pid);                                          \
  /* The interpreter takes one move; was it possible? */                       \
  unsigned (*interpret)(void *x, unsigned char *bytes, unsigned size,          \
                        unsigned pid, unsigned long long movers,               \
                        unsigned move);                                        \
  /* Room for one more step, and so many bytes and 32. */                      \
  void (*more_room)(void *x, unsigned size);                                   \
  /* A state that is not stored yet. */                                        \
  void (*arrive)(void *x, unsigned char *bytes, unsigned size, unsigned owner, \
                 unsigned long long movers, unsigned line, unsigned column);   \
  void (*find_receivers)(void *x, const unsigned char *bytes);

typedef struct pml_runtime {
  PML_RUNTIME_FUNCTIONS
} pml_runtime;

/* A channel variable that always holds the same of its owner's channels. */
typedef struct pml_fixed {
  bool is_local;
  uint32_t type;   /* of the process, if it is local */
  uint32_t offset; /* of the variable */
  uint32_t own;    /* in 'own_channels' */
  uint32_t k;      /* which of its owner's */
} pml_fixed;

/* Names in the C text of what code runs on. */
typedef struct pml_scope {
  const char *state, *frame, *pid, *timeout;
  const char *bail; /* a statement */
} pml_scope;

typedef struct pml_writer {
  mem *m;
  const pml_machine_model *x;
  const pml_lowered *p;
  vec(char) text;
  vec(pml_fixed) fixed;
  uint32_t *shape; /* by queue: those with the same fields have the same */
  uint32_t serial; /* makes labels different */
  uint32_t *depth; /* by word of code: values on the stack, plus one */
  uint8_t *target; /* by word of code: is jumped to */
  vec(uint32_t) todo;
  bool has_provided;
  uint32_t type;   /* of the process whose code is written */
  uint32_t nested; /* talks inside code */
} pml_writer;

base_printf(2, 3) void pml_write(pml_writer *w, const char *format, ...);

/* begin.c: what comes before the moves. */
void pml_write_begin(pml_writer *w);

/* code.c */

/* Is there nothing in this code (PML_NONE: none) that only the interpreter
 * does? */
bool pml_is_writable(pml_writer *writer, uint32_t pc);
/* A block that runs the code; its value is assigned to 'result', if that is not
 * NULL. */
void pml_write_code(pml_writer *writer, const pml_scope *scope, uint32_t pc,
                    const char *result);

/* ops.c */

/* One operation, with so many values before it; 'id' makes its labels. */
void pml_write_op(pml_writer *writer, const pml_scope *scope, uint32_t pc,
                  uint32_t depth, unsigned id);
/* An expression for a scalar at an address, and a statement that stores 'value'
 * (a variable) there. 'key' is as for pml_note_cut. */
base_printf(3, 4) void pml_write_load(pml_writer *writer, uint32_t scalar,
                                      const char *format, ...);
void pml_write_store(pml_writer *writer, const pml_scope *scope,
                     uint32_t scalar, const char *at, const char *value,
                     uint32_t key, uint32_t variable);
void pml_write_cut(pml_writer *writer, uint32_t scalar, const char *value);
void pml_write_cover(pml_writer *writer, uint32_t place);

/* talk.c */

void pml_find_fixed(pml_writer *writer);
void pml_find_shapes(pml_writer *writer);

/* Which channel a talk speaks of, as C variables with number 'id'. */
typedef struct pml_speaks {
  unsigned id;
  uint32_t queue;     /* one with these fields; PML_NONE: cannot be written */
  bool is_fixed;      /* it is this one */
  bool may_buffer;    /* it may be a buffered one */
  bool may_handshake; /* it may be a rendezvous */
} pml_speaks;

/* A send that sorts is the interpreter's all the same. */
bool pml_is_talk_writable(pml_writer *writer, uint32_t talk);
pml_speaks pml_speaks_of(pml_writer *writer, uint32_t talk);
/* n: its number, k: where its contents are in a state, a: its capacity. */
void pml_write_channel(pml_writer *writer, const pml_scope *scope,
                       uint32_t talk, const pml_speaks *speaks);
/* w..._i: what is sent. */
void pml_write_words(pml_writer *writer, const pml_scope *scope, uint32_t talk,
                     const pml_speaks *speaks);
void pml_write_send(pml_writer *writer, const pml_scope *scope,
                    const pml_speaks *speaks);
/* The slot of the message, or -1, into 'result'. */
void pml_write_find(pml_writer *writer, const pml_scope *scope, uint32_t talk,
                    const pml_speaks *speaks, const char *result);
void pml_write_take(pml_writer *writer, const pml_scope *scope, uint32_t talk,
                    const pml_speaks *speaks, const char *slot);
/* m0, m1, ... go where a receive puts them. */
void pml_write_assign(pml_writer *writer, const pml_scope *scope,
                      uint32_t talk);
/* An operation of code that talks; a question leaves its answer in v'depth'. */
void pml_write_talk(pml_writer *writer, const pml_scope *scope, uint32_t op,
                    uint32_t talk, uint32_t depth);

/* moves.c */

/* A function for a point of process type w->type; false: there is nothing to
 * be gained. 'point' is a number in 'points'. */
bool pml_write_point(pml_writer *writer, uint32_t point);
void pml_write_effect(pml_writer *writer, const pml_scope *scope,
                      const pml_move *move);
/* The process is behind its move, in state "s": what is set then, and where it
 * arrives. 'place' are the C expressions of line and column. */
void pml_write_settle(pml_writer *writer, const pml_scope *scope,
                      const pml_move *move, const char *size,
                      const char *movers, const char *place);
/* The place that a move covers. */
uint32_t pml_cover_of(const pml_writer *writer, const pml_move *move);

/* shake.c: the two sides of a rendezvous. */

bool pml_can_handshake(const pml_writer *writer);
/* A function for a process at this point that an offer is made to; false: the
 * interpreter must make the offer. */
bool pml_write_partner(pml_writer *writer, uint32_t point);
/* The sender's side: "shaken" tells whether anybody took the offer. */
void pml_write_handshake(pml_writer *writer, const pml_scope *scope,
                         const pml_move *move, const pml_speaks *speaks,
                         const char *place);

#endif
