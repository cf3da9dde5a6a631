#include "lang/promela/rewrite.h"

void pml_rewrite(mem *m, const pml_program *p, const pml_visible *v,
                 pml_program *out) {
  (void)m;
  (void)v;
  *out = *p;
}
