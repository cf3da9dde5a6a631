#include "base/text.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void text_init(text *t, text_sink *sink, void *self) {
  t->sink = sink;
  t->self = self;
  t->stopped = false;
  t->count = 0;
}

static void hand_over(text *t, const char *s, size_t length) {
  assert(t->stopped || t->sink);
  if (!t->stopped && length && t->sink(t->self, s, length) != 0)
    t->stopped = true;
}

bool text_end(text *t) {
  hand_over(t, t->buffer, t->count);
  t->count = 0;
  return !t->stopped;
}

void text_add(text *t, const char *s, size_t length) {
  assert(t->count <= sizeof t->buffer && (s || length == 0));
  if (length > sizeof t->buffer - t->count)
    text_end(t);
  if (length > sizeof t->buffer) {
    hand_over(t, s, length);
    return;
  }
  memcpy(t->buffer + t->count, s, length);
  t->count += length;
}

void text_put(text *t, const char *s) { text_add(t, s, strlen(s)); }

void text_char(text *t, char c) { text_add(t, &c, 1); }

void text_number(text *t, int64_t n) {
  char digits[24], *end = digits + sizeof digits, *p = end;
  uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  do
    *--p = (char)('0' + rest % 10);
  while (rest /= 10);
  if (n < 0)
    *--p = '-';
  text_add(t, p, (size_t)(end - p));
}

void text_format(text *t, const char *format, ...) {
  char buffer[1000];
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(buffer, sizeof buffer, format, arguments);
  va_end(arguments);
  assert(n >= 0 && (size_t)n < sizeof buffer); /* nothing is cut off */
  if (n > 0)
    text_add(t, buffer,
             (size_t)n < sizeof buffer ? (size_t)n : sizeof buffer - 1);
}

void text_quoted(text *t, const char *s, size_t length) {
  text_char(t, '"');
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)s[i];
    if (c == '"' || c == '\\') {
      text_char(t, '\\');
      text_char(t, (char)c);
    } else if (c < ' ' || c == 0x7f) {
      text_format(t, "\\u%04x", c);
    } else {
      text_char(t, (char)c);
    }
  }
  text_char(t, '"');
}
