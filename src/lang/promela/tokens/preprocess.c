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

void pml_pre_change_line(pre *p, const pre_token *token) {
  p->printed_line = token->at.line;
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

static void print(pre *p, pre_token token) {
  bool is_apart = false;
  if (token.flags & PRE_EXPANDED)
    token.at = p->use;
  if (p->was_padded || token.flags & PRE_WHITE) {
    if (token.at.line != p->printed_line) {
      pml_pre_change_line(p, &token);
      is_apart = true;
    } else if (!p->was_padded) {
      is_apart = true;
    } else {
      is_apart = p->padding == PRE_APART ||
                 (p->padding == PRE_NOTHING && token.flags & PRE_WHITE) ||
                 (p->previous.kind != PRE_PADDING &&
                  would_join(p, &p->previous, &token)) ||
                 (p->previous.kind == PRE_PADDING && pre_is_hash(&token));
    }
  }
  p->was_padded = false;
  p->padding = PRE_NOTHING;
  p->previous = token;
  token.flags &= PRE_EXPANDED;
  token.flags |= (uint8_t)((is_apart ? PRE_WHITE : 0) |
                           (p->begins_line ? PRE_NEW_LINE : 0));
  p->begins_line = false;
  vec_push(p->m, &p->result, token);
}

void pml_pre_run(pre *p) {
  pre_token token;
  p->begins_line = true;
  p->previous.kind = PRE_PADDING;
  for (pml_pre_next(p, &token); token.kind != PRE_END; pml_pre_next(p, &token))
    if (token.kind != PRE_PADDING) {
      print(p, token);
    } else {
      p->was_padded = true;
      if (p->padding == PRE_NOTHING ||
          (p->padding == PRE_CLOSE && token.source == PRE_NOTHING))
        p->padding = token.source;
    }
  token.at = pml_pre_here(p);
  token.flags = PRE_NEW_LINE;
  vec_push(p->m, &p->result, token);
  while (p->sources.count)
    pml_pre_close(p);
}
