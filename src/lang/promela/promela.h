/* Promela: docs/formats/promela.md tells what is read,
 * docs/promela-deviations.md where it differs from SPIN. */
#ifndef LANG_PROMELA_PROMELA_H
#define LANG_PROMELA_PROMELA_H

#include "base/progress.h"
#include "lang/promela/machine/machine.h"
#include "lang/promela/walker/walker.h"

typedef struct promela {
  pml_syntax syntax;
  pml_lowered lowered;
} promela;

/* Reads a text into 'out', which is empty; everything lives in 'm'. False:
 * something was reported. model.self leads back through promela_of. */
bool promela_read(mem *m, model *out, const char *file, const char *input,
                  size_t length, const pml_includes *includes, report *r,
                  progress *clock);
/* The same, read as 'how' says. A model with C is refused unless that may run;
 * then promela_end is to be called before 'm' goes. */
bool promela_read_as(mem *m, model *out, const char *file, const char *input,
                     size_t length, const pml_includes *includes,
                     const pml_reading *how, report *r, progress *clock);
/* Unloads what was compiled; the model is no longer good for anything. */
void promela_end(model *x);
promela *promela_of(const model *x);

#endif
