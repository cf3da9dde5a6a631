/* Text that is made piece by piece and handed to a sink in larger ones. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include "base/compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int text_sink(void *self, const char *text, size_t length);

typedef struct text {
  text_sink *sink;
  void *self;
  bool stopped; /* the sink refused; the rest is dropped */
  size_t count;
  char buffer[8192];
} text;

void text_init(text *t, text_sink *sink, void *self);
/* Hands over what is left. False: the sink refused something. */
bool text_end(text *t);

void text_add(text *t, const char *s, size_t length);
void text_put(text *t, const char *s); /* NUL-terminated */
void text_char(text *t, char c);
void text_number(text *t, int64_t n);
/* At most 1000 bytes. */
base_printf(2, 3) void text_format(text *t, const char *format, ...);
/* Between double quotes, escaped as JSON does. */
void text_quoted(text *t, const char *s, size_t length);

#endif
