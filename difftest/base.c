#include "base.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void (*when_refused)(void);
static pid_t whose; /* children inherit the function, and may not call it */

void memory_when_refused(void (*end)(void)) {
  when_refused = end;
  whose = getpid();
}

void memory_refuse(void) {
  if (when_refused && whose == getpid())
    when_refused();
  fputs("custos: the machine is out of memory\n", stderr);
  exit(3);
}

void *memory_resize(void *old, size_t count, size_t size) {
  bool fits = !size || count <= SIZE_MAX / size;
  size_t bytes = fits ? count * size : 0;
  void *p = fits ? realloc(old, bytes ? bytes : 1) : NULL;
  if (!p)
    memory_refuse();
  return p;
}

void *memory_new(size_t count, size_t size) {
  void *p = memory_resize(NULL, count ? count : 1, size);
  return memset(p, 0, (count ? count : 1) * size);
}

char *memory_copy(const char *text) {
  size_t n = strlen(text) + 1;
  return memcpy(memory_new(n, 1), text, n);
}

static void reserve(buffer *b, size_t more) {
  if (b->capacity - b->count > more)
    return;
  b->capacity = 2 * b->capacity + more + 64;
  b->text = memory_resize(b->text, b->capacity, 1);
}

void buffer_add(buffer *b, const char *text, size_t length) {
  reserve(b, length);
  memcpy(b->text + b->count, text, length);
  b->count += length;
  b->text[b->count] = '\0';
}

void buffer_puts(buffer *b, const char *text) {
  buffer_add(b, text, strlen(text));
}

void buffer_putc(buffer *b, char c) { buffer_add(b, &c, 1); }

void buffer_number(buffer *b, int64_t n) {
  char digits[24], *p = digits + sizeof digits;
  uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
  do
    *--p = (char)('0' + rest % 10);
  while (rest /= 10);
  if (n < 0)
    *--p = '-';
  buffer_add(b, p, (size_t)(digits + sizeof digits - p));
}

void buffer_printf(buffer *b, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (n < 0)
    return;
  reserve(b, (size_t)n);
  va_start(arguments, format);
  vsnprintf(b->text + b->count, (size_t)n + 1, format, arguments);
  va_end(arguments);
  b->count += (size_t)n;
}

void buffer_quote(buffer *b, const char *text) {
  buffer_putc(b, '"');
  for (; *text; text++) {
    unsigned char c = (unsigned char)*text;
    if (c == '"' || c == '\\')
      buffer_printf(b, "\\%c", c);
    else if (c < ' ' || c == 0x7f)
      buffer_printf(b, "\\u%04x", c);
    else
      buffer_putc(b, *text);
  }
  buffer_putc(b, '"');
}

void buffer_reset(buffer *b) {
  b->count = 0;
  if (b->text)
    b->text[0] = '\0';
}

void buffer_clear(buffer *b) {
  free(b->text);
  *b = (buffer){0};
}

int buffer_collect(void *self, const char *text, size_t length) {
  buffer_add(self, text, length);
  return 0;
}

bool buffer_read_file(buffer *b, const char *path) {
  char piece[16384];
  size_t n;
  FILE *f = fopen(path, "r");
  if (!f)
    return false;
  while ((n = fread(piece, 1, sizeof piece, f)) > 0)
    buffer_add(b, piece, n);
  bool good = !ferror(f);
  int why = errno;
  fclose(f);
  errno = why;
  buffer_add(b, "", 0);
  return good;
}

bool buffer_is_text(buffer *b, const char *path, char *why, size_t size) {
  if (b->count >= 3 && memcmp(b->text, "\xef\xbb\xbf", 3) == 0) {
    b->count -= 3;
    memmove(b->text, b->text + 3, b->count + 1);
  }
  const char *zero = b->count ? memchr(b->text, 0, b->count) : NULL;
  unsigned long line = 1, column = 1;
  for (const char *at = b->text; zero && at < zero; at++) {
    column = *at == '\n' ? 1 : column + 1;
    line += *at == '\n';
  }
  if (zero)
    snprintf(why, size, "%.120s:%lu:%lu: a byte 0 is no part of a text", path,
             line, column);
  return !zero;
}

bool buffer_write_file(const buffer *b, const char *path) {
  buffer name = {0};
  buffer_printf(&name, "%s.new", path);
  FILE *f = fopen(name.text, "w");
  bool good = f && fwrite(b->text, 1, b->count, f) == b->count;
  good = good && fflush(f) == 0;
  good = (!f || fclose(f) == 0) && good && rename(name.text, path) == 0;
  int why = errno;
  if (!good && f)
    unlink(name.text);
  buffer_clear(&name);
  errno = why;
  return good;
}

double clock_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
