/* Any command as a tool: it reads a file and says its answer by its exit
 * status, or in what it prints. */
#ifndef DIFFTEST_EXTERNAL_H
#define DIFFTEST_EXTERNAL_H

#include "tools.h"

/* 'path' holds the instance. */
void external_ask(const tool *t, double seconds, const char *path, answer *out);

#endif
