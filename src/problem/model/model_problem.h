/* Operations of finite models, which Promela's share. */
#ifndef PROBLEM_MODEL_MODEL_PROBLEM_H
#define PROBLEM_MODEL_MODEL_PROBLEM_H

#include "problem/temporal.h"

bool model_take_properties(custos *c, const char *file);
bool model_own_property(const custos *c, property *out);
void model_give_meaning(custos *c, const names *atoms, const char *file,
                        uint32_t line, uint32_t column);

#endif
