/* Writing bytecode as C.
 *
 * A function becomes a C function. Scalars of its frame are variables r0, r1,
 * ... of their width, pointers have an o0, ... for the object beside; a bit in
 * b0, ... says that one of them is not plain, and one in g0, ... that this is
 * since it is not initialised. What an edge computes in between are constants,
 * t and p with the number of the instruction. Global scalars stay where they
 * are. Nothing but the last instruction of an edge changes anything, so that
 * stopping anywhere in it means: at its beginning. */
#ifndef PANDA_NATIVE_WRITE_H
#define PANDA_NATIVE_WRITE_H

#include "engine/panda/native/native.h"

enum { NATIVE_NAME = 24, NATIVE_TEXT = 400 };

/* A register that is read: C expressions. */
typedef struct operand {
  char bits[NATIVE_NAME];
  char object[NATIVE_NAME]; /* "": a word */
  uint32_t root; /* pointers from the same register lead into one object, most
                    of the time */
} operand;

/* What an expression has in a register. */
typedef struct native_temp {
  uint32_t number, root;
  bool is_pointer;
} native_temp;

/* Accesses of one kind by pointers from one register. */
typedef struct native_site {
  uint32_t root, bytes;
  bool writes;
} native_site;

typedef struct native_writer {
  mem *m;
  const code *c;
  const calls *calls;
  const bool *is_wanted; /* functions */
  vec(char) text, body;  /* all; of the function that is being written */
  uint32_t function, first, end;
  uint32_t at;             /* where the edge begins */
  uint32_t serial;         /* of constants that need a name */
  uint8_t *width;          /* by scalar of the frame */
  bool *is_pointer;        /* the same */
  bool *is_global_pointer; /* by global scalar */
  bool *is_sure;           /* by scalar: plain, here */
  bool *is_written;        /* by scalar: somewhere */
  bool *is_target;         /* by instruction: jumped to */
  native_temp *temps;      /* by register */
  vec(native_site) sites;
} native_writer;

#define NATIVE_U(x) ((unsigned)(x))

static inline const code_function *native_frame_of(const native_writer *w) {
  return &w->c->functions.at[w->function];
}
/* Of a scalar: in its b and g. */
static inline unsigned long long native_bit_of(uint32_t r) {
  return 1ull << r % 64;
}

/* write.c */

base_printf(2, 3) void native_write(native_writer *writer, const char *format,
                                    ...);
/* "u32", ... for a word. */
const char *native_type(unsigned width);
/* The register's value; before that, a test that it is plain, if need be. */
operand native_read(native_writer *writer, uint32_t r);

/* How a change of a variable is counted. */
typedef enum native_count {
  NATIVE_IF_CHANGED,
  NATIVE_ALWAYS,
  NATIVE_BY_OBJECTS /* always if the C variable "any" is not 0 */
} native_count;
/* d := these expressions; 'into' is its object, "" if it is a word. */
void native_put(native_writer *writer, const instruction *i, const char *bits,
                const char *into, uint32_t root, native_count how);
/* The same, of a variable, without counting. */
void native_set(native_writer *writer, uint32_t r, const char *bits,
                const char *into);

/* One edge, or an instruction that belongs to none; where the next one begins.
 */
uint32_t native_write_edge(native_writer *writer, uint32_t at);

/* words.c */

void native_cut(char out[NATIVE_TEXT], unsigned width, const char *expression);
/* An operator, or something that moves a value or adds to a pointer. */
void native_write_operator(native_writer *writer, const instruction *i);

/* memory.c */

bool native_can_access(const native_writer *writer, const instruction *i);
void native_write_load(native_writer *writer, const instruction *i);
void native_write_store(native_writer *writer, const instruction *i);
/* Variables for the sites of the function; DROP() forgets what is in them. */
void native_declare_sites(native_writer *writer);

/* calls.c */

bool native_can_call(const native_writer *writer, const instruction *i);
void native_declare(native_writer *writer, uint32_t function);
void native_write_call(native_writer *writer, const instruction *i,
                       uint32_t at);
void native_write_return(native_writer *writer, const instruction *i);

#endif
