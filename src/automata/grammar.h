/* Context-free grammars, and pushdown automata without silent moves from them
 * (Greibach 1965).
 *
 * A grammar's words are actions. Its automaton has the states 'start' (and
 * 'start' accepts if the empty word is derived), 'go' and the accepting 'end':
 * its stack holds what is still to be derived above '_'. Since machines push
 * one symbol at a time, Greibach's form is brought to bodies of at most two
 * nonterminals behind the action, by nonterminals for pairs. */
#ifndef AUTOMATA_GRAMMAR_H
#define AUTOMATA_GRAMMAR_H

#include "automata/machine.h"

/* Of a body: an action, or a nonterminal. */
typedef struct grammar_item {
  bool is_action;
  uint32_t name; /* of 'actions' or 'nonterminals' */
} grammar_item;

typedef struct grammar_production {
  uint32_t left;
  uint32_t first, count; /* of 'items'; count 0: the empty word */
  uint32_t line, column;
} grammar_production;

/* Nonterminal 0 is the start. */
typedef struct grammar {
  names nonterminals, actions;
  vec(grammar_item) items;
  vec(grammar_production) productions;
} grammar;

/* 'source' tells of each rule of 'out' the production that it comes from, for
 * messages about rules that clash. A grammar that derives no word gives an
 * automaton that accepts none. */
void grammar_to_machine(mem *m, progress *clock, const grammar *g, machine *out,
                        uint32_t **source);

#endif
