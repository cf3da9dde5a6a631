/* A model as the machine runs it: where everything lies in a state, program
 * points with their transitions, and code.
 *
 * A state is
 *     globals  frame of pid 0  frame of pid 1 ...
 * Globals: _last (1 byte, if used), the trace's point (2 bytes, if there is
 * one), a zero (1 byte, if there is C), global variables, what C adds, contents
 * of global channels. A frame: process type (1 byte), priority (1 byte, if
 * used), point (1 byte, or 2 if 'wide_points'), local variables, what C adds,
 * contents of its own channels. Sizes are fixed by process
 * type, so the bytes tell where each frame begins. Processes and channels are
 * numbered as they are created and end in the opposite order: pids from 0,
 * channels from 1, first the global ones, then those of each frame.
 * Contents of a buffered channel: length (1 byte), then 'capacity' messages;
 * slots behind the length are zero. A rendezvous channel has no contents.
 * Values are little-endian, byte-aligned. */
#ifndef LANG_PROMELA_LOWER_LOWERED_H
#define LANG_PROMELA_LOWER_LOWERED_H

#include "lang/promela/syntax/syntax.h"

#include <assert.h>

enum { PML_MOST_CHANNELS = 255, PML_MOST_TYPES = 256 };

/* How a scalar lies in a state. */
typedef enum pml_cell {
  PML_CELL_U1, /* 1 byte, the lowest bit is kept: bit and bool */
  PML_CELL_U8, /* byte, mtype, chan, pid, elements of arrays of bits */
  PML_CELL_I16,
  PML_CELL_I32,
  PML_CELL_UN /* unsigned: n < 8 in 1 byte, < 16: 2, else 4; see 'bits' */
} pml_cell;

typedef struct pml_scalar {
  pml_cell cell;
  uint8_t bits;  /* that are kept: 1, 8, 16, 32 or n */
  uint8_t bytes; /* 1, 2 or 4 */
} pml_scalar;

/* By number of a variable of the syntax (of a field: relative to its record).
 * Element i of an array is 'stride' bytes behind element i - 1. */
typedef struct pml_lies {
  uint32_t offset; /* in the globals, or in the frame */
  uint32_t stride;
  pml_scalar scalar; /* unless it is a record */
} pml_lies;

/* A scalar of a variable: its last field, and where it lies. */
typedef struct pml_part {
  uint32_t variable, offset;
} pml_part;

typedef vec(pml_part) pml_parts;

/* By number of a pml_channel. */
typedef struct pml_queue {
  uint32_t capacity, fields;
  uint32_t first_field;   /* in 'fields' */
  uint32_t message_bytes; /* the sum over its fields */
  uint32_t bytes;         /* of the contents: 0, or 1 + capacity * message */
} pml_queue;

/* A channel that exists for each process of a type (or globally). */
typedef struct pml_own_channel {
  uint32_t queue;
  uint32_t offset; /* of its contents in the frame or the globals */
} pml_own_channel;

/* Code */

/* A row of words; values live on a stack of int32_t, arithmetic wraps. An
 * address is an offset on the same stack. */
typedef enum pml_opcode {
  PML_OP_PUSH,      /* value */
  PML_OP_GLOBAL,    /* offset, scalar (cell | bits << 8): load */
  PML_OP_LOCAL,     /* the same */
  PML_OP_INDEX,     /* count, stride, variable: pops an index, pushes index *
                       stride; out of bounds: a fault, pushes PML_OUTSIDE */
  PML_OP_OFFSET,    /* adds two addresses; PML_OUTSIDE wins */
  PML_OP_GLOBAL_AT, /* offset, scalar: pops an address, adds 'offset', loads;
                       outside: 0 */
  PML_OP_LOCAL_AT,
  PML_OP_STORE_GLOBAL,    /* offset, scalar, variable: pops a value */
  PML_OP_STORE_LOCAL,     /* a value that is cut is noted with the variable */
  PML_OP_STORE_GLOBAL_AT, /* pops a value, then an address; outside: nothing */
  PML_OP_STORE_LOCAL_AT,
  /* One or two values become one: */
  PML_OP_NOT,
  PML_OP_NEGATE,
  PML_OP_COMPLEMENT,
  PML_OP_ADD,
  PML_OP_SUBTRACT,
  PML_OP_MULTIPLY,
  PML_OP_DIVIDE, /* by zero: a fault that ends the step */
  PML_OP_MODULO,
  PML_OP_AND_BITS,
  PML_OP_XOR_BITS,
  PML_OP_OR_BITS,
  PML_OP_SHIFT_LEFT,
  PML_OP_SHIFT_RIGHT,
  PML_OP_EQUAL,
  PML_OP_UNEQUAL,
  PML_OP_LESS,
  PML_OP_AT_MOST,
  PML_OP_GREATER,
  PML_OP_AT_LEAST,
  PML_OP_BOOLEAN, /* 0 or 1 */
  PML_OP_POP,
  PML_OP_JUMP,      /* target */
  PML_OP_JUMP_ZERO, /* target; pops */
  PML_OP_JUMP_TRUE, /* target; pops */
  PML_OP_LEN,       /* pops a channel's number; so do the next four */
  PML_OP_EMPTY,
  PML_OP_NEMPTY,
  PML_OP_FULL,
  PML_OP_NFULL,
  PML_OP_POLL, /* talk: pushes 0 or 1 */
  PML_OP_RUN,  /* process, number of arguments: pops a priority (0: none
                  given), then the last argument first; pushes the pid */
  PML_OP_SELF,
  PML_OP_COUNT,
  PML_OP_LAST,
  PML_OP_NP,
  PML_OP_TIMEOUT,
  PML_OP_ENABLED, /* pops a pid; so do the next two */
  PML_OP_PC_VALUE,
  PML_OP_GET_PRIORITY,
  PML_OP_SET_PRIORITY, /* pops a value, then a pid */
  PML_OP_FIND,     /* process type: pushes the lowest pid of a process of this
                      type; none: -1 */
  PML_OP_AT_POINT, /* first, count in 'points_of_labels': pops a pid: is it at
                      one of these points? No such process: 0. */
  PML_OP_REMOTE,   /* offset, scalar, type: pops an address, then a pid; loads
                      from its frame; no such process of the type: 0 */
  PML_OP_OWN_CHANNEL, /* k: the number of the frame's k-th own channel (when
                         a frame is made), or of the k-th global one */
  PML_OP_ASSERT,      /* expression (syntax): pops; zero: a fault, goes on */
  PML_OP_SEND,        /* talk: only inside a d_step or where it is known to be
                         possible; else a fault that ends the search's branch */
  PML_OP_RECEIVE,     /* talk: the same */
  PML_OP_CAN_SEND,    /* talk: pushes 1 or 0 */
  PML_OP_CAN_RECEIVE,
  PML_OP_BLOCKED, /* statement: inside a d_step nothing can go on: a fault */
  PML_OP_DONE,    /* ends the code; what is on the stack is its value */
  PML_OP_GOES,    /* statement: marks where a d_step's code comes from, for
                     faults and coverage; does nothing else */
  PML_OP_C_TEST,  /* entry (c/c_code.h): pushes its value */
  PML_OP_C_DO     /* entry: may change the globals and the frame */
} pml_opcode;

/* How many words follow the operation. */
uint32_t pml_operands(pml_opcode op);

#define PML_OUTSIDE INT32_MIN

/* A send, receive or poll. */
typedef enum pml_word_kind {
  PML_WORD_VALUE,  /* code: sent, or compared */
  PML_WORD_TARGET, /* store: where a receive assigns */
  PML_WORD_ANY
} pml_word_kind;

typedef struct pml_word {
  pml_word_kind kind;
  uint32_t code; /* VALUE: its value. TARGET: its address, or PML_NONE if it is
                    plain ('offset' alone) */
  bool is_local;
  uint32_t offset; /* TARGET */
  pml_scalar scalar;
  uint32_t variable; /* of the syntax, for notes */
} pml_word;

typedef struct pml_talk {
  uint32_t channel;            /* code */
  uint32_t first, count;       /* in 'words' */
  bool random, keeps, is_poll; /* random: !! or ?? */
  uint32_t statement;          /* or PML_NONE: a poll */
} pml_talk;

/* Control */

typedef enum pml_move_kind {
  PML_MOVE_PLAIN,   /* 'guard', then 'effect' */
  PML_MOVE_ELSE,    /* none of the moves before it in the list was possible */
  PML_MOVE_SEND,    /* 'talk' */
  PML_MOVE_RECEIVE, /* 'talk'; then 'effect', if it is a d_step that begins
                       with a receive: its rest */
  PML_MOVE_END      /* the process dies, if it is the youngest */
} pml_move_kind;

typedef struct pml_move {
  pml_move_kind kind;
  uint32_t guard;  /* code, or PML_NONE: always possible. A guard changes
                      nothing: a test with 'run' has guard PML_NONE and does
                      it in 'effect' */
  uint32_t effect; /* code, or PML_NONE */
  uint32_t talk;
  uint32_t to;         /* point */
  bool atomic;         /* this process alone may go on */
  bool is_join;        /* a pass-through node that became a step (notes, 4) */
  bool ignores_offers; /* a d_step that begins with printf or assert: may run
                          between the halves of a handshake (notes, 7) */
  bool must_be_first;  /* in a D_proctype: an error if one before it in the
                          list was possible */
  uint32_t escape; /* 0, or which escape it belongs to: if one of its moves was
                      possible the moves of others behind are not tried */
  uint32_t statement; /* of the syntax; PML_NONE: the end */
  /* What was merged with it and is done in 'effect', too: in 'merged'. */
  uint32_t first_more, more;
} pml_move;

/* A statement that is done together with the one before. */
typedef struct pml_merged {
  uint32_t statement;
  bool is_join;
  bool is_inside; /* of an atomic sequence, as the one before it */
} pml_merged;

enum { PML_POINT_END = 1, PML_POINT_PROGRESS = 2, PML_POINT_ACCEPT = 4 };

typedef struct pml_point {
  uint32_t first, count; /* in 'moves', in the order of the search */
  uint32_t flags;
  uint32_t statement; /* that is next there, or PML_NONE: the closing brace */
  bool is_join;       /* it is behind 'statement', at no statement */
} pml_point;

typedef struct pml_behaviour {  /* by number of a process of the syntax */
  uint32_t first_point, points; /* in 'points'; the process' point 0 .. */
  uint32_t reachable; /* the points from this one on are of dead code */
  uint32_t start;     /* where it begins */
  uint32_t frame_bytes;
  uint32_t point_offset;
  uint32_t first_own, owns; /* in 'own_channels' */
  uint32_t make;            /* code that fills a new frame, parameters set */
  uint32_t provided;        /* code, or PML_NONE */
} pml_behaviour;

/* trace and notrace: points with moves that name a talk to match; see
 * 'trace_*' below. */
typedef struct pml_watch {
  uint32_t process; /* of the syntax, or PML_NONE: there is none */
  bool is_notrace;
} pml_watch;

typedef struct pml_lowered {
  const pml_syntax *syntax;
  bool has_last, has_priority, has_timeout, wide_points;
  uint32_t last_offset, watch_offset;
  uint32_t global_bytes;
  uint32_t globals_offset, locals_offset; /* where variables begin: in the
                                             globals, in every frame */
  uint32_t first_own, owns; /* global channels, in 'own_channels' */
  uint32_t make;            /* code that fills the globals */
  vec(pml_lies) lies;
  vec(pml_queue) queues;
  vec(pml_scalar) fields;
  vec(pml_own_channel) own_channels;
  vec(uint32_t) code;
  uint32_t unfinished; /* one more than where code for an expression begins
                          that is being made, or was left when memory ran out;
                          0: none */
  vec(pml_word) words;
  vec(pml_talk) talks;
  vec(pml_move) moves;
  vec(pml_merged) merged;
  vec(pml_point) points;
  vec(pml_behaviour) behaviours;
  vec(uint32_t) points_of_labels; /* numbers in 'points', which tell the process
                                     type too */
  pml_watch watch;
  uint32_t stack;      /* values that code needs at most */
  uint32_t most_bytes; /* of a state, with as many processes as may be */
} pml_lowered;

/* Words of code, all of them finished. */
static inline uint32_t pml_finished(const pml_lowered *lowered) {
  assert(lowered->unfinished <= lowered->code.count + 1);
  return lowered->unfinished ? lowered->unfinished - 1
                             : (uint32_t)lowered->code.count;
}

/* Adds the scalars of one element of a variable that lies at 'offset', in the
 * order in which they are sent and given to processes. */
void pml_list_scalars(mem *m, const pml_lowered *lowered, uint32_t variable,
                      uint32_t offset, pml_parts *out);

/* Everything is kept in 'm'. False: reported (two elses in one choice, a loop
 * that does nothing). */
bool pml_lower(mem *m, const pml_syntax *syntax, pml_lowered *out, report *r);

/* Code for an expression of a formula's scope (no locals); where it begins. */
uint32_t pml_lower_expression(mem *m, pml_lowered *lowered, uint32_t e);

/* The never claim as an automaton: states are its points, an atom for each
 * test (as pml_print_expression prints it), one acceptance set on states.
 * False: reported (it does what an automaton cannot). */
struct omega;
/* The place in the text of each of its states, as in pml_view_position;
 * PML_NONE: the one that accepts everything. */
typedef vec(uint32_t) pml_claim_places;
bool pml_lower_claim(mem *m, const pml_lowered *lowered, uint32_t process,
                     struct omega *out, pml_claim_places *places, report *r);

#endif
