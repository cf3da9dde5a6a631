/* Machines: finite automata, pushdown automata, labelled transition systems and
 * pushdown systems, as extended CTL has them. They are one structure: a machine
 * without a stack has the one symbol '_' and rules that rewrite it by itself.
 * Rules read an action each: there are no silent moves.
 *
 * States, symbols, actions and propositions are numbers of the tables. Symbol 0
 * is '_', with which every stack begins; it is a symbol like others. State 0 is
 * the initial one. */
#ifndef AUTOMATA_MACHINE_H
#define AUTOMATA_MACHINE_H

#include "automata/regex.h"
#include "base/names.h"
#include "base/progress.h"

#include <stdbool.h>

#define MACHINE_NONE UINT32_MAX

typedef enum machine_kind {
  MACHINE_DFA, /* nondeterministic ones, too */
  MACHINE_PDA,
  MACHINE_LTS,
  MACHINE_PDS
} machine_kind;

typedef enum machine_operation {
  MACHINE_POP,
  MACHINE_REWRITE,
  MACHINE_PUSH /* the old top stays, below */
} machine_operation;

typedef struct machine_rule {
  uint32_t action, from, top, to;
  machine_operation operation;
  uint32_t symbol; /* that is pushed or written; MACHINE_NONE: pop */
  uint32_t line, column;
} machine_rule;

/* 'symbol' is MACHINE_NONE in a machine without a stack. */
typedef struct machine_head {
  uint32_t state, symbol;
} machine_head;

/* A proposition holds at a state, or at a head. */
typedef struct machine_fact {
  machine_head at;
  uint32_t prop;
} machine_fact;

typedef struct machine {
  machine_kind kind;
  names states, symbols, actions, props;
  vec(uint8_t) accepting;  /* by state; automata */
  vec(machine_head) heads; /* PDS: those declared, in order, each once */
  vec(machine_fact) facts; /* LTS, PDS */
  vec(machine_rule) rules; /* each once */
} machine;

static inline bool machine_has_stack(const machine *x) {
  return x->kind == MACHINE_PDA || x->kind == MACHINE_PDS;
}
static inline bool machine_is_system(const machine *x) {
  return x->kind == MACHINE_LTS || x->kind == MACHINE_PDS;
}
static inline uint32_t machine_states(const machine *x) {
  return names_count(&x->states);
}
static inline uint32_t machine_symbols(const machine *x) {
  return names_count(&x->symbols);
}

/* An empty one: no states, the symbol '_'. */
void machine_init(mem *m, machine *x, machine_kind kind);
/* All that it has, in another 'mem'. */
void machine_copy(mem *m, const machine *x, machine *out);
void machine_free(mem *m, machine *x);
/* Asserts that every number is one of its table, and what the kind says. */
void check_machine(const machine *x);
/* Finds or adds. */
uint32_t machine_add_state(mem *m, machine *x, const char *name, size_t length,
                           bool accepting);
void machine_add_actions(mem *m, machine *x, const names *actions);

/* Two rules that read the same action at the same head; false: none do, the
 * machine is deterministic. */
bool machine_clash(mem *m, const machine *x, uint32_t *first, uint32_t *second);

/* A finite automaton by subsets: deterministic. May be exponential. States that
 * can be reached, in the order of a breadth-first search by action. */
void machine_determinise(mem *m, progress *clock, const machine *x,
                         machine *out);

/* Accepts every word over the actions, the empty one included. */
void machine_every_word(mem *m, const names *actions, machine *out);
/* Accepts the words of one action. */
void machine_one_action(mem *m, const names *actions, machine *out);

/* The least deterministic automaton of a regular expression. Its labels are
 * numbers of 'actions', or FA_SET + 0: any action of 'alphabet' or of the
 * expression. States re_0, re_1, ..., but none from which no word is accepted:
 * an action that cannot be followed leaves the language for good. */
void machine_from_regex(mem *m, progress *clock, const regex *r, uint32_t root,
                        const names *actions, const names *alphabet,
                        machine *out);

/* Visibly pushdown: does each action always push, always pop or always rewrite?
 * (Whatever else, rules may depend on the top, and rewritings change it.) Then
 * it can be made deterministic. If not, two rules that show it. */
bool machine_is_visibly(mem *m, const machine *x, uint32_t *first,
                        uint32_t *second);
/* Alur and Madhusudan (2004). 'x' is visibly pushdown. May be exponential.
 * Where 'x' pops its last symbol it stops, and so does 'out'. */
void machine_determinise_visibly(mem *m, progress *clock, const machine *x,
                                 machine *out);

#endif
