#include "base/plain.h"

#include <assert.h>
#include <string.h>

void plain_skip_mark(const char **bytes, size_t *length) {
  static const char mark[] = "\xef\xbb\xbf"; /* some editors begin with it */
  assert(*bytes || *length == 0);
  if (*length >= 3 && memcmp(*bytes, mark, 3) == 0) {
    *bytes += 3;
    *length -= 3;
  }
}

bool plain_text(report *r, const char *file, const char **bytes,
                size_t *length) {
  plain_skip_mark(bytes, length);
  const char *zero = *length ? memchr(*bytes, 0, *length) : NULL;
  uint32_t line = 1, column = 1;
  for (const char *at = *bytes; zero && at < zero; at++) {
    column = *at == '\n' ? 1 : column + 1;
    line += *at == '\n';
  }
  return !zero ||
         report_add(r, file, line, column, "a byte 0 is no part of a text");
}
