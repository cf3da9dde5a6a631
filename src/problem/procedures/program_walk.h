/* Walks through programs with procedures: custos_walk_* of such a problem. */
#ifndef PROBLEM_PROCEDURES_PROGRAM_WALK_H
#define PROBLEM_PROCEDURES_PROGRAM_WALK_H

#include "problem/context.h"

extern const walk_ops program_walk_ops;

#endif
