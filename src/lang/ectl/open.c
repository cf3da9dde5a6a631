#include "lang/ectl/parser.h"

/* How far the item that the text ends in has come. */
typedef enum progress_of_item {
  OUTSIDE,
  COMMAND, /* behind ":" */
  NAMED,   /* behind ":check" */
  KIND,    /* behind "LTS" */
  DEFINED, /* behind "LTS m" */
  IN_BRACES,
  IN_PARENTHESES
} progress_of_item;

static progress_of_item open_begin(const scan_token *t) {
  if (t->kind == ':')
    return COMMAND;
  return ectl_kind_of(t) < ECTL_KINDS ? KIND : OUTSIDE;
}

static progress_of_item step(progress_of_item now, const scan_token *t,
                             size_t *depth) {
  switch (now) {
  case COMMAND:
    return t->kind == ECTL_T_WORD ? NAMED : open_begin(t);
  case NAMED:
    *depth = 1;
    return t->kind == '(' ? IN_PARENTHESES : open_begin(t);
  case KIND:
    return t->kind == ECTL_T_WORD ? DEFINED : OUTSIDE;
  case DEFINED:
    return t->kind == '{' ? IN_BRACES : OUTSIDE;
  case IN_BRACES:
    return t->kind == '}' ? OUTSIDE : now;
  case IN_PARENTHESES:
    if (t->kind == '(')
      ++*depth;
    return (t->kind == ')' && --*depth == 0) || t->kind == '}' ? OUTSIDE : now;
  case OUTSIDE:
    break;
  }
  return open_begin(t);
}

bool ectl_is_open(const char *input, size_t length) {
  scan s;
  progress_of_item now = OUTSIDE;
  size_t depth = 0;
  ectl_scan_start(&s, "", input, length, NULL);
  s.is_mute = true;
  while (ectl_next(&s) != ECTL_T_END)
    now = step(now, &s.token, &depth);
  return now >= KIND;
}
