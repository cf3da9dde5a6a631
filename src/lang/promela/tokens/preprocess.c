/* The preprocessor's result: tokens in lines, as C's preprocessor would print
 * them. Where a line begins and where blanks are matters: a newline can stand
 * for ';', and ': :' is not '::'. */
#include "lang/promela/tokens/pre.h"

#include <stdarg.h>
#include <stdio.h>

void pml_pre_wrong(pre *p, const pml_place *at, const char *format, ...) {
  char message[REPORT_MESSAGE];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  report_add(p->report, names_text(&p->out->files, at->file), at->line,
             at->column, "%s", message);
  p->is_bad = true;
}

void pml_pre_change_line(pre *p, const pre_token *t) {
  p->printed_line = t->at.line;
  p->begins_line = true;
  p->padding = PRE_NOTHING;
  p->previous.kind = PRE_PADDING;
}

/* Whether two tokens would be read as others without a blank between. */
static bool would_join(const pre *p, const pre_token *a, const pre_token *b) {
  char c = b->kind == PRE_MARK ? (char)(b->text & 0xFF) : '\0';
  char mark[4];
  size_t length;
  if (a->kind == PRE_NAME)
    return b->kind == PRE_NAME || b->kind == PRE_CHAR ||
           b->kind == PRE_STRING ||
           (b->kind == PRE_NUMBER &&
            *pml_pre_spell(p, b, &length, mark) != '.');
  if (a->kind == PRE_NUMBER)
    return b->kind == PRE_NUMBER || b->kind == PRE_NAME ||
           b->kind == PRE_CHAR || c == '.' || c == '+' || c == '-';
  if (a->kind != PRE_MARK)
    return false;
  if (c == '=' &&
      (a->text == pre_pair('<', '<') || a->text == pre_pair('>', '>') ||
       (a->text < 0x80 && strchr("=!><+-*/%&|^", (int)a->text))))
    return true;
  if (a->text == pre_pair('-', '>'))
    return c == '*';
  switch (a->text) {
  case '>':
  case '+':
  case '&':
  case '|':
    return c == (char)a->text;
  case '<':
    return c == '<' || c == '%' || c == ':';
  case '-':
    return c == '-' || c == '>';
  case '/':
    return c == '/' || c == '*';
  case '%':
    return c == ':' || c == '%';
  case ':':
    return c == ':' || c == '>';
  case '.':
    return c == '.' || c == '%' || b->kind == PRE_NUMBER;
  case '#':
    return c == '#' || c == '%';
  case '\\':
    return b->kind == PRE_NAME;
  default:
    return false;
  }
}

static void print(pre *p, pre_token t) {
  bool is_apart = false;
  if (t.flags & PRE_EXPANDED)
    t.at = p->use;
  if (p->was_padded || t.flags & PRE_WHITE) {
    if (t.at.line != p->printed_line) {
      pml_pre_change_line(p, &t);
      is_apart = true;
    } else if (!p->was_padded) {
      is_apart = true;
    } else {
      is_apart = p->padding == PRE_APART ||
                 (p->padding == PRE_NOTHING && t.flags & PRE_WHITE) ||
                 (p->previous.kind != PRE_PADDING &&
                  would_join(p, &p->previous, &t)) ||
                 (p->previous.kind == PRE_PADDING && pre_is_hash(&t));
    }
  }
  p->was_padded = false;
  p->padding = PRE_NOTHING;
  p->previous = t;
  t.flags &= PRE_EXPANDED;
  t.flags |= (uint8_t)((is_apart ? PRE_WHITE : 0) |
                       (p->begins_line ? PRE_NEW_LINE : 0));
  p->begins_line = false;
  vec_push(p->m, &p->result, t);
}

void pml_pre_run(pre *p) {
  pre_token t;
  p->begins_line = true;
  p->previous.kind = PRE_PADDING;
  for (pml_pre_next(p, &t); t.kind != PRE_END; pml_pre_next(p, &t))
    if (t.kind != PRE_PADDING) {
      print(p, t);
    } else {
      p->was_padded = true;
      if (p->padding == PRE_NOTHING ||
          (p->padding == PRE_CLOSE && t.source == PRE_NOTHING))
        p->padding = t.source;
    }
  t.at = pml_pre_here(p);
  t.flags = PRE_NEW_LINE;
  vec_push(p->m, &p->result, t);
  while (p->sources.count)
    pml_pre_close(p);
}
