#include "view/html.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

/* The length of the UTF-8 character at 's', or 0 if it is none. The code point
 * goes to '*code'. */
static unsigned decode(const unsigned char *s, unsigned *code) {
  static const unsigned least[5] = {0, 0, 0x80, 0x800, 0x10000};
  unsigned n = s[0] < 0x80             ? 1
               : (s[0] & 0xe0) == 0xc0 ? 2
               : (s[0] & 0xf0) == 0xe0 ? 3
               : (s[0] & 0xf8) == 0xf0 ? 4
                                       : 0;
  if (n < 2) {
    *code = s[0];
    return n;
  }
  *code = s[0] & (0xffU >> (n + 1));
  for (unsigned i = 1; i < n; i++) {
    if ((s[i] & 0xc0) != 0x80)
      return 0;
    *code = *code << 6 | (s[i] & 0x3fU);
  }
  bool bad = *code < least[n] || *code > 0x10ffff ||
             (*code >= 0xd800 && *code < 0xe000);
  return bad ? 0 : n;
}

void html_put_string(text *out, const char *text_in) {
  const unsigned char *s = (const unsigned char *)text_in;
  text_char(out, '"');
  while (*s) {
    unsigned code, n = decode(s, &code);
    if (n == 0)
      text_put(out, "\\ufffd");
    else if (code < ' ' || code == '"' || code == '\\' || code == '<' ||
             code == '>' || code == '&' || code == 0x7f || code == 0x2028 ||
             code == 0x2029)
      text_format(out, "\\u%04x", code);
    else
      text_add(out, (const char *)s, n);
    s += n ? n : 1;
  }
  text_char(out, '"');
}

void html_put_field(text *out, const char *name, const char *value) {
  text_format(out, ",\"%s\":", name);
  html_put_string(out, value);
}

void html_put_place(text *out, const char *name, const custos_step *step) {
  char place[300];
  const char *base = step->file;
  for (const char *s = step->file; *s; s++)
    if (*s == '/')
      base = s + 1;
  if (step->line)
    snprintf(place, sizeof place, "%.250s:%u", base, (unsigned)step->line);
  else
    snprintf(place, sizeof place, "%.250s", base);
  html_put_field(out, name, place);
}

void html_put_statement(text *out, const custos_step *step) {
  assert(step->procedure && step->fault);
  if (step->statement)
    html_put_field(out, "rule", step->statement);
  if (step->line)
    html_put_place(out, "file", step);
  if (step->procedure[0])
    html_put_field(out, "action", step->procedure);
  if (step->fault[0])
    html_put_field(out, "fault", step->fault);
}

/* What is above 'kept' symbols is new: a step pops one symbol, so the page
 * needs only what was pushed to draw every stack. */
static void put_step(custos *c, text *out, const custos_step *step,
                     size_t kept) {
  text_put(out, "{\"push\":[");
  for (size_t i = kept; i < step->depth; i++) {
    text_put(out, i > kept ? "," : "");
    html_put_string(out, custos_symbol_name(c, step->stack[i]));
  }
  text_put(out, "]");
  html_put_field(out, "state",
                 step->text && !step->procedure
                     ? step->text
                     : custos_state_name(c, step->state));
  if (step->rule >= 0)
    html_put_field(out, "rule", step->rule_text);
  if ((step->rule >= 0 || step->line) && step->file && step->file[0])
    html_put_place(out, "file", step);
  if (step->action)
    html_put_field(out, "action", step->action);
  for (size_t i = 0; step->weight && i < step->weight_count; i++) {
    text_put(out, i ? "," : ",\"weight\":[");
    /* As text: a browser's numbers have 53 bits. */
    text_format(out, "\"%lld\"", (long long)step->weight[i]);
    text_put(out, i + 1 == step->weight_count ? "]" : "");
  }
  if (step->loop)
    text_format(out, ",\"loop\":%d", step->loop);
  text_put(out, "}");
}

const char *const *html_put_piece(text *out, const char *const *lines) {
  for (; *lines; lines++)
    text_put(out, *lines);
  return lines + 1;
}

custos_status html_page(custos *c, bool for_ever, text *out) {
  custos_step step = {0};
  int found = 1;
  size_t kept = 0;
  custos_status status = custos_trace_rewind(c);
  if (status != CUSTOS_OK)
    return status;
  const char *const *rest = html_put_piece(out, html_run_page);
  text_put(out, "{\"steps\":[\n");
  for (unsigned n = 0; n <= HTML_MOST_STEPS && !step.last; n++) {
    status = custos_trace_next(c, &step, &found);
    if (status != CUSTOS_OK || !found)
      break;
    text_put(out, n ? ",\n" : "");
    put_step(c, out, &step, kept);
    kept = step.depth ? step.depth - 1 : 0;
  }
  text_format(out,
              "],\"complete\":%s,\"forever\":%s,\"ends\":%s,\"model\":%s}\n",
              !found || step.last ? "true" : "false",
              for_ever ? "true" : "false", step.stutters ? "true" : "false",
              step.text && !step.procedure ? "true" : "false");
  html_put_piece(out, rest);
  return status;
}
