/* Java programs: class files, jars, and sources, which javac compiles in a
 * folder that is removed, as control-flow automata. Without a JDK sources are
 * refused, and everything else works. */
#ifndef LANG_JAVA_JAVA_H
#define LANG_JAVA_JAVA_H

#include "base/progress.h"
#include "cfa/cfa.h"
#include "lang/java/javac.h"

/* A program as a JVM takes it: its own classes, and the one that it begins
 * with. */
typedef struct java_image {
  const char *started; /* "org.example.Main" */
  const char *method;  /* of it, if it is not main; NULL: main */
  const char *descriptor;
  java_files classes; /* names as in a jar: "org/example/Main.class" */
} java_image;

typedef struct java_options {
  const char *function;   /* "Class.method", static, to begin with: what it is
                             given are inputs; NULL: main */
  const char *exceptions; /* classes, with commas between, whose instances must
                             not leave that method; "": nothing must. NULL:
                             AssertionError alone */
  bool control;           /* its control flow alone */
} java_options;

/* One program from several files. It begins at the one class among them that
 * has a main method, at Main, or where a jar says. False: reported. 'image' is
 * zeroed by the caller. */
bool java_load(mem *m, progress *clock, const java_options *options,
               const char *const *files, size_t count, report *r, cfa *out,
               java_image *image);

#endif
