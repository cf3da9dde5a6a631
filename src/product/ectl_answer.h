/* A question of extended CTL and its answer, as plain data: what the engine
 * makes, and what evidence is written from and checked against. */
#ifndef PRODUCT_ECTL_ANSWER_H
#define PRODUCT_ECTL_ANSWER_H

#include "logic/ectl.h"
#include "product/ectl_monitor.h"

/* What a part of the formula (a node of its core) is on the system.
 * LTS: 'values' has a bit for each state. PDS: one for each state, symbol and
 * state of 'monitor', (state of the monitor * symbols + symbol) * states +
 * state, and 'empty' one for each state with an empty stack; parts that lie
 * below no table have neither these nor a monitor. */
typedef struct ectl_part {
  uint32_t node;
  const ectl_table *table;     /* of EU and ER, and of EX on a PDS; else NULL */
  const ectl_monitor *monitor; /* PDS: that 'values' is about */
  uint64_t *values, *empty;
} ectl_part;

/* A configuration that is asked for. LTS: 'stack' is empty. */
typedef struct ectl_place {
  uint32_t state;
  vec(uint32_t) stack; /* the top first */
} ectl_place;
typedef vec(ectl_place) ectl_places;

typedef struct ectl_question {
  const ectl *formulas;
  uint32_t root; /* of the core: see ectl_core */
  const machine *system;
  /* By automaton of the formulas: what to use in Until, and in Release, where
   * it is deterministic; NULL: the formula does not need it. At ECTL_EVERY_WORD
   * and for EX the checker makes its own. */
  const machine *const *until, *const *release;
  const ectl_places *places; /* PDS: configurations of interest beside the
                                declared heads, each alone on the stack */
} ectl_question;

typedef struct ectl_lengths {
  struct ectl_shortest *found;
} ectl_lengths;

typedef struct ectl_answer {
  vec(ectl_part) parts;        /* children first; the last is the root */
  uint32_t *part_of;           /* by node; ECTL_NONE: no part */
  uint64_t heads, rules, pops; /* of all tables */
  uint64_t monitor_states;     /* of the largest */
  /* For questions that are asked later: where all lives, the formulas, and
   * what paths of a part need, once one is asked for (engine/ectl). */
  mem *m;
  const ectl *formulas;
  ectl_lengths *lengths; /* by part */
} ectl_answer;

/* A witness of E(x U y) or E(x R y) at a place: a path of the system along
 * which the automaton runs. */
typedef struct ectl_path_step {
  uint32_t step;     /* rule of the system that led here; ECTL_NO: the start */
  uint32_t reading;  /* rule of the automaton; ECTL_NO: none could follow */
  uint32_t location; /* ECTL_NO behind an escape: then 'state' counts */
  uint32_t state;    /* of the system */
  uint32_t depth;    /* of the stack here */
  uint32_t top;      /* symbol of the machine that has the stack; ECTL_NO: the
                        stack is empty */
} ectl_path_step;

typedef enum ectl_path_end {
  ECTL_PATH_DONE,     /* U: y holds there and the word is accepted */
  ECTL_PATH_RELEASED, /* R: x holds there */
  ECTL_PATH_STOPS,    /* R: the system has no move there */
  ECTL_PATH_ESCAPES,  /* R: by its last step, no longer word is accepted; the
                         path goes on anyhow */
  ECTL_PATH_LOOPS     /* R: from step 'loop' on again and again; the stack at
                         the end has the same head as there, and nothing below
                         that head was touched in between */
} ectl_path_end;

typedef struct ectl_path {
  bool too_long;             /* more steps than allowed: there are none here */
  vec(ectl_path_step) steps; /* the first is the start */
  ectl_path_end end;
  size_t loop;
} ectl_path;

#endif
