/* Several whole models, checked one by one. */
#ifndef TOOL_CHECK_MODELS_H
#define TOOL_CHECK_MODELS_H

#include "session.h"

/* Are there several files, and is each a Promela model? */
bool check_are_models(const options *o);

/* Checks one file; returns its exit status. 'before': what JSON has before its
 * object. */
typedef int check_one_model(const options *o, const char *before);
/* All of them. Returns the exit status of all. */
int check_models(const options *o, check_one_model *check);

#endif
