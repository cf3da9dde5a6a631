/* The combined state: a run of the program, with concrete values beside terms
 * (Godefroid, Klarlund and Sen 2005),
 * and all that is needed to go back to an earlier decision of it.
 *
 * Going back: while there are decisions to go back to, what is overwritten for
 * the first time since the last of them is noted in a trail; without decisions
 * nothing is, so that long stretches that no input reaches cost no memory. What
 * depends on inputs is kept as a term only and evaluated when it is asked for,
 * so that the same state serves for other inputs that take the same path.
 *
 * Invariant: the present inputs satisfy every constraint of the path. */
#ifndef PANDA_CONCOLIC_H
#define PANDA_CONCOLIC_H

#include "base/map.h"
#include "engine/panda/abstraction/abstraction.h"
#include "engine/panda/panda.h"
#include "engine/panda/run/code.h"
#include "smt/solver.h"

#include <assert.h>

/* Memory */

typedef enum object_kind {
  OBJECT_FUNCTION,
  OBJECT_GLOBAL,
  OBJECT_FRAME,
  OBJECT_HEAP,
  OBJECT_ALLOCA,
  OBJECT_ARGUMENT /* of main: what is in it is not supported */
} object_kind;

/* What a byte holds: the kind, and above it which byte of its value it is. */
enum {
  BYTE_KNOWN, /* 'bytes' has it */
  BYTE_UNINITIALISED,
  BYTE_TERM,    /* of the term in 'refs' */
  BYTE_POINTER, /* of a pointer into the object in 'refs'; 'bytes' has the
                   offset */
  BYTE_BOXED,   /* of a pointer whose offset is a term: 'refs' numbers it */
  BYTE_CHAIN,   /* of a link over any number of nodes, see lists/lists.h */
  BYTE_LAST,    /* of a pointer to the last of these */
  BYTE_KINDS = 7,
  BYTE_INDEX = 3 /* shift */
};

typedef struct object {
  unsigned char *bytes; /* NULL: released, or a function */
  unsigned char *state; /* NULL: all BYTE_KNOWN */
  uint32_t *refs;       /* NULL: no byte needs one */
  uint32_t *stamps;     /* of granules, see concolic_note_granule; NULL: none */
  uint32_t *reads;      /* of granules, see cover_note_read; NULL: none */
  uint64_t size;
  uint32_t variable; /* CFA_NONE: of the heap; of a function: its number */
  uint32_t edge;     /* that allocated it; CFA_NONE: none */
  uint32_t owner;    /* ALLOCA: the depth of its frame */
  uint8_t kind;
  bool is_alive, is_constant;
  bool is_touched; /* false: not a byte has been written */
  uint32_t
      open; /* what it holds is said in arrays/arrays.h, not by bytes; 0: no */
  term size_term; /* instead of 'size', of an open one; TERM_NONE: none */
} object;

/* Trails */

/* Stamps are restored too: what is undone counts as not noted. */
typedef struct slot_entry {
  uint32_t index; /* with CODE_GLOBAL, or counted from the bottom frame */
  uint32_t stamp;
  value old;
} slot_entry;

enum { GRANULE = 8, GRANULE_SHIFT = 3 };

typedef struct granule_entry {
  uint32_t object, stamp;
  uint64_t number;
  unsigned char bytes[GRANULE], state[GRANULE];
  uint32_t refs[GRANULE];
} granule_entry;

typedef struct frame {
  uint32_t function, base; /* registers */
  uint32_t back;           /* instruction behind the call */
  uint32_t result;         /* register of the caller, CODE_NONE: none */
  uint32_t call;           /* edge */
  uint64_t serial;         /* no other call has it */
  uint32_t stamp;
  bool has_allocas;
} frame;

typedef struct frame_entry {
  uint32_t depth;
  frame old;
} frame_entry;

/* Of arrays/arrays.h: how much there was. */
typedef struct arrays_mark {
  size_t nodes, reads, facts, seen, heads, asked;
} arrays_mark;

enum { CONCOLIC_MOST_DEPTH = 100000 }; /* calls, as the interpreter has it */

/* Decisions */

/* A point of the run where inputs could have led elsewhere. The alternative is
 * a vector of inputs that takes the other side; it starts at 'inputs_at' of
 * concolic.vectors and has 'inputs' values. */
typedef struct decision {
  uint32_t at;      /* instruction */
  uint32_t ordinal; /* of the decisions that this instruction made */
  term condition;
  bool side;
  bool is_pending; /* the alternative has not been explored */
  term subject;    /* concolic_concretise: the condition is that it has 'value';
                      TERM_NONE: another one */
  uint64_t value;
  uint32_t depth, base, objects, inputs, boxes;
  size_t slots, granules, deaths, frames, constraints, visits;
  size_t vector;
  size_t mark; /* of the abstraction */
  size_t met;  /* of the loops */
  arrays_mark arrays;
  uint32_t since, objects_since; /* concolic's, before it was made */
} decision;

/* Inputs of earlier runs, by the number of their terms: a side is often taken
 * by inputs that are known already. */
enum { KNOWN_VECTORS = 8 };
typedef vec(uint64_t) known_vector;

enum { NO_SIDE = -1 };

typedef enum outcome {
  RUN_GOES_ON,
  RUN_RETURNED,
  RUN_HALTED,
  RUN_BLOCKED, /* an assumption that no input on this path satisfies */
  RUN_LOOPS,   /* for ever, without a change */
  RUN_COVERED, /* came around to a loop whose invariant holds: see loops/loops.h
                */
  RUN_FAILED,  /* the error */
  RUN_FAULT,   /* memory was used wrongly */
  RUN_UNDEFINED, /* a CFA_UNDEFINED; 'why' */
  RUN_UNSUPPORTED,
  RUN_CUT /* the bound of this pass */
} outcome;

typedef struct loops loops;
typedef struct calls calls;
typedef struct sampler sampler;
typedef struct arrays arrays;
typedef struct cover cover;
typedef struct lists lists;
typedef struct native native;

typedef struct concolic {
  mem *m;
  progress *clock;
  const cfa *p;
  const code *code;
  const panda_options *options;
  terms *terms;
  smt *solver;
  abstraction *abstraction; /* NULL: not wanted now */
  loops *loops;             /* NULL: the same */
  calls *calls;
  arrays *arrays;
  cover *cover;   /* NULL: the same */
  lists *lists;   /* NULL: the same */
  native *native; /* NULL: all is interpreted */
  statistics *statistics;

  /* the state */
  uint32_t at; /* instruction */
  value *globals;
  uint32_t *global_stamps;
  vec(value) slots;
  vec(uint32_t) slot_stamps;
  uint32_t base;
  value *frame; /* slots.at + base */
  vec(frame) frames;
  uint32_t depth; /* how many are in use */
  vec(object) objects;
  vec(value) boxes;
  cfa_inputs inputs;
  vec(term) input_terms;

  /* the way back */
  vec(slot_entry) slot_trail;
  vec(granule_entry) granule_trail;
  vec(uint32_t) death_trail; /* objects */
  vec(frame_entry) frame_trail;
  vec(decision) decisions;
  vec(uint64_t) vectors;
  vec(uint32_t) visit_trail; /* instructions whose count grew */
  uint32_t stamp;            /* now */
  /* When the last decision with an alternative was made (0: there is none,
   * nothing is noted), and how many objects there were. */
  uint32_t since, objects_since;

  /* deciding */
  size_t replay, replay_end; /* decisions that an instruction makes again */
  uint32_t ordinal;
  int error_side; /* of the next decision: 0 or 1 leads to the error; NO_SIDE */
  term subject;   /* of the next decision, see there */
  uint64_t subject_value;
  uint32_t bound;   /* decisions at one instruction, on one path; 0: none */
  uint32_t *visits; /* by instruction: on this path */
  uint64_t changes;
  uint64_t *loop_changes; /* by loop head: when it was passed last */
  uint32_t *loop_depths;
  uint32_t *loop_waits; /* by loop head: until native code is thought of */
  bool *fails;          /* by location: nothing but the error comes behind it */
  uint8_t *refinements_tried;  /* by instruction: refinements that were tried */
  double learning, since_when; /* seconds for them; when the search began */
  map known_inputs; /* position and width; the term is known_terms.at[number] */
  vec(term) known_terms;
  known_vector known[KNOWN_VECTORS];
  size_t known_next; /* how many were kept */

  /* how it ended */
  outcome outcome;
  cfa_fault fault;
  char why[200];
  uint32_t end_edge, open_edge;
  bool was_cut, was_open;        /* something was left out, in this pass */
  bool has_read_unknown_pointer; /* a pointer that nobody knows was read */
  bool is_spent;                 /* 'deadline' has passed: the pass is over */
  double deadline;               /* 0: none */
  uint64_t serials;              /* of frames: how many there were */
  /* One run with given inputs (those that are not given are 0), which makes no
   * decisions. */
  bool is_guided;
  vec(uint64_t) guide;
  size_t guide_next;
  uint64_t guided; /* conditions that it has met */
  /* Seconds that a path may go on without a decision, and when it made the last
   * one; 0: any time. */
  double stretch, last_decision;
  bool was_stretched; /* a path was cut for that, in this pass */
  uint32_t looks;     /* at the clock that were due */
  bool is_scouting;   /* for the first condition that depends on inputs */
  sampler *sampler; /* not NULL: inputs are drawn by lot, and are plain words */
  unsigned met_kinds; /* of inputs, as panda_result has it */
  uint64_t symbolic;  /* conditions that depended on inputs */
} concolic;

/* concolic.c: running. */

/* Of the processor: shares of the work do not depend on what else runs. */
double concolic_seconds(void);
void concolic_init(concolic *engine);
/* At main's entry, no decisions; keeps terms and what the solver has. */
void concolic_start(concolic *engine);
/* At the entry of a function, as if it were main; nothing is known of its
 * parameters. */
void concolic_start_in(concolic *engine, uint32_t function);
/* From k->at until it ends. */
outcome concolic_run(concolic *engine);
/* quick.c: as long as there is nothing but plain words and jumps. */
void concolic_run_quickly(concolic *engine);
/* False, with the outcome set: for the last line of a handler. */
bool concolic_end(concolic *engine, outcome o);
/* At loop heads and calls. False: the time of the path or of the pass is over,
 * and it was cut. */
bool concolic_is_in_time(concolic *engine);
base_printf(2, 3) bool concolic_unsupported(concolic *engine,
                                            const char *format, ...);
bool concolic_undefined(concolic *engine, const char *why);
bool concolic_fault(concolic *engine, cfa_fault f);
/* A frame with nothing in it, of the call that is being executed. */
void concolic_push_frame(concolic *engine, uint32_t function, uint32_t back,
                         uint32_t result);
/* The frame on top goes, with its objects; not the last one. */
frame concolic_pop_frame(concolic *engine);

static inline value *concolic_register(concolic *engine, uint32_t r) {
  assert(r & CODE_GLOBAL || engine->base + (size_t)r < engine->slots.count);
  return r & CODE_GLOBAL ? engine->globals + (r & ~CODE_GLOBAL)
                         : engine->frame + r;
}
/* The register of a global scalar, or of one of the function that runs. */
static inline uint32_t concolic_scalar(const concolic *engine,
                                       uint32_t variable) {
  assert(variable < engine->p->variables.count);
  assert(engine->p->variables.at[variable].is_scalar);
  const cfa_variable *x = &engine->p->variables.at[variable];
  return x->function == CFA_NONE
             ? (engine->code->constants + x->slot) | CODE_GLOBAL
             : x->slot;
}
void concolic_note_slot(concolic *engine, uint32_t r);
/* Notes the old value if need be, writes the new one. */
static inline void concolic_put(concolic *engine, uint32_t r, value v) {
  if (engine->since)
    concolic_note_slot(engine, r);
  *concolic_register(engine, r) = v;
}
/* Reads it; makes an input if nothing has been stored there. */
value concolic_first_read(concolic *engine, uint32_t r, unsigned width,
                          bool is_pointer);
static inline value concolic_get(concolic *engine, uint32_t r, unsigned width,
                                 bool is_pointer) {
  value v = *concolic_register(engine, r);
  return base_unlikely(v.object == VALUE_UNINITIALISED)
             ? concolic_first_read(engine, r, width, is_pointer)
             : v;
}
/* A new input; its term. */
value concolic_input(concolic *engine, const cfa_input *what);
/* The concrete value of a word, or of an offset, under the present inputs. */
static inline uint64_t concolic_bits(concolic *engine, value v) {
  return v.term ? terms_value(engine->terms, v.term) : v.bits;
}
/* As a term, of so many bits. */
term concolic_term(concolic *engine, value v, unsigned width);
/* A term that may have become a constant. */
value concolic_value(concolic *engine, term t);
uint32_t concolic_edge(const concolic *engine); /* that is being executed */

/* operate.c: operators on what is not plain. */

/* d := op(a, b, c) of the instruction; false: the run ended. */
bool concolic_operate(concolic *engine, const instruction *i);
bool concolic_offset(concolic *engine, const instruction *i);
bool concolic_convert(concolic *engine, const instruction *i);

/* memory.c */

uint32_t concolic_new_object(concolic *engine, object_kind kind, uint64_t size,
                             bool is_zero);
void concolic_kill(concolic *engine, uint32_t object);
void concolic_release(concolic *engine, object *o); /* its blocks */
void concolic_havoc(concolic *engine, uint32_t object);
/* Some bytes of one that is not open. */
void concolic_havoc_part(concolic *engine, uint32_t object, uint64_t offset,
                         uint64_t count);
/* Whatever the bytes hold: a plain word, a term, a pointer, or uninitialised.
 * In bounds. False: the run ended (part of a pointer). */
bool concolic_read(concolic *engine, uint32_t object, uint64_t offset,
                   unsigned width, bool is_pointer, value *out);
/* The same, of words, for what writes them back: the program reads nothing. */
bool concolic_peek(concolic *engine, uint32_t object, uint64_t offset,
                   unsigned width, value *out);
/* All bytes plain words (terms included), none uninitialised? */
bool concolic_is_wordy(const concolic *engine, uint32_t object, uint64_t offset,
                       unsigned bytes);
/* All the bytes of one pointer, to a known place or null? */
bool concolic_is_pointer(const concolic *engine, uint32_t object,
                         uint64_t offset);
void concolic_write(concolic *engine, uint32_t object, uint64_t offset,
                    unsigned width, value v);
/* The bytes of a link, of which the first three refer to something; or one byte
 * that is uninitialised now ('refs' NULL). */
void concolic_write_link(concolic *engine, uint32_t object, uint64_t offset,
                         unsigned kind, uint64_t bits, const uint32_t refs[3]);
/* Writes this byte, known, so many times. */
void concolic_fill_bytes(concolic *engine, uint32_t object, uint64_t offset,
                         uint64_t count, unsigned char byte);
void concolic_move_bytes(concolic *engine, uint32_t to, uint64_t to_offset,
                         uint32_t from, uint64_t from_offset, uint64_t count);
/* These bytes are about to be overwritten. */
void concolic_note_bytes(concolic *engine, uint32_t object, uint64_t offset,
                         uint64_t count);
void concolic_restore(concolic *engine, const granule_entry *entry);

/* access.c: loads, stores and the like, checked. */

/* How many low bits of a term are certainly those of 'rest'? */
unsigned concolic_low_bits(const terms *t, term x, uint64_t *rest);
bool concolic_load(concolic *engine, const instruction *i);
bool concolic_store(concolic *engine, const instruction *i);
bool concolic_allocate(concolic *engine, const instruction *i);
bool concolic_free(concolic *engine, const instruction *i);
bool concolic_size(concolic *engine, const instruction *i);
/* A pointer into no object was followed. */
bool concolic_no_object(concolic *engine, value p, cfa_fault f);
bool concolic_copy(concolic *engine, const instruction *i);
bool concolic_fill(concolic *engine, const instruction *i);
/* Where a pointer expression leads now: for the abstraction. */
abstraction_target concolic_resolve(void *self, uint32_t expression);

/* decide.c */

/* Which side the run takes; the other one is kept as an alternative if some
 * input takes it. 'expression' is the condition in the program, CFA_NONE: there
 * is none. False: the run ended (the bound). */
bool concolic_decide(concolic *engine, term condition, uint32_t expression,
                     bool *side);
/* Only runs that satisfy it go on; the inputs are changed if need be. */
bool concolic_assume(concolic *engine, term condition);
/* Makes a term a constant: a decision on its present value. */
bool concolic_concretise(concolic *engine, term t, uint64_t *bits);
/* Can it hold, too? As smt_decide, but known inputs are tried first. */
smt_answer concolic_ask(concolic *engine, term wanted);
/* The inputs become those that the last SMT_SAT found. */
void concolic_take_model(concolic *engine);
/* The run has ended: its inputs may serve again. */
void concolic_keep_inputs(concolic *engine);
/* Goes back to the last decision with an alternative and takes that. False:
 * there is none. */
bool concolic_back(concolic *engine);

#endif
