/* Several whole models, checked one by one. */
#ifndef TOOL_CHECK_MODELS_H
#define TOOL_CHECK_MODELS_H

#include "session.h"

/* Are there several files, and is each a Promela model? */
bool check_are_models(const options *o);

/* What JSON has before the object of one of several, and behind that of the
 * last one; how many are still to be checked, this one included; the exit
 * status of those before. */
typedef struct check_place {
  const char *before, *after;
  size_t left;
  int status;
} check_place;

/* Which of two exit statuses is that of both: what went wrong before what is
 * violated, and that before what is not known. */
int check_worse_status(int a, int b);

/* Checks one file; returns its exit status. */
typedef int check_one_model(const options *o, const check_place *place);
/* All of them. Returns the exit status of all. */
int check_models(const options *o, check_one_model *check);

#endif
