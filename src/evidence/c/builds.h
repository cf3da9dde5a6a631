/* How the reproducing program is built: by which compiler, with which flags. */
#ifndef EVIDENCE_C_BUILDS_H
#define EVIDENCE_C_BUILDS_H

#include "evidence/c/compile.h"
#include "evidence/c/judge.h"

/* One compiler with one level of optimisation. */
typedef struct c_build {
  const char *name; /* for people: "gcc -O2" */
  bool is_gcc;
  const char *level; /* "-O0" */
} c_build;

/* The first is the usual one. NULL: there are no more. */
const c_build *c_build_at(size_t i);

typedef struct c_build_task {
  c_sources sources;
  const c_trace *trace;
  const char *const *arguments; /* of the user; NULL: none */
  const c_build *build;
  c_watch watch;
  unsigned char fill; /* what is uninitialised */
  bool is_hooked;     /* entries of functions are noticed */
} c_build_task;

/* Sets compiler and flags; texts that flags point to are in 'owned'. */
void c_build_flags(c_compiler *compiler, const c_build_task *build_task,
                   c_words *owned);

/* As for a shell; FILE.c stands for the text that is built. */
void c_build_command(const c_compiler *compiler, const c_sources *sources,
                     text *out);

#endif
