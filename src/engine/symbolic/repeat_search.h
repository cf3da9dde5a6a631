/* The parts of the search for an accepted run (repeat.h).
 *
 * The product is kept as a system of SYM_SWAP rules, so that every step is an
 * image or a preimage: the edges of the graph of heads (WAY_STEP, WAY_TOP,
 * WAY_THROUGH) and what is needed to find them. Popping relations are over
 * SYM_NOW, with the globals behind the pop in SYM_BELOW. */
#ifndef ENGINE_SYMBOLIC_REPEAT_SEARCH_H
#define ENGINE_SYMBOLIC_REPEAT_SEARCH_H

#include "engine/symbolic/repeat.h"

typedef enum way_kind {
  WAY_STEP,    /* a SYM_SWAP, or stuttering */
  WAY_TOP,     /* a SYM_PUSH to the new top */
  WAY_ENTRY,   /* the same, whose relation also has the locals below */
  WAY_THROUGH, /* a SYM_PUSH, and on until what it pushed is popped */
  WAY_MARKED,  /* those through an accepting head above */
  WAY_POP      /* from any head to the same symbol: only globals matter */
} way_kind;

typedef struct way {
  way_kind kind;
  uint32_t rule; /* of the system; SYM_NONE: stuttering */
} way;

/* Rules of the graph that came of one SYM_PUSH, by its WAY_ENTRY. */
typedef struct way_group {
  uint32_t through, marked;
} way_group;

/* An addition to a popping relation: it rests on those with lower numbers. */
typedef struct pop_layer {
  uint64_t stamp;
  dd added;
} pop_layer;

/* Popping relations by symbol, with what is new and what came when. */
typedef vec(pop_layer) pop_layers;
typedef struct pop_table {
  dd *all, *fresh;
  pop_layers *layers;
} pop_table;

/* Symbols that wait, first come, first served; each once. */
typedef struct symbol_queue {
  vec(uint32_t) waiting;
  size_t next;
  bool *is_waiting;
} symbol_queue;

typedef struct rank_row {
  uint32_t symbol, rank;
  dd heads;
} rank_row;

typedef struct repeat {
  mem *m;
  progress *clock;
  dds *d;
  sympds *s;
  const sym_letters *l;
  const omega *a;
  uint32_t bits; /* of the automaton */
  sympds graph;  /* 'source' of a rule: its number in 'ways' */
  vec(way) ways;
  way_group *groups;           /* by rule of the graph */
  uint32_t *first_into, *into; /* rules of the graph by 'to', as first_rule */
  dd accepting;                /* heads: q is */
  dd same;                     /* globals SYM_NOW are those SYM_BELOW */
  dd_renaming *below_to_next, *now_to_below;
  symbol_queue queue;
  dd *heads, *fresh_heads; /* by symbol: those that can be reached */
  pop_table pops, marked;
  uint64_t stamp;
  dd *hull; /* heads that are left */
  vec(rank_row) ranks;
  statistics statistics;
} repeat;

static inline way repeat_way(const repeat *x, uint32_t rule) {
  return x->ways.at[x->graph.rules.at[rule].source];
}
static inline bool repeat_is_edge(const repeat *x, uint32_t rule) {
  way_kind k = repeat_way(x, rule).kind;
  return k == WAY_STEP || k == WAY_TOP || k == WAY_THROUGH;
}

#define repeat_each_from(r, x, symbol)                                         \
  for (uint32_t r = (x)->graph.first_rule[symbol];                             \
       r < (x)->graph.first_rule[(symbol) + 1]; r++)
#define repeat_each_into(r, x, symbol)                                         \
  for (const uint32_t *r = (x)->into + (x)->first_into[symbol],                \
                      *r##_end = (x)->into + (x)->first_into[(symbol) + 1];    \
       r != r##_end; r++)

/* Slots for diagrams, by symbol. */
dd *sym_repeat_slots(repeat *x);
void sym_repeat_free_slots(repeat *x, dd *slots);
/* slot |= more */
void sym_repeat_join(repeat *x, dd *slot, dd more);
void sym_repeat_wait(repeat *x, uint32_t symbol);
/* SYM_NONE: nobody waits. */
uint32_t sym_repeat_next(repeat *x);

/* The product. */
void sym_repeat_make_product(repeat *x);
/* heads, pops, and the relations of WAY_THROUGH. */
void sym_repeat_saturate(repeat *x);
/* 'marked': pops through an accepting head, and the relations of
 * WAY_MARKED. */
void sym_repeat_mark(repeat *x);
/* Takes heads away; gives ranks. True: something is left in 'hull'. */
bool sym_repeat_remove(repeat *x);
/* Heads of rule's symbol with an accepting edge along it into 'x'. */
dd sym_repeat_accepting_before(repeat *x, uint32_t rule, dd targets);

/* Runs */

/* A way in the graph; heads have values: globals, then locals. */
typedef struct trail {
  vec(uint32_t) symbols; /* of heads: one more than edges */
  vec(bool) values;      /* of heads */
  vec(uint32_t) edges;   /* rules of the graph; a WAY_MARKED where it is one */
} trail;

/* A way from the start into a cycle (behind 'loop' edges) with an accepting
 * edge. 'hull' is used up. */
void sym_repeat_find_lasso(repeat *x, trail *out, size_t *loop);
/* As rules of the system. False: more than 'most' steps. */
bool sym_repeat_expand(repeat *x, const trail *t, size_t loop, size_t most,
                       sym_run *out);

void sym_repeat_prove(repeat *x, sym_proof *out);

#endif
