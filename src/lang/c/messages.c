/* What a compiler says, line by line: FILE:LINE:COLUMN: error: WORDS. */
#include "lang/c/tools.h"

#include <stdio.h>
#include <stdlib.h>

/* ":12" at the end of 'text', which is shortened by it. */
static bool take_number(const char *text, size_t *length, uint32_t *n) {
  size_t from = *length;
  uint64_t value = 0;
  while (from > 0 && text[from - 1] >= '0' && text[from - 1] <= '9')
    from--;
  if (from == *length || *length - from > 9 || from == 0 ||
      text[from - 1] != ':')
    return false;
  for (size_t i = from; i < *length; i++)
    value = 10 * value + (uint64_t)(text[i] - '0');
  *n = (uint32_t)value;
  *length = from - 1;
  return true;
}

/* Everything before "error:". */
static void report_at(c_loader *loader, const char *place, size_t length,
                      const char *words, size_t count) {
  char file[REPORT_FILE] = "";
  uint32_t line = 0, column = 0;
  if (take_number(place, &length, &column) &&
      take_number(place, &length, &line))
    (void)snprintf(file, sizeof file, "%.*s",
                   (int)(length < sizeof file ? length : sizeof file - 1),
                   place);
  else
    line = column = 0;
  report_add(loader->r, file, line, column, "%.*s",
             (int)(count < REPORT_MESSAGE ? count : REPORT_MESSAGE - 1), words);
}

/* What stands between 'line' and 'end' of a line, if it is an error. */
static bool report_error(c_loader *loader, const char *file, const char *line,
                         const char *end) {
  static const char *const marks[] = {"fatal error: ", "error: "};
  (void)file;
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    size_t n = strlen(marks[i]);
    for (const char *at = line; (size_t)(end - at) > n; at++)
      if (memcmp(at, marks[i], n) == 0 &&
          (at == line || (at - line >= 2 && at[-1] == ' ' && at[-2] == ':'))) {
        size_t place = at == line ? 0 : (size_t)(at - line) - 2;
        report_at(loader, line, place, at + n, (size_t)(end - at) - n);
        return true;
      }
  }
  return false;
}

static bool report_any(c_loader *loader, const char *file, const char *line,
                       const char *end) {
  for (const char *at = line; end - at > 2; at++) {
    size_t length = (size_t)(at - line);
    uint32_t n;
    if (at[0] == ':' && at[1] == ' ' && take_number(line, &length, &n) &&
        take_number(line, &length, &n)) {
      report_at(loader, line, (size_t)(at - line), at + 2,
                (size_t)(end - at) - 2);
      return true;
    }
  }
  if (end > line)
    report_add(
        loader->r, file, 0, 0, "%.*s",
        (int)(end - line < REPORT_MESSAGE ? end - line : REPORT_MESSAGE - 1),
        line);
  return end > line;
}

/* True: it was reported. */
typedef bool report_one(c_loader *l, const char *file, const char *line,
                        const char *end);

static size_t each_line(c_loader *loader, const char *file, report_one *one) {
  size_t count = 0;
  const char *at = loader->text, *end = loader->text + loader->length;
  while (at < end) {
    const char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    count += one(loader, file, at, stop);
    at = stop < end ? stop + 1 : end;
  }
  return count;
}

size_t c_report_messages(c_loader *loader) {
  return each_line(loader, "", report_error);
}

size_t c_report_lines(c_loader *loader, const char *file) {
  return each_line(loader, file, report_any);
}
