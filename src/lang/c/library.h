/* The text of library.c.txt, line by line: made when Custos is built. */
#ifndef LANG_C_LIBRARY_H
#define LANG_C_LIBRARY_H

extern const char *const c_library_lines[]; /* NULL at the end */

#endif
