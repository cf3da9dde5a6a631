/* The property files of SV-COMP: one line a property, "CHECK( init(main()),
 * LTL(FORMULA) )". Few formulas are in use; they are compared as texts without
 * spaces. */
#include "lang/c/c.h"

#include <string.h>

typedef struct formula {
  const char *text, *refused; /* why; NULL: it is checked */
  unsigned checks;
  bool is_java;
} formula;

static const char termination[] = "termination is not checked here";

static const formula formulas[] = {
    {"Gassert", NULL, 0, true},
    {"G!call(reach_error())", NULL, 0, false},
    {"G!call(__VERIFIER_error())", NULL, 0, false},
    {"G!overflow", NULL, CFA_CHECK_OVERFLOW, false},
    {"Gvalid-free", NULL, CFA_CHECK_FREE, false},
    {"Gvalid-deref", NULL, CFA_CHECK_BOUNDS | CFA_CHECK_NULL, false},
    {"Gvalid-memtrack", "memory that is not freed is not looked for here", 0,
     false},
    {"Gvalid-memcleanup", "memory that is not freed is not looked for here", 0,
     false},
    {"G!data-race", "threads are not supported here", 0, false},
    {"Fend", termination, 0, false},
};

enum { MOST_LETTERS = 200 };

/* The letters of a line, without spaces; false: there are too many. */
static bool squeeze(const char *line, size_t length, char out[MOST_LETTERS]) {
  size_t n = 0;
  for (size_t i = 0; i < length; i++) {
    if (line[i] == ' ' || line[i] == '\t' || line[i] == '\r')
      continue;
    if (n == MOST_LETTERS - 1 || line[i] == '\0')
      return false;
    out[n++] = line[i];
  }
  out[n] = '\0';
  return true;
}

/* Without what stands around the formula. A Java program begins with
 * "Main.main()". */
static bool unwrap(char *text, bool *is_java) {
  static const char *const before[] = {"CHECK(init(main()),LTL(",
                                       "CHECK(init(Main.main()),LTL("};
  static const char after[] = "))";
  *is_java = strncmp(text, before[1], strlen(before[1])) == 0;
  size_t n = strlen(text), head = strlen(before[*is_java]);
  size_t tail = sizeof after - 1;
  if (n < head + tail || strncmp(text, before[*is_java], head) != 0 ||
      strcmp(text + n - tail, after) != 0)
    return false;
  text[n - tail] = '\0';
  memmove(text, text + head, n - tail - head + 1);
  return true;
}

typedef struct reader {
  const char *file;
  uint32_t line;
  report *r;
  c_property *out;
} reader;

static bool read_line(const reader *q, const char *line, size_t length) {
  char text[MOST_LETTERS];
  bool fits = squeeze(line, length, text), is_java = false;
  if (fits && (!text[0] || text[0] == '#' || strncmp(text, "//", 2) == 0))
    return true;
  if (!fits || !unwrap(text, &is_java))
    return report_add(q->r, q->file, q->line, 1,
                      "a property should look like 'CHECK( init(main()), LTL(G "
                      "! call(reach_error())) )'");
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    const formula *f = &formulas[i];
    if (strcmp(f->text, text) != 0 || f->is_java != is_java)
      continue;
    if (f->refused)
      return report_add(q->r, q->file, q->line, 1, "%s", f->refused);
    q->out->checks |= f->checks;
    q->out->error_calls |= f->checks == 0 && !is_java;
    q->out->assertions |= is_java;
    return true;
  }
  return report_add(q->r, q->file, q->line, 1,
                    "'%.80s' is none of the formulas that are checked: G ! "
                    "call(reach_error()), G ! overflow, G valid-free, G "
                    "valid-deref; of a Java program: G assert",
                    text);
}

bool c_read_property(const char *file, const char *bytes, size_t length,
                     report *r, c_property *out) {
  reader q = {.file = file, .r = r, .out = out};
  bool right = true;
  *out = (c_property){0};
  for (size_t at = 0; at < length;) {
    const char *end = memchr(bytes + at, '\n', length - at);
    size_t n = end ? (size_t)(end - (bytes + at)) : length - at;
    q.line++;
    right &= read_line(&q, bytes + at, n);
    at += n + 1;
  }
  if (right && !out->error_calls && !out->checks && !out->assertions)
    return report_add(r, file, 0, 0, "there is no property in it");
  return right;
}
