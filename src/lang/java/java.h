/* Java programs: class files, jars, and sources, which javac compiles in a
 * folder that is removed, as control-flow automata. Without a JDK sources are
 * refused, and everything else works. */
#ifndef LANG_JAVA_JAVA_H
#define LANG_JAVA_JAVA_H

#include "base/progress.h"
#include "cfa/cfa.h"

/* One program from several files. It begins at the one class among them that
 * has a main method, at Main, or where a jar says. False: reported. */
bool java_load(mem *m, progress *clock, const char *const *files, size_t count,
               report *r, cfa *out);

#endif
