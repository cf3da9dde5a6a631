/* What the files of the engine share: values, states, and how one is unrolled.
 */
#ifndef FORMULA_INSIDE_H
#define FORMULA_INSIDE_H

#include "engine/formula/formula.h"
#include "smt/solver.h"

#include <assert.h>

/* Values */

/* A word ('object' is 0), or a pointer into an object, 'bits' bytes from its
 * beginning. Or one of these two: */
#define FORMULA_UNSET UINT32_MAX      /* no value was ever there */
#define FORMULA_LOST (UINT32_MAX - 1) /* what this engine cannot tell */
#define FORMULA_MANY                                                           \
  (UINT32_C(1) << 31) /* alternatives; the rest is a number */
typedef struct formula_value {
  term bits; /* TERM_NONE: UNSET, LOST, MANY */
  uint32_t object;
} formula_value;

static inline bool formula_is_many(formula_value v) {
  return (v.object & FORMULA_MANY) && v.object < FORMULA_LOST;
}

/* Of these, one at most is true at a time; where none is, the last counts. */
typedef struct formula_alternative {
  term guard;
  formula_value value; /* not MANY */
} formula_alternative;

/* To go through: a value that has no alternatives is one of its own. */
typedef struct formula_ways {
  const formula_alternative *at;
  size_t count;
  formula_alternative only;
} formula_ways;

/* Guards: conjunctions that grow from a common root. */
typedef struct formula_guard {
  uint32_t parent, depth;
  uint32_t branches;   /* how many of them are conditions of branches */
  term condition, all; /* 'all': with those of the parents */
} formula_guard;

/* Memory */

/* A byte: the one at 'index' of a value of 'bytes' bytes. */
typedef struct formula_cell {
  formula_value value;
  uint8_t index, bytes;
} formula_cell;

typedef struct formula_content {
  uint64_t owner; /* the state that may write here; others copy it first */
  formula_cell cells[];
} formula_content;

typedef enum formula_kind {
  FORMULA_FUNCTION,
  FORMULA_GLOBAL,
  FORMULA_FRAME, /* what alloca made, too */
  FORMULA_HEAP,
  FORMULA_ARGUMENT /* of main: what is in it is not supported */
} formula_kind;

/* What is the same in all states. */
typedef struct formula_object {
  uint8_t kind;
  bool is_constant, is_extern;
  uint32_t variable; /* CFA_NONE: none; of a function: its number */
  uint64_t size;
} formula_object;

/* What is not. Both are 0 where the object was never made. */
typedef struct formula_block {
  formula_content *content;
  term alive;
} formula_block;

typedef struct formula_state {
  uint64_t id;
  double paths; /* through the program that lead to it: how many they may be */
  uint32_t guard;
  formula_value *scalars; /* globals, then those of the frame on top */
  uint32_t scalar_count;
  vec(formula_block) blocks; /* by object */
  formula_value result;      /* of a function that returns */
} formula_state;

/* Control */

/* A location: its place in the order, and the loop around it. */
typedef struct formula_point {
  uint32_t order; /* CFA_NONE: not reached */
  uint32_t loop;  /* head; of a head: itself; CFA_NONE: none */
  uint32_t outer; /* of a head: the next loop around it */
} formula_point;

enum { FORMULA_NEST = 24 }; /* loops around a location, at most */

/* Heads from the outside, with how often each was passed. */
typedef struct formula_nest {
  uint32_t count;
  uint32_t heads[FORMULA_NEST];
  uint32_t passes[FORMULA_NEST];
} formula_nest;

typedef struct formula_pending {
  uint32_t location;
  formula_nest nest;
  formula_state *state;
} formula_pending;

/* A loop that is being unrolled in a call. */
typedef struct formula_loop {
  uint32_t head, branches; /* of the guard when it was passed last */
  uint32_t open;           /* passes that inputs decided */
} formula_loop;

/* A call. */
typedef struct formula_call {
  uint32_t function, edge; /* that called it; main: CFA_NONE */
  uint32_t parent;         /* the caller, of formula.calls */
  uint32_t branches;       /* of the guard when it began */
  uint32_t open;           /* calls around it, of its function, that inputs
                              decided */
  formula_nest nest;       /* of the caller */
  formula_value *saved;    /* the caller's scalars */
  uint32_t saved_count;
  uint32_t first_frame;   /* its own, in formula.frames */
  formula_state *entered; /* not yet begun: with its arguments */
  vec(formula_pending) pending;
  vec(formula_loop) loops;
  vec(uint32_t) allocas;
  formula_state *returned;
} formula_call;

/* Ends of paths that the answer depends on. */
typedef enum formula_end_kind {
  FORMULA_ERROR,
  FORMULA_UNDEFINED,
  FORMULA_UNSUPPORTED,
  FORMULA_CUT
} formula_end_kind;

typedef struct formula_end {
  formula_end_kind kind;
  term when;
  uint32_t edge;
  cfa_fault fault;
  const char *why;
} formula_end;

typedef struct formula_input {
  cfa_input input;
  term when, term;
} formula_input;

typedef struct formula_code {
  uint32_t *at; /* expressions, operands before what they are operands of */
  uint32_t count;
} formula_code;

typedef struct formula {
  mem *m;
  progress *clock;
  const cfa *p;
  const formula_options *options;
  formula_result *out;
  terms *terms;
  smt *solver;
  term yes, no;
  uint32_t bound;
  double deadline; /* 0: none */
  bool is_over;    /* a limit of its own is met; 'why' */
  const char *why;

  vec(formula_alternative) alternatives;
  vec(uint32_t) manies; /* where their alternatives begin; and an end */
  vec(formula_guard) guards;
  vec(formula_object) objects;
  uint32_t *functions;      /* objects of functions */
  uint32_t *global_objects; /* by slot */
  vec(uint32_t) frames;     /* objects of calls, by slot */
  vec(formula_input) inputs;
  vec(formula_end) ends;
  vec(formula_call) calls;
  formula_point *points; /* by location */
  uint8_t *ordered;      /* functions: 1 if their points are there, 2 if they
                            have none */
  formula_code *codes;   /* by edge */
  formula_value *values; /* by expression */
  uint32_t *stamps;
  uint32_t stamp;
  uint64_t states;
  uint32_t edge; /* that is taken */
  formula_state *state;
} formula;

/* value.c: values and guards */

formula_value formula_word(formula *f, unsigned width, uint64_t value);
static inline formula_value formula_plain(term t) {
  return (formula_value){t, 0};
}
static inline term formula_or(formula *f, term a, term b) {
  return terms_not(f->terms, terms_and(f->terms, terms_not(f->terms, a),
                                       terms_not(f->terms, b)));
}
term formula_op(formula *f, bits_op op, unsigned width, term a, term b);
/* 'a' where 'condition' is true, else 'b'; both of one width. */
formula_value formula_choose(formula *f, term condition, formula_value a,
                             formula_value b);
enum { FORMULA_MOST_WAYS = 64 };
/* How many there are; for going through while others are made. */
size_t formula_list_ways(const formula *f, formula_value v,
                         formula_alternative out[FORMULA_MOST_WAYS]);
/* Pointers into the table of alternatives: not for keeping. */
void formula_open_ways(const formula *f, formula_value v, formula_ways *out);
/* When is the value UNSET? */
term formula_unset(formula *f, formula_value v);
/* One byte of a value of 8 * bytes bits. */
formula_value formula_byte(formula *f, formula_cell cell);
/* The state goes on where the condition is true. False: nowhere. */
bool formula_assume(formula *f, term condition);
/* A path ends there 'when' that is true; the others go on. False: none does. */
bool formula_stop(formula *f, formula_end_kind kind, term when, cfa_fault fault,
                  const char *why);
bool formula_fault(formula *f, term when, cfa_fault fault);
bool formula_lost(formula *f, term when, const char *why);
term formula_guard_of(const formula *f, uint32_t guard);
uint32_t formula_guard_and(formula *f, uint32_t guard, term condition,
                           bool is_branch);
/* Of two that are never true at once, or only where their states are equal: the
 * guard of what is common to both, and when it is 'a' that is true. */
uint32_t formula_guard_join(formula *f, uint32_t a, uint32_t b, term *is_a);
/* An input that is met 'when' that is true, beside the state's guard. */
term formula_take_input(formula *f, const cfa_input *like, term when);

/* memory.c: what is in objects */

uint32_t formula_new_object(formula *f, formula_state *s,
                            const formula_object *o, bool is_zero);
void formula_kill(formula *f, formula_state *s, uint32_t object);
/* For writing: the state's own. */
formula_cell *formula_cells(formula *f, uint32_t object);
void formula_put_cells(formula_value v, unsigned bytes, formula_cell *out);
/* to := 'condition' ? from : to */
void formula_mix_cells(formula *f, term condition, const formula_cell *from,
                       formula_cell *to, uint64_t count);
/* Reads 'width' bits there, where 'when' is true; makes inputs. */
formula_value formula_read(formula *f, uint32_t object, uint64_t offset,
                           unsigned width, bool is_pointer, term when);
void formula_write(formula *f, uint32_t object, uint64_t offset, unsigned width,
                   formula_value v, term when);
/* The two become one, in 'a'. */
void formula_join(formula *f, formula_state *a, formula_state *b);
formula_state *formula_copy(formula *f, formula_state *s);

/* access.c: through pointers. False: no path goes on. */

bool formula_load(formula *f, formula_value at, unsigned width, bool is_pointer,
                  formula_value *out);
bool formula_store(formula *f, formula_value at, unsigned width,
                   formula_value v);
bool formula_allocate(formula *f, const cfa_edge *e, formula_value size,
                      formula_value *out);
bool formula_free(formula *f, formula_value at);
bool formula_size(formula *f, formula_value at, unsigned width,
                  formula_value *out);
bool formula_move(formula *f, formula_value to, formula_value from,
                  formula_value count);
bool formula_fill(formula *f, formula_value at, formula_value byte,
                  formula_value count);

/* evaluate.c: the expressions of an edge. False: no path goes on. */

bool formula_evaluate(formula *f, uint32_t edge);
static inline formula_value formula_of(const formula *f, uint32_t expression) {
  return f->values[expression];
}
/* Without a state: of what globals hold at the beginning. */
formula_value formula_constant(formula *f, uint32_t expression);

/* order.c. False: loops that are entered in two places, or too many. */

bool formula_order(formula *f, uint32_t function);
void formula_nest_at(const formula *f, uint32_t location,
                     const formula_nest *before, formula_nest *out);
int formula_compare(const formula *f, const formula_pending *a,
                    const formula_pending *b);

/* unroll.c */

/* From main on; 'ends' are then known. */
void formula_unroll(formula *f);
/* begin.c: the state at the beginning of main. */
formula_state *formula_begin(formula *f);

/* formula.c. False: no path gets there, for certain. */
bool formula_is_possible(formula *f, uint32_t guard);

#endif
