/* The machine: runs a lowered model's code on states, and is a model of
 * src/model. */
#ifndef LANG_PROMELA_MACHINE_H
#define LANG_PROMELA_MACHINE_H

#include "lang/promela/lower/lowered.h"
#include "lang/promela/syntax/step.h"
#include "lang/promela/syntax/view.h"
#include "model/model.h"

/* Makes 'x' the model of what was lowered; both are kept in 'm'. */
void pml_make_model(mem *m, const pml_lowered *lowered, model *x);

/* The lowered model that 'x' was made of. */
const pml_lowered *pml_lowered_of(const model *x);

/* The single steps of one step of the model from 'from' to 'to' (an atomic
 * sequence, a handshake, ...), added to 'out': a shortest way. If 'fault' is
 * not NULL, a way on which it happens; if its step is MODEL_NONE, only up to
 * there, whatever 'to' is. If 'movers' is not 0, exactly those processes move.
 * False: there is no such step. */
bool pml_unfold(const model *x, mem *m, const uint8_t *from, uint32_t from_size,
                const uint8_t *to, uint32_t to_size, const model_fault *fault,
                uint64_t movers, pml_steps *out);

/* Tells what the machine's states hold; kept in 'm'. */
typedef struct pml_viewer pml_viewer;
pml_viewer *pml_viewer_new(mem *m, const model *x);
/* 'out', which is emptied, becomes the view of a state. */
void pml_view_bytes(pml_viewer *viewer, const uint8_t *bytes, uint32_t size,
                    pml_view *out);

#endif
