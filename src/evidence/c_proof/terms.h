/* Terms of the checker of proofs: words of 1 to 64 bits over inputs, each made
 * once, simplified only where that is plain to see. Apart from the engine's
 * terms on purpose: what one gets wrong, the other need not.
 *
 * Each has a value under the present model, a value for each input. Terms are
 * removed in the order in which they came, when a path is left. */
#ifndef EVIDENCE_C_PROOF_TERMS_H
#define EVIDENCE_C_PROOF_TERMS_H

#include "base/vec.h"
#include "bits/bits.h"

#include <stdbool.h>
#include <z3.h>

typedef uint32_t proof_term; /* 0: none */

typedef enum proof_node_kind {
  PROOF_CONSTANT, /* value */
  PROOF_INPUT,    /* value: its number */
  PROOF_APPLY     /* op on a, b, c */
} proof_node_kind;

typedef struct proof_node {
  uint8_t kind, op, width;
  bool has_floats;    /* an operator on numbers of IEEE 754 is in it */
  proof_term a, b, c; /* 0: none; lower numbers */
  uint32_t next;      /* with the same hash */
  uint32_t on_path;   /* so often is it a constraint of the path */
  uint32_t stamp;     /* the epoch of 'now'; 0: none */
  uint64_t value;
  uint64_t now; /* under the model */
  Z3_ast ast;   /* NULL: not made yet */
  Z3_ast guard; /* a literal that implies it, in the solver; NULL: none */
} proof_node;

typedef struct proof_terms {
  mem *m;
  vec(proof_node) nodes; /* the first is none */
  uint32_t *table;
  uint32_t mask;
  vec(proof_term) inputs; /* by number */
  vec(uint64_t) model;    /* by number of input */
  uint32_t epoch;
  vec(proof_term) work;
  Z3_context z; /* for what is removed */
} proof_terms;

void proof_terms_init(proof_terms *terms, mem *m, Z3_context z);
proof_term proof_constant(proof_terms *terms, unsigned width, uint64_t value);
proof_term proof_input(proof_terms *terms, unsigned width, uint64_t value);
proof_term proof_apply(proof_terms *terms, bits_op op, unsigned width,
                       proof_term a, proof_term b, proof_term c);
proof_term proof_not(proof_terms *terms, proof_term a); /* one bit */
proof_term proof_and(proof_terms *terms, proof_term a, proof_term b);
proof_term proof_or(proof_terms *terms, proof_term a, proof_term b);
proof_term proof_equal(proof_terms *terms, proof_term a, proof_term b);
/* Of another width: cut off, or zeros in front. */
proof_term proof_resize(proof_terms *terms, unsigned width, proof_term a);
/* 'width' bits from bit 'low' on. */
proof_term proof_extract(proof_terms *terms, unsigned low, unsigned width,
                         proof_term a);

static inline const proof_node *proof_at(const proof_terms *t, proof_term x) {
  return &t->nodes.at[x];
}
static inline unsigned proof_width(const proof_terms *t, proof_term x) {
  return t->nodes.at[x].width;
}
static inline bool proof_is_constant(const proof_terms *t, proof_term x) {
  return t->nodes.at[x].kind == PROOF_CONSTANT;
}

uint64_t proof_now(proof_terms *terms, proof_term x);
/* The model was changed. */
void proof_new_model(proof_terms *terms);
/* Only so many terms and inputs remain. */
void proof_cut(proof_terms *terms, size_t nodes, size_t inputs);

/* x is a + *more, as numbers of its width. */
proof_term proof_split(const proof_terms *terms, proof_term x, uint64_t *more);
/* So many low bits of x are certainly those of 'rest'. */
unsigned proof_low_bits(const proof_terms *terms, proof_term x, uint64_t *rest);

#endif
