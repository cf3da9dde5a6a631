#include "cfa/predicates.h"

#include <assert.h>

typedef struct reader {
  mem *m;
  cfa *p;
  const char *file;
  uint32_t line;
  const char *line_start;
  report *r;
  cfa_predicates *out;
} reader;

static bool wrong(const reader *q, const char *at, const char *what,
                  const char *name, size_t length) {
  return report_add(q->r, q->file, q->line, (uint32_t)(at - q->line_start) + 1,
                    "%s '%.*s'", what, report_clip(length), name);
}

static bool is_file(const cfa *automaton, uint32_t n, const char *name,
                    size_t length) {
  assert(n < automaton->files.count);
  const char *whole = cfa_text(automaton, automaton->files.at[n]);
  size_t all = strlen(whole);
  return all >= length && memcmp(whole + all - length, name, length) == 0 &&
         (all == length || whole[all - length - 1] == '/');
}

/* A function with a statement at the place; CFA_NONE: there is none. */
static uint32_t function_at(const cfa *automaton, uint32_t file,
                            uint32_t line) {
  vec_each (const cfa_edge, edge, &automaton->edges)
    if (edge->place.file == file && edge->place.line == line)
      return automaton->locations.at[edge->from].function;
  vec_each (const cfa_location, location, &automaton->locations)
    if (location->place.file == file && location->place.line == line)
      return location->function;
  return CFA_NONE;
}

static bool find_line(const reader *q, const char *name, size_t length,
                      uint32_t line, cfa_predicate *out) {
  bool is_known = false;
  for (uint32_t i = 0; i < q->p->files.count; i++) {
    if (!is_file(q->p, i, name, length))
      continue;
    is_known = true;
    out->function = function_at(q->p, i, line);
    out->file = i;
    out->line = line;
    if (out->function != CFA_NONE)
      return true;
  }
  return wrong(q, name,
               is_known ? "no statement begins at that line of"
                        : "the program has no file",
               name, length);
}

static bool predicates_find_function(const reader *q, const char *name,
                                     size_t length, cfa_predicate *out) {
  uint32_t n = names_find(&q->p->names, name, length);
  for (uint32_t i = 0; n != NAMES_NONE && i < q->p->functions.count; i++)
    if (q->p->functions.at[i].name == n) {
      out->function = i;
      return true;
    }
  return wrong(q, name, "the program has no function", name, length);
}

/* The digits up to ':'; 0: something else. */
static uint32_t line_number(const char *at, const char *end,
                            const char **behind) {
  uint32_t n = 0;
  const char *from = at;
  for (; at < end && *at >= '0' && *at <= '9' && at - from < 9; at++)
    n = 10 * n + (uint32_t)(*at - '0');
  *behind = at + 1;
  return at > from && at < end && *at == ':' ? n : 0;
}

/* The place before the condition. */
static bool read_place(const reader *q, const char *at, const char *end,
                       cfa_predicate *out, const char **condition) {
  const char *colon = memchr(at, ':', (size_t)(end - at));
  if (!colon)
    return wrong(q, at,
                 "a place and ':' should stand first (a function, file:line, "
                 "or *):",
                 at, (size_t)(end - at));
  size_t length = (size_t)(colon - at);
  while (length && (at[length - 1] == ' ' || at[length - 1] == '\t'))
    length--;
  *condition = colon + 1;
  if (length == 1 && *at == '*')
    return true;
  const char *behind;
  uint32_t line = line_number(colon + 1, end, &behind);
  if (!line)
    return predicates_find_function(q, at, length, out);
  *condition = behind;
  return find_line(q, at, length, line, out);
}

/* Without a comment; '#' as a character is none. */
static const char *end_of_line(const char *at, const char *end) {
  for (; at < end && *at != '#'; at++)
    if (*at == '\'' && end - at > 2 && at[1] == '#' && at[2] == '\'')
      at += 2;
  return at;
}

static bool read_line(const reader *q, const char *at, const char *end) {
  cfa_predicate predicate = {.function = CFA_NONE, .file = CFA_NONE};
  const char *condition = at;
  end = end_of_line(at, end);
  while (at < end && (*at == ' ' || *at == '\t' || *at == '\r'))
    at++;
  if (at == end)
    return true;
  if (!read_place(q, at, end, &predicate, &condition))
    return false;
  uint32_t column = (uint32_t)(condition - q->line_start) + 1;
  if (!cfa_read_condition(q->m, q->p, condition, (size_t)(end - condition),
                          predicate.function, predicate.line, q->file, q->line,
                          column, q->r, &predicate.condition))
    return false;
  vec_push(q->m, q->out, predicate);
  return true;
}

bool cfa_read_predicates(mem *m, cfa *automaton, const char *file,
                         const char *bytes, size_t length, report *r,
                         cfa_predicates *out) {
  reader q = {.m = m, .p = automaton, .file = file, .r = r, .out = out};
  bool right = true;
  for (size_t at = 0; at < length;) {
    const char *end = memchr(bytes + at, '\n', length - at);
    size_t n = end ? (size_t)(end - (bytes + at)) : length - at;
    q.line++;
    q.line_start = bytes + at;
    right &= read_line(&q, bytes + at, bytes + at + n);
    at += n + 1;
  }
  return right;
}
