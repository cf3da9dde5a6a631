/* Where an error is: the line of the text, and a caret under the column. */
#include "repl.h"

#include "output.h"

#include <stdlib.h>
#include <string.h>

/* Line 'number' of the text; false if it has none. */
static bool find_line(const char *text, size_t length, uint32_t number,
                      const char **line, size_t *line_length) {
  const char *end = text + length;
  for (uint32_t i = 1; i < number; i++) {
    const char *next = memchr(text, '\n', (size_t)(end - text));
    if (!next)
      return false;
    text = next + 1;
  }
  const char *stop = memchr(text, '\n', (size_t)(end - text));
  *line = text;
  *line_length = (size_t)((stop ? stop : end) - text);
  return true;
}

/* One character at a time, so that what a terminal would obey is shown. */
static size_t print_character(const char *at, size_t left) {
  char one[5] = {0};
  memcpy(one, at, left < 4 ? left : 4);
  size_t n = output_harmless(one);
  n = n && n <= left ? n : 1;
  one[n] = '\0';
  if (*one == '\t')
    putc('\t', stderr);
  else
    output_visible(stderr, one);
  return n;
}

static void print_pointer(const char *line, size_t length, size_t column) {
  size_t width = output_width() - 6, from = 0, to = length;
  if (length == 0)
    return;
  column = column ? column : 1;
  if (column > length + 1)
    column = length + 1;
  /* Of a long line, what is around the column. */
  if (length > width) {
    from = column > width / 2 ? column - width / 2 : 0;
    while (from > 0 && ((unsigned char)line[from] & 0xc0) == 0x80)
      from--;
    to = from + width < length ? from + width : length;
  }
  fputs("   ", stderr);
  for (size_t i = from; i < to;)
    i += print_character(line + i, to - i);
  fputs("\n   ", stderr);
  for (size_t i = from; i < column - 1; i++)
    if (((unsigned char)line[i] & 0xc0) != 0x80)
      putc(line[i] == '\t' ? '\t' : ' ', stderr);
  fputs("^\n", stderr);
}

void repl_point(void *self, const custos_error *error) {
  const repl *prompt = self;
  const char *line;
  size_t length, line_length;
  if (!error->line || !error->column)
    return;
  if (prompt->source.name && strcmp(error->file, prompt->source.name) == 0) {
    if (find_line(prompt->source.text, prompt->source.length, error->line,
                  &line, &line_length))
      print_pointer(line, line_length, error->column);
    return;
  }
  char *text = error->file[0] ? repl_read_file(error->file, &length) : NULL;
  if (text && find_line(text, length, error->line, &line, &line_length))
    print_pointer(line, line_length, error->column);
  free(text);
}
