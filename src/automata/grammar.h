/* Context-free grammars, and pushdown automata without silent moves from them
 * (Greibach 1965): each move reads an action, as each production of Greibach's
 * form begins with one.
 *
 * What the automaton has still to derive is a string of actions, nonterminals
 * and what is left of nonterminals (cfg.h). Its state has the beginning of the
 * string, each symbol of the stack a further part, '_' none. The machine can
 * see the state and the top only; so
 *
 *   every symbol but '_' stands for words that are not empty.
 *
 * Hence an action is read within the state's string or, if all of that may be
 * empty, within the top's, and nowhere deeper. The item that reads it, and all
 * before, give way to what the item leaves: the new beginning is the new state,
 * and a part that may not be empty can be pushed (or, if the top was read,
 * replace it). A part that may be empty stays in the state, or, so that strings
 * do not grow for ever, it is guessed whether it will be empty: if not, it is
 * pushed as a symbol for its other words. A word is complete when the state's
 * string may be empty and the stack is '_' alone: states that may be empty tell
 * whether it is, which symbols pushed on '_' tell them when popped.
 *
 * An automaton comes out deterministic if the grammar has, for each nonterminal
 * and action, one production to begin with the action by; common beginnings of
 * productions, left recursion and empty productions do not stand in the way of
 * themselves. Where this fails, an automaton is made that pushes at the first
 * and pops at the last action of 'a <x> b ...': it is visibly pushdown if a is
 * always such an action, and b, too. */
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

/* 'source' tells of each rule of 'out' the production whose action it reads,
 * for messages about rules that clash; it is an array of 'm'. A grammar that
 * derives no word gives an automaton that accepts none. */
void grammar_to_machine(mem *m, progress *clock, const grammar *g, machine *out,
                        uint32_t **source);

#endif
