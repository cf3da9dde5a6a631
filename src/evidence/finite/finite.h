/* The parts of an evidence file that speak of a finite model
 * (docs/formats/evidence.md): the sections `product`, `stem` and `loop`, and
 * `states`, or the line `unfold` instead of one that lists states. A state is
 * written as the numbers that identify it in its language, model.number_count
 * of them.
 *
 * Readers start at the section's first line and end behind its last; what they
 * return is only well-formed, and still to be checked: product/ranks.h,
 * model/run.h. Memory is that of 'm' or of the scanner. */
#ifndef EVIDENCE_FINITE_H
#define EVIDENCE_FINITE_H

#include "evidence/file/lines.h"
#include "model/run.h"
#include "product/ranks.h"

/* `unfold`: whoever checks finds the states, and ranks, without being told. */
void finite_write_unfold(text *out);
/* Passes over the line if it is there. */
bool finite_is_unfolded(lines *in);

/* `product N`: lines `RANK Q n n n ...`. */
void finite_write_ranks(mem *m, const model *x, const product_ranks *ranks,
                        text *out);
bool finite_read_ranks(lines *in, const model *x, uint32_t automaton_states,
                       product_ranks *out);

/* `stem N` and, if the run has one, `loop N`: lines `n n n ...`, or with an
 * action `n n n ... @ "go"`. A loop that repeats one state by one action is
 * written as a single line, and the stem without such repetitions at its
 * end. */
void finite_write_run(mem *m, const model *x, const model_run *run, text *out);
/* With a loop, or without one: a run to a fault. There is a state at least;
 * 'automaton' stays empty. */
bool finite_read_run(lines *in, const model *x, bool has_loop, model_run *out);

/* `states N`: lines `n n n ...`. */
void finite_write_states(mem *m, const model *x, const product_states *states,
                         text *out);
bool finite_read_states(lines *in, const model *x, product_states *out);

#endif
