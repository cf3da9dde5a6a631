/* A context-free grammar made ready for grammar.c, and what can be read first.
 *
 * Every nonterminal in a body derives some word, and one that is not empty.
 *
 * An item of a string is an action (its number), a nonterminal (its number
 * behind those), or what is left of a nonterminal: if X derives a word whose
 * leftmost branch goes from X down to Z, then X-after-Z derives what follows
 * the word of Z. For each production W -> N Z B, N deriving the empty word, and
 * W below X on its leftmost branch or X itself:
 *
 *   X-after-Z -> B X-after-W        X-after-X -> (empty)
 *
 * With them left recursion is gone (Rosenkrantz and Lewis 1970), and the size
 * is a polynomial: X reads action a by each production Z -> N a B and leaves
 * the string B X-after-Z; that is Greibach's form. */
#ifndef AUTOMATA_CFG_H
#define AUTOMATA_CFG_H

#include "automata/grammar.h"
#include "automata/sequences.h"
#include "base/map.h"

typedef struct cfg_production {
  uint32_t left, first, count;
  uint32_t source; /* production of the grammar */
} cfg_production;

/* An occurrence of a nonterminal with nothing but the empty word before it. */
typedef struct cfg_corner {
  uint32_t production, next; /* of 'items': behind the occurrence */
} cfg_corner;

/* An item may read 'action' and become the string 'rest'. 'source' is the
 * production that the action stands in, UINT32_MAX if the item is the action.
 */
typedef struct cfg_read {
  uint32_t action, rest, source;
} cfg_read;

/* A string under construction. */
typedef struct cfg_word {
  vec(uint32_t) items, sources;
} cfg_word;

typedef struct cfg_span {
  uint32_t first, count;
} cfg_span;

typedef struct cfg {
  mem *m;
  uint32_t actions, nonterminals;
  vec(uint32_t) origin; /* by nonterminal: that of the grammar */
  vec(uint32_t) items;
  vec(cfg_production) productions; /* by left */
  vec(cfg_span) of;                /* by nonterminal: its productions */
  vec(uint8_t) nullable;           /* by nonterminal */
  uint8_t *calls;                  /* by action: see cfg_prepare */
  vec(cfg_corner) corners;         /* by nonterminal */
  vec(cfg_span) corners_of;
  uint64_t **below; /* by nonterminal, bits: on its leftmost branches, or it;
                       NULL: not asked for yet */
  map after;        /* map_pair(Z, X) */
  vec(uint8_t) after_nullable, after_trivial;
  sequences strings;
  vec(uint8_t) string_nullable;
  vec(uint32_t) sources; /* like strings.at: the production that each item of a
                            string stands in, in the grammar */
  vec(cfg_read) reads;
  vec(cfg_span) reads_of; /* by item; count NONE: not asked for yet */
  cfg_word scratch;
} cfg;

/* 'factor': productions of one nonterminal that begin alike are made one as far
 * as they do, which leaves less to guess. Calls are actions between which and
 * the next action of a body there are nonterminals only, at least one. */
void cfg_prepare(mem *m, const grammar *g, bool factor, cfg *out);
void cfg_free(cfg *c);
/* The part of cfg_prepare that finds 'corners'. */
void cfg_find_corners(cfg *c);

static inline uint32_t cfg_item(const cfg *c, uint32_t nonterminal) {
  return c->actions + nonterminal;
}
/* Do they derive the empty word? */
bool cfg_item_nullable(const cfg *c, uint32_t item);
bool cfg_nullable(const cfg *c, uint32_t string);
void cfg_word_add(cfg *c, cfg_word *word, uint32_t item, uint32_t source);
/* Adds the items of a string from 'first' on. */
void cfg_word_append(cfg *c, cfg_word *word, uint32_t string, uint32_t first);
/* The string of the word's items from .. to-1. */
uint32_t cfg_string(cfg *c, const cfg_word *word, size_t from, size_t to);
/* What the item reads first: reads[first .. first + count - 1]. */
cfg_span cfg_reads(cfg *c, uint32_t item);
/* Z and X of an item X-after-Z. */
void cfg_after(const cfg *c, uint32_t item, uint32_t *z, uint32_t *x);

#endif
