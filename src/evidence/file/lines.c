#include "evidence/file/lines.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

void lines_begin(lines *v, mem *m, const char *file, const char *bytes,
                 size_t length, report *r) {
  assert(m && r && (bytes || length == 0));
  *v = (lines){.m = m, .file = file, .r = r, .line = 1};
  v->at = v->line_start = bytes;
  v->end = bytes + length;
}

bool lines_fail(lines *v, const char *message) {
  if (!v->failed)
    report_add(v->r, v->file, v->line, (uint32_t)(v->at - v->line_start) + 1,
               "%s", message);
  v->failed = true;
  return false;
}

bool lines_at_end(const lines *v) { return v->at >= v->end || *v->at == '\n'; }

bool lines_next(lines *v) {
  assert(v->at <= v->end && v->line_start <= v->at);
  if (v->failed)
    return false;
  if (!lines_at_end(v))
    return lines_fail(v, "the line should end here");
  if (v->at < v->end)
    v->at++;
  v->line++;
  v->line_start = v->at;
  return v->at < v->end || lines_fail(v, "the file is cut off: expected 'end'");
}

bool lines_word(lines *v, const char *w) {
  assert(v->at <= v->end);
  size_t n = strlen(w);
  if (v->failed || (size_t)(v->end - v->at) < n || memcmp(v->at, w, n) != 0)
    return false;
  const char *after = v->at + n;
  if (after < v->end && *after != ' ' && *after != '\n')
    return false;
  v->at = after;
  return true;
}

bool lines_expect(lines *v, const char *w) {
  char message[64];
  snprintf(message, sizeof message, "expected '%s'", w);
  return lines_word(v, w) || lines_fail(v, message);
}

bool lines_byte(lines *v, char c) {
  if (v->failed || v->at >= v->end || *v->at != c)
    return false;
  v->at++;
  return true;
}

bool lines_blank(lines *v) { return lines_byte(v, ' '); }

bool lines_number(lines *v, uint64_t below, uint64_t *out) {
  uint64_t n = 0;
  const char *start = v->at;
  if (v->failed)
    return false;
  while (v->at < v->end && *v->at >= '0' && *v->at <= '9') {
    uint64_t digit = (uint64_t)(*v->at++ - '0');
    bool fits = n <= (UINT64_MAX - digit) / 10;
    n = n * 10 + digit;
    if (!fits || n >= below) {
      v->at = start;
      return lines_fail(v, "this number is too large here");
    }
  }
  *out = n;
  return v->at > start || lines_fail(v, "expected a number");
}

bool lines_index(lines *v, uint64_t below, uint32_t *out) {
  assert(below <= (uint64_t)UINT32_MAX + 1);
  uint64_t n;
  if (!lines_number(v, below < UINT32_MAX ? below : UINT32_MAX, &n))
    return false;
  *out = (uint32_t)n;
  return true;
}

bool lines_int64(lines *v, int64_t *out) {
  bool negative = lines_byte(v, '-');
  uint64_t n;
  if (!lines_number(v, (uint64_t)INT64_MAX + 1, &n))
    return false;
  *out = negative ? -(int64_t)n : (int64_t)n;
  return true;
}

bool lines_quoted(lines *v) {
  json_string string;
  if (v->failed || v->at >= v->end || *v->at != '"')
    return lines_fail(v, "expected a name between double quotes");
  const char *after =
      json_scan_string(v->m, &v->scratch, v->at + 1, v->end, &string);
  if (!after)
    return lines_fail(v, string.wrong);
  v->at = after;
  v->name = string;
  return true;
}

bool lines_header(lines *v, const char *key, uint64_t *count) {
  /* Each counted thing takes a byte at least. */
  return lines_expect(v, key) &&
         (lines_blank(v) || lines_fail(v, "expected a number")) &&
         lines_number(v, (uint64_t)(v->end - v->at) + 1, count);
}

bool lines_list(lines *v, const char *key, uint64_t below, lines_numbers *out) {
  uint64_t count;
  uint32_t n;
  if (!lines_header(v, key, &count) || !lines_next(v))
    return false;
  for (uint64_t i = 0; i < count; i++) {
    if (!lines_byte(v, i ? ' ' : '\t'))
      return lines_fail(v, "the list is too short");
    if (!lines_index(v, below, &n))
      return false;
    vec_push(v->m, out, n);
  }
  return lines_next(v);
}

bool lines_end(lines *v) {
  if (!lines_expect(v, "end"))
    return false;
  lines_byte(v, '\n');
  return v->at == v->end || lines_fail(v, "nothing may follow 'end'");
}
