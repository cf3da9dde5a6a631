/* From the syntax tree to the lowered model, in three passes over each process:
 * control (which statements are nodes, where each leads to, control.c
 * and points.c), layout (layout.c), and code (statement.c,
 * dstep.c, expression.c). Layout comes after control, as the
 * number of points decides how wide a frame's point is; code comes last, as it
 * knows offsets. Private to lower*.c. */
#ifndef LANG_PROMELA_LOWER_H
#define LANG_PROMELA_LOWER_H

#include "automata/omega.h"
#include "lang/promela/lower/lowered.h"

/* A statement is node 2s; the join behind an if, do or unless is 2s + 1. */
typedef uint32_t pml_node;

static inline pml_node pml_node_of(uint32_t statement) { return 2 * statement; }
static inline pml_node pml_join_of(uint32_t statement) {
  return 2 * statement + 1;
}
static inline bool pml_is_join(pml_node n) { return n & 1; }

enum {
  PML_NODE_ATOMIC = 1, /* its step keeps the right to go on alone */
  PML_NODE_INSIDE = 2, /* of an atomic, the last statement too */
  PML_JOIN_ATOMIC = 4,
  PML_JOIN_INSIDE = 8,
  PML_NODE_NESTED = 16 /* inside a d_step: another one is but a block there */
};

typedef struct pml_flow { /* by number of a statement */
  pml_node after;
  uint32_t cover; /* the innermost unless in whose main part it is */
  uint8_t flags;
  bool is_shown; /* some point has it as a move */
} pml_flow;

/* Code */

typedef struct pml_task {
  uint8_t kind, operands;
  uint32_t op; /* or expression, or slot */
  uint32_t a, b, c;
} pml_task;

/* A place in the code that jumps lead to. Until it is known the jumps that
 * wait for it are linked through their operands. */
typedef struct pml_slot {
  uint32_t waiting;
  uint32_t place; /* for jumps back: PML_NONE until it is bound for good */
  uint32_t depth;
} pml_slot;

/* Code that another piece of code needs but that stands for itself. */
typedef enum pml_pending_kind {
  PENDING_CHANNEL,
  PENDING_VALUE,
  PENDING_ADDRESS
} pml_pending_kind;

typedef struct pml_pending {
  pml_pending_kind kind;
  uint32_t number; /* of the talk or the word */
  uint32_t expr;
} pml_pending;

typedef struct pml_doing { /* by number of a statement: its step */
  bool is_done;
  bool ignores_offers;
  pml_move_kind kind;
  uint32_t guard, effect, talk;
} pml_doing;

typedef struct pml_lowering {
  mem *m;
  const pml_syntax *s;
  pml_lowered *p;
  report *r;
  bool is_refused;
  uint32_t process; /* the one that is at work */
  /* Layout. */
  uint32_t *record_bytes; /* by record */
  bool *is_busy;          /* by record: making one needs code */
  uint32_t made_channels;
  /* Control. */
  pml_node end, leave; /* of a process; of a d_step */
  vec(pml_flow) flow;
  vec(uint32_t) point_of; /* by node: of the process, or PML_NONE */
  vec(pml_node) nodes;    /* by point of the process */
  vec(uint32_t) unlesses; /* of the process, outer before inner */
  vec(uint32_t) basics;   /* its statements that can be a step, in order */
  vec(pml_move) escapes;  /* by unless: the moves of its escape */
  vec(uint32_t) first_escape, escape_count; /* by place in 'unlesses' */
  vec(uint32_t) place_of; /* by statement: of an unless in 'unlesses' */
  vec(pml_node) stack, leaves;
  vec(pml_move) list, front;
  vec(uint32_t) marks;     /* by statement: flags of its labels */
  vec(uint32_t) misplaced; /* by statement: flags for what comes behind it */
  bool any_misplaced;
  vec(pml_doing) doings;
  /* Code. */
  vec(pml_task) tasks;
  vec(pml_slot) slots;
  vec(uint32_t) slot_of; /* by node of a d_step: plus one; 0: none */
  vec(pml_pending) pending;
  vec(uint32_t) starts; /* of instructions since the last place of a jump */
  uint32_t depth;
  bool is_dead; /* behind a jump: nothing is written until one leads here */
  bool watches; /* the talks are those of a trace */
} pml_lowering;

/* Always false: reports and remembers. */
base_printf(3, 4) bool pml_refuse(pml_lowering *lowering, pml_place at,
                                  const char *format, ...);

void pml_lowering_init(pml_lowering *lowering, mem *m, const pml_syntax *syntax,
                       pml_lowered *lowered, report *r);
void pml_lowering_clear(pml_lowering *lowering);

/* control.c */

/* Fills 'flow', 'unlesses' and 'basics' for the process. False: refused. */
bool pml_control(pml_lowering *lowering);
/* Where one gets without a step; 'atomic': the step before keeps the right to
 * go on alone, and joins outside are not passed. */
pml_node pml_resolve(const pml_lowering *lowering, pml_node n, bool atomic);
/* The statements that are possible first steps from 'n', to 'leaves'. */
void pml_first_steps(pml_lowering *lowering, pml_node n);
/* Where the step of a leaf leads to. */
pml_node pml_target(const pml_lowering *lowering, pml_node leaf);
bool pml_keeps_right(const pml_lowering *lowering, pml_node leaf);

/* points.c */

/* Points and moves of the process, without code; after pml_control. */
void pml_points(pml_lowering *lowering);

/* layout.c */

bool pml_layout_types(pml_lowering *lowering); /* scalars, records, queues */
bool pml_layout_state(pml_lowering *lowering);
/* Code that fills the globals, or a frame: 'process' or PML_NONE. */
uint32_t pml_make(pml_lowering *lowering, uint32_t process);

/* emit.c */

uint32_t pml_begin_code(pml_lowering *lowering);
/* Ends it, and makes the codes it has asked for. */
void pml_end_code(pml_lowering *lowering);
void pml_write_pending(pml_lowering *lowering);
void pml_emit(pml_lowering *lowering, pml_opcode op, uint32_t operands,
              uint32_t a, uint32_t b, uint32_t third);
uint32_t pml_slot_new(pml_lowering *lowering);
void pml_emit_jump(pml_lowering *lowering, pml_opcode op, uint32_t slot);
void pml_bind(pml_lowering *lowering, uint32_t slot);
/* Jumps that come later lead here too; the stack is empty. */
void pml_bind_for_good(pml_lowering *lowering, uint32_t slot);

/* expression.c */

void pml_emit_value(pml_lowering *lowering, uint32_t e);
void pml_emit_truth(pml_lowering *lowering, uint32_t e);
/* Jumps to 'slot' if the truth of 'e' is 'when'. */
void pml_emit_branch(pml_lowering *lowering, uint32_t e, uint32_t slot,
                     bool when);
/* The address of a variable as far as it is not plain. */
typedef struct pml_location {
  bool is_local, is_plain;
  uint32_t offset;
  uint32_t variable; /* the last of the chain */
} pml_location;
pml_location pml_locate(const pml_lowering *lowering, uint32_t e);
void pml_emit_address(pml_lowering *lowering, uint32_t e);
void pml_emit_store(pml_lowering *lowering, const pml_location *location);
uint32_t pml_scalar_operand(pml_scalar scalar);

uint32_t pml_code_of_value(pml_lowering *lowering, uint32_t e);
/* Zero if and only if the value is. */
uint32_t pml_code_of_truth(pml_lowering *lowering, uint32_t e);
/* 'e': a PML_POLL; its talk. */
uint32_t pml_talk_of_poll(pml_lowering *lowering, uint32_t e);
uint32_t pml_talk_of_statement(pml_lowering *lowering, uint32_t statement);

/* statement.c, dstep.c */

bool pml_can_block(const pml_lowering *lowering, uint32_t statement);
/* Pushes whether the statement is possible; only if it can block. */
void pml_emit_guard(pml_lowering *lowering, uint32_t statement);
/* What it does, once it is possible. */
void pml_emit_effect(pml_lowering *lowering, uint32_t statement);
const pml_doing *pml_doing_of(pml_lowering *lowering, uint32_t statement);
pml_doing pml_do_dstep(pml_lowering *lowering, uint32_t statement);

/* cubes.c */

/* A condition on letters: one of its cubes holds. No cube: never. */
typedef vec(omega_cube) pml_cubes;

/* Refuses nothing; false: there are too many atoms or cubes. */
bool pml_cubes_of_test(pml_lowering *lowering, names *atoms, uint32_t e,
                       bool negated, pml_cubes *out);
bool pml_cubes_and(mem *m, const pml_cubes *a, const pml_cubes *b,
                   pml_cubes *out);
bool pml_cubes_or(mem *m, const pml_cubes *cubes, pml_cubes *into);
bool pml_cubes_not(mem *m, const pml_cubes *cubes, pml_cubes *out);

#endif
