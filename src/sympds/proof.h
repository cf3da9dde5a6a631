/* Proofs that something does not happen in a symbolic pushdown system, as plain
 * data: diagrams are nodes in a table, so that whoever checks a proof opens
 * diagrams of its own, in an order of its own.
 *
 * Three kinds, each a set of rows that is closed under the rules.
 *
 * SYM_PROOF_FORWARD, that a target is never on top: 'reach' has, by symbol and
 * entry, globals and locals SYM_NOW of heads with globals SYM_BELOW and locals
 * SYM_OTHER at the entry of the frame; 'summaries' has, by entry, globals and
 * locals SYM_NEXT at the entry with globals SYM_NOW when the frame is popped.
 *   1. the start is in reach[start, start], as its own entry
 *   2. SWAP n -> m: its image of reach[n, e] is in reach[m, e]
 *   3. PUSH n -> m over b: where it leads to from reach[n, e] is in reach[m,
 * m], as its own entry, and, through summaries[m], in reach[b, e]
 *   4. POP n: from reach[n, e] it is in summaries[e]
 *   5. reach[t, e] is empty for targets t
 *
 * SYM_PROOF_BACKWARD, the same: 'heads' has, by symbol, the heads (SYM_NOW)
 * from which a target may be reached, 'pops' those (SYM_NOW) from which the
 * symbol may be popped, with the globals then (SYM_BELOW).
 *   1. heads[t] is everything for targets t
 *   2. POP n is in pops[n]
 *   3. SWAP n -> m: what it leads to heads[m] is in heads[n]; through pops[m]
 * in pops[n]
 *   4. PUSH n -> m over b: what leads to heads[m], or through pops[m] to
 *      heads[b], is in heads[n]; through pops[m] and pops[b] in pops[n]
 *   5. the start is not in heads[start]
 *
 * SYM_PROOF_RANKS, that no run from the start is accepted by a Büchi automaton:
 * on the product, whose globals have the automaton's state q in the last
 * 'automaton_bits' bits, as a binary number, least significant bit first. A
 * step with letter a leads from q to q' if the automaton does. A head at which
 * no rule is possible is repeated with no event. A head is accepting if its q
 * is.
 *   1. the start with every initial q is in heads[start]
 *   2. SWAP n -> m: its image of heads[n] is in heads[m]
 *   3. PUSH n -> m over b: from heads[n] it is in heads[m], and through pops[m]
 *      in heads[b]
 *   4. pops is closed as above, for heads in 'heads' only. pops_accepting, a
 *      part of it, likewise, for ways through an accepting head (that before
 *      the first step counts, the location behind the last does not)
 *   5. ranks[n, i] together contain heads[n], each head has one rank; along
 * each SWAP, each PUSH to the new top, and each PUSH through pops[m] to b,
 * ranks never grow, and fall if the head that is left is accepting, or the way
 *      was one of pops_accepting[m]. */
#ifndef SYMPDS_PROOF_H
#define SYMPDS_PROOF_H

#include "sympds/sympds.h"

typedef enum sym_proof_kind {
  SYM_PROOF_FORWARD,
  SYM_PROOF_BACKWARD,
  SYM_PROOF_RANKS
} sym_proof_kind;

/* 'variable' is bit * SYM_COPIES + copy, globals first, then locals: not where
 * it is in any order. Node k of the table is number k + 2; 0 is false, 1 is
 * true; a node's children come before it. Variables along a way are in any
 * order, but none twice. */
typedef struct sym_node {
  uint32_t variable, low, high;
} sym_node;

typedef struct sym_row {
  uint32_t symbol;
  uint32_t with; /* reach: the entry; ranks: the rank, from 1; else 0 */
  uint32_t node;
} sym_row;

typedef vec(sym_row) sym_rows;

typedef struct sym_proof {
  sym_proof_kind kind;
  uint32_t globals, locals, symbols; /* of the system or product */
  uint32_t automaton_bits;           /* SYM_PROOF_RANKS: of the globals */
  vec(sym_node) nodes;
  sym_rows reach, summaries, heads, pops, pops_accepting, ranks;
} sym_proof;

void sym_proof_free(mem *m, sym_proof *proof);

/* Puts diagrams into a table; each node once. */
typedef struct sym_exporter sym_exporter;
sym_exporter *sym_exporter_make(mem *m, const sympds *system, sym_proof *proof);
uint32_t sym_export(sym_exporter *exporter, dd diagram);
void sym_exporter_free(sym_exporter *exporter);

#endif
