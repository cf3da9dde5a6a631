/* The words that custos-sandbox is started with, and what it reports. */
#ifndef NATIVE_LAUNCH_H
#define NATIVE_LAUNCH_H

#include "native/child.h"

enum { LAUNCH_REPORT = 3, LAUNCH_TEXT = 400 };

/* Where it is: what CUSTOS_SANDBOX names, beside this program, in PATH. False:
 * nowhere. */
bool launch_find(char path[CHILD_PATH]);

/* The command as custos-sandbox wants it: of malloc, NULL at the end; NULL:
 * there is no memory. One block, also for the texts. */
char **launch_words(const child *c, const child_command *command,
                    const char *sandbox);

/* Reads the report until its end. 0: it was started, and 'text' names what
 * confines it; else an 'errno', and 'text' says what failed. */
int launch_listen(int from, char text[LAUNCH_TEXT]);

#endif
