/* The two tools that a C program goes through, and what they say. */
#ifndef LANG_C_TOOLS_H
#define LANG_C_TOOLS_H

#include "lang/c/c.h"
#include "native/child.h"
#include "native/reads.h"

typedef vec(char *) c_words;

typedef struct c_loader {
  mem *m;
  progress *clock;
  const c_options *o;
  report *r;
  child *c;
  const char *clang, *cfront; /* as found */
  char setting[CHILD_PATH + 10];
  char **settings;          /* the children's environment */
  reads folders;            /* what clang may read beside the system's files */
  const char *const *reads; /* as a list */
  c_words words;            /* of the command that is being made */
  char *text;               /* what the last tool wrote; see c_output */
  size_t length;
} c_loader;

/* tools.c */

/* False: reported, what is missing. */
bool c_find_tools(c_loader *loader);
/* One more word of the command, of two parts. */
void c_word(c_loader *loader, const char *first, const char *second);
/* The name of a file of the folder. */
void c_file_word(c_loader *loader, const char *option, const char *name);
/* Runs the command, waits and empties it. Its exit status; -1: it was stopped
 * by a signal; -2: it cannot be run (both are reported). */
int c_run(c_loader *loader, const char *output, bool hears);
/* What it wrote into this file, in l->text, NUL-terminated. */
void c_output(c_loader *loader, const char *name);

/* clang.c */

/* To bitcode, "NUMBER.bc" in the folder. False: reported. */
bool c_compile(c_loader *loader, const char *file, size_t number);
/* To "library.bc". */
bool c_compile_library(c_loader *loader);

/* messages.c */

/* Lines like "file.c:3:5: error: ..." of l->text; how many were reported. */
size_t c_report_messages(c_loader *loader);
/* Every line, "file.c:3:5: ...", or only words: these about 'file'. */
size_t c_report_lines(c_loader *loader, const char *file);

/* prelude.c */

/* Functions that the program calls undeclared, as l->text says, and whose types
 * are known: their declarations, in this file of the folder. False: there are
 * none. */
bool c_write_prelude(c_loader *loader, const char *file);

#endif
