/* A reader of evidence (docs/formats/evidence.md) that knows the problem as an
 * instance, and checks the one against the other by definition. It shares
 * nothing with the library but the format. */
#ifndef DIFF_CERTIFICATE_H
#define DIFF_CERTIFICATE_H

#include "naive.h"

#include <custos/custos.h>

enum { CERTIFICATE_WHY = 200 };

/* 'text' is NUL-terminated; 'sets' are the two automata, states are named p0,
 * p1, ..., symbols a, b, ..., extra states x0, x1, .... The evidence must claim
 * what 'r' says, the weight included, and prove that no run weighs less if 'r'
 * says so. False: 'why' says what is wrong. */
bool certificate_check(const instance *in, const nfa sets[2], const char *text,
                       const custos_result *r, bool longest,
                       char why[CERTIFICATE_WHY]);

#endif
