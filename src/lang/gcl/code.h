/* The code that programs and atoms are compiled to, and the machine that runs
 * it. Code is a row of words: an operation and its operands. Values live on a
 * stack of 64-bit integers; Booleans are mostly jumps, so that what stands
 * behind a known value is not evaluated. */
#ifndef LANG_GCL_CODE_H
#define LANG_GCL_CODE_H

#include "lang/gcl/table.h"
#include "model/model.h"

typedef enum gcl_opcode {
  OP_PUSH,    /* low, high half of a value */
  OP_LOAD,    /* position, variable */
  OP_LOAD_AT, /* variable; index on the stack */
  OP_ADD,     /* so are the other four: two values become one */
  OP_SUBTRACT,
  OP_MULTIPLY,
  OP_DIVIDE,
  OP_MODULO,
  OP_NEGATE,
  OP_JUMP,         /* target */
  OP_JUMP_SET,     /* target, position of a bit */
  OP_JUMP_CLEAR,   /* target, position of a bit */
  OP_JUMP_IS,      /* target, position, variable, stored value (32 bits) */
  OP_JUMP_IS_NOT,  /* the same */
  OP_JUMP_EQUAL,   /* target; two values on the stack; so are the next five */
  OP_JUMP_UNEQUAL, /* the order is that of gcl_op */
  OP_JUMP_LESS,
  OP_JUMP_AT_MOST,
  OP_JUMP_GREATER,
  OP_JUMP_AT_LEAST,
  OP_JUMP_TRUE,  /* target; a Boolean on the stack */
  OP_JUMP_FALSE, /* the same */
  OP_BEGIN,      /* an assignment: the next state is a copy of this one */
  OP_SET,        /* position, variable, low, high half of what is stored */
  OP_STORE,      /* position, variable; value on the stack */
  OP_STORE_AT,   /* variable; index and value on the stack */
  OP_APART,      /* 1: the cell written last begins a list; 0: it must not be
                    in the list, and is added */
  OP_STEP,       /* point, line, column: the next state is complete */
  OP_CALL,       /* point */
  OP_RETURN,
  OP_TRUE, /* number of an atom */
  OP_FAULT /* gcl_fault, variable, low, high half of a value */
} gcl_opcode;

typedef enum gcl_fault {
  FAULT_NONE,
  FAULT_OVERFLOW,
  FAULT_DIVISION,
  FAULT_INDEX, /* of a variable */
  FAULT_RANGE, /* of a variable */
  FAULT_CLASH
} gcl_fault;

/* Where the code from 'code' on comes from. */
typedef struct gcl_spot {
  uint32_t code, line, column;
} gcl_spot;

typedef struct gcl_code {
  vec(uint32_t) words;
  vec(gcl_spot) spots; /* of what may fault, ascending */
  uint32_t stack;      /* values that it needs at most */
} gcl_code;

typedef struct gcl_machine {
  const gcl_table *table;
  const gcl_code *code;
  const uint32_t *point_code; /* where each point's code begins */
  const uint8_t *state;       /* padded, as the next */
  uint8_t *next;
  int64_t *stack;
  uint32_t *calls; /* return addresses */
  uint32_t *apart; /* positions of cells */
  model_steps *out;
  uint64_t letter;
  /* Of a fault: */
  gcl_fault fault;
  uint32_t fault_at, fault_var;
  int64_t fault_value;
} gcl_machine;

/* Runs the code at 'pc' to its last OP_RETURN. False: a fault. */
bool gcl_run(gcl_machine *machine, uint32_t pc);

/* One of the five operations with two integers. */
gcl_fault gcl_calculate(gcl_opcode op, int64_t a, int64_t b, int64_t *out);

/* Puts the fault into words. */
void gcl_fault_text(const gcl_machine *machine, char *out, size_t size);
gcl_spot gcl_fault_spot(const gcl_machine *machine);

static inline int64_t gcl_value_of(const uint32_t *halves) {
  return (int64_t)((uint64_t)halves[0] | (uint64_t)halves[1] << 32);
}

#endif
