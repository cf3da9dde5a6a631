/* The text of a C program, where evidence needs more than a compiler tells:
 * the physical line of a place (of a preprocessed file, whose line markers name
 * others), the parenthesis that ends a call, the keyword of a loop. Nothing
 * rests on it but how well a witness can be followed. */
#ifndef EVIDENCE_C_SOURCE_H
#define EVIDENCE_C_SOURCE_H

#include "evidence/c/trace.h"

/* A file of the program, as it was given; borrowed. */
typedef struct c_source {
  const char *name;
  const char *bytes;
  size_t length;
} c_source;

typedef struct c_sources {
  const c_source *at;
  size_t count;
} c_sources;

/* A place in the text of one of the files. */
typedef struct c_point {
  const c_source *source;
  uint32_t line, column; /* column 0: unknown */
  size_t offset;         /* of the byte, or of its line */
} c_point;

/* False: it is in none of them. Linear in the files. */
bool c_source_find(const c_sources *sources, const c_place *place,
                   c_point *out);

/* The ')' of the call of 'name' that begins at, or on the line behind, 'point'.
 * False: there is none that can be seen, as in a macro. */
bool c_source_call_end(const c_point *point, const char *name, c_point *out);

/* The 'for', 'while' or 'do' of the loop whose condition, or else first
 * statement, is at 'point'. */
bool c_source_loop(const c_point *point, c_point *out);

/* Is the result of this function signed? Only of the well-known ones, whose
 * names tell, this is known. */
bool c_source_gives_signed(const char *name, bool *is_known);

/* A word as a C constant: -3, 4294967295U. */
void c_source_constant(unsigned width, bool is_signed, uint64_t value,
                       text *out);

#endif
