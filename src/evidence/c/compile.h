/* Compiles C texts in a folder of their own. What takes memory is prepared
 * before the folder is there, so that a raise leaves nothing behind. */
#ifndef EVIDENCE_C_COMPILE_H
#define EVIDENCE_C_COMPILE_H

#include "base/names.h"
#include "evidence/c/source.h"
#include "native/confine.h"

typedef vec(char *) c_words;

enum { C_COMPILE_WHY = 256, C_COMPILE_MESSAGES = 1 << 18 };

typedef struct c_compiler {
  mem *m;
  const progress *clock;
  const char
      *compiler; /* CUSTOS_CLANG (Makefile), or what CUSTOS_CLANG names */
  c_words flags; /* borrowed texts */
  const char *const *reads; /* paths, as child_command wants them */
  char **environment;
  char setting[CHILD_PATH + 20]; /* TMPDIR=... */
  char *messages;                /* of C_COMPILE_MESSAGES bytes */
  char warnings[8192];           /* of functions that are not declared */
  char why[C_COMPILE_WHY];       /* one line, if it fails */
  bool is_refused;               /* it failed for want of what the machine has:
                                    processes, disk, memory */
} c_compiler;

void c_compiler_init(c_compiler *compiler, mem *m, const progress *clock);

/* A text to compile, with a name in the folder such as "program.c". */
typedef struct c_unit {
  char name[32];
  const char *bytes;
  size_t length;
} c_unit;
typedef vec(c_unit) c_units;

/* The symbols that the units use and do not define; and the functions that they
 * call without a declaration. False: 'why'. */
bool c_compile_undefined(c_compiler *compiler, const c_units *units,
                         names *undefined, names *implicit);

typedef enum c_compile_state {
  C_COMPILED,         /* and run: the end is in 'e' */
  C_COMPILE_FAILED,   /* 'why' and 'messages' tell */
  C_COMPILE_MISSING,  /* symbols are missing: they were added to 'missing' */
  C_COMPILE_NO_FOLDER /* 'why' */
} c_compile_state;

/* Builds the units to one program and runs it, confined. */
c_compile_state c_compile_and_run(c_compiler *compiler, const c_units *units,
                                  const confine_limits *limits,
                                  const char *const *settings, names *missing,
                                  confine_end *end);

#endif
