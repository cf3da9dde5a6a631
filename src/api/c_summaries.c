/* What saturation reached, as conditions over the program's variables. */
#include "api/c_summaries.h"

void c_summaries_invariants(custos *c, predicates *x, const abstract_program *a,
                            const prog_bits *b, sympds *s, sym_post *post,
                            cfa_invariants *out) {
  (void)c, (void)x, (void)a, (void)b, (void)s, (void)post, (void)out;
}
