/* Where the JDK's programs are, and what they read. */
#ifndef LANG_JAVA_JDK_H
#define LANG_JAVA_JDK_H

#include "native/reads.h"

#include <limits.h>
#include <stdbool.h>

/* The first one of this name in PATH, without links; false: there is none. */
bool java_find_tool(const char *name, char path[PATH_MAX]);
/* What it was installed with: Debian has its settings elsewhere. */
void java_add_home(mem *m, reads *r, const char *tool);

#endif
