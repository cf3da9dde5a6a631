/* Somebody has asked this process to stop: whoever waits or works gives up. */
#ifndef DIFFTEST_STOP_H
#define DIFFTEST_STOP_H

#include "base.h"

#include <custos/custos.h>

#include <stdbool.h>

/* From now on SIGTERM asks. */
void stop_catch(void);
bool stop_is_asked(void);
/* Asks this process itself. Async-signal-safe. */
void stop_ask(void);
/* Which context is at work, and has to be told; NULL: none. */
void stop_attend(custos *c);

/* In a child, as soon as it is there: it ends when 'parent' does. */
void stop_with(long parent);

#endif
