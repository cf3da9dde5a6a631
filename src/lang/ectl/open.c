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

static progress_of_item open_begin(const scan_token *token) {
  if (token->kind == ':')
    return COMMAND;
  return ectl_kind_of(token) < ECTL_KINDS ? KIND : OUTSIDE;
}

static progress_of_item step(progress_of_item now, const scan_token *token,
                             size_t *depth) {
  switch (now) {
  case COMMAND:
    return token->kind == ECTL_T_WORD ? NAMED : open_begin(token);
  case NAMED:
    *depth = 1;
    return token->kind == '(' ? IN_PARENTHESES : open_begin(token);
  case KIND:
    return token->kind == ECTL_T_WORD ? DEFINED : OUTSIDE;
  case DEFINED:
    return token->kind == '{' ? IN_BRACES : OUTSIDE;
  case IN_BRACES:
    return token->kind == '}' ? OUTSIDE : now;
  case IN_PARENTHESES:
    if (token->kind == '(')
      ++*depth;
    return (token->kind == ')' && --*depth == 0) || token->kind == '}' ? OUTSIDE
                                                                       : now;
  case OUTSIDE:
    break;
  }
  return open_begin(token);
}

bool ectl_is_open(const char *input, size_t length) {
  scan scanner;
  progress_of_item now = OUTSIDE;
  size_t depth = 0;
  ectl_scan_start(&scanner, "", input, length, NULL);
  scanner.is_mute = true;
  while (ectl_next(&scanner) != ECTL_T_END)
    now = step(now, &scanner.token, &depth);
  return now >= KIND;
}
