/* The memory of the interpreter: objects, their bytes, and what is known of
 * each byte: nothing was ever written there, a plain byte, or the k-th byte of
 * some pointer, whole pointer included, so that pointers survive being copied
 * byte by byte.
 *
 * An object is named by its slot and by how often that slot was used before:
 * slots are used again, names never are, so that what points to a dead object
 * is known to. Bytes are kept in chunks that appear when they are written. */
#ifndef CFA_RUN_MEMORY_H
#define CFA_RUN_MEMORY_H

#include "cfa/cfa.h"

#include <assert.h>

/* A word, or a pointer. Without an object: the word, or an address of no
 * object, null if 0. With one: a pointer, or a word made from a pointer; 'bits'
 * is the offset. */
typedef struct run_value {
  uint64_t bits;
  uint64_t object; /* a name; 0: none */
} run_value;

typedef enum run_kind {
  RUN_GLOBAL,
  RUN_LOCAL, /* what alloca made, too */
  RUN_HEAP,
  RUN_FUNCTION,
  RUN_OPAQUE /* what main's arguments point to: nobody knows what that is */
} run_kind;

enum { RUN_CHUNK = 4096 };
#define RUN_LARGEST INT32_MAX /* bytes of an object */

/* What a byte is. From RUN_POINTER on: that byte of the pointer 'owners' has.
 */
enum { RUN_UNSET, RUN_SET, RUN_POINTER };

typedef struct run_chunk {
  unsigned char *bytes;  /* NULL: as 'is_zero' says */
  unsigned char *states; /* behind 'bytes', in one block */
  run_value *owners;     /* NULL: no pointers here */
} run_chunk;

typedef struct run_object {
  run_kind kind;
  bool is_alive, is_constant;
  bool is_zero;        /* where nothing was written; else uninitialised */
  uint32_t generation; /* of its slot */
  uint32_t variable;   /* CFA_NONE: none; RUN_FUNCTION: the function */
  uint32_t next;       /* unused slot */
  uint32_t made;       /* the edge that allocated it; CFA_NONE: none did */
  uint32_t ended;      /* and that freed it */
  uint64_t size;
  run_chunk small; /* of objects up to RUN_CHUNK bytes */
  run_chunk *large;
} run_object;

typedef struct run_memory {
  mem *m;
  vec(run_object) objects; /* slot 0 is nobody's */
  uint32_t unused[RUN_OPAQUE + 1];
  unsigned pointer_bytes;
} run_memory;

void run_memory_init(run_memory *memory, mem *m, unsigned pointer_bits);
void run_memory_clear(run_memory *memory);

/* 'size' is at most RUN_LARGEST. */
uint64_t run_object_new(run_memory *memory, run_kind kind, uint64_t size,
                        uint32_t variable);
void run_object_kill(run_memory *memory, uint64_t object);
/* All bytes become uninitialised. */
void run_object_forget(run_memory *memory, uint64_t object);

/* Of any name but 0, dead or not: its kind stays. */
static inline run_object *run_object_at(const run_memory *memory,
                                        uint64_t object) {
  assert((uint32_t)object != 0);
  return &vec_at(&memory->objects, (uint32_t)object);
}
static inline bool run_object_lives(const run_memory *memory, uint64_t object) {
  const run_object *o = run_object_at(memory, object);
  return o->is_alive && o->generation == (uint32_t)(object >> 32);
}

/* May 'count' bytes there be read, or written? RUN_OPAQUE is the caller's. */
cfa_fault run_access(const run_memory *memory, run_value at, uint64_t count,
                     bool is_write);

/* Bytes: all below want an access that is no fault. */

typedef enum run_found {
  RUN_FOUND,      /* the value */
  RUN_FOUND_NONE, /* all bytes are uninitialised */
  RUN_FOUND_SOME, /* some are */
  RUN_FOUND_PART  /* bytes of a pointer, but not that pointer */
} run_found;

/* 1 to 8 bytes. */
run_found run_read(const run_memory *memory, run_value at, unsigned count,
                   run_value *out);
/* A value with an object has as many bytes as a pointer. */
void run_write(run_memory *memory, run_value at, unsigned count,
               run_value value);
bool run_is_set(const run_memory *memory, run_value at);
/* They may overlap. */
void run_copy(run_memory *memory, run_value to, run_value from, uint64_t count);
void run_fill(run_memory *memory, run_value at, uint64_t count,
              unsigned char byte);

#endif
