/* The run of a C program as a page: the functions that have been called are
 * drawn as a stack, each with the line where it is. */
#include "view/html.h"

#include "problem/c/c_programs.h"

#include <stdio.h>
#include <string.h>

static void put_field(text *out, const char *name, const char *value) {
  text_format(out, ",\"%s\":", name);
  html_put_string(out, value);
}

static const char *html_c_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The frame on top is where the statement stands. */
static void put_step(const custos_step *t, size_t before, text *out) {
  size_t depth = (size_t)t->calls + 1;
  char place[300];
  snprintf(place, sizeof place, "%.250s:%u", html_c_base_name(t->file),
           (unsigned)t->line);
  text_format(out, "{\"pop\":%zu,\"push\":[",
              depth <= before ? before - depth + 1 : 0);
  if (t->procedure[0]) {
    char frame[300];
    snprintf(frame, sizeof frame, "%.250s:%u", t->procedure, (unsigned)t->line);
    html_put_string(out, frame);
  }
  text_put(out, "]");
  put_field(out, "state", t->changes);
  if (t->statement)
    put_field(out, "rule", t->statement);
  if (t->line)
    put_field(out, "file", place);
  if (t->procedure[0])
    put_field(out, "action", t->procedure);
  if (t->fault[0])
    put_field(out, "fault", t->fault);
  text_put(out, "}");
}

void html_c_page(custos *c, text *out) {
  custos_step t = {0};
  size_t before = 0;
  const char *const *rest = html_put_piece(out, html_run_page);
  text_put(out, "{\"steps\":[\n");
  c->position = UINT64_MAX;
  context_c_rewind(c);
  for (unsigned n = 0; n <= HTML_MOST_STEPS && !t.last; n++) {
    if (!context_c_next(c, &t))
      break;
    text_put(out, n ? ",\n" : "");
    put_step(&t, before, out);
    before = t.procedure[0] ? (size_t)t.calls + 1 : 0;
  }
  text_format(out,
              "],\"complete\":%s,\"forever\":false,\"ends\":false,"
              "\"model\":false,\"program\":true}\n",
              t.last ? "true" : "false");
  html_put_piece(out, rest);
}
