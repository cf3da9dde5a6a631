/* What is found out about one E(x U[A] y) or E(x R[A] y) on one system, and is
 * both the answer and its evidence.
 *
 * System and automaton run in step. Their product is a pushdown system, since
 * at most one of them has a stack: a location is a state of the automaton with
 * one of the system, a symbol is one of the stack that there is; on a pushdown
 * system it carries the state of a monitor (ectl_monitor.h) that has read what
 * lies below. A head is a location with a symbol on top. By what x, y and the
 * automaton say of it, a head is
 *
 *   U  DONE      the automaton accepts and y holds: no rules are needed
 *      STUCK     else, and x does not hold: it has no rules
 *      PLAIN     else
 *   R  BAD       the automaton accepts and y does not hold: no rules
 *      RELEASED  else, and x holds: no rules
 *      END       else, and the system has no move: no rules
 *      ESCAPE    else, and some move of the system is one that the automaton,
 *                which is deterministic, cannot follow: no rules
 *      PLAIN     else
 *
 * A pop says: from <location, symbol> alone some run ends in <to, nothing>. A
 * head lives if, U: from it, with any stack below, a DONE head or location can
 * be reached before the symbol is popped; R: from it a maximal run can go on,
 * or end, or be released, without popping the symbol and without anything BAD.
 * Pops and the lives of U are the least sets, the lives of R the greatest set,
 * that have these justifications:
 *
 *   pop   by a rule that pops and leads to 'to'
 *         by a rule that rewrites, and pop 'first' of the head behind it
 *         by a rule that pushes, pop 'first' of the head with what was pushed,
 *         and pop 'second' of the head then below
 *   lives it is DONE (U), or RELEASED, END or ESCAPE (R)
 *         by a rule that rewrites or pushes, to head 'next', which lives
 *         by a rule that pushes, pop 'first' of the pushed head, and the head
 *         'next' then below lives
 *
 * Invariants: the table is closed: it has every head that a rule of one of its
 * heads leads to, also below what is popped again. Each pop's justification
 * uses smaller numbers. U: 'order' of a life's next head is less than its own.
 * R: the heads that do not live have an 'order', and all that follow from such
 * a head (by its rules: the heads they lead to, and the heads below after each
 * pop) have smaller ones, and do not live.
 *
 * A configuration <location, s1 s2 ...> lives if its first head does, or some
 * pop of the first head leads to a location with which the rest lives. With no
 * stack left, a location lives if, U: it is DONE; R: it is not BAD. */
#ifndef PRODUCT_ECTL_TABLE_H
#define PRODUCT_ECTL_TABLE_H

#include "automata/machine.h"
#include "base/map.h"

#define ECTL_NO UINT32_MAX

struct ectl_monitor;

typedef enum ectl_head_kind {
  ECTL_PLAIN,
  ECTL_DONE,
  ECTL_STUCK,
  ECTL_BAD,
  ECTL_RELEASED,
  ECTL_END,
  ECTL_ESCAPE
} ectl_head_kind;

typedef struct ectl_head {
  uint32_t location, symbol; /* keys of the table's maps */
  uint32_t first_rule, rules;
  uint32_t first_pop, pops; /* of 'pops_of' */
  uint8_t kind;             /* ectl_head_kind */
  bool lives;
  uint32_t order;
  /* The justification of a PLAIN head that lives. */
  uint32_t rule, first, next; /* 'first' ECTL_NO: there is no pop */
} ectl_head;

/* 'step' and 'reading' are rules of the two machines, with the same action;
 * what they do to the stack is written out. */
typedef struct ectl_rule {
  uint32_t to, length; /* 0 pop, 1 rewrite, 2 push */
  uint32_t push[2];    /* push[0] becomes the top */
  uint32_t step, reading;
} ectl_rule;

typedef struct ectl_pop {
  uint32_t head, to;
  uint32_t rule;          /* of 'rules' */
  uint32_t first, second; /* ECTL_NO: none */
} ectl_pop;

typedef struct ectl_table {
  bool is_release;
  const machine *system;
  const machine *automaton;           /* that was used: for R deterministic */
  const struct ectl_monitor *carried; /* PDS: by the symbols; LTS: NULL */
  map locations;    /* map_pair(state of automaton, state of system) */
  map symbols;      /* map_pair(symbol, state of the monitor, or 0) */
  map head_numbers; /* map_pair(location, symbol) */
  vec(ectl_head) heads;
  vec(ectl_rule) rules;
  vec(ectl_pop) pops;
  vec(uint32_t) pops_of; /* those of a head together */
  vec(uint8_t) empty;    /* by location: lives with no stack left */
} ectl_table;

static inline uint32_t ectl_find_head(const ectl_table *t, uint32_t location,
                                      uint32_t symbol) {
  return map_find(&t->head_numbers, map_pair(location, symbol));
}

#endif
