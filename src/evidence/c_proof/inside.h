/* What the files of the checker of proofs share. */
#ifndef EVIDENCE_C_PROOF_INSIDE_H
#define EVIDENCE_C_PROOF_INSIDE_H

#include "evidence/c_proof/c_proof.h"
#include "evidence/c_proof/solver.h"

/* A word, or a pointer, or a word made from a pointer. */
typedef struct proof_value {
  uint64_t bits;   /* if there is no term */
  proof_term term; /* 0: a constant */
  uint32_t object; /* 0: a word, or an address of no object */
} proof_value;
#define PROOF_UNSET UINT32_MAX /* as an object: an uninitialised scalar */

/* Memory */

enum { PROOF_PAGE = 64 };
enum { PROOF_WILDS = 4 }; /* numbers that stand for what has no value */

enum {
  CELL_BELOW, /* as the base says */
  CELL_SET,   /* that byte of 'value' */
  CELL_FRESH, /* uninitialised */
  CELL_LAST   /* of a pointer to the last node of the chain of value.object */
};
typedef struct proof_cell {
  proof_value value;
  uint8_t state, index, bytes; /* of how many */
} proof_cell;

typedef struct proof_page {
  uint32_t references;
  proof_cell cells[PROOF_PAGE];
} proof_page;

/* Bytes at an offset that need not be constant. The value has all the bits of
 * its bytes. */
typedef struct proof_write {
  proof_value at; /* 'object' is not used */
  unsigned bytes;
  proof_value value;
} proof_write;
typedef vec(proof_write) proof_writes;

/* What is in an object: below, a base; above it bytes at known offsets; above
 * these, from the first write on whose offset is no constant, a list. */
typedef struct proof_page_slot {
  proof_page *page; /* NULL: CELL_BELOW */
} proof_page_slot;

typedef struct proof_content {
  uint32_t references;
  uint32_t base; /* 0: zeros; else unknown bytes, the same for all who have
                    this base */
  size_t page_count;
  proof_page_slot *pages;
  proof_writes writes;
} proof_content;

/* What a word may be: one of few values; else of such signs, as a number with
 * one. */
enum { PROOF_FEW = 4 };
enum { SIGN_NEGATIVE = 1, SIGN_ZERO = 2, SIGN_POSITIVE = 4, SIGN_ANY = 7 };
typedef struct proof_range {
  unsigned count;             /* 0: too many */
  uint64_t values[PROOF_FEW]; /* in order */
  unsigned signs;
} proof_range;

/* A word of all nodes of a chain. */
typedef struct proof_limit {
  uint32_t at;
  unsigned bytes;
  proof_range range;
} proof_limit;

/* What the path says of a term, as long as lists are folded there. */
typedef struct proof_known {
  proof_term term;
  proof_range range;
} proof_known;

#define PROOF_NO_BACK UINT32_MAX

/* One or more nodes of a list, see lists.c. Nobody changes it. */
typedef struct proof_chain {
  uint32_t references;
  uint32_t link, back; /* offsets; PROOF_NO_BACK: no pointers back */
  uint32_t origin;
  uint64_t size;
  proof_content *content; /* of each node, but for these two: constants,
                             pointers, CELL_FRESH */
  vec(proof_limit) limits;
} proof_chain;

typedef enum proof_object_kind {
  PROOF_NOBODY,
  PROOF_FUNCTION, /* number: 1 + the function's */
  PROOF_GLOBAL,
  PROOF_LOCAL,
  PROOF_HEAP,
  PROOF_OPAQUE /* what main's arguments point to */
} proof_object_kind;

typedef struct proof_object {
  proof_object_kind kind;
  bool is_alive, is_constant, is_extern;
  uint32_t origin;  /* a variable; from 'variables.count' on: an edge */
  proof_value size; /* as wide as a pointer */
  proof_content *content;
  proof_chain *chain; /* NULL: none */
} proof_object;

/* States */

typedef struct proof_frame {
  uint32_t function, location;
  uint32_t edge; /* that called it; CFA_NONE: none */
  size_t scalars, objects;
  const proof_value *old; /* at its entry; NULL: nobody asks */
} proof_frame;

/* A loop that a path is in, or the function that is verified: what was there
 * when it was entered may be changed only if it was made unknown then. */
typedef struct proof_scope {
  bool is_function;
  uint32_t number; /* of proof_run.heads or .contracts */
  size_t depth;    /* frames */
  size_t scalars, objects;
} proof_scope;

/* A pointer that a loop changes, but not its object. */
typedef struct proof_pin {
  uint32_t number; /* of its loop, */
  size_t depth;    /* and the loop's frame */
  uint32_t variable;
  size_t scalar;
  uint32_t object; /* 0: it is null */
} proof_pin;

/* An unknown value that an expression made, while its edge is taken: who takes
 * the edge again meets the same one. */
typedef struct proof_made {
  uint32_t expression;
  proof_value value;
} proof_made;

/* Bytes of a base that were looked at. */
typedef struct proof_seen {
  uint32_t base;
  proof_write write;
} proof_seen;

typedef struct proof_ghosts {
  bool has_result, has_index;
  proof_value result, index;
  const proof_value *old; /* by global slot, then by parameter; NULL: none */
} proof_ghosts;

/* A quantified invariant that was assumed, in the state of then. */
typedef struct proof_fact {
  uint32_t invariant;
  struct proof_state *then; /* of 'kept' of the run: nobody changes it */
  proof_ghosts ghosts;
} proof_fact;

/* It is known for this index. */
typedef struct proof_instance {
  uint32_t fact; /* of the state's */
  proof_term index;
} proof_instance;

/* Bytes of a base that were read just now. */
typedef struct proof_asked {
  uint32_t base, depth; /* instances that led there */
  proof_value at;
} proof_asked;

typedef struct proof_state {
  vec(proof_object) objects; /* by number; the first is nobody's */
  vec(proof_value) scalars;  /* globals first, then those of the frames */
  vec(proof_frame) frames;
  vec(uint32_t) frame_objects;
  vec(proof_scope) scopes;
  vec(proof_pin) pins;
  vec(proof_seen) seen;
  vec(proof_made) made;
  vec(proof_fact) facts;
  vec(proof_instance) instances;
  vec(proof_value) old; /* the globals and parameters, when the function that is
                           verified was entered */
  vec(uint64_t) model;  /* of a state that waits */
  bool is_folded;       /* lists were, on the path: it is more than there is */
  uint64_t changes;     /* counts what was written, decided or called */
  /* The head of a loop that was passed last, and 'changes' then. */
  uint32_t passed;
  uint64_t passed_changes;
  uint32_t bases;
  size_t path, nodes, inputs;
  proof_term extra; /* of a state that waits: to be added */
} proof_state;

/* What lives until the paths of a beginning are done: one of the two. */
typedef struct proof_kept {
  proof_state *state;
  proof_value *old;
} proof_kept;

/* Heads and contracts. */

typedef struct proof_changed {
  bool *scalars;  /* by variable */
  bool *origins;  /* as proof_object says */
  bool *unpinned; /* pointers whose object changes, too; by variable */
} proof_changed;

typedef struct proof_head {
  uint32_t location; /* of a loop; of a contract: the function */
  bool *body;        /* by location: of the function */
  proof_changed changed;
} proof_head;

/* States that were met. */

enum { PROOF_MOST_WORDS = 40000 }; /* of a state: larger ones are not kept */

typedef struct proof_key {
  proof_list list;
  vec(uint32_t) object_names;
  vec(uint32_t) objects; /* that have a name, in order */
  uint64_t forks;        /* until the last look */
  uint64_t folded_forks; /* until the last one that folded lists */
  uint64_t rest; /* states that are not looked for, if nothing is decided */
  proof_met met;
} proof_key;

typedef enum proof_mode {
  PROOF_RUNNING,
  PROOF_CLAIMING /* an invariant is evaluated: nothing may fork or end */
} proof_mode;

typedef struct proof_run {
  mem *m;
  progress *clock;
  const cfa *p;
  const c_proof_options *options;
  const cfa_invariants *given;
  c_proof_result *out;
  proof_terms terms;
  proof_solver solver;
  proof_state now;
  vec(proof_state) pending;
  vec(proof_kept) kept; /* that facts and ghosts refer to */
  vec(proof_head) heads, contracts;
  uint32_t *head_of;        /* by location; CFA_NONE: none */
  uint32_t *contract_of;    /* by function; CFA_NONE: none */
  bool *has_claim;          /* by location: an invariant that is no head's */
  bool *has_contract_claim; /* by function: a contract, and it is entered */
  bool *is_set;             /* by variable: some edge sets it */
  proof_mode mode;
  proof_ghosts ghosts;
  bool is_over; /* 'out' has the answer, or 'must_restart' */
  bool must_restart;
  bool cannot_say;   /* an invariant that could not be evaluated */
  bool is_refuted;   /* the path, by what was read for an invariant */
  unsigned wild;     /* what has no value in an invariant: 0: unknown */
  bool was_wild;     /* something had none */
  bool instantiates; /* facts, for what was asked */
  vec(proof_asked) asked;
  /* Of invariants with an index: the expressions that have it; their loads
   * that have it, by invariant. */
  bool *has_index;
  uint32_t *first_load; /* of 'loads' */
  vec(uint32_t) loads;
  uint32_t edge;       /* that is taken */
  uint32_t expression; /* that is evaluated */
  uint64_t steps, forks;
  double folding_deadline; /* 0: none */
  proof_key key;
  vec(proof_known) known;
  bool *is_meeting;   /* by location */
  size_t *first_live; /* by location, of 'live' */
  vec(uint64_t) live; /* bits: scalars of the function */
  /* Evaluation: by expression */
  vec(proof_value) values;
  vec(uint32_t) stamps;
  uint32_t stamp;
  vec(uint32_t) work;
} proof_run;

/* Ends: all give false. */

bool proof_end_path(proof_run *run); /* nothing more to be shown here */
base_printf(2, 3) bool proof_reject(proof_run *run, const char *format, ...);
bool proof_refute(proof_run *run, const char *what);
base_printf(2, 3) bool proof_give_up(proof_run *run, const char *format, ...);
bool proof_restart(proof_run *run);
bool proof_fault(proof_run *run, cfa_fault f);

/* Deciding: decide.c */

/* Which side does this path take? The other one is a state that waits, if it
 * is possible. False: the run, or the evaluation, ends here. */
bool proof_decide(proof_run *run, proof_term condition, bool *side);
/* The path goes on only if it holds. */
bool proof_assume(proof_run *run, proof_term condition);
/* A copy of the present state waits, and takes the edge again. */
proof_state *proof_fork(proof_run *run);
/* Does it hold whenever this path is taken? Else rejected, or given up. */
bool proof_prove(proof_run *run, proof_term condition, const char *what,
                 uint32_t invariant);

/* States: state.c */

void proof_state_copy(proof_run *run, const proof_state *from, proof_state *to);
void proof_state_clear(proof_run *run, proof_state *state);
uint32_t proof_object_new(proof_run *run, proof_object_kind kind,
                          proof_value size, uint32_t origin, bool is_zero);
void proof_object_kill(proof_run *run, uint32_t object);
/* All its bytes become unknown. */
void proof_object_forget(proof_run *run, uint32_t object);
proof_content *proof_content_new(mem *m, uint32_t base);
void proof_content_drop(mem *m, proof_content *content);
proof_content *proof_content_own(proof_run *run, uint32_t object);
proof_cell *proof_cell_own(proof_run *run, proof_content *content,
                           uint64_t offset);
const proof_cell *proof_cell_see(const proof_content *content, uint64_t offset);
bool proof_is_same_value(const proof_cell *a, const proof_cell *b);
/* Are these just the bytes of one value? */
bool proof_is_whole(const proof_content *content, uint64_t at, unsigned bytes);
/* Were bytes of it looked at? */
bool proof_was_seen(const proof_run *run, uint32_t base);
/* May these be changed, by all loops that the path is in? */
bool proof_may_set(proof_run *run, uint32_t variable, size_t scalar);
bool proof_may_write(proof_run *run, uint32_t object);
size_t proof_slot(const proof_run *run, uint32_t variable);
/* 'origin' of an allocation. */
static inline uint32_t proof_origin(const proof_run *run, uint32_t edge) {
  return (uint32_t)run->p->variables.count + edge;
}

/* Memory: memory.c, blocks.c */

/* Is it a live object that may be accessed so, in bounds? */
bool proof_may_access(proof_run *run, proof_value at, uint64_t bytes,
                      bool is_write);
bool proof_load(proof_run *run, proof_value at, unsigned width, bool is_pointer,
                proof_value *out);
bool proof_store(proof_run *run, proof_value at, unsigned width,
                 proof_value value);
/* Without looking at whether it may be done; 'bytes' of an offset. */
bool proof_read(proof_run *run, proof_value at, unsigned bytes,
                proof_value *out);
void proof_write_bytes(proof_run *run, uint32_t object, proof_value at,
                       unsigned bytes, proof_value value);
/* A value that is the same on all of this path, by going one path for each. */
bool proof_concretise(proof_run *run, proof_value value, unsigned width,
                      uint64_t *bits);
bool proof_copy(proof_run *run, proof_value to, proof_value from,
                proof_value count);
bool proof_fill(proof_run *run, proof_value at, proof_value byte,
                proof_value count);

/* Values: value.c, compare.c */

proof_term proof_term_of(proof_run *run, proof_value value, unsigned width);
proof_value proof_value_of(const proof_run *run, proof_term t);
static inline proof_value proof_word(uint64_t bits) {
  return (proof_value){.bits = bits};
}
proof_value proof_fresh(proof_run *run, unsigned width);
/* The same, of the expression that is being evaluated: kept by proof_made. */
proof_value proof_fresh_here(proof_run *run, unsigned width);
/* The expressions of an edge, each part once: begin, then each. */
void proof_begin_values(proof_run *run);
bool proof_evaluate(proof_run *run, uint32_t expression, proof_value *out);
/* Of words of 'from' and 'other' bits; 'other' is 0 if there is no second. */
proof_value proof_operate(proof_run *run, bits_op op, unsigned width,
                          unsigned from, proof_value a, unsigned other,
                          proof_value b);
bool proof_apply_to_address(proof_run *run, bits_op op, unsigned width,
                            unsigned from, proof_value a, proof_value b,
                            proof_value *out);

/* Edges: run.c, calls.c */

/* One step of the path. False: it has ended, or the check is over. */
bool proof_step(proof_run *run);
bool proof_call(proof_run *run, uint32_t edge);
bool proof_return(proof_run *run, uint32_t edge);
bool proof_push_frame(proof_run *run, uint32_t function, uint32_t edge);
void proof_pop_frame(proof_run *run);
bool proof_assign(proof_run *run, uint32_t variable, proof_value value);

/* States that were met: cover.c, live.c */

void proof_find_meetings(proof_run *run);
void proof_find_live(proof_run *run);
/* May a path from there read it before it is written? */
bool proof_is_live(const proof_run *run, uint32_t location, uint32_t slot);
/* May the value that a slot of a frame has, be read? */
bool proof_is_read(const proof_run *run, size_t frame, uint32_t slot);
/* Was this state met before? It is now. */
bool proof_was_met(proof_run *run);
void proof_forget_states(proof_run *run);

/* Lists: lists.c, and _fold, _join, _range. */

void proof_chain_drop(mem *m, proof_chain *chain);
/* So many bytes are read or written now: what stands for several nodes there
 * becomes one. False: the evaluation ends here. */
bool proof_open_lists(proof_run *run, proof_value at, uint64_t bytes);
/* Is it a pointer in cells of this state, to the start of an object? 0: no. */
uint32_t proof_pointer_at(const proof_run *run, const proof_content *content,
                          uint64_t at, unsigned state);
void proof_point(proof_run *run, uint32_t from, uint64_t at, unsigned state,
                 uint32_t to);
/* At the head of a loop, if these are wanted there. */
bool proof_may_fold(const proof_run *run);
void proof_fold_lists(proof_run *run);

/* Nodes that are to become a chain: what is known of each. */
typedef struct proof_nodes {
  const proof_content *content;
  const proof_chain *chain; /* NULL: 'content' is of one node */
} proof_nodes;
typedef enum proof_likeness {
  PROOF_ALIKE,  /* hardly anything is lost by taking them together */
  PROOF_UNLIKE, /* something is */
  PROOF_APART   /* it cannot be said what both are */
} proof_likeness;
/* Apart from link and pointer back of 'as', which has the size, too. */
proof_likeness proof_compare_nodes(proof_run *run, const proof_chain *as,
                                   proof_nodes x, proof_nodes y);
/* Of a term, as the path says; what is not known is any. */
proof_range proof_range_of(proof_run *run, proof_term t);
proof_range proof_range_single(unsigned width, uint64_t value);
void proof_range_join(proof_range *x, const proof_range *y);
bool proof_range_includes(const proof_range *range, const proof_range *of);
/* A new input of that range. False: the evaluation ends here. */
bool proof_range_input(proof_run *run, unsigned width, const proof_range *range,
                       proof_value *out);
/* 'as' gets the content of what is true of all. */
void proof_join_nodes(proof_run *run, proof_chain *as, const proof_nodes *all,
                      size_t count);

/* Of all indices: indices.c */

void proof_find_indices(proof_run *run);
/* What was assumed for all indices, is assumed for those that were asked
 * for. */
bool proof_instantiate(proof_run *run);

/* Invariants: heads.c, claims.c */

void proof_find_heads(proof_run *run);
/* Loops of frames that are gone, and those that do not contain the location
 * (CFA_NONE: any). */
void proof_leave_scopes(proof_run *run, uint32_t location);
/* The path is at a location, which it has just come to. */
bool proof_arrive(proof_run *run);
/* What becomes unknown. */
bool proof_forget(proof_run *run, const proof_head *head, bool is_function);
/* The invariants of a kind at a place: proved, or assumed. */
bool proof_claim(proof_run *run, cfa_invariant_kind kind, uint32_t at,
                 const char *what);
bool proof_suppose(proof_run *run, cfa_invariant_kind kind, uint32_t at);
/* Its condition, in the present state. False: it cannot be said, or the path
 * has ended. */
bool proof_condition(proof_run *run, uint32_t invariant, proof_term *out);
/* The same for an invariant that was proved, to be assumed. */
bool proof_known_condition(proof_run *run, uint32_t invariant, proof_term *out);
/* The state in which a function with a contract is verified. */
bool proof_begin_contract(proof_run *run, uint32_t number);
bool proof_begin_main(proof_run *run);

#endif
