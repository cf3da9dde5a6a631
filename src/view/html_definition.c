#include "view/html_definition.h"

#include "view/html.h"

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

static void html_put_props(const machine *x, machine_head at, text *out) {
  bool first = true;
  vec_each (const machine_fact, fact, &x->facts) {
    if (fact->at.state != at.state || fact->at.symbol != at.symbol)
      continue;
    text_put(out, first ? "" : ", ");
    put(out, names_text(&x->props, fact->prop));
    first = false;
  }
}

static void html_put_rule(const machine *x, const machine_rule *rule,
                          text *out) {
  static const char *const words[] = {"POP", "REWRITE ", "PUSH "};
  put(out, names_text(&x->actions, rule->action));
  if (machine_has_stack(x)) {
    text_put(out, " [");
    put(out, names_text(&x->symbols, rule->top));
    text_put(out, "]");
  }
  text_format(out, " &rarr; <a href=\"#s%u\">", (unsigned)rule->to);
  put(out, names_text(&x->states, rule->to));
  text_put(out, "</a>");
  if (machine_has_stack(x)) {
    text_put(out, " [");
    text_put(out, words[rule->operation]);
    if (rule->operation != MACHINE_POP)
      put(out, names_text(&x->symbols, rule->symbol));
    text_put(out, "]");
  }
  text_put(out, "<br>");
}

static void put_state_labels(const machine *x, uint32_t state, text *out) {
  if (x->kind == MACHINE_LTS)
    html_put_props(x, (machine_head){state, MACHINE_NONE}, out);
  vec_each (const machine_head, head, &x->heads) {
    if (head->state != state)
      continue;
    text_put(out, "[");
    put(out, names_text(&x->symbols, head->symbol));
    text_put(out, "] ");
    html_put_props(x, *head, out);
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
    put_state_labels(x, s, out);
    text_put(out, "</td><td>");
    vec_each (const machine_rule, rule, &x->rules)
      if (rule->from == s)
        html_put_rule(x, rule, out);
    text_put(out, "</td></tr>\n");
  }
}

void html_definition(const char *name, const char *kind, const char *definition,
                     const machine *x, text *out) {
  enum { MOST_ROWS = 2000 };
  const char *const *rest = html_put_piece(out, html_definition_page);
  put(out, name);
  rest = html_put_piece(out, rest);
  put(out, kind);
  text_char(out, ' ');
  put(out, name);
  rest = html_put_piece(out, rest);
  if (x)
    text_format(out, "<p>%u states, %zu rules</p>\n",
                (unsigned)machine_states(x), x->rules.count);
  rest = html_put_piece(out, rest);
  put(out, definition);
  rest = html_put_piece(out, rest);
  if (x && machine_states(x) <= MOST_ROWS) {
    text_put(out, "<table>\n<tr><th>state</th><th>labels</th><th>moves</th>"
                  "</tr>\n");
    put_rows(x, out);
    text_put(out, "</table>\n");
  } else if (x) {
    text_put(out, "<p>too many states for a table</p>\n");
  }
  html_put_piece(out, rest);
}
