/* Conditions of formulas. */
#ifndef LANG_BP_CONDITION_H
#define LANG_BP_CONDITION_H

#include "program/program.h"

/* prog_language.read_condition */
bool bp_read_condition(mem *m, prog *program, const char *text, size_t length,
                       const char *file, uint32_t line, uint32_t column,
                       report *r, uint32_t *condition, uint32_t *procedure);

#endif
