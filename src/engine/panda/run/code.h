/* A control-flow automaton as code for a register machine: what the search
 * executes. One instruction an operator, operands in registers; expressions are
 * evaluated in the order that cfa.h demands.
 *
 * Registers are of two kinds. Those of a frame: the scalars of the function,
 * then, for each of its objects, a pointer to the instance, then what
 * expressions need in between. And global ones, marked by CODE_GLOBAL:
 * constants (pointers to global objects and functions among them) and global
 * scalars. */
#ifndef PANDA_CODE_H
#define PANDA_CODE_H

#include "cfa/cfa.h"
#include "smt/term.h"

#define CODE_GLOBAL UINT32_C(0x80000000)
#define CODE_NONE UINT32_MAX

/* A word or a pointer, beside what it depends on. A plain word has no object;
 * its value is 'bits', or, if there is a term, whatever that is under the
 * present inputs. Otherwise it is a pointer into the object (or a word made
 * from one): 'bits' or the term are the offset in bytes. */
typedef struct value {
  uint64_t bits;
  term term;
  uint32_t object;
} value;

/* As 'object': nothing has been stored here yet. */
#define VALUE_UNINITIALISED UINT32_MAX

static inline value value_word(uint64_t bits) {
  return (value){bits, TERM_NONE, 0};
}
static inline bool value_is_plain(value v) { return !(v.term | v.object); }

/* Objects: 1 ... are the functions, then come the global objects. */
static inline uint32_t code_function_object(uint32_t function) {
  return function + 1;
}

/* An operator of bits/bits.h (d := op(a, b, c)), or one of these. */
enum {
  CODE_MOVE = BITS_OP_COUNT, /* d := a */
  CODE_TOUCH, /* a is read here: the one that makes an input of it if need be */
  CODE_LOAD,  /* d := 'width' bits at a */
  CODE_OFFSET, /* d := pointer a plus b */
  CODE_TO_INTEGER,
  CODE_TO_POINTER,
  CODE_STORE,        /* at a := b, of 'width' bits */
  CODE_BRANCH,       /* on a: to b if it is 1, to c if not */
  CODE_ASSUME,       /* a is 'from' (0 or 1), or the run ends */
  CODE_INPUT,        /* d := input */
  CODE_HAVOC,        /* d, a scalar */
  CODE_HAVOC_OBJECT, /* the object that register d points to */
  CODE_CALL,         /* d := function a (arguments: c of them from b on) */
  CODE_CALL_POINTER,
  CODE_RETURN,   /* a, or CODE_NONE */
  CODE_ALLOCATE, /* d := new object of a bytes; b: cfa_allocation */
  CODE_FREE,     /* a */
  CODE_SIZE,     /* d := size of what a points to */
  CODE_COPY,     /* at a := c bytes from b */
  CODE_FILL,     /* c bytes at a := b */
  CODE_FAIL,
  CODE_HALT,
  CODE_UNDEFINED,
  CODE_UNSUPPORTED,
  CODE_JUMP, /* to b */
  CODE_LOOP, /* a loop head: its number is a */
  CODE_JOIN, /* ways meet here, or a call has returned; a: the location */
  CODE_NOP
};

enum {
  CODE_STARTS_EDGE = 1, /* the first instruction of an edge */
  CODE_ENDS_EDGE = 2,   /* its last one */
  CODE_VARIABLE = 4,    /* d is a variable of the program */
  CODE_POINTER = 8      /* the value is a pointer */
};

typedef struct instruction {
  uint8_t op, width, from; /* width of the result, and of operand a (b of
                              CONCAT) */
  uint8_t flags;
  uint32_t d, a, b, c;
} instruction;

typedef struct code_function {
  uint32_t entry;     /* instruction */
  uint32_t registers; /* of a frame */
  uint32_t scalars, objects;
} code_function;

typedef struct code {
  const cfa *cfa;
  vec(instruction) instructions;
  vec(uint32_t) edges; /* that an instruction belongs to; of a branch the first
                          of the two; CFA_NONE: none */
  vec(uint32_t) arguments; /* registers */
  vec(code_function) functions;
  vec(value) globals;      /* what the global registers hold at the beginning */
  uint32_t constants;      /* how many of these are constants, first */
  uint32_t loops;          /* heads */
  vec(uint32_t) locations; /* of these, by number */
  uint32_t first_global_object;
} code;

void code_make(mem *m, const cfa *automaton, code *out);
/* What a global holds at the beginning: an expression without variables. */
value code_initial(const cfa *automaton, uint32_t first_global_object,
                   uint32_t x);

#endif
