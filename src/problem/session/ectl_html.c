/* A definition of a session as a page: its text, and for a machine a table of
 * its states, whose moves lead from row to row. It loads nothing. */
#include "problem/session/ectl.h"

#include <string.h>

static void put(text *out, const char *s) {
  for (; *s; s++)
    if (*s == '<')
      text_put(out, "&lt;");
    else if (*s == '>')
      text_put(out, "&gt;");
    else if (*s == '&')
      text_put(out, "&amp;");
    else if (*s == '"')
      text_put(out, "&quot;");
    else
      text_char(out, *s);
}

static const char *const head[] = {
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
    "<meta name=\"viewport\" content=\"width=device-width, "
    "initial-scale=1\">\n<meta name=\"generator\" content=\"custos\">\n",
    "<style>\n:root { color-scheme: light dark; --paper: #fbfaf7; --ink: "
    "#1d1f24;\n  --soft: #6a6f7b; --line: #e2dfd7; --accent: #8a2f2b; --mark: "
    "#f4f1ea; }\n",
    "@media (prefers-color-scheme: dark) { :root { --paper: #16181c;\n  --ink: "
    "#e8e6e1; --soft: #9298a4; --line: #32363e; --accent: #f0968a;\n  --mark: "
    "#272b32; } }\n",
    "body { margin: 2rem; background: var(--paper); color: var(--ink);\n"
    "  font: 16px/1.5 Palatino, Georgia, serif; }\n",
    "h1 { font-size: 1.5rem; margin: 0; } p { color: var(--soft); }\n",
    "pre, table { font: 14px/1.5 ui-monospace, Menlo, Consolas, monospace; "
    "}\npre { background: var(--mark); padding: 1rem; overflow: auto; }\n",
    "table { border-collapse: collapse; } td, th { text-align: left;\n"
    "  vertical-align: top; padding: .3rem 1rem .3rem 0;\n"
    "  border-bottom: 1px solid var(--line); }\n",
    "a { color: var(--accent); } tr:target { background: var(--mark); }\n"
    "</style>\n",
    NULL};

static void put_props(const machine *x, machine_head at, text *out) {
  bool first = true;
  vec_each (const machine_fact, f, &x->facts) {
    if (f->at.state != at.state || f->at.symbol != at.symbol)
      continue;
    text_put(out, first ? "" : ", ");
    put(out, names_text(&x->props, f->prop));
    first = false;
  }
}

static void put_rule(const machine *x, const machine_rule *r, text *out) {
  static const char *const words[] = {"POP", "REWRITE ", "PUSH "};
  put(out, names_text(&x->actions, r->action));
  if (machine_has_stack(x)) {
    text_put(out, " [");
    put(out, names_text(&x->symbols, r->top));
    text_put(out, "]");
  }
  text_format(out, " &rarr; <a href=\"#s%u\">", (unsigned)r->to);
  put(out, names_text(&x->states, r->to));
  text_put(out, "</a>");
  if (machine_has_stack(x)) {
    text_put(out, " [");
    text_put(out, words[r->operation]);
    if (r->operation != MACHINE_POP)
      put(out, names_text(&x->symbols, r->symbol));
    text_put(out, "]");
  }
  text_put(out, "<br>");
}

static void put_labels(const machine *x, uint32_t state, text *out) {
  if (x->kind == MACHINE_LTS)
    put_props(x, (machine_head){state, MACHINE_NONE}, out);
  vec_each (const machine_head, h, &x->heads) {
    if (h->state != state)
      continue;
    text_put(out, "[");
    put(out, names_text(&x->symbols, h->symbol));
    text_put(out, "] ");
    put_props(x, *h, out);
    text_put(out, "<br>");
  }
  if (state < x->accepting.count && x->accepting.at[state])
    text_put(out, "accepting");
}

/* Rules by the state that they leave. */
static void put_rows(const machine *x, text *out) {
  for (uint32_t s = 0; s < machine_states(x); s++) {
    text_format(out, "<tr id=\"s%u\"><td>", (unsigned)s);
    put(out, names_text(&x->states, s));
    text_put(out, "</td><td>");
    put_labels(x, s, out);
    text_put(out, "</td><td>");
    vec_each (const machine_rule, r, &x->rules)
      if (r->from == s)
        put_rule(x, r, out);
    text_put(out, "</td></tr>\n");
  }
}

void session_html(const char *name, const char *kind, const char *definition,
                  const machine *x, text *out) {
  enum { MOST_ROWS = 2000 };
  for (const char *const *line = head; *line; line++)
    text_put(out, *line);
  text_put(out, "<title>Custos: ");
  put(out, name);
  text_put(out, "</title>\n</head>\n<body>\n<h1>");
  put(out, kind);
  text_char(out, ' ');
  put(out, name);
  text_put(out, "</h1>\n");
  if (x)
    text_format(out, "<p>%u states, %zu rules</p>\n",
                (unsigned)machine_states(x), x->rules.count);
  text_put(out, "<pre>");
  put(out, definition);
  text_put(out, "</pre>\n");
  if (x && machine_states(x) <= MOST_ROWS) {
    text_put(out, "<table>\n<tr><th>state</th><th>labels</th><th>moves</th>"
                  "</tr>\n");
    put_rows(x, out);
    text_put(out, "</table>\n");
  } else if (x) {
    text_put(out, "<p>too many states for a table</p>\n");
  }
  text_put(out, "</body>\n</html>\n");
}
