/* Formulas in negation normal form, as the translation sees them. Every purely
 * Boolean formula is one node that has its set of letters, so that Boolean
 * reasoning is for free; conjunctions and disjunctions have any number of
 * members, at most one of them Boolean. Equal formulas have equal numbers.
 * Invariant: the parts of a node have smaller numbers than the node. */
#ifndef LOGIC_NNF_H
#define LOGIC_NNF_H

#include "automata/letters.h"

typedef enum nnf_op {
  NNF_LETTERS, /* left: the set */
  NNF_AND,     /* left: the members, a set in 'members' */
  NNF_OR,
  NNF_NEXT,
  NNF_FINALLY,
  NNF_GLOBALLY,
  NNF_UNTIL,
  NNF_RELEASE,
  NNF_WEAK,
  NNF_STRONG
} nnf_op;

/* Syntactic classes (of the hierarchy of Manna and Pnueli 1990). */
enum {
  NNF_GUARANTEE = 1,
  NNF_SAFETY = 2,
  NNF_OBLIGATION = 4,
  NNF_PERSISTENCE = 8,
  NNF_RECURRENCE = 16
};

typedef struct nnf_node {
  uint8_t op;
  uint8_t classes;
  bool eventual;  /* if a suffix satisfies it, the word does */
  bool universal; /* if the word satisfies it, every suffix does */
  uint32_t size;  /* as a tree; saturated */
  uint32_t left, right;
} nnf_node;

enum { NNF_FALSE = 0, NNF_TRUE = 1 };
#define NNF_NONE UINT32_MAX

typedef struct nnf {
  mem *m;
  progress *clock;
  letters *alphabet;
  vec(nnf_node) nodes;
  sequences keys; /* (op, left, right): same numbers as 'nodes' */
  sequences members;
} nnf;

void nnf_init(nnf *t, letters *alphabet);
void nnf_free(nnf *t);

/* The node as it is said, nothing simplified. */
uint32_t nnf_make(nnf *t, nnf_op op, uint32_t left, uint32_t right);
uint32_t nnf_letters(nnf *t, uint32_t set);
/* 'members': at least two, a set. */
uint32_t nnf_list(nnf *t, nnf_op op, const uint32_t *members, size_t count);

static inline nnf_op nnf_op_of(const nnf *t, uint32_t f) {
  return (nnf_op)vec_at(&t->nodes, f).op;
}
static inline uint32_t nnf_left(const nnf *t, uint32_t f) {
  return vec_at(&t->nodes, f).left;
}
/* Means something only of a binary operator. */
static inline uint32_t nnf_right(const nnf *t, uint32_t f) {
  return vec_at(&t->nodes, f).right;
}
static inline bool nnf_is_list(const nnf *t, uint32_t f) {
  return t->nodes.at[f].op == NNF_AND || t->nodes.at[f].op == NNF_OR;
}
static inline bool nnf_is_binary(const nnf *t, uint32_t f) {
  return t->nodes.at[f].op >= NNF_UNTIL;
}
/* Of a list. */
static inline uint32_t nnf_count(const nnf *t, uint32_t f) {
  assert(nnf_is_list(t, f));
  return sequences_length(&t->members, t->nodes.at[f].left);
}
static inline uint32_t nnf_member(const nnf *t, uint32_t f, uint32_t i) {
  assert(i < nnf_count(t, f));
  return sequences_at(&t->members, t->nodes.at[f].left)[i];
}
static inline bool nnf_has(const nnf *t, uint32_t f, uint32_t member) {
  assert(nnf_is_list(t, f));
  return sequences_has(&t->members, t->nodes.at[f].left, member);
}

/* The operator of the negation: and to or, until to release, ... */
nnf_op nnf_dual(nnf_op op);

/* The parts of f, one after the other: i counts up; NNF_NONE behind the
 * last. */
uint32_t nnf_part(const nnf *t, uint32_t f, uint32_t i);

#endif
