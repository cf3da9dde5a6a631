/* Terms as Z3's: words of one bit are its truth values, others its bit-vectors.
 * Only for files that know Z3. */
#ifndef SMT_TRANSLATE_H
#define SMT_TRANSLATE_H

#include "base/map.h"
#include "smt/term_data.h"

#include <z3.h>

typedef struct translated {
  Z3_ast ast;      /* NULL: not yet */
  Z3_ast number;   /* of IEEE 754, whose bits 'ast' is; NULL: none is known */
  bool has_floats; /* somewhere in it */
} translated;

typedef struct translation {
  mem *m;
  terms *t;
  Z3_context z;
  Z3_sort bit;          /* words of one bit, */
  Z3_ast zero, one;     /* and both of them */
  map known;            /* birth and number of a term */
  vec(translated) asts; /* by number in 'known' */
  vec(term) work;
} translation;

/* False: Z3 has no memory left. What Z3 returns lives until its next call,
 * unless it is referred to: intermediate results of two operands must be. */
bool translation_init(translation *x, mem *m, terms *t, Z3_context z);
void translation_clear(translation *x); /* before the context goes */

/* NULL: Z3 has no memory left. The same Z3 term for the same term, as long as
 * the translation lives. */
Z3_ast translation_of(translation *x, term y);

/* Of what was translated: does it speak of numbers of IEEE 754? */
bool translation_has_floats(const translation *x, term y);

/* translate_float.c: an operator on numbers of IEEE 754; '*number' is the
 * result as such a number, if it is one. The operands are known. The caller
 * owns a reference to both. NULL: Z3 has no memory left, or no such
 * operator. */
Z3_ast translate_float(const translation *x, const term_node *node,
                       Z3_ast *number);
const translated *translation_known(const translation *x, term y);

static inline uint64_t translation_key(const terms *t, term y) {
  return map_pair(t->slots.at[y].birth, y);
}

/* How many of what is known are not of terms that were cut. */
size_t translation_alive(const translation *x);

#endif
