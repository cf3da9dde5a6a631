/* What a compiler may read besides the system's files: the folders of its
 * sources, and those that it is told to look in. */
#ifndef NATIVE_READS_H
#define NATIVE_READS_H

#include "base/vec.h"

typedef struct reads {
  vec(char *) paths; /* NULL at the end once reads_list was called */
} reads;

/* The folder of this file; none of "-", the standard input. */
void reads_add_folder(mem *m, reads *r, const char *file);
/* Those of "-IDIR" among the arguments, NULL at the end; NULL: none. */
void reads_add_includes(mem *m, reads *r, const char *const *arguments);
/* As child_command wants it; nothing can be added any more. */
const char *const *reads_list(mem *m, reads *r);
void reads_free(mem *m, reads *r);

#endif
