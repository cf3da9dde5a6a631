#include "excerpt.h"

#include "output.h"

#include <assert.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of longer lines only what is around the column can be shown anyway. */
enum { LONGEST_LINE = 1 << 16, NARROWEST = 20 };

/* A character as it is shown: how many bytes it has, and how many columns. What
 * a terminal would obey is spelt out; a tab is left to the terminal. */
typedef struct shown {
  size_t bytes, columns;
} shown;

static shown look_at(const char *at, size_t left) {
  char one[5] = {0};
  memcpy(one, at, left < 4 ? left : 4);
  size_t n = *one ? output_harmless(one) : 0;
  if (*one == '\t')
    return (shown){1, 1};
  return n && n <= left ? (shown){n, 1} : (shown){1, 4};
}

/* The beginning of a character, at 'from' or before. */
static size_t character_start(const char *line, size_t from) {
  while (from > 0 && ((unsigned char)line[from] & 0xc0) == 0x80)
    from--;
  return from;
}

static void print_margin(excerpt x, bool has_number) {
  if (!x.is_numbered)
    fputs("   ", stderr);
  else if (has_number)
    fprintf(stderr, "%5u | ", (unsigned)x.line);
  else
    fputs("      | ", stderr);
}

static void print_caret(excerpt x, const char *line, size_t from, size_t at) {
  bool has_colour = output_has_colour(stderr);
  print_margin(x, false);
  for (size_t i = from; i < at;) {
    shown next = look_at(line + i, at - i);
    fputs(line[i] == '\t' ? "\t" : next.columns == 1 ? " " : "    ", stderr);
    i += next.bytes;
  }
  fputs(has_colour ? "\033[1;31m^\033[0m\n" : "^\n", stderr);
}

static void print_line(excerpt x, const char *line, size_t length) {
  size_t margin = x.is_numbered ? 8 : 3;
  size_t width = output_width() - margin - 3, from = 0, to = length;
  size_t at = x.column ? x.column - 1 : 0;
  if (length > 0 && line[length - 1] == '\r')
    to = --length;
  if (length == 0)
    return;
  assert(width >= NARROWEST);
  at = at < length ? at : length;
  if (length > width) {
    from = character_start(line, at > width / 2 ? at - width / 2 : 0);
    to = from + width < length ? from + width : length;
  }
  print_margin(x, true);
  for (size_t i = from; i < to;) {
    shown next = look_at(line + i, length - i);
    if (next.columns == 1)
      fwrite(line + i, 1, next.bytes, stderr);
    else
      fprintf(stderr, "\\x%02x", (unsigned)(unsigned char)line[i]);
    i += next.bytes;
  }
  putc('\n', stderr);
  if (x.column)
    print_caret(x, line, from, at);
}

void excerpt_of_text(excerpt x, const char *text, size_t length) {
  const char *end = text + length, *stop;
  if (!x.line)
    return;
  for (uint32_t i = 1; i < x.line; i++) {
    const char *next = memchr(text, '\n', (size_t)(end - text));
    if (!next)
      return;
    text = next + 1;
  }
  stop = memchr(text, '\n', (size_t)(end - text));
  print_line(x, text, (size_t)((stop ? stop : end) - text));
}

/* What stands in one line, up to LONGEST_LINE bytes. */
static size_t read_line(FILE *f, uint32_t number, char *line) {
  size_t length = 0;
  int c = 0;
  for (uint32_t i = 1; i < number && c != EOF; i++)
    do
      c = getc(f);
    while (c != EOF && c != '\n');
  while (length < LONGEST_LINE && (c = getc(f)) != EOF && c != '\n')
    line[length++] = (char)c;
  return length;
}

void excerpt_of_file(excerpt x, const char *path) {
  static char line[LONGEST_LINE];
  struct stat info;
  if (!x.line || x.column > LONGEST_LINE)
    return;
  int descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  FILE *f = descriptor < 0 ? NULL : fdopen(descriptor, "r");
  if (f && fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode))
    print_line(x, line, read_line(f, x.line, line));
  if (f)
    fclose(f);
  else if (descriptor >= 0)
    close(descriptor);
}
