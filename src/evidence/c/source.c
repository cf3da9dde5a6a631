#include "evidence/c/source.h"

#include <string.h>

/* One name ends with the other, behind a slash. */
static bool same_file(const char *a, size_t a_length, const char *b,
                      size_t b_length) {
  if (a_length < b_length)
    return same_file(b, b_length, a, a_length);
  size_t more = a_length - b_length;
  return b_length && memcmp(a + more, b, b_length) == 0 &&
         (!more || a[more - 1] == '/');
}

typedef struct marked_lines {
  const char *at, *end; /* the line that comes next */
  uint32_t physical;    /* its number */
  const char *file;     /* to which it belongs */
  size_t file_length;
  uint64_t logical; /* its number there */
} marked_lines;

static const char *skip_blanks(const char *at, const char *end) {
  while (at < end && (*at == ' ' || *at == '\t'))
    at++;
  return at;
}

/* `# 12 "file.c" ...` or `#line 12 "file.c"`: the next line is that one. */
static bool is_marker(marked_lines *s, const char *at, const char *end) {
  uint64_t n = 0;
  at = skip_blanks(at, end);
  if (at >= end || *at != '#')
    return false;
  at = skip_blanks(at + 1, end);
  if (end - at > 4 && memcmp(at, "line", 4) == 0)
    at = skip_blanks(at + 4, end);
  const char *digits = at;
  for (; at < end && *at >= '0' && *at <= '9' && n < UINT32_MAX; at++)
    n = n * 10 + (uint64_t)(*at - '0');
  if (at == digits)
    return false;
  s->logical = n;
  at = skip_blanks(at, end);
  const char *close = at < end && *at == '"'
                          ? memchr(at + 1, '"', (size_t)(end - at - 1))
                          : NULL;
  if (close) {
    s->file = at + 1;
    s->file_length = (size_t)(close - at - 1);
  }
  return true;
}

/* Goes over one line; true: it is the wanted one, from *start on. */
static bool next_line(marked_lines *s, const c_place *wanted,
                      const char **start) {
  const char *newline = memchr(s->at, '\n', (size_t)(s->end - s->at));
  const char *line_end = newline ? newline : s->end;
  *start = s->at;
  s->at = newline ? newline + 1 : s->end;
  s->physical++;
  if (is_marker(s, *start, line_end))
    return false;
  return s->logical++ == wanted->line &&
         same_file(s->file, s->file_length, wanted->file, strlen(wanted->file));
}

static bool find_in(const c_source *source, const c_place *place,
                    c_point *out) {
  marked_lines s = {
      .at = source->bytes, .end = source->bytes + source->length, .logical = 1};
  const char *start;
  s.file = source->name;
  s.file_length = strlen(source->name);
  while (s.at < s.end)
    if (next_line(&s, place, &start)) {
      size_t width = (size_t)(s.at - start);
      out->source = source;
      out->line = s.physical;
      out->column = place->column <= width ? place->column : 0;
      out->offset =
          (size_t)(start - source->bytes) + (out->column ? out->column - 1 : 0);
      return true;
    }
  return false;
}

bool c_source_find(const c_sources *sources, const c_place *place,
                   c_point *out) {
  if (!place->file[0] || !place->line)
    return false;
  for (size_t i = 0; i < sources->count; i++)
    if (find_in(&sources->at[i], place, out))
      return true;
  return false;
}

static void set_point(const c_source *source, size_t offset, c_point *out) {
  *out = (c_point){.source = source, .line = 1, .column = 1, .offset = offset};
  for (size_t i = 0; i < offset; i++) {
    out->column++;
    if (source->bytes[i] == '\n') {
      out->line++;
      out->column = 1;
    }
  }
}

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '$';
}

static size_t skip_literal(const c_source *source, size_t i) {
  char quote = source->bytes[i++];
  while (i < source->length && source->bytes[i] != quote &&
         source->bytes[i] != '\n')
    i += source->bytes[i] == '\\' ? 2 : 1;
  return i + 1;
}

static size_t skip_comment(const c_source *source, size_t i) {
  bool is_line = source->bytes[i + 1] == '/';
  for (i += is_line ? 2 : 3; i < source->length; i++)
    if (is_line ? source->bytes[i] == '\n'
                : source->bytes[i] == '/' && source->bytes[i - 1] == '*')
      return i + 1;
  return i;
}

/* The end of the token, or of the blank or comment, that begins at i. */
static size_t token_end(const c_source *source, size_t i) {
  char c = source->bytes[i];
  if (c == '"' || c == '\'')
    i = skip_literal(source, i);
  else if (c == '/' && i + 1 < source->length &&
           (source->bytes[i + 1] == '/' || source->bytes[i + 1] == '*'))
    i = skip_comment(source, i);
  else if (is_letter(c))
    while (i < source->length && is_letter(source->bytes[i]))
      i++;
  else
    i++;
  return i < source->length ? i : source->length;
}

static bool is_word(const c_source *source, size_t i, size_t end,
                    const char *w) {
  return end - i == strlen(w) && memcmp(source->bytes + i, w, end - i) == 0;
}

static bool closing(const c_source *source, size_t i, c_point *out) {
  size_t depth = 0;
  bool is_open = false;
  for (size_t end; i < source->length; i = end) {
    end = token_end(source, i);
    char c = source->bytes[i];
    if (c == '(') {
      depth++;
      is_open = true;
    } else if (c == ')' && depth && --depth == 0) {
      set_point(source, i, out);
      return true;
    } else if (!is_open && c != ' ' && c != '\t' && c != '\n') {
      return false;
    }
  }
  return false;
}

bool c_source_call_end(const c_point *point, const char *name, c_point *out) {
  const c_source *source = point->source;
  for (size_t i = point->offset, end;
       i < source->length && source->bytes[i] != '\n'; i = end) {
    end = token_end(source, i);
    if (is_word(source, i, end, name))
      return closing(source, end, out);
  }
  return false;
}

bool c_source_loop(const c_point *point, c_point *out) {
  const c_source *source = point->source;
  size_t found = SIZE_MAX, last = point->offset;
  while (!point->column && last < source->length && source->bytes[last] != '\n')
    last++;
  for (size_t i = 0, end; i < source->length && i <= last; i = end) {
    end = token_end(source, i);
    if (is_word(source, i, end, "for") || is_word(source, i, end, "while") ||
        is_word(source, i, end, "do"))
      found = i;
  }
  if (found == SIZE_MAX)
    return false;
  set_point(source, found, out);
  return true;
}

void c_source_constant(unsigned width, bool is_signed, uint64_t value,
                       text *out) {
  if (!is_signed) {
    text_format(out, "%llu%s", (unsigned long long)bits_cut(value, width),
                width > 32    ? "ULL"
                : width == 32 ? "U"
                              : "");
    return;
  }
  int64_t n = bits_signed(value, width);
  if (n == INT64_MIN)
    text_put(out, "(-9223372036854775807LL - 1)");
  else
    text_format(out, "%lld%s", (long long)n, width > 32 ? "LL" : "");
}

/* Functions that give inputs. */

static bool is_among(const char *name, const char *const *list) {
  for (; *list; list++)
    if (strcmp(name, *list) == 0)
      return true;
  return false;
}

bool c_source_gives_signed(const char *name, bool *is_known) {
  static const char stem[] = "__VERIFIER_nondet_";
  static const char *const with[] = {
      "char",     "schar",   "short",     "int",    "long",
      "longlong", "ssize_t", "ptrdiff_t", "loff_t", NULL};
  static const char *const without[] = {
      "bool",     "_Bool",        "uchar", "ushort",    "uint",
      "unsigned", "unsigned_int", "ulong", "ulonglong", "size_t",
      "u8",       "u16",          "u32",   "u64",       NULL};
  bool has_stem = strncmp(name, stem, sizeof stem - 1) == 0;
  bool is_signed = has_stem && is_among(name + sizeof stem - 1, with);
  *is_known =
      is_signed || (has_stem && is_among(name + sizeof stem - 1, without));
  return is_signed;
}
