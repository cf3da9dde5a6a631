#include "view/html_c.h"

#include <stdio.h>

/* The frame on top is where the statement stands. */
static void c_put_step(const custos_step *step, size_t before, text *out) {
  size_t depth = (size_t)step->calls + 1;
  text_format(out, "{\"pop\":%zu,\"push\":[",
              depth <= before ? before - depth + 1 : 0);
  if (step->procedure[0]) {
    char frame[300];
    snprintf(frame, sizeof frame, "%.250s:%u", step->procedure,
             (unsigned)step->line);
    html_put_string(out, frame);
  }
  text_put(out, "]");
  html_put_field(out, "state", step->changes);
  html_put_statement(out, step);
  text_put(out, "}");
}

void html_c_page(custos *c, html_next_fn *next, text *out) {
  custos_step step = {0};
  size_t before = 0;
  const char *const *rest = html_put_piece(out, html_run_page);
  text_put(out, "{\"steps\":[\n");
  for (unsigned n = 0; n <= HTML_MOST_STEPS && !step.last; n++) {
    if (!next(c, &step))
      break;
    text_put(out, n ? ",\n" : "");
    c_put_step(&step, before, out);
    before = step.procedure[0] ? (size_t)step.calls + 1 : 0;
  }
  text_format(out,
              "],\"complete\":%s,\"forever\":false,\"ends\":false,"
              "\"model\":false,\"program\":true}\n",
              step.last ? "true" : "false");
  html_put_piece(out, rest);
}
