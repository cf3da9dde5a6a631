#include "mutate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 20000 };

typedef struct document {
  char *lines[MOST_LINES];
  int count;
} document;

static char *copy(const char *s, size_t n) {
  char *text = malloc(n + 1);
  memcpy(text, s, n);
  text[n] = 0;
  return text;
}

static bool split(const char *text, document *d) {
  d->count = 0;
  while (*text && d->count < MOST_LINES) {
    size_t n = strcspn(text, "\n");
    d->lines[d->count++] = copy(text, n);
    text += n + (text[n] == '\n');
  }
  return !*text;
}

static char *join(document *d) {
  size_t length = 1;
  for (int i = 0; i < d->count; i++)
    length += strlen(d->lines[i]) + 1;
  char *text = malloc(length), *at = text;
  for (int i = 0; i < d->count; i++) {
    at += sprintf(at, "%s\n", d->lines[i]);
    free(d->lines[i]);
  }
  *at = 0;
  return text;
}

static void replace(document *d, int i, char *line) {
  free(d->lines[i]);
  d->lines[i] = line;
}

/* "word N": the header of a part. */
static bool is_header(const char *line) {
  size_t n = strspn(line, "abcdefghijklmnopqrstuvwxyz-");
  return n > 0 && line[n] == ' ' && line[n + 1] >= '0' && line[n + 1] <= '9' &&
         !line[n + 1 + strspn(line + n + 1, "0123456789")];
}

/* The part that has line 'i' has 'by' more lines now. */
static void recount(document *d, int i, int by) {
  while (i > 0 && !is_header(d->lines[i]))
    i--;
  if (!is_header(d->lines[i]))
    return;
  char *at = strchr(d->lines[i], ' ');
  int n = atoi(at + 1) + by;
  char *line = malloc(strlen(d->lines[i]) + 16);
  sprintf(line, "%.*s %d", (int)(at - d->lines[i]), d->lines[i], n < 0 ? 0 : n);
  replace(d, i, line);
}

static void drop(document *d, int i) {
  recount(d, i - 1, -1);
  free(d->lines[i]);
  memmove(d->lines + i, d->lines + i + 1,
          sizeof *d->lines * (size_t)(d->count - i - 1));
  d->count--;
}

static void repeat(document *d, int i) {
  if (d->count == MOST_LINES)
    return;
  memmove(d->lines + i + 1, d->lines + i,
          sizeof *d->lines * (size_t)(d->count - i));
  d->lines[i] = copy(d->lines[i + 1], strlen(d->lines[i + 1]));
  d->count++;
  recount(d, i, 1);
}

/* One of the numbers of the line becomes another. */
static void renumber(random_source *r, document *d, int i) {
  const char *line = d->lines[i];
  int numbers = 0, start = 0;
  for (const char *at = line; *at; at++)
    if (*at >= '0' && *at <= '9' &&
        (at == line || at[-1] < '0' || at[-1] > '9') &&
        random_below(r, (unsigned)++numbers) == 0)
      start = (int)(at - line);
  if (!numbers)
    return;
  size_t digits = strspn(line + start, "0123456789");
  long n = atol(line + start);
  unsigned kind = random_below(r, 4);
  long other = kind == 0            ? n + 1
               : kind == 1 && n > 0 ? n - 1
                                    : (long)random_below(r, 5);
  char *text = malloc(strlen(line) + 24);
  sprintf(text, "%.*s%ld%s", start, line, other, line + (size_t)start + digits);
  replace(d, i, text);
}

static int find(const document *d, const char *prefix) {
  for (int i = 0; i < d->count; i++)
    if (strncmp(d->lines[i], prefix, strlen(prefix)) == 0)
      return i;
  return -1;
}

static void change(random_source *r, document *d) {
  int first = find(d, "claim ") + 1;
  if (first <= 0 || first >= d->count - 1)
    return;
  int i = first + (int)random_below(r, (unsigned)(d->count - 1 - first));
  switch (random_below(r, 6)) {
  case 0:
    if (!is_header(d->lines[i]))
      drop(d, i);
    break;
  case 1:
    if (!is_header(d->lines[i]))
      repeat(d, i);
    break;
  case 2: {
    int k = first + (int)random_below(r, (unsigned)(d->count - 1 - first));
    if (!is_header(d->lines[i]) && !is_header(d->lines[k])) {
      char *line = d->lines[i];
      d->lines[i] = d->lines[k];
      d->lines[k] = line;
    }
    break;
  }
  default:
    renumber(r, d, i);
  }
}

char *mutate(random_source *r, const char *evidence, const char *other) {
  static document d;
  int line;
  bool same = other == NULL;
  if (!split(evidence, &d))
    return join(&d);
  if (other && (line = find(&d, "formula ")) >= 0) {
    char *text = malloc(2 * strlen(other) + 20), *at = text;
    at += sprintf(at, "formula \"");
    for (; *other; other++) {
      if (*other == '"' || *other == '\\')
        *at++ = '\\';
      *at++ = *other;
    }
    strcpy(at, "\"");
    replace(&d, line, text);
  }
  for (unsigned n = random_below(r, 3) + same; n-- > 0;)
    change(r, &d);
  line = find(&d, "claim ");
  if (line >= 0 && random_below(r, 10) == 0) {
    bool holds = strcmp(d.lines[line], "claim holds") == 0;
    const char *turned = holds ? "claim violated" : "claim holds";
    replace(&d, line, copy(turned, strlen(turned)));
  }
  return join(&d);
}
