/* Büchi automata on symbolic pushdown systems: is there a run from the start
 * that the automaton accepts (Esparza and Schwoon 2001)?
 *
 * The product's heads form a graph, whose edges are rules and pushes that
 * return; a run that is accepted for ever repeats a head along an accepting
 * cycle of it. Heads that cannot be on one are taken away layer by layer: the
 * layers are the ranks of the proof, if nothing is left.
 *
 * A head at which no rule is possible is repeated for ever, with no events. A
 * run that pops the last frame ends and is none; programs never do. */
#ifndef ENGINE_SYMBOLIC_REPEAT_H
#define ENGINE_SYMBOLIC_REPEAT_H

#include "automata/omega.h"
#include "engine/symbolic/symbolic.h"
#include "sympds/letters.h"
#include "sympds/proof.h"

typedef struct sym_repeat_answer {
  bool violated;
  bool has_run; /* else it takes more than 'most' steps */
  sym_run run;  /* on the system: rules, or SYM_NONE for a stuttering step (no
                   values, they stay). Values are of all the system's bits,
                   the automaton's included */
  uint64_t heads,
      layers; /* heads of the product that can be reached, counted */
  statistics statistics;
  sym_proof proof; /* not violated */
} sym_repeat_answer;

/* Bits that the automaton needs: the last of the system's globals. No rule of
 * the system speaks of them. */
uint32_t sym_repeat_bits(const omega *automaton);

/* 'automaton' has one set, on states. */
void sym_repeat(mem *m, progress *clock, sympds *system,
                const sym_letters *letters, const omega *automaton, size_t most,
                sym_repeat_answer *out);

#endif
