/* Functions that call themselves, as deep as inputs want: instead of being
 * entered, they are replaced by a contract, and looked at once.
 *
 * A contract says what holds whenever the function is entered (requires) and
 * whenever it has returned (ensures), about its arguments, its result and the
 * globals. It is found by elimination, as loops/loops.h tells: in a pass that
 * summarises, a call checks what is required, forgets what the function may
 * change, assumes what is ensured, and goes on behind the call. Beside main,
 * the body of each function that was used so is run, from a state in which
 * everything is unknown but for what is required; where it returns, what is
 * ensured is checked. A pass that refutes nothing has seen all runs: by
 * induction over the steps of a run, each activation begins in a state that was
 * required, and ends, if ever, in one that was ensured.
 *
 * A function that depends on nothing but its arguments need not be run twice
 * with the same ones: results of such calls are remembered. */
#ifndef PANDA_CALLS_H
#define PANDA_CALLS_H

#include "engine/panda/loops/conditions.h"
#include "engine/panda/loops/loops.h"

/* Of a contract, while it is looked for. */
typedef struct clause {
  uint32_t condition;   /* expression of one bit */
  uint32_t stronger[2]; /* other clauses of the list, before it, each of which
                           implies it: until they are dropped, it says nothing;
                           CFA_NONE: none */
  bool is_dropped;
} clause;
typedef vec(clause) clauses;

typedef struct contract {
  bool is_recursive;
  bool is_pure;          /* depends on nothing but its arguments */
  bool is_wanted;        /* to be treated so */
  bool is_used, is_seen; /* in this pass: called; its body was looked at */
  vec(uint32_t) scalars; /* globals that it may change */
  vec(uint32_t) objects; /* of globals, the same */
  bool changes_memory;   /* through pointers: any global object */
  vec(uint32_t) known;   /* scalars whose values at the entry are kept */
  clauses requires, ensures;
  uint32_t samples;
} contract;

/* A call that is being made, whose result may be worth remembering. */
typedef struct calls_pending {
  uint32_t depth, key;
  uint64_t serial, symbolic;
  size_t inputs;
} calls_pending;

typedef struct calls_result {
  bool is_known;
  uint64_t bits;
} calls_result;

struct calls {
  mem *m;
  cfa *p;
  loops *loops;   /* the task, and what was dropped */
  contract *all;  /* by function */
  bool *assigned; /* by variable: by some edge */
  bool has_any;   /* function that calls itself */
  uint32_t body;  /* that is run, CFA_NONE: the program */
  vec(value) old; /* at the entry of that run, as 'known' has it */
  /* What was known at entries, by the serial number of the frame: samples. */
  map entries;
  vec(size_t) first_value;
  vec(value) values;
  /* Results: functions and then chains of arguments have numbers. */
  map chains;
  vec(calls_result) results;
  vec(calls_pending) pending;
};

/* find.c */

calls *calls_new(mem *m, cfa *automaton, loops *l);
/* The run was cut here: the function that is open most often becomes wanted.
 * False: none is open twice. */
bool calls_want_more(calls *x, const concolic *engine);
void calls_want_all(calls *x);
bool calls_is_any_wanted(const calls *x);

/* guess.c */

/* Clauses for the wanted functions that have none yet. */
void calls_guess(calls *x);

/* pass.c */

/* A pass begins. */
void calls_begin_pass(calls *x);
/* A function that was used in this pass and whose body nobody has looked at;
 * CFA_NONE: there is none. */
uint32_t calls_next_body(calls *x);
/* The run has begun in that function: all is unknown but for what is required.
 * False: the run ended. */
bool calls_begin_body(concolic *engine, uint32_t function);
/* The frame on top has been entered, its parameters are there. False: the run
 * ended. */
bool calls_enter(concolic *engine);
/* It is about to be left; 'result' is uninitialised if there is none. */
void calls_leave(concolic *engine, value result);
/* Clauses that say no more than the others do, are dropped. */
void calls_tidy(calls *x, concolic *engine);

/* memo.c */

/* Arguments that have one value only, on this path, become that. Is the result
 * of the call known? */
bool calls_recall(concolic *engine, uint32_t function, value *given,
                  uint32_t count, value *result);
/* The call that calls_recall did not know has been entered. */
void calls_note(concolic *engine, uint32_t function, const value *given,
                uint32_t count);
void calls_remember(concolic *engine, value result);

#endif
