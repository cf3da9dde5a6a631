/* What is wrong with an input, and where: at most 20 diagnostics, then only
 * counted. Its text lives outside every 'mem', so that it survives a fault. */
#ifndef BASE_REPORT_H
#define BASE_REPORT_H

#include "base/compiler.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { REPORT_MOST = 20, REPORT_FILE = 256, REPORT_MESSAGE = 512 };

typedef struct report_entry {
  uint32_t line, column; /* 1-based; columns count bytes; 0: no position */
  char file[REPORT_FILE], message[REPORT_MESSAGE];
} report_entry;

typedef struct report {
  report_entry entries[REPORT_MOST];
  size_t count; /* may exceed REPORT_MOST */
} report;

/* Always returns false, so that a parser can say 'return report_add(...)'.
 * Bytes of the message that are no printable ASCII are replaced. */
base_printf(5, 6) bool report_add(report *r, const char *file, uint32_t line,
                                  uint32_t column, const char *format, ...);
base_printf(5, 0) bool report_add_list(report *r, const char *file,
                                       uint32_t line, uint32_t column,
                                       const char *format, va_list arguments);

/* How much of a text of the user's is quoted: for '%.*s'. */
static inline int report_clip(size_t length) {
  return length < 80 ? (int)length : 80;
}

/* Names are looked up late, but people read the text once: what was reported
 * from 'first' on, in the order of the text. */
void report_sort(report *r, size_t first);

#endif
