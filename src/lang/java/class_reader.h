/* What the files that read a class share: a cursor, and its messages. */
#ifndef LANG_JAVA_CLASS_READER_H
#define LANG_JAVA_CLASS_READER_H

#include "lang/java/class_file.h"

typedef struct java_reader {
  mem *m;
  names *names;
  report *r;
  java_class *c;
  size_t at, end; /* of the part that is being read, an attribute say */
} java_reader;

/* "byte 17: ...". Gives false. */
base_printf(3, 4) bool java_wrong(java_reader *reader, size_t offset,
                                  const char *format, ...);
/* Numbers of 1, 2 or 4 bytes, high bytes first. False: reported, the file or
 * the part ends within 'what'. */
bool java_take(java_reader *reader, unsigned bytes, const char *what,
               uint32_t *out);
bool java_take_u2(java_reader *reader, const char *what, uint16_t *out);
/* A constant of this kind; 'may_be_none': 0 is allowed. */
bool java_take_constant(java_reader *reader, java_tag tag, bool may_be_none,
                        const char *what, uint16_t *out);
/* One more than the last; all of it is read. Reported else. */
bool java_take_constants(java_reader *reader);

/* Attributes: calls 'read' for each with x->at and x->end around its bytes, and
 * sees that it ends where it says. 'name' is the attribute's. */
typedef bool java_attribute_fn(java_reader *x, const char *name, void *self);
bool java_take_attributes(java_reader *reader, java_attribute_fn *read,
                          void *self);
/* The attribute is one that nobody here looks at. */
bool java_skip_attribute(java_reader *reader);
/* Of a method that has code. */
bool java_take_code(java_reader *reader, java_code *out);
/* That DYNAMIC and INVOKE_DYNAMIC constants lead to bootstrap methods. */
bool java_check_bootstraps(java_reader *reader);
bool java_take_bootstraps(java_reader *reader);

#endif
