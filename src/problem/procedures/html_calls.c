/* The run of a program with procedures as a page: the call stack is drawn, each
 * frame with its values. A step tells how many frames go, and which come. */
#include "view/html.h"

#include "problem/procedures/programs.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static void put_field(text *out, const char *name, const char *value) {
  text_format(out, ",\"%s\":", name);
  html_put_string(out, value);
}

/* "main:12  x=1": where the frame stands, and its own values. */
static void put_frame(custos *c, size_t i, text *out) {
  const prog *p = &c->program;
  const prog_configuration *here = &c->checked.here;
  const prog_frame_values *f = &here->frames.at[i];
  assert(f->location < p->locations.count);
  const prog_location *at = &p->locations.at[f->location];
  assert(at->procedure < p->procedures.count);
  const char *name = prog_text(p, p->procedures.at[at->procedure].name);
  keeper k;
  text *to = keeper_begin(&k, c, &c->rule_text);
  text_put(to, *name ? name : "program");
  if (at->line)
    text_format(to, ":%u", (unsigned)at->line);
  text_put(to, p->procedures.at[at->procedure].cells ? "  " : "");
  prog_show_values(p, at->procedure, NULL, here->cells.at + f->cells, to);
  html_put_string(out, keeper_end(&k));
}

static void put_globals(custos *c, text *out) {
  keeper k;
  text *to = keeper_begin(&k, c, &c->rule_text);
  prog_show_values(&c->program, 0, c->checked.here.globals, NULL, to);
  put_field(out, "state", keeper_end(&k));
}

static void put_place(text *out, const custos_step *t) {
  char place[300];
  const char *slash = strrchr(t->file, '/');
  snprintf(place, sizeof place, "%.250s:%u", slash ? slash + 1 : t->file,
           (unsigned)t->line);
  put_field(out, "file", place);
}

/* The frame at the bottom is the program itself, which has nothing to show. */
static void put_step(custos *c, const custos_step *t, size_t before,
                     text *out) {
  const checked *x = &c->checked;
  size_t kept = t->number && x->calls_kept > 0 ? x->calls_kept : 1;
  text_format(out, "{\"pop\":%zu,\"push\":[", before - kept);
  for (size_t i = kept; i < x->here.frames.count; i++) {
    text_put(out, i > kept ? "," : "");
    put_frame(c, i, out);
  }
  text_put(out, "]");
  put_globals(c, out);
  if (t->statement)
    put_field(out, "rule", t->statement);
  if (t->line)
    put_place(out, t);
  if (t->procedure[0])
    put_field(out, "action", t->procedure);
  if (t->fault[0])
    put_field(out, "fault", t->fault);
  if (t->loop)
    text_put(out, ",\"loop\":1");
  text_put(out, "}");
}

void html_calls_page(custos *c, text *out) {
  custos_step t = {0};
  size_t before = 1;
  const char *const *rest = html_put_piece(out, html_run_page);
  text_put(out, "{\"steps\":[\n");
  c->position = UINT64_MAX;
  context_calls_rewind(c);
  for (unsigned n = 0; n <= HTML_MOST_STEPS && !t.last; n++) {
    if (!context_calls_next(c, &t))
      break;
    text_put(out, n ? ",\n" : "");
    put_step(c, &t, before, out);
    before = c->checked.here.frames.count;
  }
  text_format(out,
              "],\"complete\":%s,\"forever\":%s,\"ends\":%s,\"model\":false,"
              "\"program\":true}\n",
              t.last ? "true" : "false", c->ops->goes_on(c) ? "true" : "false",
              t.stutters ? "true" : "false");
  html_put_piece(out, rest);
}
