/* Finite automata over the symbols 0 .. symbols-1.
 *
 * 'fa' are nondeterministic, with epsilon and with labels that are sets of
 * symbols, listed or all but those listed; 'dfa' are deterministic and
 * complete. Neither writes out what holds of "all other symbols", so that the
 * alphabet may be large: no operation costs more for symbols that nobody
 * mentions. Automata of an operation have the same number of symbols. */
#ifndef AUTOMATA_FA_H
#define AUTOMATA_FA_H

#include "base/progress.h"
#include "base/vec.h"

#include <stdbool.h>

/* Labels: a symbol, nothing, or FA_SET + the number of a set. */
#define FA_EPSILON UINT32_MAX
#define FA_SET UINT32_C(0x80000000)
#define FA_NONE UINT32_MAX

typedef vec(uint32_t) fa_word;

typedef struct fa_edge {
  uint32_t from, label, to;
} fa_edge;

typedef struct fa_set {
  bool negated; /* all but those listed */
  uint32_t first, count;
} fa_set;

typedef struct fa {
  uint32_t symbols;
  vec(uint8_t) accepting; /* by state: there are as many */
  vec(uint32_t) initial;
  vec(fa_edge) edges;
  vec(fa_set) sets;
  vec(uint32_t) set_symbols; /* in ascending order within a set */
} fa;

typedef struct dfa_edge {
  uint32_t symbol, to;
} dfa_edge;

/* Invariant: the edges of state q are first[q] .. first[q + 1] - 1, sorted by
 * symbol. All symbols that they do not mention lead to other[q], and no edge
 * does; it is where most symbols lead, and of several such the one with the
 * least symbol. Without symbols there are no edges, and other[q] is FA_NONE. */
typedef struct dfa {
  uint32_t symbols, initial;
  vec(uint8_t) accepting; /* by state */
  vec(uint32_t) first, other;
  vec(dfa_edge) edges;
} dfa;

void fa_free(mem *m, fa *automaton);
void dfa_free(mem *m, dfa *a);

/* Nondeterministic ones. */

static inline uint32_t fa_states(const fa *a) {
  return (uint32_t)a->accepting.count;
}
uint32_t fa_add_state(mem *m, fa *automaton, bool accepting);
void fa_add_edge(mem *m, fa *automaton, uint32_t from, uint32_t label,
                 uint32_t to);
/* A label for edges. The symbols may be in any order. */
uint32_t fa_add_set(mem *m, fa *automaton, bool negated,
                    const uint32_t *symbols, size_t count);
/* The label for every symbol. */
uint32_t fa_any(mem *m, fa *automaton);

/* Is 'symbol' one of the label's? */
bool fa_label_has(const fa *automaton, uint32_t label, uint32_t symbol);
/* Some symbol of the label, the least; FA_NONE: there is none. */
uint32_t fa_label_least(const fa *automaton, uint32_t label);

/* Reads the word state set by state set. */
bool fa_accepts(mem *m, const fa *automaton, const uint32_t *word,
                size_t length);
/* A shortest word that is accepted; false: there is none. */
bool fa_shortest(mem *m, const fa *automaton, fa_word *out);

/* The same language without epsilon: a state gets the edges of those that it
 * reaches by epsilon. */
void fa_remove_epsilon(mem *m, const fa *automaton, fa *out);
/* Without states that no accepted word passes. */
void fa_trim(mem *m, const fa *automaton, fa *out);
void fa_reverse(mem *m, const fa *automaton, fa *out);
/* Union: both side by side. */
void fa_both(mem *m, const fa *a, const fa *b, fa *out);

/* Deterministic ones. */

static inline uint32_t dfa_states(const dfa *a) {
  return (uint32_t)a->accepting.count;
}
/* Asserts the invariant. */
void check_dfa(const dfa *a);
uint32_t dfa_next(const dfa *a, uint32_t state, uint32_t symbol);
bool dfa_accepts(const dfa *a, const uint32_t *word, size_t length);
bool dfa_shortest(mem *m, const dfa *a, fa_word *out);

/* Subsets that can be reached. May be exponential. */
void fa_determinise(mem *m, progress *clock, const fa *automaton, dfa *out);
void dfa_to_fa(mem *m, const dfa *a, fa *out);

typedef enum dfa_operation {
  DFA_INTERSECTION,
  DFA_UNION,
  DFA_DIFFERENCE,
  DFA_SYMMETRIC_DIFFERENCE
} dfa_operation;

/* Pairs that can be reached. */
void dfa_combine(mem *m, progress *clock, const dfa *a, const dfa *b,
                 dfa_operation operation, dfa *out);
void dfa_complement(mem *m, const dfa *a, dfa *out);

/* The smallest automaton of the language, complete; its states are numbered in
 * the order in which a breadth-first search meets them, so that equal languages
 * give equal automata. Hopcroft's algorithm on symbols that differ. */
void dfa_minimise(mem *m, progress *clock, const dfa *a, dfa *out);

/* A shortest word that just one of them accepts; false: they are equal. */
bool dfa_distinguish(mem *m, progress *clock, const dfa *a, const dfa *b,
                     fa_word *out);

#endif
