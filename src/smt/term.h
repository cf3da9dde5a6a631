/* Terms over inputs: directed acyclic graphs of the operators of bits/bits.h,
 * of 1 to 64 bits, each made once (equal terms have equal numbers).
 *
 * Making a term simplifies it: constants fold, neutral elements go, comparisons
 * and conditionals become smaller where that is cheap and certain. Each term
 * has a value under the present assignment of inputs; values are kept and only
 * computed anew after an input was assigned. A term is never changed or
 * removed, except by terms_cut. No recursion: terms may be deep. */
#ifndef SMT_TERM_H
#define SMT_TERM_H

#include "base/vec.h"
#include "bits/bits.h"

#include <stdbool.h>

typedef uint32_t term;
#define TERM_NONE 0u

typedef enum term_kind {
  TERM_CONSTANT, /* value */
  TERM_INPUT,    /* value: its number, 0, 1, 2, ... */
  TERM_APPLY     /* op, a, b, c */
} term_kind;

typedef struct term_node {
  uint8_t kind, op, width;
  bool has_input; /* false: constant */
  term a, b, c;   /* TERM_NONE: none; lower numbers */
  uint64_t value;
} term_node;

typedef struct terms terms;

terms *terms_new(mem *m);
void terms_delete(terms *t);

term terms_constant(terms *t, unsigned width, uint64_t value);
/* A new input, whose value is 'value' until assigned. Numbers are dense. */
term terms_input(terms *t, unsigned width, uint64_t value);
term terms_apply(terms *t, bits_op op, unsigned width, term a, term b, term c);
term terms_not(terms *t, term a);         /* of one bit */
term terms_and(terms *t, term a, term b); /* of one bit */
term terms_implies(terms *t, term a, term b);
/* 'width' bits from bit 'low' on. */
term terms_extract(terms *t, unsigned low, unsigned width, term a);

const term_node *terms_at(const terms *t, term x);
unsigned terms_width(const terms *t, term x);
static inline bool terms_is_constant(const terms *t, term x) {
  return terms_at(t, x)->kind == TERM_CONSTANT;
}
size_t terms_count(const terms *t);

/* Inputs and values. */

size_t terms_inputs(const terms *t); /* how many there are */
term terms_input_at(const terms *t, uint32_t number);
uint64_t terms_input_value(const terms *t, uint32_t number);
void terms_assign(terms *t, uint32_t number, uint64_t value);
/* Under the present assignment. Amortised constant after terms_apply. */
uint64_t terms_value(terms *t, term x);
/* Under another one: values by number of input; beyond 'count': 0. Linear in
 * the part of the graph that has not been looked at under that vector; keeps
 * nothing between calls. */
uint64_t terms_value_under(terms *t, term x, const uint64_t *values,
                           size_t count);
/* Forgets inputs with numbers from 'inputs' on, and every term that has one of
 * them: for a search that went back. Other terms keep their numbers. */
void terms_cut(terms *t, size_t inputs);

/* The numbers of the inputs in x, ascending, each once; into 'out' in m. */
typedef vec(uint32_t) term_inputs;
void terms_inputs_of(terms *t, mem *m, term x, term_inputs *out);

/* For people and for logs: "(bvadd i3 #x0001)". */
void terms_print(const terms *t, term x, char *out, size_t size);

/* x with inputs replaced: input number i by with[i] (TERM_NONE: kept), for i
 * below 'count'. */
term terms_substitute(terms *t, term x, const term *with, size_t count);

#endif
