/* Native code for long searches: C made of a lowered model, compiled in the
 * background (native/build.h), and put in the interpreter's place while the
 * search goes on. Both give the same steps, in the same order. */
#ifndef LANG_PROMELA_NATIVE_H
#define LANG_PROMELA_NATIVE_H

#include "lang/promela/machine/machine.h"
#include "native/build.h"

typedef struct pml_native pml_native;

/* Starts to compile. Never fails: what is wrong is told later. */
pml_native *pml_native_begin(mem *m, const model *x);
/* The same, with other flags for the compiler, NULL at the end. */
pml_native *pml_native_begin_with(mem *m, const model *x,
                                  const char *const *flags);
/* Does not wait. READY: from now on the model's next steps are found by native
 * code, in all threads. FAILED: 'why' tells; the interpreter goes on. */
build_state pml_native_poll(pml_native *native, const char **why);
/* The same, but waits (at most so many seconds; 0: for ever). */
build_state pml_native_wait(pml_native *native, double seconds,
                            const char **why);
/* The interpreter is back. Nobody may be inside model_ops.next. NULL is
 * allowed. */
void pml_native_end(pml_native *native);

/* About how long compiling takes, in seconds of the processor. */
double pml_native_seconds(const model *x);
/* The C text, NUL at the end; in 'm'. */
char *pml_native_text(mem *m, const model *x, size_t *length);

#endif
